// Which calls wrote which files of the project.
import { posix } from 'node:path';
import type { EditAt } from '../checks/checks.ts';
import type { Call } from '../steps/steps.ts';

const { isAbsolute, join, normalize, relative } = posix;

const edits =
  /(?:^|[_.-])(?:multi|notebook|vfs_?)?(?:edit|write|patch|create|insert|replace|update|delete)|str_?replace|applypatch/iu;
const notFiles = /todo|issue|task|memory|board/iu;

/** A path in the project's own spelling, or undefined if it lies elsewhere. `/` also for those who write `\\`. */
export function inProject(target: string, worktree: string): string | undefined {
  const given = target.trim().replaceAll('\\', '/');
  if (given === '' || given.includes('\n')) return undefined;
  const root = worktree.replaceAll('\\', '/');
  const path = isAbsolute(given) || /^[A-Za-z]:\//u.test(given) ? relative(root, given) : normalize(given);
  const isInside = path !== '' && path !== '.' && !path.startsWith('../') && path !== '..' && !isAbsolute(path);
  return isInside && join(path) === path ? path : undefined;
}

/** The edits among calls, in order; a failed one wrote nothing. */
export function editsAmong(calls: readonly Call[], worktree: string): EditAt[] {
  return calls.flatMap(({ tool, target, outcome, time }) => {
    if (outcome === 'failed' || notFiles.test(tool) || !edits.test(tool)) return [];
    const path = inProject(target, worktree);
    return path === undefined ? [] : [{ path, time }];
  });
}
