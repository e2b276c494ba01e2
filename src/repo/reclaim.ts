// What a killed commit of ours leaves behind, and how it is known to be ours.
import { createHash, randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inFileWords } from '../disk/disk.ts';
import type { Repository } from './repository.ts';

/** How our drafts in the scratch folder are called; what is behind the dash is random. */
export const drafts = { blobs: 'blobs-', index: 'index-' } as const;
/** Also those that earlier versions made. */
const isDraft = /^(?:blobs|tree|index)-[A-Za-z0-9]{6,24}(?:\.lock)?$/u;

/** A second name for the index that is about to take its place: whoever finds git's lock to be the same file knows that it is ours. */
export function heldIndex({ scratch, place }: Pick<Repository, 'scratch' | 'place'>): string {
  return join(scratch, `held-${markOf(place)}${randomBytes(8).toString('hex')}`);
}

/** Worktrees share the scratch folder; each has its own index. A repository may be moved as a whole. */
function markOf({ gitDir, commonDir }: Repository['place']): string {
  return createHash('sha256').update(relative(commonDir, gitDir)).digest('hex').slice(0, 8);
}

/**
 * Removes git's lock on the index if a process of ours left it there, and all drafts. Only for whoever holds the lock of this home: a
 * living commit of ours has the same marks.
 */
export function reclaim({ scratch, place }: Repository): void {
  const lock = join(place.gitDir, 'index.lock');
  const isHeld = new RegExp(`^held-${markOf(place)}[0-9a-f]{16}$`, 'u');
  inFileWords(scratch, () => {
    const names = namesIn(scratch);
    for (const held of names.filter((each) => isHeld.test(each)).map((each) => join(scratch, each))) {
      if (isSameFile(held, lock)) rmSync(lock, { force: true });
      rmSync(held, { force: true });
    }
    for (const name of names.filter((each) => isDraft.test(each)))
      rmSync(join(scratch, name), { recursive: true, force: true });
  });
}

/** One file with two names; where there are no hard links, two files with the same content. */
function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (first === undefined || second === undefined || !first.isFile() || !second.isFile()) return false;
  if (first.ino === second.ino && first.dev === second.dev) return true;
  return first.nlink === 1 && second.nlink === 1 && readFileSync(one).equals(readFileSync(other));
}

function namesIn(folder: string): string[] {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : [];
}
