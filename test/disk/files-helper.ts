// The other process in the tests of files: it swaps things, reads, or writes, until it is ended.
import { linkSync, lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readWhole, writeWhole } from '../../src/disk/disk.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { isWhole, wholeContent } from './whole-content.ts';

const [, , what = '', root = '', outside = ''] = process.argv;
const away = join(root, 'away');

/** Whoever is written against may have been faster; then this one did not work, and the next may. */
function attempt(act: () => void): void {
  try {
    act();
  } catch {
    // Nothing to do.
  }
}

/** Puts something else in the place of a name for a moment, and takes it away again. */
function instead(path: string, lay: (path: string) => void, clear: (path: string) => void = unlinkSync): () => void {
  return () => {
    attempt(() => renameSync(path, away));
    attempt(() => lay(path));
    attempt(() => clear(path));
    attempt(() => renameSync(away, path));
  };
}

const deep = join(root, 'deep');
const sub = join(deep, 'sub');
const file = join(sub, 'file');

/** What an attempt that failed half-way left, so that the next one has something to swap again. */
function mend(): void {
  for (const folder of [deep, sub]) {
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) continue;
    attempt(() => unlinkSync(folder));
    attempt(() => mkdirSync(folder));
  }
  attempt(() => {
    if (!lstatSync(file).isFile() || lstatSync(file).nlink > 1) rmSync(file, { recursive: true });
  });
  rmSync(away, { recursive: true, force: true });
}

const swaps: readonly (() => void)[] = [
  instead(sub, (path) => symlinkSync(outside, path)),
  instead(deep, (path) => symlinkSync(outside, path)),
  instead(sub, (path) => symlinkSync('../../outside', path)),
  instead(
    sub,
    () => undefined,
    () => undefined,
  ),
  instead(file, (path) => symlinkSync(join(outside, 'file'), path)),
  instead(file, (path) => linkSync(join(outside, 'file'), path)),
  instead(file, (path) => linkSync(join(root, 'pipe'), path)),
  instead(file, (path) => mkdirSync(path), rmdirSync),
  () => attempt(() => rmSync(file)),
];

process.stdout.write('ready\n');
for (let round = 0; ; round += 1) {
  if (what === 'swap') {
    swaps[Math.floor(Math.random() * swaps.length)]?.();
    attempt(mend);
  }
  if (what === 'hard links') swaps[5]?.();
  if (what === 'read') {
    const content = readWhole(root, 'file');
    if (content === undefined || !isWhole(content)) throw new Error(`round ${round}: ${content?.length} bytes`);
  }
  if (what === 'write') {
    writeWhole(root, 'file', wholeContent(`${round}`, 300_000));
    if (round === 0) process.stdout.write('wrote\n');
  }
  if (what === 'fill the disk') {
    try {
      writeWhole(root, 'file', wholeContent('big', 10_000_000));
    } catch (error) {
      process.stdout.write(error instanceof DreamkeeperError ? error.code : String(error));
    }
    process.exit();
  }
}
