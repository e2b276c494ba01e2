// A path that somebody else chose: whatever git can hold, as one string, and never anything but a path below its root.
import { isUtf8 } from 'node:buffer';
import { DreamkeeperError } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';

/** As long as a path can be on the systems we know. */
const longest = 4096;

/**
 * A path as others name files: any letters, signs and spaces, also a leading dash, a quote, a line end. It is data, and is given to git as
 * data (in trees, in `-z` input), never as an argument. Refused is what git itself takes for no file: what leaves the root, and every
 * spelling of `.git` that some disk would take for it.
 */
export function theirPath(path: string): string {
  if (isTheirPath(path)) return path;
  throw new DreamkeeperError(
    'E_BAD_PATH',
    `${JSON.stringify(printSafe(path)).slice(0, 120)} is not a path that git can hold`,
    { hint: 'Nothing was changed. Give the file another name.' },
  );
}

export function isTheirPath(path: string): boolean {
  // Almost all are of this kind.
  if (path.length < 1024 && /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/.test(path)) return true;
  if (path === '' || path.includes('\0') || otherHalves.test(path) || pathBytes(path).length > longest) return false;
  // For some disks a backslash divides names, too.
  return path.split('/').every(isName) && !path.split(/[/\\]/u).some(isGitsOwn);
}

/** Halves of characters that no name on a disk can be: only bytes are kept in such. */
const otherHalves = /[\ud800-\udc7f\udd00-\udfff]/u;

function isName(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..';
}

/** By the rules of git, for every disk at once: what one of them ignores is ignored here. */
function isGitsOwn(part: string): boolean {
  const plain = part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu, '');
  return /^(?:\.git|git~1)[ .]*(?::.*)?$/isu.test(plain);
}

/**
 * The name that some bytes are. Where they are UTF-8 it is that; every other byte becomes one half of a character, which no text has, so
 * that `pathBytes` gives back what was there.
 */
export function pathText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString('utf8');
  return buffer
    .toString('latin1')
    .replace(sequence, (found) =>
      found.length === 1 && found >= '\x80'
        ? String.fromCharCode(0xdc00 + found.charCodeAt(0))
        : Buffer.from(found, 'latin1').toString('utf8'),
    );
}

/** One character of UTF-8 written as Latin-1, or one byte that is none. */
const sequence =
  /[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/gsu;

/** The bytes that a name is on a disk and in git. */
export function pathBytes(path: string): Buffer {
  if (path.isWellFormed()) return Buffer.from(path);
  // With the flag, two halves that belong together are one character, and are not found.
  const parts = path.split(/([\udc80-\udcff])/u);
  return Buffer.concat(
    parts.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) - 0xdc00))),
  );
}

/** A name as the system takes it. */
export function onDisk(path: string): string | Buffer {
  return path.isWellFormed() ? path : pathBytes(path);
}
