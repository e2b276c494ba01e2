// Which commit and branch a worktree is on, read from its files. What cannot be told this way is null.
//
// `repo` reads HEAD, too, and asks git where the files are not enough. A hook has no time for git and loads no `repo`, and hands do not import
// each other, so each reads its files by itself; what they say is told to both by `refs`.
import { join } from 'node:path';
import { readHeadFiles } from '../refs/refs.ts';
import { type GitPlace, smallText } from './git-place.ts';

export interface Head {
  readonly head: string | null;
  readonly branch: string | null;
}

/** Repositories with a hundred thousand refs have packed files of some megabytes. */
const largestPackedRefs = 16 * 1024 * 1024;

/** Reads it. An unborn branch has no head yet; a detached head has no branch. */
export function readHead(place: GitPlace): Head {
  const said = readHeadFiles(place, (folder, path) =>
    smallText(join(folder, path), path === 'packed-refs' ? largestPackedRefs : undefined),
  );
  const branch = said?.ref?.startsWith('refs/heads/') ? said.ref.slice('refs/heads/'.length) : null;
  return { head: said?.commit ?? null, branch };
}
