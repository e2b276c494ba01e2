// Which memory a hit is: a bullet of the notes, or an entry of `MEMORY.md`.
import type { Memories, Note } from '../facts/facts.ts';
import { memoryPath } from '../memory/memory.ts';
import { tellingStems } from './query-key.ts';
import type { Hit } from './recall-home.ts';

/** For each hit the memory in it; undefined if it is none. Of several in one piece it is the one with most of the question's words; if none has any, nobody guesses. */
export function memoriesOf(
  hits: readonly Hit[],
  question: string,
  { notes, placed }: Pick<Memories, 'notes' | 'placed'>,
): (Note | undefined)[] {
  const byPlace = new Map(notes.flatMap((note) => note.places.map((place) => [`${place.path}:${place.line}`, note])));
  const asked = tellingStems(question);
  const sharing = (text: string): number => [...tellingStems(text)].filter((word) => asked.has(word)).length;
  return hits.map((hit) => {
    const file = fileOf(hit);
    const there = placed.filter(
      ({ path, line, endLine }) => path === file && line <= hit.endLine && endLine >= hit.line,
    );
    const weighed = there.map((each) => ({ each, share: there.length === 1 ? 1 : sharing(each.text) }));
    const best = weighed.toSorted((one, other) => other.share - one.share)[0];
    return best === undefined || best.share === 0 ? undefined : byPlace.get(`${best.each.path}:${best.each.line}`);
  });
}

/** The file of the home in which it stands, if that has memories in it. What is gone stands in none: its lines are those of an old commit. */
export function fileOf({ origin, path, gone }: Hit): string | undefined {
  if (gone !== undefined) return undefined;
  if (origin === 'memory') return memoryPath;
  return origin === 'notes' ? /(?:^|\/)(notes\/[^/]+)$/u.exec(path)?.[1] : undefined;
}
