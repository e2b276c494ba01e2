// What a session keeps of itself never gets into a commit: not by the day, not by a tool, not by a change of any kind.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { makeChange } from '../../src/change/change.ts';
import { liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { workshop } from '../work/workshop.ts';

const own = ['conversation', 'iterations', 'memory'].flatMap((name) => [
  `.self/${name}.jsonl`,
  `.self/waldo/${name}.jsonl`,
]);
const otherwise = ['.SELF/Conversation.jsonl', '_Notes.JSONL'];

test('the day leaves them out, also where nothing hides them, and where one is tracked already', async (t) => {
  const box = sandbox(t);
  const lived = await liveDay(box, 'project', {
    ...{ shape: 'nested', board: '* board\n** TODO first\n* log\n', before: { 'a.ts': 'a\n' } },
    day: [{ at: '09:00', edit: 'a.ts', content: 'b\n' }],
  });
  const { home } = lived.home;
  const git = (...args: readonly string[]): string =>
    spawnSync('git', args, { cwd: home, env: box.env, encoding: 'utf8' }).stdout;
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const lines = readFileSync(join(home, '.git/info/exclude'), 'utf8').split('\n');
  assert.ok(
    own.every((path) => lines.includes(`/${path.replace('/waldo/', '/*/')}`)),
    'a new home hides them',
  );
  // As in a clone, which brings no exclude file along.
  rmSync(join(home, '.git/info/exclude'));
  put('.self/memory.jsonl', 'committed by hand\n');
  git('add', '-f', '.self/memory.jsonl');
  git('commit', '-qm', 'by hand');
  for (const path of [...own, ...otherwise]) put(path, `what was said, ${path}\n`);
  put('.self/dreams.jsonl', '{}\n');
  put('.self/waldo/dreams.jsonl', '{}\n');
  const { receipt } = await sleepOnce(lived.at('09:30'), { env: {} });
  assert.equal(receipt.outcome, 'ran', receipt.message);
  const day = git('log', '--grep=^day:', '--name-only', '--format=').trim().split('\n').toSorted();
  assert.deepEqual(day, ['.self/dreams.jsonl', '.self/waldo/dreams.jsonl']);
  assert.doesNotMatch(git('log', '--all', '-p'), /what was said/u);
  assert.doesNotMatch(git('diff', '--cached'), /what was said/u);
});

test('tools neither read, list, find, write nor commit them; no change does', async (t) => {
  const files = Object.fromEntries(own.map((path) => [path, 'what was said\n']));
  const { use, box, place, worker } = await workshop(t, { files: { ...files, 'a.md': 'a\n' } });
  const say = async (name: string, given: unknown): Promise<string> => (await use({ name, arguments: given })).text;
  for (const path of [...own, ...otherwise, `./${own[0]}`]) {
    assert.match(await say('read', { path }), /is private/u, path);
    assert.match(await say('write', { path, content: 'x\n' }), /is private/u, path);
    assert.match(await say('edit', { path, old: 'said', new: 'x' }), /is private/u, path);
  }
  assert.doesNotMatch(await say('list', {}), /self/u);
  assert.match(await say('search', { text: 'what was said' }), /no relevant context found/u);
  assert.match(await say('search', { text: 'said', mode: 'literal' }), /nothing found/u);
  for (const path of own) assert.equal(box.read(join(place, path)), 'what was said\n');
  for (const path of [...own, ...otherwise])
    for (const more of [{}, { isHosts: true, isTheirs: true }, { isOnDisk: true }])
      await assert.rejects(
        makeChange(worker.world, worker.home, {
          ...{ files: [{ path, edit: () => Buffer.from('y\n'), ...more }], subject: 'board: x', agent: 'waldo' },
        }),
        { code: 'E_BAD_PATH' },
        path,
      );
});
