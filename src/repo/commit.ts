// One commit of exactly the given files: own index, deterministic, and it lands only if nobody moved the branch meanwhile.
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import { normaliseText } from '../text/text.ts';
import { type Identity, safeIdentity, safePath } from './names.ts';
import { takeIndex } from './person-index.ts';
import { type HeadState, indexInfo, type Repository, type TreeEntry, type UnderWay } from './repository.ts';

export interface CommitRequest {
  /** Each path with its new content, or undefined to remove it. */
  readonly files: ReadonlyMap<string, Uint8Array | undefined>;
  readonly message: string;
  readonly author: Identity;
  readonly time: Date;
  /** The head this change was planned on; if the branch is elsewhere by now, nothing happens. */
  readonly base: HeadState;
}

/** What came of it. Everything but `committed` and `unchanged` means: nothing was changed, plan again or wait. */
export type CommitResult =
  | { readonly kind: 'committed'; readonly commit: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'moved' }
  | { readonly kind: 'locked'; readonly file: string }
  | { readonly kind: 'busy'; readonly what: UnderWay | 'detached HEAD' };

/** Commits. Same request on the same base gives the same commit, to the bit. */
export async function commitFiles(repository: Repository, request: CommitRequest): Promise<CommitResult> {
  const busy = repository.underWay();
  if (busy !== undefined) return { kind: 'busy', what: busy };
  const { base } = request;
  if (base.ref === undefined) return { kind: 'busy', what: 'detached HEAD' };
  const paths = [...request.files.keys()].map(safePath);
  const before =
    base.commit === undefined ? new Map<string, TreeEntry>() : await repository.entries(base.commit, paths);
  const after = await writeBlobs(repository, request.files, before);
  const tree = await writeTree(repository, base.commit, after);
  if (tree === (await treeOf(repository, base.commit))) return { kind: 'unchanged' };
  const commit = await writeCommit(repository, tree, request);

  // The person's index follows in the same breath: a ref that moved without it would make their next commit take ours back.
  const index = await takeIndex(repository, before, after);
  if (index.kind !== 'taken') return index;
  const moved = await moveRef(repository, base.ref, commit, base.commit, identityOf(request));
  if (moved === undefined) {
    index.put();
    return { kind: 'committed', commit };
  }
  index.letGo();
  return moved;
}

async function writeBlobs(
  repository: Repository,
  files: CommitRequest['files'],
  before: ReadonlyMap<string, TreeEntry>,
): Promise<Map<string, TreeEntry | undefined>> {
  const after = new Map<string, TreeEntry | undefined>();
  for (const [path, content] of files) {
    const old = before.get(path);
    if (old !== undefined && !old.mode.startsWith('100')) {
      throw new DreamkeeperError('E_NOT_A_FILE', `${path} is a link or a submodule in the last commit`, {
        hint: 'Replace it by a plain file and commit that.',
      });
    }
    if (content === undefined) after.set(path, undefined);
    else {
      const blob = (await repository.throughLens(['hash-object', '-w', '--no-filters', '--stdin'], { input: content }))
        .toString()
        .trim();
      after.set(path, { mode: old?.mode ?? '100644', blob });
    }
  }
  return after;
}

async function writeTree(
  repository: Repository,
  base: string | undefined,
  after: ReadonlyMap<string, TreeEntry | undefined>,
): Promise<string> {
  const index = join(repository.scratch, `index-${randomBytes(12).toString('hex')}`);
  const env = { GIT_INDEX_FILE: index };
  try {
    if (base !== undefined) await repository.throughLens(['read-tree', base], { env });
    await repository.throughLens(['update-index', '--add', '-z', '--index-info'], {
      env,
      input: indexInfo(repository, after),
    });
    return (await repository.throughLens(['write-tree'], { env })).toString().trim();
  } finally {
    rmSync(index, { force: true });
    rmSync(`${index}.lock`, { force: true });
  }
}

async function treeOf(repository: Repository, commit: string | undefined): Promise<string | undefined> {
  if (commit === undefined) return undefined;
  const text = (await repository.throughLens(['cat-file', 'commit', commit])).toString();
  return /^tree ([0-9a-f]+)\n/u.exec(text)?.[1];
}

async function writeCommit(repository: Repository, tree: string, request: CommitRequest): Promise<string> {
  const parents = request.base.commit === undefined ? [] : ['-p', request.base.commit];
  const message = `${normaliseText(request.message).trim()}\n`;
  const written = await repository.throughLens(['commit-tree', tree, ...parents, '-F', '-'], {
    env: identityOf(request),
    input: message,
  });
  return written.toString().trim();
}

function identityOf({ author, time }: CommitRequest): Record<string, string> {
  const { name, email } = safeIdentity(author);
  const date = `${Math.floor(time.getTime() / 1000)} +0000`;
  return {
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date },
    ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date },
  };
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
  if (now.ref !== ref || now.commit !== from) return { kind: 'moved' };
  const lock = join(repository.place.commonDir, `${ref}.lock`);
  if (existsSync(lock)) return { kind: 'locked', file: lock };
  throw new DreamkeeperError('E_GIT', `git could not move ${ref}`, {
    hint: 'Nothing was changed. Run `git fsck` in that repository if this repeats.',
    cause: outcome,
  });
}
