// Folders that are made once in a run of the tests and copied from then on: what makes them costs more than most tests.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Whoever starts a file without the runner's folder (`compile-cache.mjs`) has one of its own.
let own: string | undefined;

function folderOfRun(): string {
  if (process.env.DREAMKEEPER_RUN !== undefined) return process.env.DREAMKEEPER_RUN;
  if (own === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'dk-run-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    own = folder;
  }
  return own;
}

/** Where a folder of this name lies; `make` fills an empty one. Made aside and put in place whole, because test files run at the same time. */
export function madeOnce(name: string, make: (folder: string) => void): string {
  const made = placeOf(name);
  if (existsSync(made)) return made;
  const draft = draftOf(name);
  make(draft);
  return putInPlace(draft, made);
}

/** As `madeOnce`, for what takes its time. */
export async function madeOnceLater(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const made = placeOf(name);
  if (existsSync(made)) return made;
  const draft = draftOf(name);
  await make(draft);
  return putInPlace(draft, made);
}

const placeOf = (name: string): string => join(folderOfRun(), name, 'home');

function draftOf(name: string): string {
  // With the rights that any folder gets: copies have the same.
  const draft = join(folderOfRun(), name, `draft-${process.pid}`);
  mkdirSync(draft, { recursive: true });
  return draft;
}

function putInPlace(draft: string, made: string): string {
  try {
    renameSync(draft, made);
  } catch (error) {
    // Another test file was faster; what it made is as good.
    if (!existsSync(made)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return made;
}
