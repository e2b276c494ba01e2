// While somebody swaps files and folders for links that lead out, again and again, no tool and no resource tells or writes what lies outside.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sandbox, snapshot } from '../sandbox.ts';
import { type Caller, caller, placeIn } from './clients.ts';

const rounds = Number(process.env.DREAMKEEPER_MCP_ROUNDS ?? 40);
/** The first of the last two words is asked for; the second never is. */
const outside = 'the word of the neighbour is xyzzy plugh';

test(`links swapped, ${rounds} rounds`, async (t) => {
  const box = sandbox(t);
  const place = placeIn(box, 'healthy');
  mkdirSync(box.path('outside/notes'), { recursive: true });
  mkdirSync(box.path('outside/rem'));
  for (const name of [
    'plan.org',
    'MEMORY.md',
    'notes/2026-01-01.md',
    'rem/2026-01-01-0000.org',
    'app.js',
    '_steps.jsonl',
  ])
    box.write(join('outside', name), `- ${outside}\n* TODO ${outside}\n`);
  const before = snapshot(box.path('outside'));
  let asked = await caller(t, box, place, { protocol: 'v2' });
  const call: Caller['call'] = (name, given) => asked.call(name, given);
  const read: Caller['read'] = (path) => asked.read(path);
  const home = join(place, '.dream');
  const targets: readonly (readonly [there: string, out: string])[] = [
    [join(home, 'plan.org'), 'plan.org'],
    [join(home, 'notes'), 'notes'],
    [join(home, 'rem'), 'rem'],
    [join(home, 'MEMORY.md'), 'MEMORY.md'],
    [join(place, 'app.js'), 'app.js'],
    [join(home, '_steps.jsonl'), '_steps.jsonl'],
  ];
  const uses: readonly (() => Promise<string>)[] = [
    async () => (await call('search', { text: 'the word of the neighbour' })).text,
    async () => JSON.stringify(await call('search', { text: 'xyzzy', mode: 'literal' })),
    async () => (await call('remember', { text: 'a thing of ours' })).text,
    async () => JSON.stringify(await call('board', {})),
    async () => (await call('board', { do: 'add', title: 'a task of ours' })).text,
    async () => (await call('file_issue', { title: 'a thing of ours' })).text,
    async () => JSON.stringify(await call('wake', {})),
    async () => JSON.stringify(await call('log', { path: 'app.js' })),
    () => read('memory'),
    () => read('board'),
    () => read('journal/last'),
  ];
  const told: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // One client may not ask for so much at once.
    if (round % 150 === 149) {
      await asked.close();
      asked = await caller(t, box, place, { protocol: 'v2' });
    }
    const [there, out] = targets[round % targets.length] ?? ['', ''];
    const use = uses[round % uses.length];
    const aside = `${there}.aside`;
    const was = existsSync(there);
    const swap = (): void => {
      if (was) renameSync(there, aside);
      symlinkSync(box.path('outside', out), there);
    };
    const back = (): void => {
      rmSync(there, { recursive: true, force: true });
      if (was) renameSync(aside, there);
    };
    // Before, or in the middle of it: by then it has been asked for.
    if (round % 2 === 0) swap();
    const using = use?.();
    if (round % 2 === 1) {
      await new Promise((resolve) => setImmediate(resolve));
      swap();
    }
    told.push((await using) ?? '');
    back();
  }
  assert.doesNotMatch(told.join('\n'), /plugh/u);
  assert.deepEqual(snapshot(box.path('outside')), before);
  assert.ok(readFileSync(join(place, 'app.js'), 'utf8').includes('work'));
  writeFileSync(join(place, 'app.js'), 'still ours\n');
});
