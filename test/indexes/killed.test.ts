// An update that is killed, or stopped, leaves the index as it was; nobody writes it twice at once.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { openHome } from '../../src/index.ts';
import { embedServer } from '../embed/contract.ts';
import { bin, homeIn, type Sandbox, sandbox } from '../sandbox.ts';

function ask(box: Sandbox, question: string): string[] {
  const { stdout } = box.dk('home', ['recall', '--indexed', 'papers', question, '--json']);
  return (JSON.parse(stdout) as { hits: { path: string }[] }).hits.map(({ path }) => path.split('/').at(-1) ?? '');
}
const drafts = (box: Sandbox): string[] =>
  readdirSync(box.path('home/.git/dreamkeeper')).filter((name) => /^index-.*\.db\.[0-9a-f]+$/u.test(name));

test('killed in the middle: the old state, whole; the next update sweeps and goes on', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('papers/a.md', 'the sun\n');
  assert.equal(box.dk('home', ['index', 'add', 'papers', '../papers']).code, 0);
  box.write('papers/a.md', 'the moon\n');
  const reached = Promise.withResolvers<void>();
  // All is read and written by then, and only the vectors are missing.
  const { url } = await embedServer(t, () => reached.resolve());
  const settings = (model: string): string =>
    box.write(
      'person/.config/dreamkeeper/config.yaml',
      JSON.stringify({ providers: { lab: { url } }, embedder: { model } }),
    );
  settings('lab/nomic');
  const child = spawn(process.execPath, [bin, 'index', 'update', 'papers'], { cwd: box.path('home'), env: box.env });
  const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  await reached.promise;
  assert.equal(drafts(box).length, 1, 'it is in the middle');
  settings('table');
  assert.deepEqual(ask(box, 'sun'), ['a.md'], 'whoever asks meanwhile has the old state');
  assert.equal(box.dk('home', ['index', 'update', 'papers']).code, 11, 'and a second writer is told to wait');
  child.kill('SIGKILL');
  assert.equal(await ended, 'SIGKILL');
  assert.deepEqual([ask(box, 'sun'), ask(box, 'moon')], [['a.md'], []]);
  assert.equal(box.dk('home', ['index', 'update', 'papers']).code, 0);
  assert.deepEqual([ask(box, 'sun'), ask(box, 'moon'), drafts(box)], [[], ['a.md'], []]);
});

test('a first one that is killed leaves none', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('papers/a.md', 'the sun\n');
  const reached = Promise.withResolvers<void>();
  const { url } = await embedServer(t, () => reached.resolve());
  const operator = { providers: { lab: { url } }, embedder: { model: 'lab/nomic' } };
  box.write('person/.config/dreamkeeper/config.yaml', JSON.stringify(operator));
  const child = spawn(process.execPath, [bin, 'index', 'add', 'papers', '../papers'], {
    cwd: box.path('home'),
    env: box.env,
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await reached.promise;
  child.kill('SIGKILL');
  await ended;
  assert.deepEqual(JSON.parse(box.dk('home', ['index', 'list', '--json']).stdout), {
    schema: 1,
    indexes: [],
    problems: [],
  });
  box.write('person/.config/dreamkeeper/config.yaml', '');
  assert.equal(box.dk('home', ['index', 'add', 'papers', '../papers']).code, 0);
  assert.deepEqual([ask(box, 'sun'), drafts(box)], [['a.md'], []]);
  assert.ok(!readdirSync(box.path('home/.git/dreamkeeper')).some((name) => name.endsWith('-journal')));
});

test('stopped by its signal: the reason is thrown, and nothing has changed', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('papers/a.md', 'the sun\n');
  const stop = new AbortController();
  const { url } = await embedServer(t, () => stop.abort(new Error('enough')));
  const operator = { providers: { lab: { url } }, embedder: { model: 'lab/nomic' } };
  box.write('person/.config/dreamkeeper/config.yaml', JSON.stringify(operator));
  await using home = await openHome({ cwd: box.path('home'), env: box.env });
  await assert.rejects(home.index.add({ name: 'papers', folder: '../papers', signal: stop.signal }), /enough/u);
  assert.deepEqual([(await home.index.list()).indexes, drafts(box)], [[], []]);
});
