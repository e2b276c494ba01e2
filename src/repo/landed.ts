// A change of ours looked for in history, put right around it, and joined with what others wrote.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileErrorOf, inFileWords } from '../disk/disk.ts';
import { hasCommit } from './history.ts';
import { safeObject } from './names.ts';
import { settleIndex } from './person-index.ts';
import { drafts } from './reclaim.ts';
import { bytesOf, linesOf, type Repository } from './repository.ts';
import { entriesOf, entryAt, type Folders, readFolders } from './trees.ts';

/** More than this do not claim to be the same change by accident. */
const mostClaims = 50;

/**
 * The commits in what leads to `head` that claim to be this change (or one whose id begins so), newest first; `since` is where the search may
 * end. A claim proves nothing: whoever asks looks at what is in them.
 */
export async function commitsClaiming(
  repository: Repository,
  head: string,
  id: string,
  since: string | undefined,
): Promise<readonly string[]> {
  if (!/^[a-z]-[a-z2-7]{2,10}$/u.test(id)) return [];
  const pattern = id.length === 12 ? `^Dream-Id: ${id}$` : `^Dream-Id: ${id}`;
  const search = ['rev-list', `--max-count=${mostClaims}`, `--grep=${pattern}`, safeObject(head)];
  // Where the person rewrote history, the commit to stop at may be gone; then all of it is searched.
  const isKnown = since !== undefined && (await hasCommit(repository, since));
  const listed = await repository.throughLens(isKnown ? [...search, `^${safeObject(since)}`] : search);
  return linesOf(listed);
}

/** Lets the person's index follow a commit of ours, where it still has what its parent had. */
export function settle(repository: Repository, commit: string, paths: readonly string[]): Promise<void> {
  return settleNow(repository, commit, paths).catch((error: unknown) => {
    throw fileErrorOf(error, repository.scratch);
  });
}

async function settleNow(repository: Repository, commit: string, paths: readonly string[]): Promise<void> {
  const parent = (await repository.throughLens(['rev-list', '--max-count=1', '--parents', safeObject(commit)]))
    .toString()
    .trim()
    .split(' ')[1];
  const before: Folders = parent === undefined ? new Map() : await readFolders(repository, parent, paths);
  const after = await readFolders(repository, commit, paths);
  const next = new Map(paths.map((path) => [path, entryAt(after, path)] as const));
  await settleIndex(repository, parent, entriesOf(before, paths), next);
}

/** Three versions of one text. */
export interface MergeSides {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

/** Both changes of `base` in one, by git's own rules; undefined if they touch the same lines, or it is no text. */
export async function mergeTexts(repository: Repository, sides: MergeSides): Promise<Uint8Array | undefined> {
  const { scratch } = repository;
  const draft = inFileWords(scratch, () => mkdtempSync(join(scratch, drafts.blobs)));
  try {
    for (const [name, content] of Object.entries(sides)) writeFileSync(join(draft, name), content, { mode: 0o600 });
    const args = ['merge-file', '--quiet', '--stdout', join(draft, 'ours'), join(draft, 'base'), join(draft, 'theirs')];
    const outcome = await repository.inside(args, { cwd: draft });
    // Its exit is the number of conflicts, or 255 if it cannot be done.
    if (outcome.kind === 'failed' && outcome.exit !== null && outcome.exit > 0) return undefined;
    return bytesOf(outcome, 'join two versions of a file');
  } catch (error) {
    throw fileErrorOf(error, draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
