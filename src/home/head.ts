// Which commit and branch a worktree is on, read from its files. What cannot be told this way is null.
//
// `repo` reads HEAD, too, and asks git where the file is not enough. A hook has no time for git and loads no `repo`, and hands do not import
// each other, so each reads its file by itself; what the file says is told to both by `refs`.
import { join } from 'node:path';
import { readHeadText, readObjectName } from '../refs/refs.ts';
import { type GitPlace, smallText } from './git-place.ts';

export interface Head {
  readonly head: string | null;
  readonly branch: string | null;
}

/** Repositories with a hundred thousand refs have packed files of some megabytes. */
const largestPackedRefs = 16 * 1024 * 1024;

/** Reads it. An unborn branch has no head yet; a detached head has no branch. */
export function readHead(place: GitPlace): Head {
  const said = readHeadText(smallText(join(place.gitDir, 'HEAD')) ?? '');
  if (said.kind === 'untold') return { head: null, branch: null };
  if (said.kind === 'detached') return { head: said.commit, branch: null };
  const { ref } = said;
  const loose = smallText(join(place.gitDir, ref)) ?? smallText(join(place.commonDir, ref)) ?? '';
  return {
    head: readObjectName(loose) ?? packed(place, ref),
    branch: ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null,
  };
}

function packed(place: GitPlace, ref: string): string | null {
  const text = smallText(join(place.commonDir, 'packed-refs'), largestPackedRefs);
  const at = text?.indexOf(` ${ref}\n`) ?? -1;
  if (text === undefined || at === -1) return null;
  return readObjectName(text.slice(text.lastIndexOf('\n', at) + 1, at)) ?? null;
}
