// All that is remembered at this moment, under the ids by which the ledger knows it. Reading writes nothing.
import { asWritten, madeHere, wholeLedger } from '../change/change.ts';
import { type LedgerRead, type MarkedMemory, type MemoryMarks, memoryMarks, readLedger } from '../journal/journal.ts';
import { identityOf, isLikeAny } from '../memory/memory.ts';
import type { Place } from '../world/world.ts';
import { type Remembered, readNotes } from './notes.ts';

export interface Memories extends Remembered {
  readonly marks: MemoryMarks;
  /** The whole of it, also what is only in the last commit; called broken if it is not as this machine wrote it. */
  readonly ledger: LedgerRead;
}

/** Every file of notes, and `MEMORY.md`. */
export async function rememberedNow(place: Place): Promise<Memories> {
  return everything(place, await ledgerOf(place));
}

/**
 * What stands in these files. More is read only where it is needed: to know by which id something goes, because somebody may have edited
 * it, or because the ledger knows a memory that is wanted and stands in none of them.
 */
export async function rememberedIn(
  place: Place,
  paths: readonly string[],
  isWanted: (known: MarkedMemory) => boolean,
): Promise<Memories> {
  const ledger = await ledgerOf(place);
  const marks = memoryMarks(ledger);
  const only = new Set(paths);
  const some = readNotes(place.world, place.home, ledger, { all: true, only });
  const hashes = new Set(some.placed.map(({ sha256 }) => sha256));
  const known = [...marks.known.values()];
  const byHash = new Set(known.map(({ sha256 }) => sha256));
  const isMissing = known.some((each) => !hashes.has(each.sha256) && isWanted(each));
  const fresh = some.placed.filter(({ sha256 }) => !byHash.has(sha256));
  const isOdd =
    fresh.length * known.length > mostCompared ||
    fresh.some(
      ({ id, opening, text }) =>
        marks.known.has(id) || byHash.has(identityOf(opening).sha256) || isLikeAny(text, known),
    );
  return isMissing || isOdd ? everything(place, ledger) : { ...some, marks, ledger };
}

/** To read all is cheaper than to compare more than this. */
const mostCompared = 5000;

function everything({ world, home }: Place, ledger: LedgerRead): Memories {
  return { ...readNotes(world, home, ledger, { all: true }), marks: memoryMarks(ledger), ledger };
}

async function ledgerOf({ world, home }: Place): Promise<LedgerRead> {
  const open = () => world.git.open(home.repository, home.privateDir);
  return asWritten(readLedger(await wholeLedger(world, home, open)), madeHere(world, home));
}
