// One more line in the ledger, with the ids of our changes since the last one that had no line of their own, and where the cadence stands.

import { tryOr } from '../errors/errors.ts';
import {
  attributesPath,
  type LedgerLine,
  type LedgerRead,
  ledgerPath,
  newAttributes,
  readLedger,
  requireWhole,
  withLedgerLine,
} from '../journal/journal.ts';
import { isRecord, jsonIn } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';
import { asWritten } from './as-written.ts';
import type { FileEdit } from './change-types.ts';
import { madeHere } from './made-here.ts';
import { withStore } from './with-store.ts';

/** More go into the line after it. */
const mostIds = 500;

/**
 * The edit that appends a line. `stillFits` is asked under the lock, with the ledger as it is then, and throws if the line has no place there
 * any more.
 */
export function ledgerLine(
  world: World,
  home: FoundHome,
  line: LedgerLine,
  stillFits: (content: Uint8Array | undefined, ledger: LedgerRead) => void = () => undefined,
): FileEdit {
  const place = placeOf(world, home, line.agent);
  return {
    path: ledgerPath,
    isHosts: true,
    rule: 'append',
    edit: (content) => {
      const ledger = readLedger(content);
      stillFits(content, ledger);
      requireWhole(asWritten(ledger, madeHere(world, home)));
      return withLedgerLine(content, { ...line, also: withoutLine(world, home, content), ...place }, ledger);
    },
  };
}

/** Under this name the keeper remembers where the cadence of an agent is. */
export function cadenceMemo(agent: string): string {
  return `cadence:${agent}`;
}

/** What the keeper remembers is private; with the lines that are written anyway a clone gets it, too. */
function placeOf(world: World, home: FoundHome, agent: string): Pick<LedgerLine, 'place'> {
  const read = (): unknown =>
    world.stores.exists(home.privateDir)
      ? jsonIn(withStore(world, home, (store) => store.memo(cadenceMemo(agent))))
      : undefined;
  // Of a store that cannot be read others tell; the line is written all the same.
  const known = tryOr(read, () => undefined);
  if (!isRecord(known)) return {};
  const { state, hits } = known;
  if (typeof state !== 'string' || state === '' || typeof hits !== 'number') return {};
  return { place: { state, hits } };
}

/**
 * So that a clone knows them, too. What the agent's tools committed is its own work, and not in it. The ledger is not parsed for this, because
 * most of a long one is of no interest to whoever adds to it; an id that is wrongly taken for named is only unknown to clones.
 */
function withoutLine(world: World, home: FoundHome, content: Uint8Array | undefined): string[] {
  const text = Buffer.from(content ?? []).toString('latin1');
  const named = new Set<string>();
  for (const [, id, also = ''] of text.matchAll(/"id":"([a-z]-[a-z2-7]{10})"|"also":\[([^\]]*)\]/gu))
    for (const each of id === undefined ? also.replaceAll('"', '').split(',') : [id]) named.add(each);
  return [...madeHere(world, home).ids]
    .filter((id) => /^[b-z]-[a-z2-7]{10}$/u.test(id) && !named.has(id))
    .slice(0, mostIds);
}

/** Two clones that both slept are joined line by line, and no checkout changes an entry's line ends. */
export const ledgerAttributes: FileEdit = {
  path: attributesPath,
  isHosts: true,
  edit: (bytes) => bytes ?? Buffer.from(newAttributes),
};
