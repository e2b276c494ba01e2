// Commits in memory: the branch moves only from where it was thought to be, and the index follows where it agreed with the last commit.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, isTheirPath, safePath } from '../../src/disk/disk.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { safeText } from '../../src/repo/names.ts';
import { safeIdentity, safeObject, safeRef } from '../../src/repo/repo.ts';
import { normaliseText } from '../../src/text/text.ts';
import type { CommitResult, Repository, World } from '../../src/world/world.ts';
import type { Entry, Files, Objects } from './objects.ts';
import type { Kept, Places } from './places.ts';
import { refused } from './refused.ts';
import { same } from './worktree.ts';

type Request = Parameters<World['git']['commit']>[1];

export function memoryCommit(objects: Objects, places: Places): Pick<World['git'], 'commit' | 'settle'> {
  return {
    commit: async (repository, request) => commitNow(objects, places.of(repository.place), repository, request),
    settle: async (repository, commit, paths) => {
      const kept = places.of(repository.place);
      const [before, after] = [objects.commit(safeObject(commit))?.parents[0], commit].map((each) =>
        kept.filesOf(each),
      );
      const wanted = new Map(paths.map((path) => [path, after?.get(path)]));
      for (const [path, entry] of following(kept, before ?? new Map(), wanted)) putEntry(kept.index, path, entry);
    },
  };
}

function commitNow(objects: Objects, kept: Kept, repository: Repository, request: Request): CommitResult {
  const { files, base } = request;
  for (const path of files.keys())
    if (request.theirs?.has(path) !== true) safePath(path);
    else if (!isTheirPath(path) || !path.isWellFormed()) refused('take every name that git can hold');
  const by = { ...safeIdentity(request.author), seconds: Math.floor(request.time.getTime() / 1000) };
  if (!(by.seconds >= 0)) throw new DreamkeeperError('E_GIT', 'a commit cannot be older than 1970', { hint: '' });
  const busy = repository.underWay();
  if (busy !== undefined) return { kind: 'busy', what: busy };
  if (base.ref === undefined) return { kind: 'busy', what: 'detached HEAD' };
  const ref = safeRef(base.ref);
  const before = kept.filesOf(base.commit && safeObject(base.commit));
  for (const path of files.keys()) requirePlain(path, files, before);
  const after = new Map(
    [...files].map(([path, content]) => [
      path,
      content && { mode: before.get(path)?.mode ?? '100644', blob: objects.put('blob', content) },
    ]),
  );
  const isSame = [...after].every(([path, entry]) => before.get(path)?.blob === entry?.blob);
  request.probe?.('git.blobs');
  if (isSame && base.commit !== undefined) return { kind: 'unchanged' };
  const next = new Map(before);
  for (const [path, entry] of after) putEntry(next, path, entry);
  const message = safeText(normaliseText(request.message)).trim();
  const commit = objects.putCommit(objects.putTree(next), base.commit === undefined ? [] : [base.commit], by, message);
  request.probe?.('git.commit');

  const follows = following(kept, before, after);
  const left = [...after.keys()].find((path) => !follows.has(path));
  if (request.onlyUnstaged === true && left !== undefined) return { kind: 'staged', path: left };
  const lock = repository.lockOn(undefined);
  if (lock?.endsWith('index.lock') === true) return { kind: 'locked', file: lock };
  request.probe?.('git.locked');
  if (kept.head().ref !== ref) return { kind: 'moved' };
  if (request.whileLocked?.() === false) return { kind: 'moved' };
  if (kept.tip(ref) !== base.commit) return { kind: 'moved' };
  const refLock = [join(kept.place.gitDir, `${ref}.lock`), join(kept.place.gitDir, 'HEAD.lock')].find(existsSync);
  if (refLock !== undefined) return { kind: 'locked', file: refLock };
  kept.move(ref, commit);
  request.probe?.('git.moved');
  for (const [path, entry] of follows) putEntry(kept.index, path, entry);
  request.probe?.('git.index');
  return { kind: 'committed', commit };
}

/** An entry of the index follows only if it was what the old commit had; what a person staged stays. */
function following(kept: Kept, before: Files, after: ReadonlyMap<string, Entry | undefined>): typeof after {
  const staged = [...kept.index.keys()];
  const isFree = (path: string): boolean =>
    !staged.some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
  return new Map([...after].filter(([path]) => same(kept.index.get(path), before.get(path)) && isFree(path)));
}

function putEntry(into: Map<string, Entry>, path: string, entry: Entry | undefined): void {
  if (entry === undefined) into.delete(path);
  else into.set(path, entry);
}

function requirePlain(path: string, files: Request['files'], before: Files): void {
  const isFolder = [...before.keys()].some((each) => each.startsWith(`${path}/`));
  const isInFolders = foldersOf(path).every((folder) => !files.has(folder) && !before.has(folder));
  if (!isFolder && isInFolders && before.get(path)?.mode.startsWith('100') !== false) return;
  throw new DreamkeeperError('E_NOT_A_FILE', `${path} is no plain file in the last commit`, { hint: '' });
}
