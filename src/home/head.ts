// Which commit and branch a worktree is on, read from its files. What cannot be told this way is null.
import { join } from 'node:path';
import { type GitPlace, smallText } from './git-place.ts';

export interface Head {
  readonly head: string | null;
  readonly branch: string | null;
}

const objectName = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u;
/** Repositories with a hundred thousand refs have packed files of some megabytes. */
const largestPackedRefs = 16 * 1024 * 1024;

/** Reads it. An unborn branch has no head yet; a detached head has no branch. */
export function readHead(place: GitPlace): Head {
  const text = smallText(join(place.gitDir, 'HEAD'))?.trim() ?? '';
  if (objectName.test(text)) return { head: text, branch: null };
  const ref = /^ref: (refs\/[^\0-\u0020\u007f~^:?*[\\]+)$/u.exec(text)?.[1];
  if (ref === undefined || ref.split('/').includes('..') || ref === 'refs/heads/.invalid')
    return { head: null, branch: null };
  const loose = (smallText(join(place.gitDir, ref)) ?? smallText(join(place.commonDir, ref)))?.trim();
  return {
    head: loose !== undefined && objectName.test(loose) ? loose : packed(place, ref),
    branch: ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null,
  };
}

function packed(place: GitPlace, ref: string): string | null {
  const text = smallText(join(place.commonDir, 'packed-refs'), largestPackedRefs);
  const at = text?.indexOf(` ${ref}\n`) ?? -1;
  if (text === undefined || at === -1) return null;
  const name = text.slice(text.lastIndexOf('\n', at) + 1, at);
  return objectName.test(name) ? name : null;
}
