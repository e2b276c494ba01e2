// One commit of exactly the given files: own index, deterministic, and it lands only if nobody moved the branch meanwhile.
import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import { normaliseText } from '../text/text.ts';
import { told } from './file-errors.ts';
import { syncFolderAt } from './files.ts';
import { foldersOf, type Identity, safeIdentity, safeObject, safePath, safeRef, safeText } from './names.ts';
import { takeIndex } from './person-index.ts';
import { drafts } from './reclaim.ts';
import { type HeadState, indexInfo, type Repository, type TreeEntry, type UnderWay } from './repository.ts';

export interface CommitRequest {
  /** Each path with its new content, or undefined to remove it. */
  readonly files: ReadonlyMap<string, Uint8Array | undefined>;
  readonly message: string;
  readonly author: Identity;
  readonly time: Date;
  /** The head this change was planned on; if the branch is elsewhere by now, nothing happens. */
  readonly base: HeadState;
  /** Do nothing if the person has staged something else at one of the paths: their next commit would take ours back. */
  readonly onlyUnstaged?: boolean;
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
  | { readonly kind: 'busy'; readonly what: UnderWay | 'detached HEAD' };

/** Commits. Same request on the same base gives the same commit, to the bit. */
export async function commitFiles(repository: Repository, request: CommitRequest): Promise<CommitResult> {
  try {
    return await commitNow(repository, request);
  } catch (error) {
    throw told(error, repository.scratch);
  }
}

async function commitNow(repository: Repository, request: CommitRequest): Promise<CommitResult> {
  const { base } = request;
  // What cannot be is refused before the first object is written.
  const paths = [...request.files.keys()].map(safePath);
  const who = identityOf(request);
  if (base.commit !== undefined) safeObject(base.commit);
  const busy = repository.underWay();
  if (busy !== undefined) return { kind: 'busy', what: busy };
  if (base.ref === undefined) return { kind: 'busy', what: 'detached HEAD' };
  const ref = safeRef(base.ref);
  const before =
    base.commit === undefined
      ? new Map<string, TreeEntry>()
      : await repository.entries(base.commit, [...new Set(paths.flatMap((path) => [...foldersOf(path), path]))]);
  for (const path of paths) requirePlain(path, request.files, before);
  const after = await writeBlobs(repository, request.files, before);
  request.probe?.('git.blobs');
  const isSame = [...after].every(([path, entry]) => before.get(path)?.blob === entry?.blob);
  if (isSame && base.commit !== undefined) return { kind: 'unchanged' };
  const tree = await writeTree(repository, base.commit, after);
  const commit = await writeCommit(repository, tree, request, who);
  request.probe?.('git.commit');

  // The person's index follows in the same breath: a ref that moved without it would make their next commit take ours back.
  const index = await takeIndex(repository, before, after, request.onlyUnstaged === true);
  if (index.kind !== 'taken') return index;
  try {
    request.probe?.('git.locked');
    const elsewhereNow = await elsewhere(repository, base);
    if (elsewhereNow !== undefined) return elsewhereNow;
    if (request.whileLocked?.() === false) return { kind: 'moved' };
    const refused = await moveRef(repository, ref, commit, base.commit, who);
    if (refused !== undefined) return refused;
    request.probe?.('git.moved');
    index.put();
    request.probe?.('git.index');
    syncNames(repository, ref, [commit, tree, ...[...after.values()].flatMap((entry) => entry?.blob ?? [])]);
    return { kind: 'committed', commit };
  } finally {
    // Whatever happened: a lock left behind would stop the person's own git. After `put` there is none.
    index.letGo();
  }
}

/** Asked with the index in hand, when no merge can begin: the ref may stand still while the person is on another branch by now. */
async function elsewhere(repository: Repository, base: HeadState): Promise<CommitResult | undefined> {
  const busy = repository.underWay();
  if (busy !== undefined) return { kind: 'busy', what: busy };
  // Where the branch is, moving it will tell: it moves from where we think it is, or not at all.
  if (base.ref !== undefined && repository.isOn(base.ref) === true) return undefined;
  const now = await repository.head();
  return now.ref === base.ref && now.commit === base.commit ? undefined : { kind: 'moved' };
}

/** Git would make room: for a file in place of a folder, by dropping all files in it. */
function requirePlain(path: string, files: CommitRequest['files'], before: ReadonlyMap<string, TreeEntry>): void {
  const isPlain = before.get(path)?.mode.startsWith('100') ?? true;
  const isInFolders = foldersOf(path).every(
    (folder) => !files.has(folder) && (before.get(folder)?.mode ?? '040000') === '040000',
  );
  if (isPlain && isInFolders) return;
  throw new DreamkeeperError(
    'E_NOT_A_FILE',
    `${path} is a link, a folder or a submodule in the last commit, or lies in something that is no folder`,
    { hint: 'Make room for a plain file there, and commit that.' },
  );
}

async function writeBlobs(
  repository: Repository,
  files: CommitRequest['files'],
  before: ReadonlyMap<string, TreeEntry>,
): Promise<Map<string, TreeEntry | undefined>> {
  const after = new Map<string, TreeEntry | undefined>();
  const contents = [...files].filter((each): each is [string, Uint8Array] => each[1] !== undefined);
  mkdirSync(repository.scratch, { recursive: true, mode: 0o700 });
  const draft = mkdtempSync(join(repository.scratch, drafts.blobs));
  try {
    const names = contents.map(([, content], index) => {
      writeFileSync(join(draft, `${index}`), content, { mode: 0o600 });
      // Seen from the lens beside it: what lies above may have a name that one line cannot hold.
      return `../${basename(draft)}/${index}`;
    });
    const written =
      names.length === 0
        ? []
        : (
            await repository.throughLens(['hash-object', '-w', '--no-filters', '--stdin-paths'], {
              input: `${names.join('\n')}\n`,
            })
          )
            .toString()
            .split('\n');
    for (const [path] of files) after.set(path, undefined);
    for (const [index, [path]] of contents.entries())
      after.set(path, { mode: before.get(path)?.mode ?? '100644', blob: safeObject(written[index] ?? '') });
    return after;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function writeTree(
  repository: Repository,
  base: string | undefined,
  after: ReadonlyMap<string, TreeEntry | undefined>,
): Promise<string> {
  const index = join(repository.scratch, `${drafts.tree}${randomBytes(12).toString('hex')}`);
  const env = { GIT_INDEX_FILE: index };
  try {
    if (base !== undefined) await repository.throughLens(['read-tree', base], { env });
    await repository.throughLens(['update-index', '--add', '-z', '--index-info'], {
      env,
      input: indexInfo(repository, after),
    });
    // What a partial clone left on its server is missing before and after; ours was just written.
    return (await repository.throughLens(['write-tree', '--missing-ok'], { env })).toString().trim();
  } finally {
    rmSync(index, { force: true });
    rmSync(`${index}.lock`, { force: true });
  }
}

async function writeCommit(
  repository: Repository,
  tree: string,
  request: CommitRequest,
  env: Record<string, string>,
): Promise<string> {
  const parents = request.base.commit === undefined ? [] : ['-p', request.base.commit];
  const message = `${safeText(normaliseText(request.message)).trim()}\n`;
  const written = await repository.throughLens(['commit-tree', tree, ...parents, '-F', '-'], {
    env,
    input: message,
  });
  return written.toString().trim();
}

function identityOf({ author, time }: CommitRequest): Record<string, string> {
  const { name, email } = safeIdentity(author);
  // With the sign it is seconds; without, git takes a small number for a day or a year.
  const date = `@${Math.floor(time.getTime() / 1000)} +0000`;
  return {
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date },
    ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date },
  };
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
): Promise<CommitResult | undefined> {
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
  throw new DreamkeeperError('E_GIT', `git could not move ${ref}`, {
    hint: 'Nothing was changed. Run `git fsck` in that repository if this repeats.',
    cause: outcome,
  });
}
