// One commit of exactly the given files: deterministic, and it lands only if nobody moved the branch meanwhile.
import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileErrorOf, foldersOf, safePath, syncFolderAt, theirPath } from '../disk/disk.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import type { HeadState } from '../refs/refs.ts';
import { printSafe } from '../text/text.ts';
import { commitObject, signatureOf } from './commit-object.ts';
import { type Identity, safeObject, safeRef } from './names.ts';
import { type GitObject, objectName, writeObjects } from './objects.ts';
import { takeIndex } from './person-index.ts';
import type { Repository, TreeEntry, UnderWay } from './repository.ts';
import { writeMissing } from './still-there.ts';
import { entriesOf, entryAt, type Folders, nextTrees, readFolders } from './trees.ts';

export interface CommitRequest {
  /** Each path with its new content, or undefined to remove it. */
  readonly files: ReadonlyMap<string, Uint8Array | undefined>;
  /** Those of the paths that somebody else named: whatever git can hold. All others are plain. */
  readonly theirs?: ReadonlySet<string>;
  readonly message: string;
  readonly author: Identity;
  /** If it is not the author who commits. */
  readonly committer?: Identity | undefined;
  readonly time: Date;
  /** The head this change was planned on; if the branch is elsewhere by now, nothing happens. */
  readonly base: HeadState;
  /** Do nothing if the person has staged something else at one of the paths: their next commit would take ours back. */
  readonly onlyUnstaged?: boolean;
  /** The repository is ours: an index that is gone is made anew from the base. Else nothing is committed without one. */
  readonly remakesIndex?: boolean;
  /** Done with git's lock in hand, before the branch moves; false means that it cannot be done as planned, and nothing is committed. */
  whileLocked?(): boolean;
  /** Called at places where a crash test may want to end everything. */
  probe?(name: string): void;
}

/** What came of it. Everything but `committed` and `unchanged` means: nothing was changed, plan again or wait. */
export type CommitResult =
  | { readonly kind: 'committed'; readonly commit: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'moved' }
  | { readonly kind: 'staged'; readonly path: string }
  | { readonly kind: 'locked'; readonly file: string }
  | { readonly kind: 'busy'; readonly what: UnderWay | 'detached HEAD' | 'missing index' };

/** Commits. Same request on the same base gives the same commit, to the bit. */
export function commitFiles(repository: Repository, request: CommitRequest): Promise<CommitResult> {
  return commitNow(repository, request).catch((error: unknown) => {
    throw fileErrorOf(error, repository.scratch);
  });
}

async function commitNow(repository: Repository, request: CommitRequest): Promise<CommitResult> {
  const { base } = request;
  // What cannot be is refused before the first object is written.
  const isTheirs = (path: string): boolean => request.theirs?.has(path) === true;
  const paths = [...request.files.keys()].map((path) => (isTheirs(path) ? theirPath(path) : safePath(path)));
  const who = signatureOf(request);
  if (base.commit !== undefined) safeObject(base.commit);
  const busy = repository.underWay();
  if (busy !== undefined) return { kind: 'busy', what: busy };
  if (base.ref === undefined) return { kind: 'busy', what: 'detached HEAD' };
  const ref = safeRef(base.ref);
  const folders: Folders = base.commit === undefined ? new Map() : await readFolders(repository, base.commit, paths);
  for (const path of paths) requirePlain(path, request.files, folders);
  const before = entriesOf(folders, paths);
  const { after, blobs } = blobsOf(repository, request.files, before);
  const isSame = [...after].every(([path, entry]) => before.get(path)?.blob === entry?.blob);
  if (isSame && base.commit !== undefined) {
    request.probe?.('git.blobs');
    return { kind: 'unchanged' };
  }
  const { root, trees } = nextTrees(repository.objectFormat, folders, after);
  const written = [...blobs, ...trees, commitObject(root, base.commit, request.message, who)];
  await writeObjects(repository, written);
  request.probe?.('git.blobs');
  const names = written.map((object) => objectName(repository.objectFormat, object));
  const commit = safeObject(names.at(-1) ?? '');
  request.probe?.('git.commit');

  // The person's index follows in the same breath: a ref that moved without it would make their next commit take ours back.
  const index = await takeIndex(repository, before, after, {
    base: base.commit,
    onlyUnstaged: request.onlyUnstaged === true,
    remakes: request.remakesIndex === true,
  });
  if (index.kind !== 'taken') return index;
  try {
    request.probe?.('git.locked');
    const moved = await movedBranch(repository, base);
    if (moved !== undefined) return moved;
    if (request.whileLocked?.() === false) return { kind: 'moved' };
    const refused = await moveRef(repository, ref, commit, base.commit, who.env);
    if (refused !== undefined && refused.kind !== 'refused') return refused;
    // Git moves a branch to a commit that is there, and does not look at what that leads to.
    const wasTaken = await writeMissing(repository, written);
    if (refused !== undefined && wasTaken) return { kind: 'moved' };
    if (refused !== undefined) throw refused.error;
    request.probe?.('git.moved');
    index.put();
    request.probe?.('git.index');
    // Once more: a gc that looked around before the branch moved may have deleted only now.
    await writeMissing(repository, written);
    syncNames(repository, ref, names);
    return { kind: 'committed', commit };
  } finally {
    // Whatever happened: a lock left behind would stop the person's own git. After `put` there is none.
    index.letGo();
  }
}

/** Asked with the index in hand, when no merge can begin: the ref may stand still while the person is on another branch by now. */
async function movedBranch(repository: Repository, base: HeadState): Promise<CommitResult | undefined> {
  const busy = repository.underWay();
  if (busy !== undefined) return { kind: 'busy', what: busy };
  // Where the branch is, moving it will tell: it moves from where we think it is, or not at all.
  if (base.ref !== undefined && repository.isOn(base.ref) === true) return undefined;
  const now = await repository.head();
  return now.ref === base.ref && now.commit === base.commit ? undefined : { kind: 'moved' };
}

/** Git would make room: for a file in place of a folder, by dropping all files in it. */
function requirePlain(path: string, files: CommitRequest['files'], before: Folders): void {
  const isPlain = entryAt(before, path)?.mode.startsWith('100') ?? true;
  const isInFolders = foldersOf(path).every(
    (folder) => !files.has(folder) && (entryAt(before, folder)?.mode ?? '040000') === '040000',
  );
  if (isPlain && isInFolders) return;
  throw new DreamkeeperError(
    'E_NOT_A_FILE',
    `${printSafe(path)} is a link, a folder or a submodule in the last commit, or is below something that is not a folder`,
    { hint: 'Put a plain file there, and commit that.' },
  );
}

/** What each path becomes, and the contents that are to be written for it. */
function blobsOf(
  { objectFormat }: Repository,
  files: CommitRequest['files'],
  before: ReadonlyMap<string, TreeEntry>,
): { readonly after: ReadonlyMap<string, TreeEntry | undefined>; readonly blobs: readonly GitObject[] } {
  const after = new Map<string, TreeEntry | undefined>();
  const blobs: GitObject[] = [];
  for (const [path, content] of files) {
    const object = content === undefined ? undefined : ({ type: 'blob', content } as const);
    if (object !== undefined) blobs.push(object);
    after.set(path, object && { mode: before.get(path)?.mode ?? '100644', blob: objectName(objectFormat, object) });
  }
  return { after, blobs };
}

/** Git syncs what it writes, but not the folders that hold the names; after a power cut a branch could be older than whoever relies on it. */
function syncNames({ place }: Repository, ref: string, objects: readonly string[]): void {
  const folders = [
    place.gitDir,
    join(place.commonDir, dirname(ref)),
    ...objects.map((object) => join(place.commonDir, 'objects', object.slice(0, 2))),
  ];
  for (const folder of new Set(folders)) syncFolderAt(folder);
}

/** A living one is done in milliseconds. */
function isOurRefLock(lock: string, commit: string): boolean {
  if (!existsSync(lock)) return false;
  const found = lstatSync(lock);
  if (!found.isFile() || found.mtimeMs > Date.now() - 2000) return false;
  return readFileSync(lock, 'latin1').trim() === commit;
}

/** Moves the branch if it still is where we think; else says why not, by looking, not by reading messages. */
async function moveRef(
  repository: Repository,
  ref: string,
  to: string,
  from: string | undefined,
  env: Record<string, string>,
): Promise<CommitResult | { readonly kind: 'refused'; readonly error: DreamkeeperError } | undefined> {
  const nothing = '0'.repeat(to.length);
  const outcome = await repository.inside(
    ['update-ref', '-m', 'dreamkeeper', '--end-of-options', ref, to, from ?? nothing],
    { env },
  );
  if (outcome.kind === 'ok') return undefined;
  const now = await repository.head();
  // Stopped at its deadline, after the deed.
  if (now.ref === ref && now.commit === to) return undefined;
  if (now.ref !== ref || now.commit !== from) return { kind: 'moved' };
  const lock = join(repository.place.commonDir, `${ref}.lock`);
  // Left by a git of ours that was killed: nobody else could have written this very commit into it.
  if (isOurRefLock(lock, to)) {
    rmSync(lock, { force: true });
    return { kind: 'moved' };
  }
  if (existsSync(lock)) return { kind: 'locked', file: lock };
  const headLock = join(repository.place.gitDir, 'HEAD.lock');
  if (existsSync(headLock)) return { kind: 'locked', file: headLock };
  const error = new DreamkeeperError('E_GIT', `git could not move ${ref}`, {
    hint: 'Nothing was changed. Run `git fsck` in that repository if this repeats.',
    cause: outcome,
  });
  return { kind: 'refused', error };
}
