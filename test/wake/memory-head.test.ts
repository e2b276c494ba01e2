// The head of long-term memory in a pack: whole lines, also where the file goes on beyond what is read of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryHead } from '../../src/wake/remembered.ts';
import { sandbox } from '../sandbox.ts';
import { homeToSweep } from '../sweep/lived.ts';

test('a line that would be cut off is not told', async (t) => {
  const box = sandbox(t);
  const lived = await homeToSweep(box);
  const lines = Array.from({ length: 400 }, (_, at) => `fact ${at}, told whole to its very end`);
  const content = `# MEMORY.md\n\n${lines.map((line) => `- ${line}\n`).join('')}`;
  box.write('project/.dream/MEMORY.md', content);
  const head = (elsewhere: readonly string[]): string[] =>
    memoryHead(lived.at('10:00'), { redact: (text) => text }, [], [], new Set(elsewhere));
  assert.deepEqual(head([]), lines.slice(0, 10));
  // Told elsewhere, all but the last three that are read whole.
  const read = content.slice(0, 8192).split('\n').length - 3;
  assert.deepEqual(head(lines.slice(0, read - 3)), lines.slice(read - 3, read));
  box.write('project/.dream/MEMORY.md', `- ${'word '.repeat(3000)}`);
  assert.match(head([])[0] ?? '', /^word word/u, 'of a single line its beginning');
});
