// The newest entry of the journal, whoever wrote it.
import { entriesAmong, type LedgerRead, timeOfEntry } from '../journal/journal.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';
import type { PreviousDream } from './facts-types.ts';

interface Looking {
  readonly world: World;
  readonly home: FoundHome;
  readonly agent: string;
  readonly now: string;
  readonly ledger: LedgerRead;
  /** How many characters of it a dream sees. */
  readonly most: number;
}

/** How far ahead another machine's clock may be. */
const clockSkew = 10 * 60 * 1000;

/**
 * The newest entry. Of our own nights the last in the ledger, whatever the clock said then; another program's counts if its name is younger
 * than that and not from the future, or it would stay the newest for ever. Another agent's is not ours to wake from.
 */
export function previousDream({ world, home, agent, now, ledger, most }: Looking): PreviousDream | undefined {
  const latest = new Date(Date.parse(now) + clockSkew).toISOString();
  const names = entriesAmong(world.files.list(home.home, 'rem'));
  const nights = ledger.lines.filter((line) => line.kind === 'night');
  const known = new Set(nights.map(({ entry }) => entry));
  const there = new Set(names.map((file) => `rem/${file}`));
  const ours = nights.findLast((night) => night.agent === agent && there.has(night.entry));
  const since = ours === undefined ? '' : ours.time > now ? now : ours.time;
  const foreign = names.find((file) => !known.has(`rem/${file}`) && (timeOfEntry(file) ?? '') <= latest);
  const isNewer = foreign !== undefined && (timeOfEntry(foreign) ?? '') > `${since.slice(0, 16)}:00.000Z`;
  const name = isNewer || ours === undefined ? foreign : ours.entry.replace(/^rem\//u, '');
  const bytes = name === undefined ? undefined : world.files.read(home.home, `rem/${name}`);
  if (name === undefined || bytes === undefined) return undefined;
  const lines = decodeUtf8(bytes.subarray(0, most * 4)).split('\n');
  let room = most;
  const fitting = lines.findIndex((line) => {
    room -= line.length + 1;
    return room < -1;
  });
  return { path: `rem/${name}`, bytes, text: (fitting === -1 ? lines : lines.slice(0, fitting)).join('\n') };
}
