// Whether git may keep a file in another form than it has on disk, asked of the files of attributes alone.
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, onDisk } from '../disk/disk.ts';
import type { RepositoryPlace } from './repository.ts';

/** Whether any file of attributes that reaches these paths speaks of a filter, an encoding or `$Id$`. Most say nothing of the kind. */
export function mayTransform({ worktree, commonDir }: RepositoryPlace, paths: readonly string[]): boolean {
  if (worktree === undefined) return true;
  const folders = new Set(['.', ...paths.flatMap(foldersOf)]);
  const files = [
    join(commonDir, 'info', 'attributes'),
    ...[...folders].map((folder) => onDisk(join(worktree, folder, '.gitattributes'))),
  ];
  return files.some((file) => {
    if (!existsSync(file)) return false;
    const found = lstatSync(file);
    return (
      !found.isFile() || found.size > 65_536 || /filter|encoding|ident|\[attr\]/iu.test(readFileSync(file, 'latin1'))
    );
  });
}
