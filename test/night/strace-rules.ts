// What a power cut would not forgive, found in a trace: names given to unsynced files, truncation, writing in place, folders not synced.
import { dirname } from 'node:path';
import { type Call, isBelow } from './strace-read.ts';

/** A file by whatever names it has. */
interface Content {
  /** When its last write had ended; 0 if it was not written in this trace. */
  written: number;
  readonly syncs: { readonly began: number; readonly ended: number }[];
}

export interface Naming {
  readonly call: Call;
  /** The file as it was called before; below the name that was renamed if that is a folder. */
  readonly from: string;
  readonly to: string;
  /** Whether everything written into it was on disk before it got its name. */
  readonly isSynced: boolean;
}

const writing = /^(?:write|pwrite64|writev|pwritev2?|copy_file_range|sendfile|fallocate|truncate|ftruncate)$/u;
const isOpening = ({ flags }: Call): boolean => flags !== '';

/** Every rename and link of a file, in order. */
export function namings(calls: readonly Call[]): Naming[] {
  const files = new Map<string, Content>();
  const fresh = (): Content => ({ written: 0, syncs: [] });
  const fileAt = (path: string): Content => {
    const file = files.get(path) ?? fresh();
    files.set(path, file);
    return file;
  };
  const found: Naming[] = [];
  for (const call of calls) {
    const { name, path, to, began, ended } = call;
    if (isOpening(call)) {
      if (call.flags.includes('O_EXCL')) files.set(path, fresh());
      if (call.flags.includes('O_TRUNC')) fileAt(path).written = ended;
    } else if (writing.test(name)) fileAt(path).written = ended;
    else if (/^f(?:data)?sync$/u.test(name)) fileAt(path).syncs.push({ began, ended });
    else if (name.startsWith('unlink')) files.delete(path);
    else if (/^(?:rename|link)/u.test(name)) {
      const moved = [...new Set([path, ...files.keys()])].filter((each) => isBelow(path, each));
      for (const from of moved) {
        const file = fileAt(from);
        const isSynced = file.written === 0 || file.syncs.some((s) => s.began >= file.written && s.ended <= began);
        found.push({ call, from, to: `${to}${from.slice(path.length)}`, isSynced });
        files.set(`${to}${from.slice(path.length)}`, file);
        if (name.startsWith('rename')) files.delete(from);
      }
    }
  }
  return found;
}

/** Opens that empty a file, and truncations, of the files that are meant. */
export function truncations(calls: readonly Call[], isMeant: (path: string) => boolean): Call[] {
  return calls.filter(
    ({ name, path, flags }) => isMeant(path) && (flags.includes('O_TRUNC') || /^f?truncate$/u.test(name)),
  );
}

/** Writes into the files that are meant while they have their names. */
export function writesTo(calls: readonly Call[], isMeant: (path: string) => boolean): Call[] {
  return calls.filter(({ name, path }) => writing.test(name) && isMeant(path));
}

/** Renames that gave a meant file its content, and after which its process did not sync the folder. */
export function unsyncedFolders(calls: readonly Call[], isMeant: (path: string) => boolean): Naming[] {
  return namings(calls).filter(
    ({ call, to }) =>
      isMeant(to) &&
      !calls.some(
        ({ name, path, process, began }) =>
          name === 'fsync' && path === dirname(to) && process === call.process && began >= call.ended,
      ),
  );
}

/** SQLite syncs its own files by its own rules. */
export function isSqlites(path: string): boolean {
  return /\.db(?:-journal|-wal|-shm)?$/u.test(path);
}

export type GitsFile = 'ref' | 'index' | 'object' | 'scratch' | 'other';

/** What a file below a git folder is to git. Scratch is made aside by us and removed; what of it becomes the index is judged when it does. */
export function gitsFile(gitDir: string, path: string): GitsFile {
  const name = path.slice(gitDir.length + 1);
  if (/^(?:refs\/.*|packed-refs|HEAD)$/su.test(name)) return 'ref';
  if (/^index(?:\.lock)?$/u.test(name)) return 'index';
  if (/^dreamkeeper\/[a-z]+-[^/]*(?:\/|$)/u.test(name)) return 'scratch';
  return /^objects\/(?:[0-9a-f]{2}|pack)\//u.test(name) ? 'object' : 'other';
}
