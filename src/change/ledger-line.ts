// One more line in the ledger, with the ids of our changes since the last one that had no line of their own.
import {
  attributesPath,
  type LedgerLine,
  ledgerPath,
  newAttributes,
  readLedger,
  requireWhole,
  withLedgerLine,
} from '../journal/journal.ts';
import type { FoundHome, World } from '../world/world.ts';
import { asWritten } from './as-written.ts';
import type { FileEdit } from './change-types.ts';
import { madeHere } from './made-here.ts';

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
  stillFits: (ledger: Uint8Array | undefined) => void = () => undefined,
): FileEdit {
  return {
    path: ledgerPath,
    isHosts: true,
    rule: 'append',
    edit: (content) => {
      stillFits(content);
      requireWhole(asWritten(readLedger(content), madeHere(world, home)));
      return withLedgerLine(content, { ...line, also: withoutLine(world, home, content) });
    },
  };
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
