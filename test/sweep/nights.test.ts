// Thirty nights in which an agent quotes its own memory back, and asks for all of it every day: nothing grows from what a sleep wrote, and what is really new still arrives.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rememberedNow } from '../../src/facts/facts.ts';
import type { Lived } from '../day.ts';
import { liveDay } from '../day.ts';
import { memoryGit } from '../memory-git/memory-git.ts';
import { sandbox } from '../sandbox.ts';
import { asked, enough, homeFile, remembered, sweep } from './lived.ts';

const nights = 30;
const words = [
  'copper',
  'willow',
  'lantern',
  'harvest',
  'granite',
  'compass',
  'thistle',
  'meadow',
  'anchor',
  'saffron',
];
/** Each about something else. */
const news = (night: number): string =>
  `The ${words[night % 10]} room number ${night + 10} is where the ${words[(night * 7 + 3) % 10]} ${words[(night * 3 + 1) % 10]} files are kept`;
const dayOf = (night: number): string => new Date(Date.UTC(2026, 5, 10 + night)).toISOString().slice(0, 10);
const promotedLines = (lived: Lived): string[] =>
  homeFile(lived, 'MEMORY.md')
    .split('\n')
    .filter((line) => line.startsWith('- '));

/** What an agent makes of a line of its memory when it writes it down again. */
const quotes: readonly ((line: string) => string)[] = [
  (line) => line.slice(2),
  (line) => `I remember: ${line.slice(2)}`,
  (line) => `As my memory says, ${line.slice(2).replace(/ _\(score.*$/u, '')}`,
  (line) =>
    line
      .slice(2)
      .replace(/ _\(score.*$/u, '')
      .toUpperCase(),
  (line) =>
    line
      .slice(2)
      .replace(/ _\(score.*$/u, '')
      .replace(/^The /u, ''),
];

async function live(lived: Lived, isQuoting: boolean): Promise<number[]> {
  const grown: number[] = [];
  for (let night = 0; night < nights; night += 1) {
    const day = dayOf(night);
    await remembered(lived, `${day}T09:00:00Z`, news(night));
    const lines = promotedLines(lived);
    if (isQuoting && lines.length > 0) {
      const line = (at: number): string => lines[at % lines.length] ?? '';
      // By the verb, and by writing into the file.
      await remembered(lived, `${day}T10:00:00Z`, quotes[night % quotes.length]?.(line(night)) ?? '');
      mkdirSync(join(lived.home.home, 'notes'), { recursive: true });
      const other = quotes[(night + 2) % quotes.length]?.(line(night * 5 + 1)) ?? '';
      appendFileSync(join(lived.home.home, `notes/${day}.md`), `- ${other}\n`);
    }
    // It asks for everything there is, quotes and all.
    const { notes } = await rememberedNow(lived.at(`${day}T11:00:00Z`));
    for (const { id } of notes) asked(lived, id, enough(`${day}T12:00:00Z`));
    const receipt = await sweep(lived, `${day}T23:00:00Z`);
    assert.equal(receipt.outcome, 'ran', receipt.message);
    grown.push(promotedLines(lived).length);
  }
  return grown;
}

test('nothing grows from its own output, and every new line arrives in its night', async (t) => {
  const box = sandbox(t);
  const script = { shape: 'one', board: '* board\n', before: {}, day: [] } as const;
  const day = await liveDay(box, 'quoting', script, memoryGit());
  // A scripted day has names for some hundred changes, and this is a month.
  let count = 0;
  const random = (bytes: number): string => {
    count += 1;
    return hash('sha256', String(count), 'hex').slice(0, bytes * 2);
  };
  const lived: Lived = {
    ...day,
    at: (time) => {
      const home = day.at(time);
      return { ...home, world: { ...home.world, random } };
    },
  };
  const grown = await live(lived, true);
  assert.deepEqual(
    grown,
    Array.from({ length: nights }, (_, night) => night + 1),
  );
  const lines = promotedLines(lived).map((line) => line.replace(/^- | _\(score.*$/gu, ''));
  assert.deepEqual(
    lines,
    Array.from({ length: nights }, (_, night) => news(night)),
  );
});
