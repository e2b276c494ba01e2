// The program as people get it: bundled, once per state of the sources, and shared by all test files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Gives the path of `bin.js`. Tests that start `dk` hundreds of times must not strip types from the same files hundreds of times. */
export function builtBin(root: string): string {
  const cache = join(root, 'node_modules', '.cache', 'dreamkeeper-test');
  const built = join(cache, stateOf(root));
  if (!existsSync(built)) build(root, cache, built);
  return join(built, 'dist', 'bin.js');
}

/** A program of the tests with all it needs in one file: one that is started hundreds of times must not open hundreds of files each time. */
export function bundled(root: string, entry: string): string {
  const cache = join(root, 'node_modules', '.cache', 'dreamkeeper-test');
  const name = basename(entry, '.ts');
  const built = join(cache, `${stateOf(root, dirname(entry))}-${name}`);
  if (!existsSync(built)) {
    const draft = mkdtempSync(join(cache, 'draft-'));
    rolldown(root, [entry, '--platform', 'node', '--format', 'esm', '-d', draft]);
    putInPlace(draft, built);
  }
  return join(built, `${name}.js`);
}

function rolldown(root: string, args: readonly string[]): void {
  const program = join(root, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
  const ran = spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`rolldown: ${ran.stderr}`);
}

/** Beside the program in what is published. */
const skill = 'plugins/dreamkeeper/skills/dreamkeeper/SKILL.md';

function stateOf(root: string, ...more: readonly string[]): string {
  const hash = createHash('sha256');
  const sources = ['src', ...more].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  for (const name of [...sources.toSorted(), 'rolldown.config.ts', 'package.json', skill]) {
    hash
      .update(name)
      .update('\0')
      .update(readFileSync(join(root, name)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/** Made aside and put in place whole: test files run at the same time. States that nobody made in the last hour are removed. */
function build(root: string, cache: string, built: string): void {
  mkdirSync(cache, { recursive: true });
  const old = readdirSync(cache).filter(
    (name) => /^[0-9a-f]{16}(?:-|$)/u.test(name) && statSync(join(cache, name)).mtimeMs < Date.now() - 3_600_000,
  );
  const draft = mkdtempSync(join(cache, 'draft-'));
  // Natively: otherwise each writes the same helper file into the root and removes it, and the slower of two finds it gone.
  rolldown(root, ['-c', 'rolldown.config.ts', '--configLoader', 'native', '-d', join(draft, 'dist')]);
  copyFileSync(join(root, 'package.json'), join(draft, 'package.json'));
  cpSync(join(root, 'data'), join(draft, 'data'), { recursive: true });
  cpSync(join(root, 'plugins'), join(draft, 'plugins'), { recursive: true });
  putInPlace(draft, built);
  for (const name of old) rmSync(join(cache, name), { recursive: true, force: true });
}

function putInPlace(draft: string, built: string): void {
  try {
    renameSync(draft, built);
  } catch {
    // Another test file was faster; its build is the same.
    rmSync(draft, { recursive: true, force: true });
  }
  if (!existsSync(built)) throw new Error('the build could not be put in place');
}
