// The pages that show a real hand-over show the one that is handed over: the recorded session is replayed, and nothing differs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { blocksOf, withBlocks } from '../tools/handover-pages.ts';
import { packAfter } from '../tools/handover-replay.ts';
import { readRecorded } from '../tools/handover-session.ts';
import { bin, root, sandbox } from './sandbox.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

test('README and docs/pack.md show what the recorded session leads to', (t) => {
  const recorded = readRecorded();
  const blocks = blocksOf(packAfter(recorded, sandbox(t).folder, bin), recorded.next.told);
  for (const [path, names] of [
    ['README.md', ['extract']],
    ['docs/pack.md', ['before', 'pack']],
  ] as const) {
    const page = read(path);
    for (const name of names) assert.ok(page.includes(`<!-- handover: ${name} (`), `${path} has no block ${name}`);
    assert.equal(page, withBlocks(page, blocks), `${path} is older than the program: npm run docs:handover`);
  }
  assert.ok((blocks.extract ?? '').split('\n').length <= 17);
});

test('every line of the pack is explained, in its order', () => {
  const page = read('docs/pack.md');
  const shown = /<!-- handover: pack [^\n]*\n```text\n([\s\S]*?)\n```/u.exec(page)?.[1] ?? '';
  // What stands below a title, and the marks themselves, are explained with it.
  const lines = shown.split('\n').filter((line) => !/^(?:- |> | {4}|<\/?others-)/u.test(line));
  const explained = [...page.matchAll(/^\*\*`(.+?)`\*\* /gmu)].map(([, start = '']) => start);
  assert.ok(lines.length > 10);
  assert.deepEqual(
    lines.map((line) => explained.find((start) => line.startsWith(start)) ?? `not explained: ${line}`),
    explained,
  );
});
