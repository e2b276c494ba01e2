// A walk over the plain files below a root: always in the same order, within bounds, through no link; what it leaves out it names.
import { type Dirent, readdirSync } from 'node:fs';
import { errnoOf } from '../errors/errors.ts';
import { fileErrorOf } from './file-errors.ts';
import { ownTimesIn } from './own-times.ts';
import { type PinnedFolder, pinTheirs } from './pinned-folder.ts';
import { isPlainPath } from './plain-path.ts';
import { type ReadOptions, readIn } from './read-in.ts';
import { makeRooms } from './rooms.ts';
import { isTheirPath, pathText } from './their-path.ts';
import type { EntryKind, LeftWhy, StoppedBy, WalkBounds, Walked, WalkOptions } from './walk-types.ts';

interface Entry {
  readonly name: string;
  readonly what: EntryKind;
}

/**
 * Gives the plain files below a root with their content: those of a folder by name, then those of its folders, by name. Each is read when it
 * is asked for, and no earlier.
 *
 * Nothing outside the root is opened. No link is followed, also not one that takes the place of a folder or a file during the walk (as far
 * as `pinned-folder.ts` can tell), and no pipe or device is waited for. Whatever a file or folder can be is told and not thrown. A bound is
 * told only if a file came after it: what ends without `stopped` was seen to its end.
 *
 * One folder is held open between two answers. `for … of` lets go of it, also if it is left early; whoever asks by hand calls `return()`.
 */
export function* walkFiles(root: string, options: WalkOptions): Generator<Walked, void, undefined> {
  const { from = '.', most, skip } = options;
  const isNamed = options.names === 'plain' ? isPlainPath : isTheirPath;
  const room = makeRooms();
  const used = { files: 0, bytes: 0 };
  const waiting = [{ path: from, depth: 0 }];
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    const { path: folder, depth } = here;
    if (depth > most.depth) {
      yield { kind: 'left', path: folder, what: 'folder', why: 'deep' };
      continue;
    }
    const opened = folder === '.' || isNamed(folder) ? open(root, folder) : 'name';
    if (typeof opened === 'string') {
      yield { kind: 'left', path: folder, what: 'folder', why: opened };
      continue;
    }
    try {
      const below = (name: string): string => (folder === '.' ? name : `${folder}/${name}`);
      const entries = opened.entries.filter(({ name, what }) => skip?.(below(name), what) !== true);
      for (const { name, what } of entries) {
        if (what === 'folder') continue;
        const path = below(name);
        if (what === 'other') {
          yield { kind: 'left', path, what, why: 'not-plain' };
          continue;
        }
        const by = spent(used, most);
        if (by !== undefined) return yield { kind: 'stopped', path, by };
        used.files += 1;
        const reading = { room, timesOf: opened.timesOf };
        const content = isNamed(path) ? contentOf(opened.held, name, path, options.only, reading) : 'name';
        if (typeof content === 'string') yield { kind: 'left', path, what, why: content };
        else {
          used.bytes += content.length;
          yield { kind: 'file', path, content };
        }
      }
      for (const { name, what } of entries.toReversed())
        if (what === 'folder') waiting.push({ path: below(name), depth: depth + 1 });
    } finally {
      opened.held.close();
    }
  }
}

/** Which bound is reached, so that the next file is not looked at. */
function spent(used: Pick<WalkBounds, StoppedBy>, most: WalkBounds): StoppedBy | undefined {
  if (used.bytes > most.bytes) return 'bytes';
  return used.files >= most.files ? 'files' : undefined;
}

interface Opened {
  readonly held: PinnedFolder;
  readonly entries: Entry[];
  readonly timesOf: number | undefined;
}

/** A folder, held open, with what lies in it; or why it is left out. */
function open(root: string, folder: string): Opened | LeftWhy {
  let held: PinnedFolder | undefined;
  try {
    held = pinTheirs(root, folder);
    // As bytes: a name need not be text.
    const found = readdirSync(held.at('.'), { withFileTypes: true, encoding: 'buffer' });
    const entries = found.map((entry) => ({ name: pathText(entry.name), what: kindOf(entry) }));
    entries.sort((one, other) => (one.name < other.name ? -1 : 1));
    return { held, entries, timesOf: ownTimesIn(held) };
  } catch (error) {
    held?.close();
    return whyLeft(error, folder);
  }
}

function kindOf(entry: Dirent<Buffer>): EntryKind {
  if (entry.isFile()) return 'file';
  return entry.isDirectory() ? 'folder' : 'other';
}

function contentOf(
  folder: PinnedFolder,
  name: string,
  path: string,
  only: WalkOptions['only'],
  reading: ReadOptions,
): Uint8Array | LeftWhy {
  try {
    const content = readIn(folder, name, path, reading)?.content;
    if (content === undefined) return 'gone';
    return only === 'text' && content.includes(0) ? 'binary' : content;
  } catch (error) {
    return whyLeft(error, path);
  }
}

const whyByCode: Readonly<Record<string, LeftWhy>> = {
  E_NOT_A_FILE: 'not-plain',
  E_NO_PERMISSION: 'denied',
  E_TOO_LARGE: 'large',
};

function whyLeft(error: unknown, path: string): LeftWhy {
  const errno = errnoOf(error);
  // What has no code is a bug of ours, and nothing that a file can be.
  if (errno === undefined) throw error;
  if (errno === 'ENOENT') return 'gone';
  return whyByCode[errnoOf(fileErrorOf(error, path)) ?? ''] ?? 'broken';
}
