// The files of a worktree beside its index: what is not committed, and what a person's `git add` takes.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ChangedFile } from '../../src/world/world.ts';
import { ignoring } from './ignored.ts';
import { byBytes, type Entry, type Files } from './objects.ts';
import type { Kept, Place } from './places.ts';
import { refused } from './refused.ts';

/** More than this real git only counts. */
const mostFiles = 2000;

export interface Worktree {
  /** What a file on disk would be in a commit; undefined if there is none. */
  entry(place: Place, path: string): Entry | undefined;
  /** The paths that git does not know and nothing ignores. */
  unknown(kept: Kept): readonly string[];
  changed(kept: Kept): readonly ChangedFile[];
}

export function memoryWorktree(): Worktree {
  const seen = new Map<string, { readonly mark: string; readonly blob: string }>();

  const blobAt = (path: string, found: Stats): string => {
    const mark = `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
    const known = seen.get(path);
    if (known?.mark === mark) return known.blob;
    const content = found.isSymbolicLink() ? readlinkSync(path, 'buffer') : readFileSync(path);
    const blob = createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
    // As git does it: a file written in this very moment may be written again, and look the same.
    if (Date.now() - found.ctimeMs > 50) seen.set(path, { mark, blob });
    return blob;
  };
  const entry: Worktree['entry'] = ({ worktree }, path) => {
    const full = join(worktree, path);
    const found = lstatSync(full, { throwIfNoEntry: false });
    if (found === undefined || !(found.isFile() || found.isSymbolicLink())) return undefined;
    const mode = found.isSymbolicLink() ? '120000' : (found.mode & 0o100) === 0 ? '100644' : '100755';
    return { mode, blob: blobAt(full, found) };
  };
  const unknown: Worktree['unknown'] = ({ place, index }) => {
    const isIgnored = ignoring(place);
    const walk = (folder: string): string[] =>
      readdirSync(join(place.worktree, folder), { withFileTypes: true }).flatMap((each) => {
        const path = folder === '' ? each.name : `${folder}/${each.name}`;
        if (each.name === '.git' || isIgnored(path, each.isDirectory())) return [];
        if (!each.isDirectory()) return index.has(path) ? [] : [path];
        if (existsSync(join(place.worktree, path, '.git'))) refused('know repositories in repositories');
        return walk(path);
      });
    return walk('').toSorted(byBytes);
  };
  return {
    entry,
    unknown,
    changed: (kept) => {
      const { place, index } = kept;
      const committed = kept.filesOf(kept.head().commit);
      const told = [...new Set([...committed.keys(), ...index.keys()])].toSorted(byBytes).flatMap((path) => {
        const kind = kindOf(committed.get(path), index.get(path), () => entry(place, path));
        return kind === undefined ? [] : [{ path, kind, isStaged: !same(committed.get(path), index.get(path)) }];
      });
      const staged = new Set(told.filter(({ isStaged }) => isStaged).map(({ path }) => path));
      // Taken out of the index but still there, a path is new.
      const all = new Map<string, ChangedFile['kind']>(told.map(({ path, kind }) => [path, kind]));
      for (const path of unknown(kept)) all.set(path, 'new');
      if (all.size > mostFiles) refused('count more than two thousand changed files');
      return [...all].map(([path, kind]) => ({
        ...{ path, kind, ...(staged.has(path) ? { isStaged: true as const } : {}) },
        ...{ blob: entry(place, path)?.blob, written: touchedAt(place.worktree, path) },
      }));
    },
  };
}

function kindOf(
  committed: Entry | undefined,
  staged: Entry | undefined,
  onDisk: () => Entry | undefined,
): ChangedFile['kind'] | undefined {
  if (staged === undefined) return 'deleted';
  const now = onDisk();
  if (now === undefined) return 'deleted';
  if (committed === undefined) return 'new';
  return same(committed, staged) && same(staged, now) ? undefined : 'modified';
}

export function same(one: Entry | undefined, other: Entry | undefined): boolean {
  return one?.blob === other?.blob && one?.mode === other?.mode;
}

/** When a file was last written; for one that is gone, when its nearest folder last changed. */
export function touchedAt(worktree: string, path: string): string | undefined {
  for (let at = path; ; at = dirname(at)) {
    const found = lstatSync(join(worktree, at), { throwIfNoEntry: false });
    if (found !== undefined) return lastTouch(found);
    if (at === '.' || at === dirname(at)) return undefined;
  }
}

/** When the youngest of these files was written. */
export function youngest(worktree: string, files: Files, isWanted: (path: string) => boolean): string {
  return [...files.keys()].filter(isWanted).reduce((last, path) => {
    const found = lstatSync(join(worktree, path), { throwIfNoEntry: false });
    const touched = found === undefined || found.isDirectory() ? '' : lastTouch(found);
    return touched > last ? touched : last;
  }, '');
}

function lastTouch({ mtime, ctime }: Stats): string {
  return (ctime > mtime ? ctime : mtime).toISOString();
}
