// The examples: what their pages show is in their files, and one of them runs here against the library as it is published. `.ci/packed` runs them all.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { bin, root, sandbox } from '../sandbox.ts';

const folder = join(root, 'examples');
const examples = readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
  each.isDirectory() ? [each.name] : [],
);
const text = (...path: readonly string[]): string => readFileSync(join(folder, ...path), 'utf8');
/** Code without what a formatter decides, and without the comments at the ends of lines. */
const bare = (code: string): string => code.replaceAll(/ {2,}\/\/ .*$/gmu, '').replaceAll(/[\s,]+/gu, '');

test('each example has a page that shows all of its sleep on one screen, and what it shows is in its file', () => {
  assert.equal(examples.length, 3);
  for (const name of examples) {
    const page = text(name, 'README.md');
    const [, shown = ''] = /```js\n([\s\S]+?)```/u.exec(page) ?? [];
    assert.ok(shown.split('\n').length < 25 && page.split('\n').length < 40, name);
    const [, file = ''] = /\[(\w+\.mjs)\]/u.exec(page) ?? [];
    const code = bare(text(name, file));
    for (const line of shown.split('\n').map(bare)) assert.ok(code.includes(line), `${name}: ${line}`);
    assert.ok(existsSync(join(folder, name, 'try.mjs')), name);
  }
});

test('the plain loop is warned, sleeps, and keeps what it lived through', (t) => {
  const box = sandbox(t);
  const library = box.path('node_modules', 'dreamkeeper');
  mkdirSync(library, { recursive: true });
  symlinkSync(dirname(bin), join(library, 'dist'));
  writeFileSync(join(library, 'package.json'), readFileSync(join(root, 'package.json')));
  // What the program needs of others lies beside it, as it does where it is installed.
  symlinkSync(join(root, 'data'), join(library, 'data'));
  cpSync(folder, box.path('examples'), { recursive: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['try.mjs'], {
    cwd: box.path('examples', 'plain-loop'),
    env: box.env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
  assert.equal(stdout.match(/✓/gu)?.length, 3);
});
