// A real agent's program, fetched from npm into a temporary folder once, and kept for the next run.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where it lies. */
export function fetched(name: string, program: string, version: string): string {
  const folder = join(tmpdir(), `dreamkeeper-${program}-${version}`);
  return into(folder, join(folder, 'node_modules', '.bin', program), name, version);
}

/** The same for a package without a program: the folder that it lies in, as if that depended on it. */
export function fetchedFolder(name: string, version: string): string {
  const folder = join(tmpdir(), `dreamkeeper-${name.replaceAll(/[^a-z]/gu, '-')}-${version}`);
  into(folder, join(folder, 'node_modules', name), name, version);
  return folder;
}

function into(folder: string, path: string, name: string, version: string): string {
  if (existsSync(path)) return path;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`];
  const ran = spawnSync('npm', args, { encoding: 'utf8', cwd: folder });
  if (ran.status !== 0 || !existsSync(path)) throw new Error(`${name} could not be fetched: ${ran.stderr}`);
  return path;
}

/** The version that is called the latest; undefined without a network. */
export function newestOf(name: string): string | undefined {
  const ran = spawnSync('npm', ['view', name, 'version'], { encoding: 'utf8', timeout: 60_000 });
  return ran.status === 0 ? (/^\d+\.\d+\.\d+$/mu.exec(ran.stdout)?.[0] ?? undefined) : undefined;
}
