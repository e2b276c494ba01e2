// Our own ground: lines in the ledger that no sleep of ours wrote, and steps by which the agent wrote where only the host writes.
import { posix } from 'node:path';
import { type KnownLedger, knownLedger, madeHere, withStore } from '../change/change.ts';
import type { LedgerRead } from '../journal/journal.ts';
import { type Call, callsOf, type StepRecord } from '../steps/steps.ts';
import type { FoundHome, World } from '../world/world.ts';
import { editsAmong, writingCalls } from './edits.ts';

/** A recorded step that wrote one of the host's own or private files. */
export interface Trespass {
  readonly path: string;
  readonly time: string;
}

const hosts = /^(?:rem\/|_[^/]*\.jsonl$|\.git\/)/u;

/** The steps of this cycle that wrote into the journal, the record or the private folder. */
export function trespassesIn(calls: readonly Call[], home: FoundHome, worktree: string, since: string): Trespass[] {
  const root = home.home.replaceAll('\\', '/');
  const whole = writingCalls(calls).map((call) => ({
    ...call,
    target: posix.isAbsolute(call.target) ? call.target : posix.join(worktree, call.target),
  }));
  return editsAmong(whole, root).filter(({ path, time }) => hosts.test(path) && time >= since);
}

/** The entries that steps on record wrote, each with the time of the last. */
export function writtenBySteps(
  records: readonly StepRecord[],
  home: FoundHome,
  worktree: string,
): ReadonlyMap<string, string> {
  return new Map(trespassesIn(callsOf(records), home, worktree, '').map(({ path, time }) => [path, time]));
}

/**
 * The hash of a ledger, with the ids of lines that stand in the ledger, were not written here, and that no commit claims to have brought. They count wherever something must not happen twice, and nowhere else:
 * what somebody wrote there himself is no evidence.
 *
 * The ledger as we last left it is known by its hash; only if somebody else changed it since (a pull, a merge, an agent) is history asked.
 * `isNew` then: whoever changes the home keeps the answer (`rememberLedger`), and whoever only looks writes nothing.
 */
export async function foreignLines(
  world: World,
  home: FoundHome,
  bytes: Uint8Array | undefined,
  ledger: LedgerRead,
): Promise<KnownLedger & { readonly isNew: boolean }> {
  const sha256 = world.files.hash(bytes);
  if (ledger.lines.length === 0) return { sha256, foreign: [], isNew: false };
  const known = knownLedger(world, home);
  if (known?.sha256 === sha256) return { ...known, isNew: false };
  const repository = await world.git.open(home.repository, home.privateDir);
  const { commit } = await repository.head();
  const landed = new Set(commit === undefined ? [] : (await world.git.nights(repository, commit)).map(({ id }) => id));
  const unfinished = world.stores.exists(home.privateDir) ? withStore(world, home, (store) => store.unfinished()) : [];
  const waiting = new Set(unfinished.map(({ id }) => id));
  const made = madeHere(world, home).lines;
  const foreign = ledger.lines
    .filter(({ id, hash }) => !made.has(hash) && !landed.has(id) && !waiting.has(id))
    .map(({ id }) => id);
  // What waits for its commit will be known when it has landed.
  return { sha256, foreign, isNew: waiting.size === 0 };
}
