// What a repository ignores, for the plain patterns that homes and simulated projects use.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './places.ts';
import { refused } from './refused.ts';

/** Says of a path whether it is ignored. A folder is asked before what is in it. */
export function ignoring({ worktree, gitDir }: Place): (path: string, isFolder: boolean) => boolean {
  const patterns = [join(gitDir, 'info/exclude'), join(worktree, '.gitignore')]
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map(patternOf);
  return (path, isFolder) => {
    if (!isFolder && path.endsWith('/.gitignore')) refused('read a .gitignore in a folder');
    return patterns.some((matches) => matches(path, isFolder));
  };
}

function patternOf(line: string): (path: string, isFolder: boolean) => boolean {
  if (/[!?[\]\\]|\*\*|\s$/u.test(line)) refused(`know what "${line}" ignores`);
  const isForFolders = line.endsWith('/');
  const pattern = isForFolders ? line.slice(0, -1) : line;
  const isAnchored = pattern.includes('/');
  const escaped = pattern.replace(/^\//u, '').replace(/[.+^${}()|]/gu, '\\$&');
  const wanted = new RegExp(`^${escaped.replaceAll('*', '[^/]*')}$`, 'u');
  return (path, isFolder) =>
    (isFolder || !isForFolders) && wanted.test(isAnchored ? path : path.slice(path.lastIndexOf('/') + 1));
}
