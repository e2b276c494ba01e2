// The page about SleepBench is all that a stranger needs: its types are those of the bench, and the arm on it runs.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadArm } from '../../bench/sleepbench/arms.ts';
import { live } from '../../bench/sleepbench/live.ts';
import { measures } from '../../bench/sleepbench/measures/measure.ts';
import { simulate } from '../../bench/sleepbench/simulator/simulate.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/sleepbench.md'), 'utf8');

test('the types on the page are those of the bench', () => {
  const [, ...lines] = readFileSync(join(root, 'bench/sleepbench/arm.ts'), 'utf8').split('\n');
  assert.ok(
    page.includes(`\`\`\`ts\n${lines.join('\n').trim()}\n\`\`\``),
    'copy bench/sleepbench/arm.ts into the page',
  );
});

test('every measure is explained on the page', () => {
  const told = page.slice(page.indexOf('## What is measured'), page.indexOf('## The arms'));
  for (const { name } of measures)
    assert.ok(name.split(' ').every((word) => told.includes(word)) || told.includes(`| ${name} |`), name);
});

test('the arm on the page runs', async (test) => {
  const [, code = ''] = /```js\n([\s\S]*?)```/u.exec(page) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'sleepbench-'));
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'my-arm.mjs'), code);
  const arm = await loadArm(join(folder, 'my-arm.mjs'));
  const { whole } = await live(arm, simulate(1, 4), { folder, settings: {} });
  assert.deepEqual(whole.get('pinned kept')?.got, whole.get('pinned kept')?.of);
  assert.ok((whole.get('recall today')?.got ?? 0) > 0);
});
