// What of notes and long-term memory belongs to the work: found as a question would be answered, in these files alone, so that a session hardly waits for it.
import { tryOr } from '../errors/errors.ts';
import { type Facts, namedPath, wordsOf } from '../facts/facts.ts';
import { memoryMarks } from '../journal/journal.ts';
import { memoriesIn, memoryPath, notesFolder, type WrittenNote } from '../memory/memory.ts';
import type { Place } from '../world/world.ts';

/** What the run is about, in whatever words, the most telling first; and the files that are in flight. */
export interface Work {
  readonly said: readonly string[];
  readonly paths: readonly string[];
}

/** A memory that belongs to the work. */
export interface Belonging {
  readonly path: string;
  readonly entry: WrittenNote;
  readonly content: Uint8Array;
}

/** Years of notes; of more, the newest. */
const mostNotes = 512 * 1024;
const mostFiles = 1000;
const mostMemory = 256 * 1024;
const mostHits = 16;

/**
 * The best first; before all others those that name a file in flight. One belongs to the work if it has two of its telling words, or one, and
 * another in other words. What strangers said first never comes first. The same files and the same work give the same answer.
 */
export async function belongingTo(
  { world, home }: Place,
  { ledger }: Pick<Facts, 'ledger'>,
  { said, paths }: Work,
): Promise<Belonging[]> {
  const telling = wordsOf([...said, ...paths].join('\n'));
  if (telling.size === 0) return [];
  const read = (path: string): Uint8Array => tryOr(() => world.files.read(home.home, path)) ?? new Uint8Array();
  const files = [{ path: memoryPath, content: read(memoryPath).subarray(0, mostMemory) }];
  let room = mostNotes;
  const names = (tryOr(() => world.files.list(home.home, notesFolder)) ?? []).filter((name) => name.endsWith('.md'));
  for (const name of names.toSorted().toReversed().slice(0, mostFiles)) {
    const path = `${notesFolder}/${name}`;
    const content = read(path);
    room -= content.length;
    if (room < 0) break;
    files.push({ path, content });
  }
  if (files.every(({ content }) => content.length === 0)) return [];
  // Many homes remember nothing yet, and do without.
  const { findIn, neighboursIn, sharingWith } = await import('../recall/recall.ts');
  const neighbours = neighboursIn(await world.neighbours());
  const sharing = sharingWith(telling, neighbours);
  const isNaming = (text: string): boolean => namedPath(text, paths) !== undefined;
  const isAbout = (text: string): boolean => {
    const { exact, near } = sharing(text);
    return exact >= 2 || (exact === 1 && near > 0);
  };
  const question = [...said, ...paths].join('\n').slice(0, longestQuestion);
  const found = new Map<string, Belonging>();
  const entries = new Map<string, readonly WrittenNote[]>();
  for (const { file, line, endLine } of findIn(files, { question, neighbours, most: mostHits })) {
    const { path, content } = file;
    const all = entries.get(path) ?? memoriesIn(path, content);
    entries.set(path, all);
    for (const entry of all)
      if (entry.line <= endLine && entry.endLine >= line && !found.has(entry.sha256))
        if (isNaming(entry.text) || isAbout(entry.text)) found.set(entry.sha256, { path, entry, content });
  }
  const { known } = memoryMarks(ledger);
  const all = [...found.values()].filter(({ entry }) => known.get(entry.id)?.origin !== 'untrusted');
  return [...all.filter(({ entry }) => isNaming(entry.text)), ...all.filter(({ entry }) => !isNaming(entry.text))];
}

const longestQuestion = 4000;

/** The names in a sentence of ours: titles, files and commands stand in quotes. */
export function namedIn(sentence: string): string[] {
  return [...sentence.matchAll(/"((?:[^"\\]|\\.)+)"|`([^`]+)`/gu)].map(([, title, name]) => title ?? name ?? '');
}
