// What the small files of git say: where HEAD points, and where a branch ends. Pure reading; two hands have the files, and neither has the other.

/** What a HEAD says. `unclear`: only git knows what it means (refs kept in tables, an odd name, a file that is cut off). */
export type HeadSays =
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'detached'; readonly commit: string }
  | { readonly kind: 'unclear' };

const objectName = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u;
/** What git allows in a ref's name, as far as one look can tell. */
const symbolic = /^ref: (refs\/[^\0-\u0020\u007f~^:?*[\\]+)$/u;

/** Where HEAD points. `ref` is undefined when detached, `commit` when the branch is not born yet. */
export interface HeadState {
  readonly ref: string | undefined;
  readonly commit: string | undefined;
}

/** Refs that each worktree has for itself. */
const ofOneWorktree = /^refs\/(?:bisect|rewritten|worktree)\//u;

/**
 * Where HEAD points by git's files alone, which `read` gives: '' for one that cannot be read, undefined where there is none. A branch that
 * has a file of its own ends where that says, whatever is packed; if it says no commit, none is given. Undefined if only git can tell.
 */
export function readHeadFiles(
  { gitDir, commonDir }: { readonly gitDir: string; readonly commonDir: string },
  read: (folder: string, path: string) => string | undefined,
): HeadState | undefined {
  const said = readHeadText(read(gitDir, 'HEAD') ?? '');
  if (said.kind === 'unclear') return undefined;
  if (said.kind === 'detached') return { ref: undefined, commit: said.commit };
  const { ref } = said;
  const loose = read(ofOneWorktree.test(ref) ? gitDir : commonDir, ref);
  return { ref, commit: readObjectName(loose ?? packedName(read(commonDir, 'packed-refs') ?? '', ref)) };
}

function packedName(packed: string, ref: string): string {
  const at = packed.indexOf(` ${ref}\n`);
  return at === -1 ? '' : packed.slice(packed.lastIndexOf('\n', at) + 1, at);
}

/** The text of a HEAD. */
export function readHeadText(text: string): HeadSays {
  const said = withoutEnd(text);
  const commit = readObjectName(said);
  if (commit !== undefined) return { kind: 'detached', commit };
  const ref = symbolic.exec(said)?.[1];
  // Where refs are kept in tables, HEAD only pretends to lead to a branch of this name.
  const isClear = ref !== undefined && !ref.split('/').includes('..') && ref !== 'refs/heads/.invalid';
  return isClear ? { kind: 'ref', ref } : { kind: 'unclear' };
}

/** The text of a branch's own file, or a column of the packed ones: a commit's name, or undefined. */
export function readObjectName(text: string): string | undefined {
  const name = withoutEnd(text);
  return objectName.test(name) && !/^0+$/u.test(name) ? name : undefined;
}

/** As git does it: of all that counts as white elsewhere, only these end a line. */
function withoutEnd(text: string): string {
  return text.replace(/[ \t\r\n]+$/u, '');
}
