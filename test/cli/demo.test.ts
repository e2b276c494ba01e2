// The demo: it runs, it is quick, it shows what the README shows.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, sandbox } from '../sandbox.ts';

test('what the README shows is what the demo prints', (t) => {
  const box = sandbox(t);
  const { code, stdout, stderr } = box.dk('.', ['demo']);
  assert.equal(code, 0, stderr);
  const folder = /It is all still there: (\S+)/u.exec(stdout)?.[1] ?? '';
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  assert.ok(existsSync(join(folder, 'rem/ledger.jsonl')), 'it leaves the folder');
  const shown = stdout.split('\n').map((line) => line.trim());
  const [, ...blocks] = readFileSync(join(root, 'README.md'), 'utf8')
    .split('```\n')
    .filter((_, index) => index % 2 === 1 || index === 0);
  const lines = blocks
    .slice(0, 2)
    .join('')
    .split('\n')
    .filter((line) => line !== '');
  assert.ok(lines.length >= 10);
  for (const line of lines)
    for (const part of line.split('[…]').map((each) => each.trim()))
      assert.ok(
        shown.some((each) => each.includes(part)),
        `the README shows "${part}", and the demo does not`,
      );
});
