// Walks the chain: every line of the ledger follows one that is there, every entry is as it was written, no night is missing.
import { createHash } from 'node:crypto';
import { DreamkeeperError } from '../errors/errors.ts';
import { homeText } from '../facts/facts.ts';
import { entriesAmong, type LedgerLine, type NightLine, parseLedger } from '../journal/journal.ts';
import type { FoundHome, World } from '../world/world.ts';

export interface Verified {
  /** Nights in the ledger. */
  readonly nights: number;
  /** The first thing that is not as it should be; null if all is. */
  readonly broken: { readonly where: string; readonly reason: string } | null;
  /** Entries in `rem/` that no night of ours wrote. */
  readonly foreign: readonly string[];
  /** The hash of the last line: whoever keeps it can tell later that nothing before it was changed. */
  readonly head: string | null;
}

export async function verifyNights(world: World, home: FoundHome): Promise<Verified> {
  const ledger = parseLedger(homeText(world, home, 'rem/ledger.jsonl'));
  const nights = ledger.lines.filter((line) => line.kind === 'night');
  const ours = new Set(nights.map(({ entry }) => entry));
  const breaks = [
    ...(ledger.broken === undefined
      ? []
      : [
          {
            at: ledger.broken.line,
            where: `line ${ledger.broken.line} of rem/ledger.jsonl`,
            reason: ledger.broken.reason,
          },
        ]),
    ...nights.flatMap((night) => {
      const reason = entryProblem(world, home, night);
      return reason === undefined ? [] : [{ at: night.at, where: `${night.entry} (${night.id})`, reason }];
    }),
  ].toSorted((one, other) => one.at - other.at);
  const [first = await missingLine(world, home, ledger.lines)] = breaks;
  return {
    nights: nights.length,
    broken: first === undefined ? null : { where: first.where, reason: first.reason },
    foreign: entriesAmong(world.files.list(home.home, 'rem'))
      .map((name) => `rem/${name}`)
      .filter((path) => !ours.has(path)),
    head: ledger.lines.at(-1)?.hash ?? null,
  };
}

function entryProblem(world: World, home: FoundHome, { entry, sha256 }: NightLine): string | undefined {
  try {
    const bytes = world.files.read(home.home, entry);
    if (bytes === undefined) return 'the entry is gone';
    return createHash('sha256').update(bytes).digest('hex') === sha256
      ? undefined
      : 'the entry was changed after it was written';
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    return error.message;
  }
}

/** Lines cut off the end break no chain; the commits still know them. */
async function missingLine(
  world: World,
  home: FoundHome,
  lines: readonly LedgerLine[],
): Promise<{ readonly at: number; readonly where: string; readonly reason: string } | undefined> {
  const repository = await world.git.open(home.repository, home.privateDir);
  const { commit } = await repository.head();
  const known = new Set(lines.map(({ id }) => id));
  const committed = commit === undefined ? [] : await world.git.nights(repository, commit);
  const missing = committed.findLast(({ id }) => !known.has(id));
  return missing === undefined
    ? undefined
    : {
        at: 0,
        where: `${missing.id} (commit ${missing.commit.slice(0, 7)})`,
        reason: `the ${missing.id.startsWith('w') ? 'wake' : 'night'} is in the history but not in the ledger`,
      };
}
