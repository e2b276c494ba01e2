// Files that somebody else named and wrote, as git would keep them; or the true reason why one cannot be kept.
import { lstatSync, readlinkSync } from 'node:fs';
import { posix } from 'node:path';
import { errnoOf, requireOurs } from '../errors/errors.ts';
import { fileErrorOf } from './file-errors.ts';
import { inTheirFolder, type PinnedFolder } from './pinned-folder.ts';
import { largestFile, readIn } from './read-in.ts';
import { isTheirPath, pathText } from './their-path.ts';

/** `why` is a whole clause for a person, which begins with a word in small letters. */
export type TheirFile =
  | { readonly kind: 'file'; readonly content: Uint8Array; readonly isProgram: boolean }
  /** A link to something below the same root; `content` is where it leads. */
  | { readonly kind: 'link'; readonly content: Uint8Array }
  | { readonly kind: 'absent' }
  /** Larger than was asked for, and not read. */
  | { readonly kind: 'large'; readonly size: number }
  | { readonly kind: 'out'; readonly why: string };

/** Reads one below a root. Never follows a link, never waits for a pipe, never throws for what a file can be. */
export function readTheirs(root: string, path: string, most: number = largestFile): TheirFile {
  if (!isTheirPath(path)) return out('git takes no file of that name');
  try {
    return inTheirFolder(root, path, (folder) => look(folder, path, Math.min(most, largestFile)));
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENAMETOOLONG') return { kind: 'absent' };
    const { code } = requireOurs(fileErrorOf(error, path));
    if (code === 'E_NO_PERMISSION') return out('it is not ours to read');
    // The file itself was looked at before: only what it lies in can be otherwise, or it was swapped just now.
    if (code === 'E_NOT_A_FILE') return out('it is behind a link, or changed while it was read');
    return out(`it cannot be read (${code})`);
  }
}

const out = (why: string): TheirFile => ({ kind: 'out', why });

function look(folder: PinnedFolder, path: string, most: number): TheirFile {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const seen = lstatSync(folder.at(name), { throwIfNoEntry: false });
  if (seen === undefined) return { kind: 'absent' };
  if (seen.isSymbolicLink()) return linkTo(path, readlinkSync(folder.at(name), 'buffer'));
  if (seen.isDirectory()) return out('it is a folder');
  if (seen.isFIFO()) return out('it is a pipe');
  if (!seen.isFile()) return out(seen.isSocket() ? 'it is a socket' : 'it is a device');
  if (seen.nlink > 1) return out('it has a second name, perhaps elsewhere (a hard link)');
  if (seen.size > most) return { kind: 'large', size: seen.size };
  const found = readIn(folder, name, path);
  if (found === undefined) return { kind: 'absent' };
  if (found.content.length > most) return { kind: 'large', size: found.content.length };
  return { kind: 'file', content: found.content, isProgram: (found.mode & 0o100) !== 0 };
}

/** By its words alone: where a link really ends is not looked at, because nobody follows it here. */
function linkTo(path: string, target: Buffer): TheirFile {
  const words = pathText(target);
  const leads = posix.normalize(`${posix.dirname(path)}/${words}`);
  const isOut = words.startsWith('/') || leads === '..' || leads.startsWith('../') || /^[A-Za-z]:|\\/u.test(words);
  // It would be read as settings; the second is how some disks call the first.
  if (/^(?:\.gitmodules|gitmod~\d)[ .]*$/iu.test(posix.basename(path))) return out('git takes no link of that name');
  return isOut ? out('it is a link that leads out') : { kind: 'link', content: target };
}
