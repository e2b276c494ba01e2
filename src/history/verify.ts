// Walks the chain: every line of the ledger follows one that is there, every entry is as it was written, no night is missing.
import { asWritten, contentsThen, madeHere } from '../change/change.ts';
import { tryOr } from '../errors/errors.ts';
import { broughtLines, entryFiles, homeBytes } from '../facts/facts.ts';
import {
  type DreamLine,
  isDream,
  isNight,
  isUndone,
  type LedgerRead,
  ledgerPath,
  readLedger,
} from '../journal/journal.ts';
import type { FoundHome, Repository, World } from '../world/world.ts';

export interface Verified {
  /** Nights in the ledger. */
  readonly nights: number;
  /** The first thing that is not as it should be; null if all is. */
  readonly broken: { readonly where: string; readonly reason: string } | null;
  /** Entries in `rem/` that no night of ours wrote. */
  readonly foreign: readonly string[];
  /** Nights and wakes in the ledger that no commit has yet: they wait, or somebody made them up. */
  readonly uncommitted: readonly string[];
  /** The hash of the last line: whoever keeps it can tell later that nothing before it was changed. */
  readonly head: string | null;
}

interface Break {
  /** The line of the ledger it is about. */
  readonly at: number;
  readonly where: string;
  readonly reason: string;
}

type Line = LedgerRead['lines'][number];

export async function verifyNights(world: World, home: FoundHome): Promise<Verified> {
  const ledger = asWritten(readLedger(homeBytes(world, home, ledgerPath)), madeHere(world, home));
  const nights = ledger.lines.filter(isDream);
  const ours = new Set(nights.map(({ entry }) => entry));
  const repository = await world.git.open(home.repository, home.privateDir);
  const { commit } = await repository.head();
  const committed = commit === undefined ? [] : await world.git.nights(repository, commit);
  const inHistory = new Set(committed.map(({ id }) => id));
  // An undo that nobody committed may be anybody's.
  const landed: LedgerRead = { ...ledger, lines: ledger.lines.filter(({ id }) => inHistory.has(id)) };
  const { broken } = ledger;
  const chain = broken && { at: broken.line, where: `line ${broken.line} of rem/ledger.jsonl`, reason: broken.reason };
  const breaks: Break[] = [
    ...(chain === undefined ? [] : [chain]),
    ...nights.flatMap((night) => {
      // Taken back by its owner: the entry is gone, and should be.
      const reason = isUndone(landed, night.id) ? undefined : entryProblem(world, home, night);
      return reason === undefined ? [] : [{ at: night.at, where: `${night.entry} (${night.id})`, reason }];
    }),
    ...(await rewritten(world, repository, nights, committed)),
  ].toSorted((one, other) => one.at - other.at);
  const [first = await missingLine(world, repository, ledger.lines, committed)] = breaks;
  return {
    nights: ledger.lines.filter(isNight).length,
    broken: first === undefined ? null : { where: first.where, reason: first.reason },
    foreign: entryFiles(world, home.home)
      .map((name) => `rem/${name}`)
      .filter((path) => !ours.has(path)),
    uncommitted: ledger.lines.map(({ id }) => id).filter((id) => !inHistory.has(id)),
    head: ledger.lines.at(-1)?.hash ?? null,
  };
}

function entryProblem(world: World, home: FoundHome, { entry, sha256 }: DreamLine): string | undefined {
  const look = (): string | undefined => {
    const bytes = world.files.read(home.home, entry);
    if (bytes === undefined) return 'the entry is gone';
    return world.files.hash(bytes) === sha256 ? undefined : 'the entry was changed after it was written';
  };
  return tryOr(look, ({ message }) => message);
}

/** Whoever rewrites an entry and all hashes after it has still to rewrite the commit in which it landed. */
async function rewritten(
  world: World,
  repository: Repository,
  nights: readonly (Line & DreamLine)[],
  committed: readonly { readonly id: string; readonly commit: string }[],
): Promise<Break[]> {
  const commitOf = new Map(committed.map(({ id, commit }) => [id, commit]));
  const known = nights.flatMap((night) => {
    const commit = commitOf.get(night.id);
    return commit === undefined ? [] : [{ night, commit, path: night.entry }];
  });
  const contents = await contentsThen(world, repository, known);
  return known.flatMap(({ night, commit }, index) => {
    if (world.files.hash(contents[index]) === night.sha256) return [];
    const reason = `the ledger says otherwise than the commit in which it landed (${commit.slice(0, 7)})`;
    return [{ at: night.at, where: `${night.entry} (${night.id})`, reason }];
  });
}

/** Lines cut off the end break no chain; the commits still know them. */
async function missingLine(
  world: World,
  repository: Repository,
  lines: readonly Line[],
  committed: readonly { readonly id: string; readonly commit: string }[],
): Promise<Break | undefined> {
  const known = new Set(lines.map(({ id }) => id));
  const claims = committed.filter(({ id }) => !known.has(id));
  const missing = (await broughtLines(world, repository, claims.toReversed()))[0];
  if (missing === undefined) return undefined;
  const what = { n: 'night', r: 'run', w: 'wake', u: 'undo' }[missing.id[0] ?? ''] ?? 'change';
  return {
    at: 0,
    where: `${missing.id} (commit ${missing.commit.slice(0, 7)})`,
    reason: `the ${what} is in the history but not in the ledger`,
  };
}
