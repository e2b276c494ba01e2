// What a pack tells of notes and of long-term memory: what belongs to the work first, then the newest.

import { homeText, type Note, namedPath, toldNotes, wordsOf } from '../facts/facts.ts';
import { memoriesIn, memoryPath } from '../memory/memory.ts';
import { oneLine } from '../text/text.ts';
import type { Place } from '../world/world.ts';
import { longestLine, type OthersWords } from './others-words.ts';

/** What the run is about, in whatever words. */
export interface Work {
  readonly said: readonly string[];
  readonly paths: readonly string[];
}

const mostTold = 8;
const mostBelonging = 5;

/** The first lines of long-term memory, if there is one; what is pinned is told already. */
export function memoryHead({ world, home }: Place, { redact }: OthersWords, told: readonly Note[]): string[] {
  // Credentials go before the text is taken apart: some are longer than a line.
  const text = Buffer.from(redact(homeText(world, home, memoryPath).slice(0, 8192)));
  const pinned = new Set(told.flatMap((note) => (note.pinned === null ? [] : [note.text])));
  return memoriesIn(memoryPath, text)
    .filter((entry) => !pinned.has(entry.text))
    .flatMap((entry) => [entry.text, ...entry.details.map((line) => line.replace(/^\s*[-*+]\s+/u, '').trim())])
    .slice(0, 10);
}

/** What is pinned, whole; then what names a file in flight or shares two telling words with the work, the newest first; then the newest of the others, as they were written. */
export function notesFor(notes: readonly Note[], { redact }: Pick<OthersWords, 'redact'>, work: Work): string[] {
  const said = wordsOf([...work.said, ...work.paths].join('\n'));
  const belongs = ({ text }: Note): boolean =>
    namedPath(text, work.paths) !== undefined || [...wordsOf(text)].filter((word) => said.has(word)).length >= 2;
  const lines = (of: readonly Note[], max?: number): string[] => of.map(({ text }) => oneLine(redact(text), max));
  const pinned = toldNotes(notes, 0);
  const loose = notes.filter(({ pinned: by, day }) => by === null && day !== null);
  const own = loose.filter(belongs).slice(0, mostBelonging);
  const room = Math.max(0, mostTold - pinned.length - own.length);
  const others = loose.filter((note) => !own.includes(note)).slice(0, room);
  return [...lines(pinned), ...lines([...own, ...others.toReversed()], longestLine)];
}
