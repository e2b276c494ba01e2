// What is private stays out of git, also in a clone, which does not bring its owner's exclude file along.
import { join } from 'node:path';
import { notOwnFolder } from '../errors/errors.ts';
import { privateLines } from '../steps/steps.ts';
import { type GitPlace, smallText } from './git-place.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { closeSync, constants, lstatSync, mkdirSync, openSync, writeSync } = process.getBuiltinModule('node:fs');

/** Makes sure the lines stand there. Best effort: a record that cannot be hidden is still better than none. */
export function keepPrivate({ commonDir }: GitPlace): void {
  const path = join(commonDir, 'info', 'exclude');
  const text = smallText(path) ?? '';
  const there = new Set(text.split(/\r?\n/u));
  const missing = privateLines.filter((line) => !there.has(line));
  if (missing.length === 0) return;
  try {
    mkdirSync(join(commonDir, 'info'), { recursive: true });
    const file = openSync(
      path,
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0),
    );
    try {
      writeSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}${missing.join('\n')}\n`);
    } finally {
      closeSync(file);
    }
  } catch {
    // No right to write there, or a link in its place. `git status` will show the record; it must not cost the step.
  }
}

/** Makes the private folder. Through a link nothing is written: what is private would lie somewhere else. */
export function makePrivate(privateDir: string): void {
  const found = lstatSync(privateDir, { throwIfNoEntry: false });
  if (found === undefined) mkdirSync(privateDir, { recursive: true, mode: 0o700 });
  else if (!found.isDirectory()) throw notOwnFolder(privateDir);
}
