// What was committed on local branches that do not lead to HEAD: whose files say that they moved, without git where none did.
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readTheirs } from '../disk/disk.ts';
import { ifPossible, unlessBug } from '../errors/errors.ts';
import { readObjectName } from '../refs/refs.ts';
import { type IsOurs, type LoggedCommit, loggedCommit, readLog } from './history.ts';
import { safeObject } from './names.ts';
import type { Repository } from './repository.ts';

export interface BranchCommit extends LoggedCommit {
  /** The branch it leads to; of several, the one that moved last. */
  readonly branch: string;
}

/** So many branches are asked, those that moved last; each is one question to git. */
const mostBranches = 3;
const mostCommits = 20;
/** More names than these in the folder of branches are not looked at. */
const mostLooks = 2000;

/** The commits since a time that lead to another local branch and not to `head`, newest first. */
export async function commitsOnBranches(
  repository: Repository,
  head: string,
  since: string,
  isOurs?: IsOurs,
): Promise<readonly BranchCommit[]> {
  const found = new Map<string, BranchCommit>();
  for (const { branch, commit } of movedBranches(repository.place.commonDir, head, since)) {
    const range = [`--max-count=${mostCommits}`, safeObject(commit), `^${safeObject(head)}`];
    // A branch that ends in nothing is told by git itself.
    for (const read of await readLog(repository, range).catch(unlessBug(() => [])))
      if (isOurs?.(read.mark) !== true && !found.has(read.mark.commit))
        found.set(read.mark.commit, { ...loggedCommit(read), branch });
  }
  return sinceThen([...found.values()], since);
}

/** A commit's time has whole seconds. */
export function sinceThen(commits: readonly BranchCommit[], since: string): readonly BranchCommit[] {
  return commits
    .filter(({ time }) => time.slice(0, 19) >= since.slice(0, 19))
    .toSorted((one, other) => (one.time < other.time ? 1 : Number(one.time > other.time) * -1));
}

/** Local branches whose own file was written since a time, the last first; git keeps one for each that moves, until it packs them. */
export function movedBranches(
  commonDir: string,
  head: string,
  since: string,
): readonly { readonly branch: string; readonly commit: string }[] {
  const heads = join(commonDir, 'refs', 'heads');
  const moved: { readonly branch: string; readonly written: string }[] = [];
  let looks = 0;
  const look = (below: string): void => {
    // Where refs are kept in tables, there is no such folder.
    const entries = ifPossible((): readonly Dirent[] => readdirSync(join(heads, below), { withFileTypes: true })) ?? [];
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      looks += 1;
      if (looks > mostLooks) return;
      const branch = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) look(branch);
      const found = entry.isFile() ? lstatSync(join(heads, branch), { throwIfNoEntry: false }) : undefined;
      const written = found?.mtime.toISOString() ?? '';
      if (written.slice(0, 19) >= since.slice(0, 19) && found !== undefined) moved.push({ branch, written });
    }
  };
  look('');
  return moved
    .toSorted((one, other) => (one.written < other.written ? 1 : Number(one.written > other.written) * -1))
    .flatMap(({ branch }) => {
      const file = readTheirs(heads, branch, 200);
      const commit = file.kind === 'file' ? readObjectName(Buffer.from(file.content).toString('latin1')) : undefined;
      return commit === undefined || commit === head ? [] : [{ branch, commit }];
    })
    .slice(0, mostBranches);
}
