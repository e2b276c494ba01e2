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

/**
 * The newest entry by its name. Another agent's is not ours to wake from, and a name far in the future would stay the newest for ever.
 */
export function previousDream({ world, home, agent, now, ledger, most }: Looking): PreviousDream | undefined {
  const latest = new Date(Date.parse(now) + 24 * 60 * 60 * 1000).toISOString();
  const ours = new Map(ledger.lines.flatMap((line) => (line.kind === 'night' ? [[line.entry, line] as const] : [])));
  const name = entriesAmong(world.files.list(home.home, 'rem')).find((file) => {
    const night = ours.get(`rem/${file}`);
    return night === undefined ? (timeOfEntry(file) ?? '') <= latest : night.agent === agent;
  });
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
