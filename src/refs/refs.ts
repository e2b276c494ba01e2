// What the small files of git say: where HEAD points, and where a branch ends. Pure reading; two hands have the files, and neither has the other.

/** What a HEAD says. `untold`: only git knows what it means (refs kept in tables, an odd name, a file that is cut off). */
export type HeadSays =
  | { readonly kind: 'ref'; readonly ref: string }
  | { readonly kind: 'detached'; readonly commit: string }
  | { readonly kind: 'untold' };

const objectName = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u;
/** What git allows in a ref's name, as far as one look can tell. */
const symbolic = /^ref: (refs\/[^\0-\u0020\u007f~^:?*[\\]+)$/u;

/** The text of a HEAD. */
export function readHeadText(text: string): HeadSays {
  const said = withoutEnd(text);
  const commit = readObjectName(said);
  if (commit !== undefined) return { kind: 'detached', commit };
  const ref = symbolic.exec(said)?.[1];
  // Where refs are kept in tables, HEAD only pretends to lead to a branch of this name.
  const isTold = ref !== undefined && !ref.split('/').includes('..') && ref !== 'refs/heads/.invalid';
  return isTold ? { kind: 'ref', ref } : { kind: 'untold' };
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
