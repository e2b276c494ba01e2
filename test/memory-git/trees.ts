// Questions about what lies in commits of the git in memory.
import { relative } from 'node:path';
import { safePath } from '../../src/disk/disk.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import type { trackedIn } from '../../src/repo/repo.ts';
import { safeObject } from '../../src/repo/repo.ts';
import type { PathDifference, World } from '../../src/world/world.ts';
import { byBytes, type Entry, type Objects } from './objects.ts';
import type { Kept, Places } from './places.ts';
import { refused } from './refused.ts';
import { same } from './worktree.ts';

type Asked = 'blobsThen' | 'contents' | 'tree' | 'difference';

export function memoryTrees(objects: Objects, places: Places): Pick<World['git'], Asked> {
  const has = (kept: Kept, commit: string): boolean => kept.commits.has(safeObject(commit));
  return {
    blobsThen: async ({ place }, wanted) => {
      const kept = places.of(place);
      return wanted.map(({ commit, path }) => (has(kept, commit) ? kept.filesOf(commit).get(path)?.blob : undefined));
    },
    contents: async (_, blobs) => blobs.map((blob) => objects.blob(safeObject(blob))),
    tree: async ({ place }, commit) => (has(places.of(place), commit) ? objects.commit(commit)?.tree : undefined),
    difference: async ({ place }, before, after): Promise<readonly PathDifference[] | undefined> => {
      if (before === after) return [];
      const own = new Set([...places.of(place).commits].map((commit) => objects.commit(commit)?.tree));
      const [one, other] = [before, after].map((tree) => (own.has(safeObject(tree)) ? objects.files(tree) : undefined));
      if (one === undefined || other === undefined) return undefined;
      return [...new Set([...one.keys(), ...other.keys()])]
        .filter((path) => !same(one.get(path), other.get(path)))
        .toSorted(byBytes)
        .map((path) => ({ path, before: one.get(path)?.blob, after: other.get(path)?.blob }))
        .map((each) => ({ ...each, isModeOnly: each.before === each.after }));
    },
  };
}

/** What a commit has at these paths, files and folders. */
export function entriesAt(objects: Objects, kept: Kept, commit: string, paths: readonly string[]): Map<string, Entry> {
  const root = kept.commits.has(safeObject(commit)) ? objects.commit(commit)?.tree : undefined;
  if (root === undefined) throw new DreamkeeperError('E_GIT', `git could not read ${commit}`, { hint: '' });
  if (paths.some((folder) => paths.some((path) => path.startsWith(`${folder}/`))))
    refused('list a folder together with what is in it');
  const at = (path: string): Entry | undefined =>
    path
      .split('/')
      .reduce<Entry | undefined>((above, name) => above && objects.folder(above.blob)?.get(name), {
        mode: '040000',
        blob: root,
      });
  return new Map(
    [...new Set(paths)].toSorted(byBytes).flatMap((path) => {
      const found = at(safePath(path));
      return found === undefined ? [] : [[path, found] as const];
    }),
  );
}

/** `trackedIn`, for the one pattern the record of the day asks for. */
export function trackedBy(places: Places): typeof trackedIn {
  return async ({ place }, folder, pattern) => {
    if (pattern !== '_*.jsonl') refused(`know what "${pattern}" means`);
    const kept = places.of(place);
    const below = relative(kept.place.worktree, folder);
    return [...new Set([...kept.index.keys(), ...kept.filesOf(kept.head().commit).keys()])]
      .filter((path) => below === '' || path.startsWith(`${below}/`))
      .map((path) => path.slice(below === '' ? 0 : below.length + 1))
      .filter((name) => /^_[^/]*\.jsonl$/iu.test(name));
  };
}
