#!/usr/bin/env node
// Runs a script, or after `--` a command, on a Node that is new enough: this one if it is, else the one npm installed beside us.
// It must itself run on any Node from 20 up, and be the only thing that does.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

const wanted = [22, 18];
const [major, minor] = process.versions.node.split('.').map(Number);
const isNewEnough = major > wanted[0] || (major === wanted[0] && minor >= wanted[1]);

function broughtAlong() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const executable = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const require = createRequire(import.meta.url);
  for (const name of [`node-${platform}-${process.arch}`, `node-bin-${platform}-${process.arch}`]) {
    try {
      return join(dirname(require.resolve(`${name}/package.json`)), executable);
    } catch {
      // Not this name: only one package fits a platform, and Apple silicon's is called differently.
    }
  }
  return undefined;
}

const node = isNewEnough ? process.execPath : broughtAlong();
if (node === undefined) {
  console.error(
    `This needs Node ${wanted.join('.')} or later; this is ${process.versions.node}, and npm installed no newer one for ` +
      `${process.platform}-${process.arch}. Run "npm ci" again without --omit=optional, or install a newer Node.`,
  );
  process.exit(2);
}

const given = process.argv.slice(2);
const asCommand = given[0] === '--';
const [program, args] = asCommand ? [given[1], given.slice(2)] : [node, given];
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
const child = spawn(program, args, { stdio: 'inherit', env, shell: asCommand && process.platform === 'win32' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(`${program} could not be started: ${error.message}`);
  process.exit(2);
});
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
