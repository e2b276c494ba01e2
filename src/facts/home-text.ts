// The text of a file in a home, for readers who go on without it.
import { tryOr } from '../errors/errors.ts';
import { type LedgerRead, ledgerPath, readLedger } from '../journal/journal.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';

/** The bytes; undefined if it is not there, or not a plain file. */
export function homeBytes(world: World, home: FoundHome, path: string): Uint8Array | undefined {
  // A link, a folder, or not ours to read: whoever needs to know asks for it himself.
  return tryOr(() => world.files.read(home.home, path));
}

/** The text; '' if there is none. */
export function homeText(world: World, home: FoundHome, path: string): string {
  const bytes = homeBytes(world, home, path);
  return bytes === undefined ? '' : decodeUtf8(bytes);
}

/** The ledger. One that cannot be read is an error: to take it for an empty one would be to forget what has happened. */
export function homeLedger(world: World, home: FoundHome): LedgerRead {
  return readLedger(world.files.read(home.home, ledgerPath));
}
