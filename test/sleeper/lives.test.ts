// Two sleepers in one process for a long time, killed again and again: nothing is lost and nothing counted twice, and no file or memory is held longer than needed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { dreamsIn } from '../../src/observations/observations.ts';
import { saidIn } from '../../src/steps/steps.ts';
import { root, sandbox } from '../sandbox.ts';

const hours = Number(process.env.DREAMKEEPER_SLEEPER_HOURS ?? 12);
const kills = Number(process.env.DREAMKEEPER_SLEEPER_KILLS ?? 2);
const seed = Number(process.env.DREAMKEEPER_SEED ?? 20261119);

interface Told {
  readonly agent?: string;
  readonly step?: string;
  readonly said?: string;
  readonly slept?: string;
  readonly consolidated?: string;
  readonly trouble?: object;
  readonly heap?: number;
  readonly open?: number;
  readonly done?: boolean;
  readonly now?: number;
}

test(`${hours} hours with ${kills} kills`, {
  skip: process.platform !== 'linux' && 'descriptors are counted on Linux',
}, async (t) => {
  const box = sandbox(t);
  box.dk('.', ['init', '--home', 'memory']);
  box.write('memory/dreamkeeper.yaml', `${box.read('memory/dreamkeeper.yaml')}\nagents: [{id: ada}, {id: bob}]\n`);
  const told = box.path('told.jsonl');
  const program = join(root, 'test/sleeper/lives-child.ts');
  const lines = (): Told[] =>
    existsSync(told)
      ? readFileSync(told, 'utf8')
          .split('\n')
          .filter((line) => line.endsWith('}'))
          .map((line) => JSON.parse(line))
      : [];
  // The kills come in the first half, so that one process lives long enough to see what it holds.
  for (let life = 0; life <= kills; life += 1) {
    const child = spawn(
      process.execPath,
      ['--expose-gc', program, box.path('memory'), told, `${seed + life}`, `${hours}`],
      { env: box.env, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let complained = '';
    child.stderr.on('data', (part) => {
      complained += part;
    });
    const ended = once(child, 'exit');
    if (life < kills) {
      // Wherever it then is: in a step, in a consolidation, asleep.
      const from = lines().length;
      const wanted = from + 5 + ((seed * (life + 3)) % 150);
      while (lines().length < wanted && child.exitCode === null) await pause(5);
      await pause((seed + life * 37) % 90);
      child.kill('SIGKILL');
      await ended;
    } else {
      await ended;
      assert.equal(child.exitCode, 0, complained);
    }
  }
  const all = lines();
  assert.equal(all.at(-1)?.done, true);
  assert.ok((all.at(-1)?.now ?? 0) >= hours * 3_600_000);
  assert.deepEqual(
    all.filter(({ trouble }) => trouble !== undefined),
    [],
  );

  const home = box.path('memory');
  const pieces = readdirSync(home).filter((name) => /^_steps.*\.jsonl$/u.test(name));
  const records = pieces
    .flatMap((name) => readFileSync(join(home, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line): { readonly agent: string; readonly target: string } => JSON.parse(line));
  const recorded = records.map(({ target }) => target);
  assert.equal(new Set(recorded).size, recorded.length, 'no step is there twice');
  const known = new Set(recorded);
  const steps = all.flatMap(({ step }) => step ?? []);
  assert.ok(
    steps.every((step) => known.has(step)),
    'every step that was told is on record',
  );
  assert.ok(recorded.length <= steps.length + kills * 2, 'and no more than were begun');
  for (const [agent, folder] of [
    ['ada', '.self/ada'],
    ['bob', '.self/bob'],
  ] as const) {
    const log = new Set(
      saidIn(readFileSync(join(home, folder, 'conversation.jsonl'), 'utf8')).map(({ content }) => content),
    );
    const said = all.filter((line) => line.agent === agent).flatMap((line) => line.said ?? []);
    assert.ok(said.length > hours && said.every((content) => log.has(content)), 'all that was said is in the log');
    const dreams = dreamsIn(readFileSync(join(home, folder, 'dreams.jsonl')));
    assert.ok(dreams.length > hours / 12, `${dreams.length} consolidations`);
    const counted = dreams.reduce((sum, { actions }) => sum + actions, 0);
    const mine = records.filter((record) => record.agent === agent).length;
    // What came after the last one still waits; everything before was told to exactly one.
    assert.ok(counted <= mine && mine - counted <= 90, `${counted} of ${mine} actions were consolidated`);
    const deep = dreams.flatMap(({ deep: isDeep, light }, at) => (isDeep && light !== true ? [at] : []));
    if (dreams.length > 40) assert.ok(deep.length >= 2, `${deep.length} deep sleeps`);
  }
  assert.match(box.dk('memory', ['nights', 'verify']).stdout, /unbroken/u);
  assert.equal(box.git('memory', 'status', '--porcelain').trim(), 'M dreamkeeper.yaml', 'only what its owner wrote');

  const held = all.filter(({ heap }) => heap !== undefined);
  const last = held.slice(-Math.max(4, Math.floor(held.length / 2)));
  const early = last.slice(0, Math.ceil(last.length / 4));
  const late = last.slice(-Math.ceil(last.length / 4));
  const least = (some: readonly Told[], what: 'heap' | 'open'): number =>
    Math.min(...some.map((each) => each[what] ?? 0));
  t.diagnostic(
    `${recorded.length} steps, ${all.filter(({ consolidated }) => consolidated === 'ran').length} consolidations, heap ${(least(early, 'heap') / 1e6).toFixed(1)} to ${(least(late, 'heap') / 1e6).toFixed(1)} MB, descriptors ${least(early, 'open')} to ${least(late, 'open')}`,
  );
  assert.ok(least(late, 'open') <= least(early, 'open') + 2);
  assert.ok(least(late, 'heap') < least(early, 'heap') + 15e6);
});
