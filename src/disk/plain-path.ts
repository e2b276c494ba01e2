// A path as we name files ourselves: plain names joined by slashes, the same on every disk.
import { DreamkeeperError } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';

/** A path below a root, in git's spelling. Nothing that could leave the root, name an option, or differ between filesystems. */
export function safePath(path: string): string {
  if (isPlainPath(path)) return path;
  throw new DreamkeeperError(
    'E_BAD_PATH',
    `${JSON.stringify(printSafe(path)).slice(0, 120)} is not a path that Dreamkeeper writes`,
    { hint: 'A path in a home has plain names (letters, digits, dot, dash, underscore), joined by /.' },
  );
}

/** What others name their files may be any other: `their-path.ts`. */
export function isPlainPath(path: string): boolean {
  const parts = path.split('/');
  return (
    path.length > 0 &&
    path.length <= 1024 &&
    parts.every(
      (part) => /^[A-Za-z0-9_.][A-Za-z0-9_. -]{0,199}$/u.test(part) && !/^\.+$|[. ]$|^\.git$|^git~/iu.test(part),
    ) &&
    !parts.some((part) => /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]) *(?:\.|$)/iu.test(part))
  );
}

/** The folders a path lies in, outermost first. */
export function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
