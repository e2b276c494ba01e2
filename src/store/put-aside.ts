// What cannot be the store is put aside beside it, whole, under a name that nobody has: nothing is ever written over.
import { lstatSync, renameSync } from 'node:fs';

/** Which file lies there; `no file` for a folder, a link or a pipe, undefined for nothing. */
export type FileIdentity = 'no file' | `${number}:${number}` | undefined;

export function identityAt(path: string): FileIdentity {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  return found.isFile() ? `${found.dev}:${found.ino}` : 'no file';
}

/** What SQLite keeps beside a database, and plays back into whatever has its name. */
const besides = ['-journal', '-wal', '-shm'] as const;

/** Renames it, unless somebody else did so meanwhile: what lies there then is a new one, and in use. */
export function putAside(path: string, kind: 'damaged' | 'foreign', seen: FileIdentity): void {
  if (identityAt(path) !== seen) return;
  let aside = `${path}.${kind}`;
  for (let count = 2; lstatSync(aside, { throwIfNoEntry: false }) !== undefined; count += 1)
    aside = `${path}.${count}.${kind}`;
  renameSync(path, aside);
  // An empty one says nothing, and is nobody's.
  for (const end of besides)
    if ((lstatSync(`${path}${end}`, { throwIfNoEntry: false })?.size ?? 0) > 0)
      renameSync(`${path}${end}`, `${aside}${end}`);
}
