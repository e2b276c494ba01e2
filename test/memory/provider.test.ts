// Memory as a program gets at it (E6, E7, E27): within its limit and in whole entries, pinned and RED first; changes go the way of everybody's; and a session begins with what a curation left (E39).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHome } from '../../src/index.ts';
import { homeIn, sandbox } from '../sandbox.ts';

test('prefetch: pinned first, then RED, then MEMORY.md from its top; to the character, and no entry in two', async (t) => {
  const box = sandbox(t);
  const cwd = box.path(homeIn(box));
  box.write('home/MEMORY.md', `# MEMORY.md\n\n- ${'a'.repeat(40)}\n- last words #pin\n- ${'b'.repeat(40)}\n`);
  box.write(
    'home/.self/observations.md',
    '## 2026-06-10\n\nRED 09:32 never deploy on Friday\nYLW 09:33 nothing much\n',
  );
  await using home = await openHome({ cwd, env: box.env });
  const whole = await home.memory.prefetch();
  const lines = whole.text.split('\n');
  assert.match(lines[0] ?? '', /last words/u);
  assert.match(lines[1] ?? '', /RED .*never deploy on Friday/u);
  assert.deepEqual([lines[2], lines[3], lines[4]], [`- ${'a'.repeat(40)}`, `- ${'b'.repeat(40)}`, '']);
  const length = whole.text.length;
  for (const [chars, left] of [
    [length - 1, 1],
    [length, 0],
    [length + 1, 0],
  ] as const) {
    const got = await home.memory.prefetch({ chars });
    assert.equal(got.left, left);
    assert.ok(got.text.length <= chars && whole.text.startsWith(got.text));
  }
});

test('20,000 characters are the limit if nobody says (E27), and a file that is longer is still read whole', async (t) => {
  const box = sandbox(t);
  const cwd = box.path(homeIn(box));
  const entry = (number: number): string => `- ${String(number).padStart(5, '0')} ${'x'.repeat(91)}\n`;
  const text = `# MEMORY.md\n\n${Array.from({ length: 250 }, (_, number) => entry(number)).join('')}`;
  box.write('home/MEMORY.md', text);
  await using home = await openHome({ cwd, env: box.env });
  const { text: told, left } = await home.memory.prefetch();
  assert.deepEqual([told.length, left], [20_000 - (20_000 % 100), 50]);
  assert.equal((await home.memory.read()).text, text);
});

test('sync: added, replaced and removed as people do it, each with its commit; what cannot be is refused alone', async (t) => {
  const box = sandbox(t);
  const cwd = box.path(homeIn(box));
  await using home = await openHome({ cwd, env: box.env });
  const key = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
  const { results } = await home.memory.sync({
    updates: [
      { action: 'add', text: 'the staging port is 8080' },
      { action: 'add', text: `the token is ${key}` },
      { action: 'remove', id: 'm-aaaaaaaa' },
      { action: 'add', text: 'deploys go out on Friday', pin: true },
    ],
  });
  assert.deepEqual(
    results.map(({ result }) => result),
    ['done', 'refused', 'refused', 'done'],
  );
  assert.ok(results[0]?.commit && results[3]?.commit);
  const id = results[0]?.id ?? '';
  const [replaced] = (
    await home.memory.sync({ updates: [{ action: 'replace', id, text: 'the staging port is 8081' }] })
  ).results;
  assert.equal(replaced?.result, 'done');
  const told = (await home.memory.prefetch()).text;
  assert.match(told, /8081/u);
  assert.doesNotMatch(told, /8080/u);
  assert.ok(!box.git('home', 'log', '-p').includes(key));
  const { hits } = await home.memory.search({ question: 'which port has staging' });
  assert.match(JSON.stringify(hits[0]), /8081/u);
  for (const path of ['../plan.org', 'plan.org', 'notes/../plan.org', '/etc/passwd', '.self/conversation.jsonl'])
    await assert.rejects(home.memory.read({ path }), { code: 'E_BAD_PATH' });
});
