// Programs of others: each installed from npm into a folder of its own, apart from this project, before any life begins.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Packages with their versions, such as `some-memory@1.2.3`. Gives the folder with their `node_modules`. */
export function installed(needs: readonly string[], below: string): string {
  const folder = join(below, needs.join('+').replaceAll(/[^\w.@+-]/gu, '_'));
  if (existsSync(join(folder, 'done'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  // What has to be compiled is compiled for the Node that will run it, where its headers are at hand.
  const node = dirname(dirname(nodeForPrograms()));
  const headers = existsSync(join(node, 'include/node')) ? { npm_config_nodedir: node } : {};
  const ran = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--silent', ...needs], {
    cwd: folder,
    env: { ...process.env, ...headers },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (ran.status !== 0) throw new Error(`npm could not install ${needs.join(', ')}: ${ran.stderr.slice(-400)}`);
  writeFileSync(join(folder, 'done'), '');
  return folder;
}

/** Not every program of others runs on every Node: `SLEEPBENCH_NODE` names another. */
export function nodeForPrograms(): string {
  return process.env.SLEEPBENCH_NODE || process.execPath;
}
