// A MEMORY.md that no sleep can work with: the night says so, too, but only when it comes to it.
import { memoryPath, troubleIn, troubleWords } from '../memory/memory.ts';
import { attempt } from './attempt.ts';
import { type Found, finding } from './finding.ts';
import type { Patient } from './patient.ts';

const hints = {
  'memory-encoding': 'Save it as UTF-8. Until then sweeps and curations leave it as it is.',
  'memory-conflict':
    'Choose between the two sides, and remove the marks. Until then sweeps and curations leave it as it is.',
} as const;

export async function checkMemory({ world, home }: Patient): Promise<Found> {
  const read = await attempt(() => world.files.read(home.home, memoryPath));
  const trouble = 'value' in read && read.value !== undefined ? troubleIn(read.value) : undefined;
  return trouble === undefined ? [] : finding(trouble, `${troubleWords[trouble]}.`, hints[trouble]);
}
