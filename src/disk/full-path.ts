// Anything at a full path, looked at closely and without touching it; and the two moves that put it right.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { errnoOf, ifPossible } from '../errors/errors.ts';
import { inFileWords } from './file-errors.ts';

/** What lies at a path; a link is told as a link, wherever it leads. */
export interface Seen {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Who may do what with it; undefined where the system has no such rights. */
  readonly mode: number | undefined;
  /** Whose it is, by number; undefined where the system has no owners. */
  readonly owner: number | undefined;
  readonly size: number;
  /** How many names it has, in whatever folders. */
  readonly names: number;
  /** When it was last written, in milliseconds. */
  readonly written: number;
  /** Which file it is on this machine, whatever its name. */
  readonly identity: string;
}

export function seenAt(path: string): Seen | undefined {
  // A file in the place of a folder, or no right to look: nothing that could be told about.
  const found = ifPossible(() => lstatSync(path, { throwIfNoEntry: false }));
  if (found === undefined) return undefined;
  return {
    kind: found.isFile() ? 'file' : found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'other',
    mode: process.platform === 'win32' ? undefined : found.mode & 0o777,
    owner: process.platform === 'win32' ? undefined : found.uid,
    size: found.size,
    names: found.nlink,
    written: found.mtimeMs,
    identity: `${found.dev}:${found.ino}`,
  };
}

/** Of what was written so lately the next write may have the same time: file systems count in milliseconds, and clocks in coarser ones. */
const unsettled = 1000n * 1_000_000n;

/**
 * What lies at these paths, as one text that is another one as soon as anything there is written, replaced, made or removed, or in other hands;
 * undefined as long as something there was written within the last second. Only looks; nothing is opened.
 */
export function signOf(paths: readonly string[], now: number = Date.now()): string | undefined {
  const latest = BigInt(Math.floor(now)) * 1_000_000n - unsettled;
  const parts: string[] = [];
  for (const path of paths) {
    const found = ifPossible(() => lstatSync(path, { throwIfNoEntry: false, bigint: true }));
    if (found === undefined) {
      parts.push('-');
      continue;
    }
    // The time of the last change of anything about it: nobody can set it.
    if (found.ctimeNs > latest) return undefined;
    parts.push(`${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`);
  }
  return createHash('sha1').update(parts.join(' ')).digest('base64');
}

/** Everything in a folder by name; nothing if it is no folder, or not ours to read. */
export function namesAt(folder: string): readonly string[] {
  if (seenAt(folder)?.kind !== 'folder') return [];
  // Without the right to read it: whoever needs to know asks for a file in it.
  return ifPossible(() => readdirSync(folder).toSorted()) ?? [];
}

/** Whether some process has a file open right now. Only Linux tells; elsewhere nobody knows. */
export function openedBy(path: string): 'somebody' | 'nobody' | 'unknown' {
  if (process.platform !== 'linux') return 'unknown';
  let isSure = true;
  const wanted = realpathSync.native(path);
  for (const process of namesAt('/proc').filter((name) => /^\d+$/u.test(name))) {
    const folder = `/proc/${process}/fd`;
    const files = ifPossible(() => readdirSync(folder));
    // One may be closed between the look and the question.
    if (files?.some((file) => ifPossible(() => readlinkSync(`${folder}/${file}`)) === wanted)) return 'somebody';
    // Somebody else's process: only a git of theirs could have reason to hold a file of git's.
    if (files === undefined && /git/iu.test(commandOf(process))) isSure = false;
  }
  return isSure ? 'nobody' : 'unknown';
}

/** Nothing if it has ended. */
function commandOf(process: string): string {
  return ifPossible(() => readFileSync(`/proc/${process}/comm`, 'utf8')) ?? '';
}

/** Sets who may do what. What is a link is left alone. */
export function setMode(path: string, mode: number): void {
  if (seenAt(path)?.kind === 'link') return;
  inFileWords(path, () => chmodSync(path, mode));
}

/** Moves a file into a folder of ours under a name nobody has, and says where it is now. Nothing is ever deleted this way. */
export function putAside(path: string, folder: string, mark: string): string {
  const place = join(folder, `${basename(path)}.${mark}`);
  inFileWords(path, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    moveTo(path, place);
  });
  return place;
}

/** By a rename; to another disk by a copy that is whole before the original goes. */
function moveTo(path: string, place: string): void {
  try {
    renameSync(path, place);
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error;
    cpSync(path, place, { recursive: true, verbatimSymlinks: true, errorOnExist: true, preserveTimestamps: true });
    rmSync(path, { recursive: true });
  }
}
