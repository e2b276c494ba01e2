// What a pack tells of notes and of long-term memory: what is pinned, what belongs to the work, the newest, and what was asked for lately.
import { withStore } from '../change/change.ts';
import { keepsRecalls } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { homeText, type Note, toldNotes } from '../facts/facts.ts';
import { memoriesIn, memoryPath } from '../memory/memory.ts';
import { absolute, oneLine } from '../text/text.ts';
import type { AgentHome, Place } from '../world/world.ts';
import type { Belonging } from './belonging.ts';
import { longestLine, type OthersWords } from './others-words.ts';

const mostTold = 8;
const mostBelonging = 5;
const mostOfMemory = 10;
/** Of notes on the last so many days all are told, up to a number; of the others so many may be, if there is room. */
const lastDays = 2;
const mostFresh = 24;
const mostEarlier = 60;

/** Of long-term memory what belongs to the work, then its first lines; what is pinned is told already, and what stands `elsewhere` in the pack is told there. */
export function memoryHead(
  { world, home }: Place,
  { redact }: Pick<OthersWords, 'redact'>,
  told: readonly Note[],
  belonging: readonly Belonging[],
  elsewhere: ReadonlySet<string> = new Set(),
): string[] {
  // Credentials go before the text is taken apart: some are longer than a line.
  const whole = homeText(world, home, memoryPath);
  const head = redact(whole.slice(0, longestHead));
  const text = Buffer.from(whole.length > longestHead ? wholeLines(head) : head);
  const pinned = new Set(told.flatMap((note) => (note.pinned === null ? [] : [note.text])));
  const own = belonging
    .filter((each) => each.path === memoryPath && !each.entry.isMarked && isWhole(each, redact))
    .map(({ entry }) => ({ text: redact(entry.text), details: entry.details.map(redact) }))
    .slice(0, mostBelonging);
  const before = new Set([...pinned, ...own.map((each) => each.text)]);
  const others = memoriesIn(memoryPath, text).filter((entry) => !before.has(entry.text));
  return [...own.filter((each) => !pinned.has(each.text)), ...others]
    .flatMap((entry) => [entry.text, ...entry.details.map((line) => line.replace(/^\s*[-*+]\s+/u, '').trim())])
    .filter((line) => !elsewhere.has(line))
    .slice(0, mostOfMemory);
}

const longestHead = 8192;

/** Of a line that is cut off nobody knows what it said. */
function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1) || text;
}

/** Nothing around it makes it a part of a credential: those may be longer than an entry. */
function isWhole({ entry: { from, to }, content }: Belonging, redact: (text: string) => string): boolean {
  const text = (start: number, end: number): string =>
    Buffer.from(content.subarray(Math.max(0, start), end)).toString('utf8');
  return redact(text(from - around, to + around)).includes(redact(text(from, to)));
}

const around = 4096;

/** What is told of the notes. */
export interface ToldNotes {
  /** As they are told. */
  readonly lines: readonly string[];
  /** So many of them lead: what is pinned, and what belongs to the work. */
  readonly leading: number;
}

/** What is pinned, whole; then what belongs to the work, the best first; then the newest of the others, as they were written: all of the last two days on which anything was. */
export function notesFor(
  notes: readonly Note[],
  { redact }: Pick<OthersWords, 'redact'>,
  belonging: readonly Pick<Belonging, 'path' | 'entry'>[],
): ToldNotes {
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
  const others = notes.filter(({ pinned: by, day, sha256 }) => by === null && day !== null && !leading.has(sha256));
  const days = [...new Set(others.map(({ day }) => day))].slice(0, lastDays);
  const fresh = others.filter(({ day }) => days.includes(day)).length;
  const room = Math.max(mostTold - pinned.length - own.length, Math.min(fresh, mostFresh));
  return {
    lines: [...lines(pinned), ...lines([...own, ...others.slice(0, room).toReversed()], longestLine)],
    leading: pinned.length + own.length,
  };
}

/** What long-term memory need not be told of: a line that a sweep promoted, or dated since, is its note in a second place, and told as that note. */
export function saidInNotes(notes: readonly Note[], { lines }: Pick<ToldNotes, 'lines'>): ReadonlySet<string> {
  const twice = notes.filter(({ day, places }) => day !== null && places.length > 1).map(({ text }) => text);
  const dated = notes.map(({ day, text }) => (day === null ? text : absolute(text, day)));
  return new Set([...lines, ...twice, ...dated.filter((text, at) => text !== notes[at]?.text)]);
}

/**
 * The other notes that may be told, the most wanted first: what was asked for lately (`recalled`, by id), then what is in long-term memory, too, then
 * the newest. What is told already is not told again, and what strangers said first only answers who asks for it.
 */
export function earlierNotes(
  notes: readonly Note[],
  { redact }: Pick<OthersWords, 'redact'>,
  { told, recalled }: { readonly told: readonly string[]; readonly recalled: readonly string[] },
): string[] {
  const last = new Map(recalled.map((id, at) => [id, at]));
  const inMemory = ({ places }: Note): number => (places.some(({ path }) => path === memoryPath) ? 0 : 1);
  const wanted = ({ id }: Note): number => last.get(id) ?? last.size;
  const before = new Set(told);
  return notes
    .filter(({ pinned, day, origin }) => pinned === null && day !== null && origin !== 'untrusted')
    .toSorted((one, other) => wanted(one) - wanted(other) || inMemory(one) - inMemory(other))
    .slice(0, told.length + mostEarlier)
    .map(({ text }) => oneLine(redact(text), longestLine))
    .filter((line) => !before.has(line))
    .slice(0, mostEarlier);
}

/** The memories that were asked for last, as far as that is kept on this machine. */
export function lastRecalled({ world, home, settings }: Omit<AgentHome, 'agent'>): readonly string[] {
  if (!keepsRecalls(settings) || !world.stores.exists(home.privateDir)) return [];
  // Whoever cannot look has a pack all the same.
  return tryOr(() => withStore(world, home, (store) => store.lastRecalled(recallsLooked))) ?? [];
}

const recallsLooked = 500;
