// A page put into a file that a person names: whole or not at all, for their eyes only, and never over something else.
import { closeSync, lstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DreamkeeperError, errnoOf, ifPossible } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';

/** Gives the full path. A page of ours may be written anew; a link is replaced, and what it points to stays as it is. */
export function writePage(
  cwd: string,
  name: string,
  { html, beginning }: { readonly html: string; readonly beginning: string },
): string {
  const path = resolve(cwd, name);
  const shown = printSafe(path);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there !== undefined && !(there.isFile() && ifPossible(() => beginsWith(path, beginning)) === true))
    throw new DreamkeeperError('E_NOT_OURS', `${shown} is there, and is no report`, {
      hint: 'Nothing was changed. Name another file.',
    });
  const draft = join(dirname(path), `.${basename(path).slice(0, 100)}.${process.pid}.tmp`);
  try {
    writeFileSync(draft, html, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
    return path;
  } catch (error) {
    const why = errnoOf(error);
    if (why !== 'EEXIST') rmSync(draft, { force: true });
    if (why === 'ENOENT' || why === 'ENOTDIR')
      throw new DreamkeeperError('E_NO_FOLDER', `there is no folder ${printSafe(dirname(path))}`, {
        hint: 'Make it first, or name another file.',
        cause: error,
      });
    throw new DreamkeeperError('E_DISK', `${shown} could not be written (${why ?? 'unknown'})`, {
      hint: 'Name another file, or print the page with `dk report --html > file`.',
      cause: error,
    });
  }
}

function beginsWith(path: string, beginning: string): boolean {
  const wanted = Buffer.from(beginning);
  const read = Buffer.alloc(wanted.length);
  const file = openSync(path, 'r');
  try {
    return readSync(file, read, 0, read.length, 0) === read.length && read.equals(wanted);
  } finally {
    closeSync(file);
  }
}
