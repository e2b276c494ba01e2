// What a run is told of work that is open: the task it is for, the files and how much of them, whose it is, and on which branch.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseBoard } from '../../src/board/board.ts';
import { carryOf, gatherFacts, nextAction } from '../../src/facts/facts.ts';
import { parseEntry } from '../../src/journal/journal.ts';
import { printStep, stepRecord } from '../../src/steps/steps.ts';
import { appendLine } from '../../src/telemetry/telemetry.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { liveDay, timeOf } from '../day.ts';
import { memoryGit } from '../memory-git/memory-git.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const twoTasks = '* board\n** DOING pricing table\n** DOING docs for the S3 storage\n- [ ] say how it is set up\n';

test('of several tasks the one whose files are open, the files, and how much', async (t) => {
  const lived = await liveDay(
    sandbox(t),
    'project',
    {
      ...{ shape: 'nested', board: twoTasks, before: { 'docs/s3-storage.md': 'one\ntwo\nthree\n', 'a.ts': 'a\n' } },
      day: [
        { at: '09:00', edit: 'docs/s3-storage.md', content: 'one\nTWO\nthree\nfour\n' },
        { at: '09:05', write: 'debug.log', content: 'x\n' },
        { at: '09:06', write: 'idea.md', content: 'x\n' },
      ],
    },
    memoryGit(),
  );
  const { carry, pack } = await wakeUp(lived.at('09:10'), { isDry: true });
  assert.equal(carry.doing, 'docs for the S3 storage');
  assert.equal(carry.next, 'finish and commit `docs/s3-storage.md` +2 −1 (for "docs for the S3 storage")');
  assert.deepEqual(carry.midFlight, ['docs/s3-storage.md', 'idea.md']);
  assert.match(
    pack,
    /\nIn flight, not committed: `docs\/s3-storage\.md` \+2 −1\nChanged, and no edit on record says by whom: `idea\.md` \+1\n/u,
  );
  assert.match(pack, /\n- \[ \] say how it is set up\n/u, 'the boxes of that task');
  assert.doesNotMatch(pack, /debug\.log/u);

  const { text } = await sleepOnce(lived.at('09:20'), { env: {} });
  const read = parseEntry(Buffer.from(text ?? ''));
  assert.ok(read.kind === 'dream');
  assert.equal(read.entry.carry.doing, 'docs for the S3 storage');
  assert.equal(read.entry.carry.next, 'finish and commit docs/s3-storage.md +2 −1 (for "docs for the S3 storage")');
  assert.doesNotMatch(text ?? '', /debug\.log/u);
});

test('what only lies there is never to be committed', async (t) => {
  const lived = await liveDay(
    sandbox(t),
    'project',
    {
      ...{ shape: 'nested', board: '* board\n', before: { 'a.ts': 'a\n' } },
      day: [
        { at: '09:00', write: 'nohup.out', content: 'x\n' },
        { at: '09:01', write: 'idea.md', content: 'x\n' },
      ],
    },
    memoryGit(),
  );
  const facts = await gatherFacts({ ...lived.at('09:10'), purpose: 'wake' });
  const board = (text: string) => ({ ...facts, board: facts.board && parse(text) });
  assert.equal(nextAction(facts), 'see whether idea.md is to be kept; git does not know it yet');
  assert.equal(nextAction(board('** DOING a task\n')), 'go on with "a task"');
  assert.equal(nextAction(board('** TODO a task\n')), 'start "a task" (TODO on the board)');
  assert.deepEqual(carryOf(facts).midFlight, ['idea.md']);
});

test('where files from before the last commit are not committed, it does not say that nothing is', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board: '* board\n', before: { 'a.ts': 'a\n', 'docs.md': 'b\n' } },
    day: [
      { at: '09:01', edit: 'a.ts', content: 'A\n' },
      { at: '09:30', commit: 'work: a' },
    ],
  });
  assert.match((await wakeUp(lived.at('09:40'), { isDry: true })).pack, /^Next action: none; nothing is in flight$/mu);
  lived.happen({ at: '09:10', write: 'docs.md', content: 'B\n' });
  const { pack } = await wakeUp(lived.at('09:40'), { isDry: true });
  assert.match(pack, /^Also uncommitted, from before the last commit: `docs\.md`/mu);
  assert.match(pack, /^Next action: none; only files from before the last commit are not committed$/mu);
});

test('what another living session edits is its own', async (t) => {
  const lived = await liveDay(
    sandbox(t),
    'project',
    {
      ...{ shape: 'nested', board: '* board\n', before: { 'a.ts': 'a\n', 'b.ts': 'b\n' } },
      day: [
        { at: '09:00', edit: 'a.ts', content: 'A\n' },
        { at: '09:01', edit: 'b.ts', content: 'B\n' },
      ],
    },
    memoryGit(),
  );
  const record = { run: 'theirs', agent: null, seq: 0, head: null, branch: 'main', time: timeOf('09:05') };
  const step = stepRecord({ tool: 'Edit', target: 'b.ts', exit: 0 }, record, { sha256: () => '', redact: String });
  appendLine(join(lived.home.home, '_steps.jsonl'), printStep(step));
  const both = await wakeUp(lived.at('09:10'), { isDry: true });
  assert.deepEqual(both.carry.midFlight, ['b.ts', 'a.ts'], 'it is over');
  const { carry, pack } = await wakeUp({ ...lived.at('09:10'), atWork: ['theirs'] }, { isDry: true });
  assert.deepEqual(carry.midFlight, ['a.ts']);
  assert.equal(carry.next, 'finish and commit `a.ts` +1 −1');
  assert.match(pack, /\nAnother session is at work on `b\.ts`\.\n/u);
  assert.doesNotMatch(pack, /Also uncommitted/u);
});

test('open work belongs to its branch: told there, in one line elsewhere, and never as an order', async (t) => {
  const box = sandbox(t);
  const lived = await liveDay(box, 'project', {
    ...{ shape: 'nested', board: '* board\n', before: { 'a.ts': 'a\n', 'b.ts': 'b\n' } },
    day: [{ at: '09:00', edit: 'a.ts', content: 'A\n' }],
  });
  const git = (folder: string, ...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, env: { ...box.env }, encoding: 'utf8' });
  const beside = box.path('beside');
  git(lived.project, 'worktree', 'add', '-q', '-b', 'feature/s3', beside);
  for (const name of ['b.ts', 'new.ts', 'run.log']) writeFileSync(join(beside, name), 'changed\n');
  const record = { run: 'other', agent: null, seq: 0, head: null, branch: 'feature/s3', worktree: beside };
  for (const target of ['b.ts', 'new.ts']) {
    const context = { ...record, time: timeOf('09:05') };
    const step = stepRecord({ tool: 'Edit', target, exit: 0 }, context, { sha256: () => '', redact: String });
    appendLine(join(lived.home.home, '_steps.jsonl'), printStep(step));
  }
  // A harness's own worktree is none of ours to tell of.
  const inner = join(lived.project, '.claude/worktrees/sub');
  git(lived.project, 'worktree', 'add', '-q', '-b', 'sub', inner);
  writeFileSync(join(inner, 'b.ts'), 'changed\n');
  const step = { tool: 'Edit', target: 'b.ts', exit: 0 };
  const context = { ...record, worktree: inner, time: timeOf('09:06') };
  appendLine(
    join(lived.home.home, '_steps.jsonl'),
    printStep(stepRecord(step, context, { sha256: () => '', redact: String })),
  );
  const here = await wakeUp(lived.at('09:10'), { isDry: true });
  assert.equal(here.pack.match(/\nOn branch /gu)?.length, 1);
  assert.deepEqual(here.carry.midFlight, ['a.ts']);
  assert.ok(here.pack.includes(`\nOn branch \`feature/s3\`, 2 files are uncommitted in \`${beside}\`.\n`), here.pack);
  const { text } = await sleepOnce(lived.at('09:20'), { env: {} });
  assert.ok(!(text ?? '').includes('beside'), 'a path of this machine is in no commit');

  // It lies there after more nights, too.
  for (const [hour, path] of [
    ['10', 'a.ts'],
    ['11', 'b.ts'],
  ] as const) {
    lived.happen({ at: `${hour}:00`, edit: path, content: `${hour}\n` });
    lived.happen({ at: `${hour}:01`, commit: `the ${hour}th`, files: [path] });
    assert.equal((await sleepOnce(lived.at(`${hour}:30`), { env: {}, isForced: true })).receipt.outcome, 'ran');
  }
  assert.match(
    (await wakeUp(lived.at('11:40'), { isDry: true })).pack,
    /\nOn branch `feature\/s3`, 2 files are uncommitted/u,
  );

  // There it is in flight, and the dream of the other branch makes nothing of its own so.
  const at = lived.at('11:50');
  const home = at.world.places.find({ cwd: beside, env: {} });
  assert.ok(home !== undefined);
  writeFileSync(join(beside, 'a.ts'), 'otherwise\n');
  utimesSync(join(beside, 'a.ts'), timeOf('09:00'), timeOf('09:00'));
  git(beside, 'commit', '-qm', 'something else', 'b.ts');
  const there = await wakeUp({ ...at, home }, { isDry: true });
  assert.match(there.pack, /branch `feature\/s3`/u);
  assert.deepEqual(there.carry.midFlight, ['new.ts']);
});

function parse(text: string) {
  return parseBoard(Buffer.from(`* board\n${text}`));
}

test('what a shell wrote two nights ago and nobody committed is still on record as that', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board: '* board\n', before: { 'a.ts': 'a\n' } },
    day: [{ at: '09:00', session: 's1', run: 'sed -i s/a/b/ a.ts', write: 'a.ts', content: 'b\n' }],
  });
  for (const hour of ['10', '11']) {
    await sleepOnce(lived.at(`${hour}:00`), { env: {}, isForced: true });
    lived.happen({ at: `${hour}:30`, session: `s${hour}`, read: 'a.ts' });
  }
  await sleepOnce(lived.at('12:00'), { env: {}, isForced: true });
  const { pack } = await wakeUp(lived.at('12:10'), { isDry: true });
  assert.match(pack, /^In flight, not committed: `a\.ts` \+1 −1$/mu);
  assert.doesNotMatch(pack, /no edit on record/u);
  // What was committed since is another matter: who changed it again, nobody knows.
  lived.happen({ at: '12:20', commit: 'a' });
  lived.happen({ at: '12:30', write: 'a.ts', content: 'c\n' });
  assert.match((await wakeUp(lived.at('12:40'), { isDry: true })).pack, /no edit on record says by whom: `a\.ts`/u);
});
