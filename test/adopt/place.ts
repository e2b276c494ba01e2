// A project with a home, and a source beside it whose bytes and times are kept, to see that nobody writes there.
import { mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Adopted } from '../../src/verbs/verbs.ts';
import { homeIn, type Sandbox, snapshot } from '../sandbox.ts';

export function withHome(box: Sandbox): string {
  homeIn(box);
  return 'home';
}

export function lay(box: Sandbox, files: Readonly<Record<string, string | Uint8Array>>, folder = 'source'): string {
  mkdirSync(box.path(folder), { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(box.path(folder, name)), { recursive: true });
    const path = box.write(join(folder, name), content);
    utimesSync(path, 1_700_000_000, 1_700_000_000);
  }
  return box.path(folder);
}

/** Every byte and every time of change below a folder. */
export function seal(folder: string): unknown {
  const times = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => [
    name,
    statSync(join(folder, name)).mtimeMs,
  ]);
  return [snapshot(folder), times.toSorted()];
}

/** All of a home but what is git's, private, or only grows. */
export function memoryOf(box: Sandbox, home = 'home'): Record<string, string> {
  const all = snapshot(box.path(home), (name) => /(?:^|\/)(?:\.git(?:\/|$)|_)|^rem(?:\/|$)/u.test(name));
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, content]) => content !== 'folder')
      .map(([name, content]) => [name, Buffer.from(content, 'latin1').toString()]),
  );
}

export function adopted(box: Sandbox, path: string, ...more: readonly string[]): Adopted {
  const ran = box.dk('home', ['adopt', path, '--yes', '--json', ...more]);
  if (ran.code !== 0) throw new Error(ran.stdout + ran.stderr);
  return JSON.parse(ran.stdout) as Adopted;
}
