// The person's index read without starting git, where it is of the usual kind; about any other kind git is asked.
import { createHash } from 'node:crypto';
import { pathBytes, pathText } from '../disk/disk.ts';

/** Parts of an index that say nothing about what is staged. One that is not known may change what the others mean (split, sparse). */
const harmless = new Set(['TREE', 'REUC', 'UNTR', 'FSMN', 'EOIE', 'IEOT']);

/**
 * What `git ls-files --stage -v` would print about these paths and what lies below them; undefined if the index is of another kind, or
 * anything about it is not as it should be.
 */
export function stagedLines(
  index: Buffer,
  format: 'sha1' | 'sha256',
  paths: ReadonlySet<string>,
): readonly string[] | undefined {
  const hash = format === 'sha256' ? 32 : 20;
  const end = index.length - hash;
  if (end < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return undefined;
  const version = index.readUInt32BE(4);
  if (version !== 2 && version !== 3) return undefined;
  if (!createHash(format).update(index.subarray(0, end)).digest().equals(index.subarray(end))) return undefined;
  const meant = new Set([...paths].map((path) => pathBytes(path).toString('latin1')));
  const lines: string[] = [];
  let at = 12;
  for (let count = index.readUInt32BE(8); count > 0; count -= 1) {
    // Ten numbers of four bytes (times, place, mode, owner, size), the object, the flags; of the later version some more flags.
    if (at + 40 + hash + 4 > end) return undefined;
    const flags = index.readUInt16BE(at + 40 + hash);
    const more = (flags & 0x4000) === 0 ? 0 : index.readUInt16BE(at + 42 + hash);
    const from = at + 42 + hash + ((flags & 0x4000) === 0 ? 0 : 2);
    const to = index.indexOf(0, from);
    if (to === -1 || to >= end) return undefined;
    if (isMeant(index.toString('latin1', from, to), meant)) {
      const mode = index.readUInt32BE(at + 24).toString(8);
      const object = index.toString('hex', at + 40, at + 40 + hash);
      const mark = markOf(flags, more);
      lines.push(`${mark} ${mode} ${object} ${stageOf(flags)}\t${pathText(index.subarray(from, to))}`);
    }
    // Filled up to a multiple of eight, with one byte of nothing at least.
    at += Math.floor((to - at + 8) / 8) * 8;
  }
  while (at < end) {
    if (at + 8 > end || !harmless.has(index.toString('latin1', at, at + 4))) return undefined;
    at += 8 + index.readUInt32BE(at + 4);
  }
  return at === end ? lines : undefined;
}

const stageOf = (flags: number): number => (flags >> 12) & 3;

/** As git prints it: small for one that is assumed to be unchanged, S for one the worktree leaves out, M for one in conflict. */
function markOf(flags: number, more: number): string {
  const mark = stageOf(flags) > 0 ? 'M' : (more & 0x4000) === 0 ? 'H' : 'S';
  return (flags & 0x8000) === 0 ? mark : mark.toLowerCase();
}

/** One of the paths, or below one; all as bytes. */
function isMeant(name: string, paths: ReadonlySet<string>): boolean {
  if (paths.has(name)) return true;
  for (let slash = name.indexOf('/'); slash !== -1; slash = name.indexOf('/', slash + 1))
    if (paths.has(name.slice(0, slash))) return true;
  return false;
}
