// Whose a folder is. What somebody else writes there, their owner may never be able to change again.
import { dirname, sep } from 'node:path';
import { DreamkeeperError, ifPossible } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import { smallText } from './git-place.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { statSync } = process.getBuiltinModule('node:fs');

/** A folder of somebody else's: by their numbers, whose it is and who we are. */
export interface Stranger {
  readonly path: string;
  readonly owner: number;
  readonly us: number;
}

/** Says so if what lies there is somebody else's. Nothing if it is ours, if nothing lies there, or where the system has no owners. */
export function strangerAt(path: string, us: number | undefined = process.geteuid?.()): Stranger | undefined {
  if (us === undefined) return undefined;
  const owner = ownerOf(path);
  return owner === undefined || owner === us ? undefined : { path, owner, us };
}

/**
 * The same for a place that may not be there yet. Root could make one below anybody's folder, and it would be root's; others can only where
 * they were let in, and what they make is theirs.
 */
export function strangerAtOrAbove(path: string, us: number | undefined = process.geteuid?.()): Stranger | undefined {
  for (let here = path; ; here = dirname(here)) {
    if (ownerOf(here) !== undefined) return strangerAt(here, us);
    if (us !== 0 || here === dirname(here)) return undefined;
  }
}

/** Undefined also without the right to look, or with a file in the place of a folder: whoever writes there is told. */
function ownerOf(path: string): number | undefined {
  return ifPossible(() => statSync(path, { throwIfNoEntry: false })?.uid);
}

/**
 * Whether the operator's settings allow to write in somebody else's folder: everywhere, or in this one or one above it.
 *
 * They are not read as YAML, because a hook has no time for that: `owners: allow`, or full paths in a list, plainly written. Whatever is
 * spelled otherwise, or said twice, allows nothing.
 */
export function allowsStrangers(operatorFile: string, path: string): boolean {
  const text = smallText(operatorFile) ?? '';
  const said = /^owners:[ \t]*([^\s#][^\n#]*)?(?:#[^\n]*)?$\n?((?:^[ \t]*-[ \t]+\S[^\n]*\n?)*)/mu.exec(text);
  if (said === null || (text.match(/^["']?owners["']?[ \t]*:/gmu) ?? []).length > 1) return false;
  const [, inline = '', listed = ''] = said;
  if (inline.trim() === 'allow') return true;
  const inBrackets = /^\[(.*)\]$/u.exec(inline.trim())?.[1]?.split(',') ?? [];
  const below = listed.split('\n').map((line) => line.replace(/^[ \t]*-[ \t]+/u, '').replace(/[ \t]+#.*$/u, ''));
  return [...inBrackets, ...below]
    .map((each) => each.trim().replace(/^(["'])(.*)\1$/u, '$2'))
    .some((folder) => folder.startsWith('/') && isIn(path, folder));
}

function isIn(path: string, folder: string): boolean {
  const plain = folder.endsWith(sep) ? folder.slice(0, -1) : folder;
  return path === plain || path.startsWith(`${plain}${sep}`);
}

export function notOwner({ path, owner, us }: Stranger): DreamkeeperError {
  const who = us === 0 ? 'root' : `user ${us}`;
  return new DreamkeeperError(
    'E_NOT_OWNER',
    `${printSafe(path)} belongs to ${owner === 0 ? 'root' : `user ${owner}`}, and this is ${who}`,
    {
      hint: `Nothing was written: what ${who} writes there could lock its owner out. Run it as its owner, or allow it with \`owners\` in your config.yaml (docs/configuration.md).`,
    },
  );
}
