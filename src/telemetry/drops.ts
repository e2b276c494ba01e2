// What could not be recorded is counted: one byte a drop, in the first of some folders that takes it.
import { join } from 'node:path';
import { ifPossible } from '../errors/errors.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { closeSync, constants, lstatSync, mkdirSync, openSync, readFileSync, writeSync } =
  process.getBuiltinModule('node:fs');

/** Why: not a payload, too large or endless, the disk, rights, the home itself, or something we did not think of. */
export type DropReason = 'malformed' | 'too-large' | 'disk' | 'rights' | 'home' | 'unknown';

const letters: Readonly<Record<DropReason, string>> = {
  malformed: 'm',
  'too-large': 'l',
  disk: 'd',
  rights: 'r',
  home: 'h',
  unknown: 'x',
};
const file = 'drops';

/**
 * Counts one. A byte is appended by one `write`, so that processes never count over each other; and the file is there before it is needed
 * (`readyDrops`), so that it usually has room left in its block when the disk is full. False if none of the folders took it.
 */
export function countDrop(folders: readonly string[], reason: DropReason): boolean {
  return folders.some((folder) => writeByte(folder, letters[reason]));
}

/** Makes the file, with one byte that counts nothing. */
export function readyDrops(folder: string): void {
  if (readDrop(folder) === '') writeByte(folder, '-');
}

/** How many there were, by reason. */
export function dropsIn(folders: readonly string[]): ReadonlyMap<DropReason, number> {
  const text = folders.map(readDrop).join('');
  const counts = new Map<DropReason, number>();
  for (const [reason, letter] of Object.entries(letters) as [DropReason, string][]) {
    const count = text.split(letter).length - 1;
    if (count > 0) counts.set(reason, count);
  }
  return counts;
}

function writeByte(folder: string, letter: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Not through a link: it may lead anywhere.
    if (!lstatSync(folder).isDirectory()) return false;
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    const opened = openSync(join(folder, file), flags | (constants.O_NONBLOCK ?? 0), 0o600);
    try {
      return writeSync(opened, letter) === 1;
    } finally {
      closeSync(opened);
    }
  } catch {
    // Full or read-only, too: the next folder is tried. Whoever counts drops has nobody to tell.
    return false;
  }
}

/** Nothing if none was counted here. */
function readDrop(folder: string): string {
  return ifPossible(() => readFileSync(join(folder, file), 'latin1')) ?? '';
}
