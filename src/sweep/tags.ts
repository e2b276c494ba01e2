// Memories that were recalled and have no words to be found by get some: those that are older than the words, or that a person wrote.
import type { Memories } from '../facts/facts.ts';
import { piecesOf, type SweepPart } from '../journal/journal.ts';
import { conceptsIn, recordOf } from '../memory/memory.ts';
import type { Candidate } from './candidates.ts';

/** In one sweep, those that rank best: each is some hundred bytes in the ledger. The next one goes on. */
const mostTagged = 20;

export function tagsFor(candidates: readonly Candidate[], { placed }: Pick<Memories, 'placed'>): SweepPart['tagged'] {
  const bare = candidates.flatMap(({ note }) =>
    note === undefined || note.concepts.length > 0 || conceptsIn(note.text).length === 0 ? [] : [note],
  );
  if (bare.length === 0) return [];
  const byPath = Map.groupBy(placed, ({ path }) => path);
  return bare.slice(0, mostTagged).flatMap(({ id, sha256, text, places }) => {
    const beside = byPath.get(places[0]?.path ?? '') ?? [];
    const there = beside.find(({ line }) => line === places[0]?.line);
    if (there === undefined) return [];
    const { sketch, ...record } = recordOf(there, beside);
    return [{ memory: id, sha256, concepts: conceptsIn(text), ...record, sketch: piecesOf(sketch) }];
  });
}
