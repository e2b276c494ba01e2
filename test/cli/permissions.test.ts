// What may not be read or written: said in words, with nothing half done. Root may do anything, so these run as nobody.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { bin, homeIn, project, root, type Sandbox, sandbox } from '../sandbox.ts';

const nobody = 65_534;

interface Person {
  dk(
    cwd: string,
    ...args: readonly string[]
  ): { readonly code: number | null; readonly stdout: string; readonly stderr: string };
}

/** Somebody without rights. The program is copied to where they can read it. */
function person(box: Sandbox): Person {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) return { dk: (cwd, ...args) => box.dk(cwd, args) };
  cpSync(dirname(dirname(bin)), box.path('program'), { recursive: true });
  for (const part of ['commander', 'jsonc-parser', 'yaml', 'zod'])
    cpSync(join(root, 'node_modules', part), box.path('program/node_modules', part), { recursive: true });
  const canRun = spawnSync(process.execPath, ['-e', '0'], { uid: nobody, gid: nobody, cwd: '/' }).status === 0;
  const node = canRun ? process.execPath : box.path('program/node');
  if (!canRun) cpSync(process.execPath, node);
  chmodSync(box.folder, 0o755);
  hand(box.folder);
  return {
    dk: (cwd, ...args) => {
      const ran = spawnSync(node, [box.path('program/dist/bin.js'), ...args], {
        cwd: box.path(cwd),
        env: box.env,
        uid: nobody,
        gid: nobody,
        encoding: 'utf8',
      });
      return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
    },
  };
}

function hand(folder: string): void {
  chownSync(folder, nobody, nobody);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), nobody, nobody);
}

function refuses(t: TestContext, set: (box: Sandbox) => void, cwd: string, args: readonly string[]): void {
  const box = sandbox(t);
  homeIn(box);
  project(box);
  mkdirSync(box.path('locked'));
  const somebody = person(box);
  set(box);
  const ran = somebody.dk(cwd, ...args);
  // Whoever is not root could not clean up otherwise.
  for (const folder of ['home', 'project/.git/info', 'locked']) chmodSync(box.path(folder), 0o755);
  assert.equal(ran.code, 12, ran.stderr + ran.stdout);
  assert.match(ran.stderr, /^E_NO_PERMISSION .+\n.{10,}/u);
}

describe('without permission', { skip: process.platform === 'win32' ? 'Windows has other rights' : false }, () => {
  test('a plan that cannot be read', (t) =>
    refuses(t, (box) => chmodSync(box.path('home/plan.org'), 0), 'home', ['board']));
  test('settings that cannot be read', (t) =>
    refuses(t, (box) => chmodSync(box.path('home/dreamkeeper.yaml'), 0), 'home', ['board']));
  test('a home that cannot be written', (t) => {
    refuses(t, (box) => chmodSync(box.path('home'), 0o555), 'home', ['board', 'add', 'x']);
  });
  test('a record that cannot be written', (t) => {
    refuses(t, (box) => chmodSync(box.path('home'), 0o555), 'home', ['step', '--tool', 'x']);
  });
  test('an exclude file that cannot be written: nothing is made at all', (t) => {
    refuses(t, (box) => chmodSync(box.path('project/.git/info'), 0o555), 'project', ['init']);
  });
  test('a folder that cannot be written', (t) =>
    refuses(t, (box) => chmodSync(box.path('locked'), 0o555), 'locked', ['init']));
});

test('a private folder that its owner may not use: said in words, and a fix sets its rights', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const somebody = person(box);
  const folder = box.path('home/.git/dreamkeeper');
  chmodSync(folder, 0);
  const codes = [['board', 'add', 'x'], ['status'], ['wake'], ['doctor', '--strict']].map((args) => {
    const { code, stderr } = somebody.dk('home', ...args);
    assert.doesNotMatch(stderr, /E_BUG/u);
    return code;
  });
  const fixed = somebody.dk('home', 'doctor', '--fix', '--strict');
  const after = somebody.dk('home', 'board', 'add', 'x');
  // Whoever is not root could not clean up otherwise.
  chmodSync(folder, 0o700);
  assert.deepEqual(codes, [12, 12, 0, 14]);
  assert.equal(fixed.code, 0, fixed.stdout + fixed.stderr);
  assert.match(fixed.stdout, /^fixed set .*dreamkeeper to 0700$/mu);
  assert.equal(after.code, 0, after.stderr);
});
