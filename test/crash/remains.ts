// What a dead process left sealed, read without touching it, and our files as they are on disk.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parsePlanned } from '../../src/change/plan.ts';
import type { FoundHome } from '../../src/world/world.ts';
import { sha256 } from './checks.ts';

export interface Remains {
  readonly id: string;
  readonly files: readonly { readonly path: string; readonly before: string; readonly after: string }[];
}

export function remainsIn({ privateDir }: FoundHome): Remains[] {
  const path = join(privateDir, 'state.db');
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare("SELECT id, body FROM intents WHERE state = 'sealed' ORDER BY seq")
      .all()
      .map(({ id, body }) => ({ id: String(id), files: parsePlanned(String(body))?.files ?? [] }));
  } finally {
    database.close();
  }
}

export function hashOnDisk({ home }: FoundHome, path: string): string {
  return existsSync(join(home, path)) ? sha256(readFileSync(join(home, path))) : 'absent';
}

/** The board and everything in `rem/`, by hash. */
export function ourFiles(home: FoundHome): Readonly<Record<string, string>> {
  const rem = join(home.home, 'rem');
  const names = existsSync(rem) ? readdirSync(rem).filter((name) => !name.endsWith('.tmp')) : [];
  const paths = ['plan.org', ...names.map((name) => `rem/${name}`)];
  return Object.fromEntries(paths.toSorted().map((path) => [path, hashOnDisk(home, path)]));
}

/** A dead process leaves each of its files as it was or as it should be; and what it never sealed it never touched. */
export function tornBy(home: FoundHome, remains: readonly Remains[], theirs?: string): string[] {
  return remains.flatMap(({ id, files }) =>
    files
      .filter(({ path, before, after }) => path !== theirs && ![before, after].includes(hashOnDisk(home, path)))
      .map(({ path }) => `${path} is neither as before nor as after ${id}`),
  );
}
