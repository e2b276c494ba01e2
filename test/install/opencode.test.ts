// Into OpenCode and out again: a plugin file of our own, and nothing else.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { project, sandbox } from '../sandbox.ts';
import { everything, json, works } from './installing.ts';

const file = 'project/.opencode/plugins/dreamkeeper.js';
const user = 'person/.config/opencode/plugins/dreamkeeper.js';

test('in and out, and nothing is left; twice is once', (t) => {
  const box = sandbox(t);
  project(box);
  for (const [scope, path] of [
    ['--local', file],
    ['--user', user],
  ] as const) {
    const before = [everything(box), existsSync(box.path('person/.config'))];
    works(box, 'project', 'install', 'opencode', scope, '--yes');
    const installed = box.read(path);
    assert.match(installed, /hook session-start --from opencode --pid \$PPID/u);
    assert.equal(box.git('project', 'status', '--porcelain', '--untracked-files=all'), '');
    assert.match(works(box, 'project', 'install', 'opencode', scope, '--yes').stdout, /already, as they should be/u);
    assert.equal(box.read(path), installed);
    works(box, 'project', 'uninstall', 'opencode', scope, '--yes', '--data');
    assert.deepEqual([everything(box), existsSync(box.path('person/.config'))], before);
    assert.ok(!existsSync(box.path('project/.opencode')));
  }
});

test('what OpenCode and others have there stays to the byte', (t) => {
  const box = sandbox(t);
  project(box);
  box.write('project/.opencode/opencode.jsonc', '// mine\r\n{\r\n\t"model": "x",\r\n}');
  box.write('project/.opencode/plugins/mine.js', 'export const Mine = async () => ({})\n');
  mkdirSync(box.path('project/.opencode/empty'));
  const before = everything(box);
  works(box, 'project', 'install', 'opencode', '--yes');
  works(box, 'project', 'uninstall', 'opencode', '--yes', '--data');
  assert.deepEqual(everything(box), before);
  assert.ok(existsSync(box.path('project/.opencode/empty')));
  box.write(file, 'export const Dreamkeeper = async () => ({})\n');
  const refused = box.dk('project', ['install', 'opencode', '--yes']);
  assert.match(refused.stderr, /E_CONFIG .*dreamkeeper\.js is there already, and is not ours/u);
  assert.equal(box.read(file), 'export const Dreamkeeper = async () => ({})\n');
});

test('an older plugin of ours is renewed, and what was added around it stays', (t) => {
  const box = sandbox(t);
  project(box);
  works(box, 'project', 'install', 'opencode', '--yes');
  const asNow = box.read(file);
  box.write(file, `// mine\n${asNow.replace('const patience = 12000;', 'const patience = 1;')}`);
  works(box, 'project', 'install', 'opencode', '--yes');
  assert.equal(box.read(file), `// mine\n${asNow}`);
  works(box, 'project', 'uninstall', 'opencode', '--yes');
  assert.equal(box.read(file), '// mine\n');
});

test('the doctor tries it, and says what is gone', (t) => {
  const box = sandbox(t);
  project(box);
  works(box, 'project', 'install', 'opencode', '--yes');
  const about = (): string[] =>
    (json(box.dk('project', ['doctor', '--json'])).findings as { readonly id: string }[])
      .map(({ id }) => id)
      .filter((id) => id.startsWith('opencode-'));
  assert.deepEqual(about(), ['opencode-works']);
  const text = box.read(file);
  box.write(file, text.replaceAll(process.execPath, '/gone/node'));
  assert.deepEqual(about(), ['opencode-node-gone']);
  box.write(file, text.replace(/ {2}'step'.*\n/u, ''));
  assert.deepEqual(about(), ['opencode-partly', 'opencode-works']);
});
