// One change in full: what is known about it, and every file before and after.

import { refusedAnswer } from '../asking/asking.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { homeText } from '../facts/facts.ts';
import {
  isUndone,
  journalPaths,
  type LedgerLine,
  ledgerPath,
  type OtherLine,
  parseLedger,
  type VerdictOutcome,
  wakeFor,
} from '../journal/journal.ts';
import { type CountedReceipt, readReceipts } from '../night/night.ts';
import { type FollowedVerdict, followHome } from '../record/record.ts';
import { oneLine, printSafe } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';
import { type Archive, commitOf, type FoundChange, findChange, openArchive } from './changes.ts';
import { listNights } from './nights.ts';

export interface ShownChange {
  readonly id: string;
  readonly commit: string | null;
  readonly time: string | null;
  readonly subject: string | null;
  readonly isUndone: boolean;
  readonly receipt: CountedReceipt | null;
  /** For a night whose answer could not be read: what the model said, as long as it is kept. */
  readonly said: string | null;
  readonly ledger: LedgerLine | OtherLine | null;
  /** For a night: what became of its verdicts at the wake after it; null if none has dealt with it yet. */
  readonly outcomes: readonly VerdictOutcome[] | null;
  /** For a night: what became of each verdict in the end, as far as anybody knows by now. */
  readonly fates: readonly FollowedVerdict[];
  /** That wake; `dk nights show` has its changes of the board. */
  readonly wake: string | null;
  /** The files it changed, without the journal's own records, as a difference git would print. */
  readonly patch: string;
  readonly paths: readonly string[];
}

export async function showChange(world: World, home: FoundHome, wanted: string): Promise<ShownChange> {
  const archive = await openArchive(world, home);
  const receipts = readReceipts(world, home);
  const { id, commit } = await findAny(archive, wanted, receipts);
  const paths = (commit?.paths ?? []).filter((path) => !journalPaths.includes(path));
  const receipt = receipts.findLast((each) => each.id === id) ?? null;
  const line = archive.ledger.lines.find((each) => each.id === id);
  const wake = id.startsWith('n-') ? wakeFor(archive.ledger, id) : undefined;
  return {
    id,
    commit: commit?.commit ?? null,
    time: commit?.time ?? null,
    subject: commit?.subject ?? null,
    paths,
    isUndone: isUndone(archive.ledger, id),
    receipt,
    said: receipt?.reason === 'malformed' ? refusedAnswer({ world, home }, id) : null,
    ledger: line ?? null,
    outcomes: wake?.verdicts ?? null,
    fates: line?.kind === 'night' ? (await followHome(world, home)).filter(({ night }) => night === id) : [],
    wake: wake?.id ?? null,
    patch: commit === undefined ? '' : await world.git.patch(archive.repository, commit.commit, paths),
  };
}

/** Also a night of which nothing but a receipt is left, because it did nothing. */
async function findAny(archive: Archive, wanted: string, receipts: readonly CountedReceipt[]): Promise<FoundChange> {
  // As sessions are called; of several nights in one moment, the newest.
  if (wanted.startsWith('dream:')) {
    const named = (await listNights(archive.world, archive.home)).find(({ session }) => session === wanted);
    if (named === undefined)
      throw new DreamkeeperError('E_NO_SUCH_NIGHT', `there is no session called "${printSafe(oneLine(wanted, 80))}"`, {
        hint: 'Run `dk sessions list --prefix dream:` to see them.',
      });
    return { id: named.id, commit: await commitOf(archive, named.id) };
  }
  // The last one a person remembers may be one that failed.
  const last = receipts.findLast(({ outcome }) => ['ran', 'failed', 'rejected'].includes(outcome));
  if (wanted === 'last' && last !== undefined && last.outcome !== 'ran') return { id: last.id, commit: undefined };
  try {
    return await findChange(archive, wanted);
  } catch (error) {
    const receipt = receipts.findLast(({ id }) => wanted.length >= 4 && id.startsWith(wanted));
    if (receipt === undefined) throw error;
    return { id: receipt.id, commit: undefined };
  }
}

/** What became of a dream's verdicts, and whether it was taken back: for whoever reads the dream itself. */
export function afterwardsOf(
  world: World,
  home: FoundHome,
  id: string,
): { readonly isUndone: boolean; readonly outcomes: readonly VerdictOutcome[] | null; readonly wake: string | null } {
  const ledger = parseLedger(homeText(world, home, ledgerPath));
  const wake = wakeFor(ledger, id);
  const isTakenBack = wake !== undefined && isUndone(ledger, wake.id);
  return { isUndone: isUndone(ledger, id) || isTakenBack, outcomes: wake?.verdicts ?? null, wake: wake?.id ?? null };
}
