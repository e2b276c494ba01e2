// What a pack tells of notes and of long-term memory: what is pinned, what belongs to the work, then the newest.
import { homeText, type Note, toldNotes } from '../facts/facts.ts';
import { memoriesIn, memoryPath } from '../memory/memory.ts';
import { oneLine } from '../text/text.ts';
import type { Place } from '../world/world.ts';
import type { Belonging } from './belonging.ts';
import { longestLine, type OthersWords } from './others-words.ts';

const mostTold = 8;
const mostBelonging = 5;
const mostOfMemory = 10;

/** Of long-term memory what belongs to the work, then its first lines; what is pinned is told already. */
export function memoryHead(
  { world, home }: Place,
  { redact }: Pick<OthersWords, 'redact'>,
  told: readonly Note[],
  belonging: readonly Belonging[],
): string[] {
  // Credentials go before the text is taken apart: some are longer than a line.
  const text = Buffer.from(redact(homeText(world, home, memoryPath).slice(0, 8192)));
  const pinned = new Set(told.flatMap((note) => (note.pinned === null ? [] : [note.text])));
  const own = belonging
    .filter((each) => each.path === memoryPath && !each.entry.isMarked && isWhole(each, redact))
    .map(({ entry }) => ({ text: redact(entry.text), details: entry.details.map(redact) }))
    .slice(0, mostBelonging);
  const before = new Set([...pinned, ...own.map((each) => each.text)]);
  const others = memoriesIn(memoryPath, text).filter((entry) => !before.has(entry.text));
  return [...own.filter((each) => !pinned.has(each.text)), ...others]
    .flatMap((entry) => [entry.text, ...entry.details.map((line) => line.replace(/^\s*[-*+]\s+/u, '').trim())])
    .slice(0, mostOfMemory);
}

/** Nothing around it makes it a part of a credential: those may be longer than an entry. */
function isWhole({ entry: { from, to }, content }: Belonging, redact: (text: string) => string): boolean {
  const text = (start: number, end: number): string =>
    Buffer.from(content.subarray(Math.max(0, start), end)).toString('utf8');
  return redact(text(from - around, to + around)).includes(redact(text(from, to)));
}

const around = 4096;

/** What is pinned, whole; then what belongs to the work, the best first; then the newest of the others, as they were written. */
export function notesFor(
  notes: readonly Note[],
  { redact }: Pick<OthersWords, 'redact'>,
  belonging: readonly Pick<Belonging, 'path' | 'entry'>[],
): string[] {
  const lines = (of: readonly { readonly text: string }[], max?: number): string[] =>
    of.map(({ text }) => oneLine(redact(text), max));
  const pinned = toldNotes(notes, 0);
  const known = new Map(notes.map((note) => [note.sha256, note]));
  const isPinned = ({ sha256, isMarked }: Belonging['entry']): boolean =>
    isMarked || (known.get(sha256)?.pinned ?? null) !== null;
  const own = belonging
    .filter(({ path, entry }) => path !== memoryPath && !isPinned(entry))
    .map(({ entry }) => entry)
    .slice(0, mostBelonging);
  const leading = new Set(own.map(({ sha256 }) => sha256));
  const room = Math.max(0, mostTold - pinned.length - own.length);
  const others = notes.filter(({ pinned: by, day, sha256 }) => by === null && day !== null && !leading.has(sha256));
  return [...lines(pinned), ...lines([...own, ...others.slice(0, room).toReversed()], longestLine)];
}
