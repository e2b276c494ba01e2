// How runs end: failed, killed, stopped, or with their keeper; and what the next one is told of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseRunLines, printRunLine } from '../../src/steps/steps.ts';
import { chosenRunner } from '../../src/wire/runner.ts';
import { type Runner, workOnce } from '../../src/work/work.ts';
import { shellRunner, usual, type Workplace, workplace } from './workplace.ts';

const linesOf = ({ home }: Workplace) => parseRunLines(readFileSync(join(home.privateDir, 'runs.jsonl'), 'utf8'));

/** A step as a hook would have told it. */
function step({ world, home }: Workplace, target: string, phase: 'start' | 'end'): void {
  const context = { run: 'session', agent: null, seq: 0, head: null, branch: null, worktree: null, time: new Date() };
  world.lines.step(
    home,
    { tool: 'Bash', target, phase, call: target, ...(phase === 'end' ? { exit: 0 } : {}) },
    context,
  );
}

test('one that fails says how, and its life is on record', async (t) => {
  const place = await workplace(t);
  const done = await place.run('echo half; echo no luck >&2; exit 3');
  assert.deepEqual([done.outcome, done.message], ['failed', '`sh` ended with 3: no luck']);
  const missing = await place.run('', { options: { argv: ['no-such-agent'] } });
  assert.deepEqual([missing.outcome, missing.message], ['failed', '`no-such-agent` could not be started (ENOENT)']);
  const [start, end] = linesOf(place);
  assert.deepEqual([start?.run, start?.event, start?.from, start?.why], [done.run, 'start', 'keeper', 'add']);
  assert.deepEqual([start?.pid, start?.branch, start?.worktree], [process.pid, 'main', null]);
  assert.deepEqual([end?.run, end?.event, end?.why], [done.run, 'end', 'failed']);
});

test('one that is ended at its limit is told of in the next pack, with what it was in the middle of', async (t) => {
  const place = await workplace(t);
  const inner = shellRunner(place.box, 'echo half > half.txt; sleep 60');
  const runner: Runner = {
    ...inner,
    run: async (...asked) => {
      const ended = await inner.run(...asked);
      // Told by a hook while it ran.
      step(place, 'npm run build', 'end');
      step(place, 'npm test', 'start');
      return ended;
    },
  };
  const done = await workOnce(place.worker, { ...usual(runner), limit: 800 });
  assert.equal(done.outcome, 'killed');
  assert.equal(linesOf(place).at(-1)?.why, 'killed');
  assert.deepEqual(done.unsaved?.files, ['half.txt']);
  await place.run('true');
  assert.match(place.pack(), /was ended at its limit, in the middle of Bash npm test\./u);
  assert.match(place.pack(), /left 1 file uncommitted: half\.txt; kept as refs/u);
});

test('one whose keeper died is put on record once, and told of to the next two', async (t) => {
  const place = await workplace(t);
  const dead = spawnSync('true').pid;
  const time = new Date(Date.now() - 60_000).toISOString();
  const run = 'r-aaaaaaaaaa';
  const line = { v: 1, time, run, event: 'start', from: 'keeper', why: 'add', worktree: null, branch: 'main' } as const;
  place.world.files.makeFolder(place.home.privateDir, true);
  place.world.lines.append(
    join(place.home.privateDir, 'runs.jsonl'),
    printRunLine({ ...line, transcript: null, pid: dead }),
  );
  place.world.files.write(place.home.privateDir, `run-${run}.txt`, Buffer.from('its pack'));
  place.box.write('project/half.txt', 'half');
  step(place, 'npm test', 'start');
  for (const isTold of [true, true, false]) {
    await place.run('true');
    const said = /ended without a word, in the middle of Bash npm test; files it may have changed: half\.txt\./u;
    assert.equal(said.test(place.pack()), isTold, place.pack());
  }
  assert.equal(linesOf(place).filter((each) => each.run === run && each.event === 'end').length, 1);
  assert.ok(!existsSync(join(place.home.privateDir, `run-${run}.txt`)));
});

test('one that is asked to stop stops, and a home that is off runs nobody', async (t) => {
  const place = await workplace(t);
  const controller = new AbortController();
  const started = (): void => void setTimeout(() => controller.abort(), 100);
  const stopped = await place.run('sleep 60', { signal: controller.signal, options: { started } });
  assert.equal(stopped.outcome, 'stopped');
  const head = place.homeGit('rev-parse', 'HEAD');
  place.box.write('project/.dream/plan.org', '* board\n** TODO another\n');
  assert.equal((await place.run('touch ran', { signal: AbortSignal.abort() })).outcome, 'stopped');
  assert.equal(place.homeGit('rev-parse', 'HEAD'), head, 'nothing was claimed for it');
  place.box.dk('project', ['off']);
  const off = await place.run('touch ran');
  assert.deepEqual([off.outcome, existsSync(place.box.path('project/ran'))], ['stopped', false]);
});

test('a runner that throws what we know has failed; a bug is thrown, and the run is over all the same', async (t) => {
  const place = await workplace(t);
  const broken: Runner = { name: 'x', run: () => Promise.reject(new TypeError('a bug')) };
  await assert.rejects(workOnce(place.worker, usual(broken)), /a bug/u);
  assert.deepEqual([linesOf(place).at(-1)?.event, linesOf(place).at(-1)?.why], ['end', 'failed']);
});

test('a board that cannot be changed right now: nobody runs, and it is said why', async (t) => {
  const place = await workplace(t);
  place.box.write('project/.dream/.git/MERGE_HEAD', place.homeGit('rev-parse', 'HEAD'));
  const done = await place.run('touch ran');
  assert.deepEqual([done.outcome, existsSync(place.box.path('project/ran'))], ['failed', false]);
  assert.match(done.message, /could not begin: .*merge/u);
});

test('the operator’s keys and our own words are not in its environment', async (t) => {
  const place = await workplace(t);
  const { box, worker, home } = place;
  const provider = (key: string): string => `\n    url: http://127.0.0.1:1/v1\n    key: ${key}`;
  box.write(
    'config/dreamkeeper/config.yaml',
    `providers:\n  acme:${provider('env:ACME_KEY')}\n  lab:${provider('env:LAB_KEY')}\n  own:${provider('file:/nowhere')}\nrunner:\n  command: [sh, -c, "env > ../env"]\n  env: [LAB_KEY]\n  limit: 20s\n`,
  );
  const secrets = { ACME_KEY: 'a-secret', LAB_KEY: 'lab-secret', DREAMKEEPER_INSIDE: '1', DREAMKEEPER_MODEL: 'm' };
  const at = { cwd: box.path('project'), env: { ...box.env, ...secrets, XDG_CONFIG_HOME: box.path('config') } };
  const { runner, limit } = chosenRunner(worker, at);
  assert.equal(limit, 20_000);
  const done = await workOnce(worker, { ...usual(runner), limit });
  assert.equal(done.outcome, 'done', done.message);
  const env = new Map(
    box
      .read('env')
      .split('\n')
      .map((line) => line.split('=', 2) as [string, string]),
  );
  assert.deepEqual([env.get('ACME_KEY'), env.get('LAB_KEY')], [undefined, 'lab-secret']);
  const ours = [...env].filter(([name]) => name.startsWith('DREAMKEEPER_') && name !== 'DREAMKEEPER_CALL');
  assert.deepEqual(Object.fromEntries(ours), {
    ...{ DREAMKEEPER_RUN: done.run, DREAMKEEPER_KEPT: '1', DREAMKEEPER_AGENT: 'waldo', DREAMKEEPER_HOME: home.home },
  });
});

test('a run that the keeper began by itself says so to its program, and on record; one that a person began does not', async (t) => {
  const place = await workplace(t);
  const runner = shellRunner(place.box, 'echo "alone: $DREAMKEEPER_ALONE" > ../alone');
  await workOnce(place.worker, { ...usual(runner), alone: true });
  assert.equal(place.box.read('alone'), 'alone: 1\n');
  assert.deepEqual(
    linesOf(place).map(({ alone }) => alone),
    [true, true],
  );
  await workOnce(place.worker, usual(runner));
  assert.equal(place.box.read('alone'), 'alone: \n');
  assert.deepEqual(
    linesOf(place).map(({ alone }) => alone),
    [true, true, undefined, undefined],
  );
});

test('the pack in a file is for nobody else, and gone afterwards', async (t) => {
  const place = await workplace(t);
  const argv = [
    'sh',
    '-c',
    'cat "$DREAMKEEPER_PACK" > ../got; stat -c %a "$1" > ../mode; [ "$1" = "$DREAMKEEPER_PACK" ]',
    'sh',
    '{pack}',
  ];
  const done = await place.run('', { options: { argv, pack: 'file' } });
  assert.equal(done.outcome, 'done', done.message);
  assert.match(place.box.read('got'), /Your task, claimed for this run: "honest faq"/u);
  assert.equal(place.box.read('mode'), '600\n');
  assert.deepEqual(
    readdirSync(place.home.privateDir).filter((name) => name.startsWith('run-')),
    [],
  );
  assert.equal(statSync(place.home.privateDir).mode & 0o777, 0o700);
});

test('one that failed is told of in the next pack', async (t) => {
  const place = await workplace(t);
  await place.run('echo no luck >&2; exit 3');
  await place.run('true');
  assert.match(place.pack(), /^- The run of .* failed: `sh` ended with 3: no luck\.$/mu);
});

test('a pack says how a task becomes DONE, and does not contradict the claim; where none is claimed there is no task', async (t) => {
  const place = await workplace(t);
  await place.run('true');
  assert.match(place.pack(), /When the task is done, say so on the board: `dk board done "honest faq"`/u);
  assert.match(place.pack(), /^Next action: go on with "honest faq"$/mu);
  assert.doesNotMatch(place.pack(), /^- (?:NEXT|TODO) honest faq$|Next action: start/mu);
  const audit = await place.run('true', { kind: 'audit', claims: false });
  assert.equal(audit.task, null);
  assert.doesNotMatch(place.pack(), /Your task/u);
});

test('a builtin runner without a model is refused before anything is claimed; {pack} means a file', async (t) => {
  const place = await workplace(t);
  const config = (text: string): string => place.box.write('person/.config/dreamkeeper/config.yaml', text);
  const opened = { world: place.world, home: place.home, settings: {}, agent: 'waldo' };
  const at = { cwd: place.box.path('project'), env: place.box.env };
  config('runner:\n  kind: builtin\n');
  assert.throws(() => chosenRunner(opened, at), { message: /needs a model/u, hint: /models use .* --for default/u });
  config('runner:\n  command: [cat, "{pack}"]\n');
  const { runner } = chosenRunner(opened, at);
  const given: string[] = [];
  const end = await runner.run(place.worker, {
    ...{ run: 'r-aaaaaaaaaa', state: null, kind: 'work', prose: '', task: null, pack: 'good morning', limit: 20_000 },
    given: () => given.push('the pack'),
  });
  assert.deepEqual([end.outcome, end.said, given], ['done', 'good morning', ['the pack']]);
});
