// The verbs of the night as people and programs use them: shapes, exits, receipts, and one line that says why there was no dream.
import assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { homeIn, project, type Sandbox, sandbox } from '../sandbox.ts';

const json = (box: Sandbox, cwd: string, ...args: readonly string[]) => {
  const ran = box.dk(cwd, [...args, '--json']);
  return { code: ran.code, value: JSON.parse(ran.stdout) };
};

function worked(box: Sandbox): string {
  const name = project(box);
  assert.equal(box.dk(name, ['init', '--agent', 'waldo']).code, 0);
  box.dk(name, ['board', 'add', 'tidy up app.js']);
  box.write(`${name}/app.js`, 'console.log("more");\n');
  box.dk(name, ['step', '--tool', 'edit', '--target', 'app.js', '--exit', '0']);
  box.dk(name, ['step', '--tool', 'bash', '--target', 'npm test', '--exit', '0']);
  return name;
}

test('sleep, sleep again, wake, wake again: the shapes programs rely on', (t) => {
  const box = sandbox(t);
  const name = worked(box);
  const { value: night, code } = json(box, name, 'sleep', '--only', 'dream');
  assert.equal(code, 0);
  assert.deepEqual(Object.keys(night).toSorted(), [
    ...[
      'acts',
      'agent',
      'calls',
      'commit',
      'endedAt',
      'entry',
      'id',
      'kind',
      'leftOut',
      'message',
      'model',
      'outcome',
      'reason',
      'schema',
      'session',
    ],
    ...['startedAt', 'tokens', 'trigger', 'usd', 'verdicts'],
  ]);
  assert.deepEqual([night.schema, night.kind, night.outcome, night.model], [1, 'rem', 'ran', 'builtin']);
  assert.deepEqual(night.tokens, { input: 0, output: 0 });
  assert.match(night.id, /^n-[a-z2-7]{10}$/u);
  assert.match(night.session, /^dream:waldo:\d{4}-\d\d-\d\dT/u);
  assert.match(night.entry, /^rem\/\d{4}-\d\d-\d\d-\d{4}\.org$/u);
  assert.equal(
    box.git(`${name}/.dream`, 'log', '-1', '--format=%H|%an|%(trailers:key=Dream-Id,valueonly)').trim(),
    `${night.commit}|waldo (asleep)|${night.id}`,
  );
  assert.deepEqual(night.verdicts, ['pick up: tidy up app.js — app.js is in flight']);

  const gated = json(box, name, 'dream');
  assert.deepEqual([gated.code, gated.value.outcome, gated.value.reason], [0, 'gated', 'interval']);
  const off = { DREAMKEEPER_DREAM_MIN_INTERVAL_MS: '0' };
  const noNews = box.dk(name, ['sleep', '--json'], { env: off });
  assert.deepEqual([noNews.code, JSON.parse(noNews.stdout).reason], [0, 'no-news']);
  box.dk(name, ['sleep'], { env: off });

  const woken = json(box, name, 'wake').value;
  assert.deepEqual(Object.keys(woken).toSorted(), [
    'brief',
    'carry',
    'commit',
    'dream',
    'frame',
    'looksDone',
    'pack',
    'schema',
    'source',
    'verdicts',
  ]);
  assert.equal(woken.dream, night.id);
  assert.equal(woken.source, 'dream');
  assert.deepEqual(Object.keys(woken.verdicts[0]).toSorted(), [
    'from',
    'line',
    'move',
    'result',
    'target',
    'task',
    'to',
    'why',
  ]);
  assert.deepEqual(
    [woken.verdicts[0].move, woken.verdicts[0].task, woken.verdicts[0].result],
    ['pick up', 'tidy up app.js', 'applied'],
  );
  assert.deepEqual(woken.carry.midFlight, ['app.js']);
  assert.equal(woken.carry.next, 'finish and commit `app.js` +1 −1');
  assert.deepEqual(woken.carry.verified[0], {
    text: '`npm test` ended with 0',
    receipt: { kind: 'check', command: 'npm test', exit: 0, time: woken.carry.verified[0].receipt.time },
    fresh: true,
    why: '',
  });
  assert.equal(json(box, name, 'wake', '--last').value.pack, woken.pack);
  assert.deepEqual(json(box, name, 'wake').value.verdicts, []);
  assert.equal(box.git(name, 'status', '--porcelain'), ' M app.js\n', "the project's own git sees its own work only");

  const { nights } = json(box, name, 'nights', 'list').value;
  assert.deepEqual(
    nights.map(
      ({ outcome, reason, count }: { outcome: string; reason: string; count: number }) =>
        `${outcome}:${reason} ${count}`,
    ),
    ['noop:no-news 2', 'gated:interval 1', 'ran:dreamt 1'],
  );
  const sessions = box.dk(name, ['sessions', 'list', '--prefix', 'dream:']).stdout.trimEnd().split('\n');
  assert.equal(sessions.length, 3);
  for (const line of sessions) assert.match(line, /^dream:waldo:/u);
});

test('status answers why there was no dream, and exits 13 when a sleep is overdue', (t) => {
  const box = sandbox(t);
  const name = project(box);
  box.dk(name, ['init']);
  const fresh = json(box, name, 'status');
  assert.equal(fresh.code, 0);
  assert.equal(fresh.value.overdue, false);
  assert.equal(fresh.value.lastNight, null);
  assert.match(fresh.value.answer, /A dream is possible/u);

  // A run that ended long ago, and nobody slept.
  const old = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
  const line = (minutes: number): string =>
    `${JSON.stringify({ v: 1, phase: 'end', run: 'r', agent: null, seq: 0, call: null, tool: 'bash', target: 'ls', exit: 0, error: null, durationMs: 1, time: old(minutes), head: null, branch: null })}\n`;
  writeFileSync(box.path(name, '.dream/_steps.jsonl'), line(40));
  assert.equal(box.dk(name, ['status']).code, 0, 'the run ended less than a gate ago');
  writeFileSync(box.path(name, '.dream/_steps.jsonl'), line(70));
  const late = json(box, name, 'status');
  assert.equal(late.code, 13);
  assert.equal(late.value.overdue, true);
  assert.match(late.value.answer, /^Overdue: .*Run `dk sleep`/u);
  assert.equal(box.dk(name, ['sleep']).code, 0);
  const after = json(box, name, 'status');
  assert.equal(after.code, 0);
  assert.match(after.value.answer, /nothing is new/u);
  assert.deepEqual(Object.keys(after.value).toSorted(), [
    'agent',
    'answer',
    'cadence',
    'counts',
    'fatigue',
    'home',
    'idle',
    'lastNight',
    'models',
    'my_stats',
    'overdue',
    'pending',
    'problems',
    'project',
    'records',
    'schema',
    'thought',
  ]);
  box.write(`${name}/app.js`, 'x\n');
  assert.match(json(box, name, 'status').value.answer, /The next dream is possible in/u);
});

test('a night that is held or fails leaves a receipt, changes nothing, and is a gap in the next manifest', (t) => {
  const box = sandbox(t);
  const name = worked(box);
  const home = `${name}/.dream`;
  const lock = new DatabaseSync(box.path(home, '.git/dreamkeeper/night.db'));
  lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  const held = json(box, name, 'sleep');
  assert.deepEqual([held.code, held.value.outcome, held.value.reason], [11, 'held', 'asleep']);
  lock.close();

  writeFileSync(box.path(home, '.git/MERGE_HEAD'), `${'0'.repeat(40)}\n`);
  const busy = json(box, name, 'sleep');
  assert.deepEqual([busy.code, busy.value.outcome, busy.value.reason], [11, 'held', 'repo-busy']);
  box.git(home, 'merge', '--quit');

  box.write(`${home}/rem`, 'a file where the folder should be\n');
  const failed = json(box, name, 'sleep');
  assert.deepEqual([failed.code, failed.value.outcome], [13, 'failed']);
  assert.equal(json(box, name, 'status').code, 13, 'a failed night is overdue');
  assert.match(box.dk(name, ['status']).stdout, /The last try failed/u);
  box.git(home, 'clean', '-qfd', '--', 'rem');
  assert.equal(json(box, name, 'sleep').value.outcome, 'ran');
  const manifest = JSON.parse(readFileSync(box.path(home, 'rem/manifest.json'), 'utf8'));
  assert.equal(manifest.format, 1);
  assert.equal(manifest.entries.length, 1);
  assert.equal(manifest.gaps.length, 1);
  assert.equal(manifest.gaps[0].reason, failed.value.reason);
});

test('a dry run and --show-input write nothing at all', (t) => {
  const box = sandbox(t);
  const name = homeIn(box);
  box.dk(name, ['board', 'add', 'one task']);
  const before = box.git(name, 'log', '--format=%H');
  const input = box.dk(name, ['sleep', '--only', 'dream', '--show-input']).stdout;
  assert.match(input, /^CLOCK\n/u);
  assert.match(input, /\*\* TODO one task/u);
  assert.match(box.dk(name, ['sleep', '--dry-run', '--force']).stdout, /\n\* carry\n/u);
  assert.match(box.dk(name, ['wake', '--dry-run']).stdout, /^Good morning/u);
  assert.equal(box.git(name, 'log', '--format=%H'), before);
  assert.equal(box.git(name, 'status', '--porcelain'), '');
  assert.equal(box.dk(name, ['nights', 'list']).stdout, 'No night yet. `dk sleep` is the first.\n');
});

test('two dreams in one minute do not overwrite each other', (t) => {
  const box = sandbox(t);
  const name = worked(box);
  const entries = [1, 2, 3].map(() => json(box, name, 'sleep', '--force').value.entry as string);
  assert.equal(new Set(entries).size, 3);
  assert.equal(box.dk(name, ['nights', 'verify']).code, 0);
  assert.deepEqual(
    JSON.parse(box.read(`${name}/.dream/rem/manifest.json`)).entries,
    entries.toReversed().map((path) => path.slice(4)),
  );
});

test('what a person ignores everywhere is not work in flight', (t) => {
  const box = sandbox(t);
  const name = worked(box);
  box.write('person/.gitconfig', '[core]\n\texcludesFile = ~/everywhere\n');
  box.write('person/everywhere', '.idea/\n');
  box.write(`${name}/.idea/state.xml`, 'x');
  utimesSync(box.path(name, 'app.js'), new Date(), new Date());
  assert.deepEqual(json(box, name, 'wake').value.carry.midFlight, ['app.js']);
});

test('status counts calls as `dk steps` does: a start, its end and its batch are one', (t) => {
  const box = sandbox(t);
  homeIn(box);
  for (const more of [['--start'], ['--end', '--exit', '0'], []])
    box.dk('home', ['step', '--call', 'c1', '--run', 's', '--tool', 'bash', '--target', 'npm test', ...more]);
  box.dk('home', ['step', '--run', 's', '--tool', 'edit', '--target', 'a.ts', '--exit', '0']);
  const steps = JSON.parse(box.dk('home', ['steps', '--json']).stdout);
  const { counts, answer } = JSON.parse(box.dk('home', ['status', '--json']).stdout);
  assert.equal(counts.newSteps, steps.counts.calls);
  assert.match(answer, new RegExp(`\\b${steps.counts.calls} steps\\b`, 'u'));
});

test('status in another worktree does not hold its files against those of the main one', (t) => {
  const box = sandbox(t);
  project(box);
  box.dk('project', ['init']);
  box.write('project/README.md', 'left open\n');
  box.dk('project', ['sleep', '--force']);
  box.git('project', 'worktree', 'add', '-q', '-b', 'feat/x', box.path('other'));
  const there = JSON.parse(box.dk('other', ['status', '--json']).stdout);
  assert.equal(there.counts.uncommitted, 0);
  assert.doesNotMatch(there.answer, /uncommitted/u);
  box.git('other', 'switch', '-q', '--detach');
  assert.doesNotMatch(JSON.parse(box.dk('other', ['status', '--json']).stdout).answer, /uncommitted/u);
  box.write('other/README.md', 'open here\n');
  assert.match(JSON.parse(box.dk('other', ['status', '--json']).stdout).answer, /uncommitted files/u);
});
