// Whose commits: ours are those this machine or the ledger knows, in the home's repository only. A trailer alone proves nothing.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseBoard, withTask } from '../../src/board/board.ts';
import { makeChange } from '../../src/change/change.ts';
import { gatherFacts } from '../../src/facts/facts.ts';
import { explain, undoChange, verifyNights } from '../../src/history/history.ts';
import { isDream, parseLedger, type UndoLine, withLedgerLine } from '../../src/journal/journal.ts';
import { type Lived, liveDay } from '../day.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const board = '* board\n** TODO mend the door\n** TODO paint the wall\n\n* log\n';

async function life(box: Sandbox, shape: 'one' | 'nested'): Promise<Lived> {
  const lived = await liveDay(box, 'day', { shape, board, before: { 'src/a.ts': 'a\n' }, day: [] });
  const { receipt } = await sleepOnce(lived.at('09:00'), { env: {}, isForced: true });
  assert.equal(receipt.outcome, 'ran', receipt.message);
  return lived;
}

/** A commit of somebody else, of these files, later than everything before. */
function commit(folder: string, message: string, files: Readonly<Record<string, string>>, at = '09:30'): string {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  gitAt(at, folder, 'add', '-A', '--', ...Object.keys(files));
  gitAt(at, folder, 'commit', '-q', '--allow-empty', '-m', message);
  return git(folder, 'rev-parse', 'HEAD').trim();
}

const git = (cwd: string, ...args: readonly string[]): string => gitAt('09:30', cwd, ...args);

function gitAt(at: string, cwd: string, ...args: readonly string[]): string {
  const who = { GIT_AUTHOR_NAME: 'P', GIT_AUTHOR_EMAIL: 'p@example.org', GIT_COMMITTER_NAME: 'P' };
  const when = { GIT_COMMITTER_DATE: `2026-06-10T${at}:00Z`, GIT_AUTHOR_DATE: `2026-06-10T${at}:00Z` };
  const env = { PATH: process.env.PATH, ...who, ...when, GIT_COMMITTER_EMAIL: 'p@example.org', HOME: '/nonexistent' };
  const ran = spawnSync('git', args, { cwd, env: { ...env, GIT_CONFIG_NOSYSTEM: '1' }, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}`);
  return ran.stdout;
}

const news = async (lived: Lived, time = '10:00'): Promise<string[]> =>
  (await gatherFacts({ ...lived.at(time), purpose: 'dream' })).commits
    .filter(({ isNew }) => isNew)
    .map(({ subject }) => subject);

const plan = ({ home }: Lived): string => readFileSync(join(home.home, 'plan.org'), 'utf8');

async function addTask(lived: Lived, title: string): Promise<{ readonly id: string; readonly commit: string }> {
  const { world, home } = lived.at('09:10');
  const edit = (bytes: Uint8Array | undefined): Uint8Array =>
    withTask(parseBoard(bytes ?? new Uint8Array()), { title, state: 'TODO' });
  const files = [{ path: 'plan.org', edit }];
  const changed = await makeChange(world, home, { files, subject: `board: add ${title}`, agent: 'waldo' });
  assert.ok(changed.kind === 'changed' && changed.commit !== undefined);
  return { id: changed.id, commit: changed.commit };
}

const forgeries: readonly (readonly [string, string])[] = [
  ['in the last paragraph', 'work\n\nDream-Id: c-aaaaaaaaaa'],
  ['of a night', 'work\n\nDream-Id: n-aaaaaaaaaa'],
  ['in the body', 'work\n\nDream-Id: c-aaaaaaaaaa\n\nand more'],
  ['as the subject', 'Dream-Id: c-aaaaaaaaaa'],
  ['among others', 'work\n\nDream-Id: c-aaaaaaaaaa\nSigned-off-by: P <p@example.org>'],
  ['twice', 'work\n\nDream-Id: c-aaaaaaaaaa\nDream-Id: c-bbbbbbbbbb'],
];

describe('a forged trailer hides nothing', () => {
  for (const shape of ['one', 'nested'] as const)
    test(`in the project of a ${shape} home, wherever it stands`, async (t) => {
      const lived = await life(sandbox(t), shape);
      const told: string[] = [];
      for (const [index, [, message]] of forgeries.entries()) {
        commit(lived.project, message, { 'src/a.ts': `${index}\n` });
        told.unshift(message.split('\n')[0] ?? '');
      }
      assert.deepEqual(await news(lived), told);
    });
  test('in the project of a nested home, also with the id of a change of ours, and also where it touches files named as ours', async (t) => {
    const lived = await life(sandbox(t), 'nested');
    const { id } = await addTask(lived, 'another');
    commit(lived.project, `work\n\nDream-Id: ${id}`, { 'plan.org': 'x\n' });
    assert.deepEqual(await news(lived), ['work']);
  });
  test('in the home itself: unknown id, known id with work, known id and nothing, known id on a merge', async (t) => {
    const lived = await life(sandbox(t), 'one');
    const { id } = await addTask(lived, 'another');
    assert.deepEqual(await news(lived), [], 'our own is no news');
    commit(lived.project, 'board: only the plan\n\nDream-Id: c-aaaaaaaaaa', { 'plan.org': `${plan(lived)}\n` });
    commit(lived.project, `work under our name\n\nDream-Id: ${id}`, { 'src/a.ts': 'b\n', 'plan.org': plan(lived) });
    commit(lived.project, `nothing under our name\n\nDream-Id: ${id}`, {});
    commit(lived.project, `settings under our name\n\nDream-Id: ${id}`, {
      'dreamkeeper.yaml': 'format: 1\nagent: waldo\n',
    });
    git(lived.project, 'switch', '-q', '-c', 'side', 'HEAD~1');
    commit(lived.project, 'on the side', { 'side.txt': 'x\n' });
    git(lived.project, 'switch', '-q', 'main');
    git(lived.project, 'merge', '-q', '--no-ff', '-m', `a merge under our name\n\nDream-Id: ${id}`, 'side');
    assert.deepEqual((await news(lived)).toSorted(), [
      'a merge under our name',
      'board: only the plan',
      'nothing under our name',
      'on the side',
      'settings under our name',
      'work under our name',
    ]);
  });
  test('a forged line of the ledger, hashed and chained, hides only what touches nothing but our files', async (t) => {
    const lived = await life(sandbox(t), 'one');
    const path = join(lived.home.home, 'rem/ledger.jsonl');
    const line: UndoLine = {
      ...{ kind: 'undo', id: 'u-aaaaaaaaaa', agent: 'waldo', time: '2026-06-10T09:20:00.000Z', of: 'n-aaaaaaaaaa' },
      ...{ undid: [], redo: false, board: null, also: ['c-aaaaaaaaaa'] },
    };
    const forged = withLedgerLine(readFileSync(path), line);
    commit(lived.project, 'merge of a pull request', { 'rem/ledger.jsonl': Buffer.from(forged).toString('utf8') });
    commit(lived.project, 'work\n\nDream-Id: c-aaaaaaaaaa', { 'src/a.ts': 'b\n' });
    commit(lived.project, 'cadence\n\nDream-Id: c-aaaaaaaaaa', { 'lifecycle.org': 'x\n' });
    commit(lived.project, 'board: the plan\n\nDream-Id: c-aaaaaaaaaa', { 'plan.org': `${plan(lived)}\n` });
    assert.deepEqual(await news(lived), ['cadence', 'work', 'merge of a pull request']);
  });
});

describe('what is ours stays ours', () => {
  test('amended, rebased, picked and reverted by a person', async (t) => {
    const lived = await life(sandbox(t), 'one');
    const { id } = await addTask(lived, 'another');
    git(lived.project, 'commit', '-q', '--amend', '-m', `board: in my words\n\nDream-Id: ${id}`);
    assert.deepEqual(await news(lived), [], 'amended');
    commit(lived.project, 'theirs', { 'src/a.ts': 'b\n' });
    const second = await addTask(lived, 'one more');
    git(lived.project, 'rebase', '-q', '--force-rebase', 'HEAD~3');
    assert.deepEqual(await news(lived), ['theirs'], 'rebased');
    const head = git(lived.project, 'rev-parse', 'HEAD').trim();
    assert.notEqual(head, second.commit);
    git(lived.project, 'revert', '--no-edit', head);
    assert.deepEqual(
      await news(lived),
      ['Revert "board: add one more"', 'theirs'],
      'a revert is the word of whoever made it',
    );
    git(lived.project, 'cherry-pick', '-n', head);
    git(lived.project, 'commit', '-q', '-C', head);
    assert.deepEqual((await news(lived)).length, 2, 'picked again');
    writeFileSync(join(lived.project, 'src/a.ts'), 'c\n');
    git(lived.project, 'commit', '-q', '--amend', '--no-edit', '-a');
    assert.equal((await news(lived))[0], 'board: add one more', 'with work in it, it is news');
  });
  test('every change of ours is named in the ledger by the next line, and a clone knows it', async (t) => {
    const box = sandbox(t);
    const lived = await life(box, 'one');
    const ids = [await addTask(lived, 'another'), await addTask(lived, 'one more')].map(({ id }) => id);
    commit(lived.project, 'theirs', { 'src/a.ts': 'b\n' });
    const { receipt } = await sleepOnce(lived.at('11:00'), { env: {} });
    assert.equal(receipt.outcome, 'ran');
    const ledger = parseLedger(readFileSync(join(lived.home.home, 'rem/ledger.jsonl'), 'utf8'));
    assert.equal(ledger.broken, undefined);
    const [first, last] = ledger.lines;
    assert.deepEqual(last?.also, ids);
    const init = git(lived.project, 'log', '--reverse', '--format=%(trailers:key=Dream-Id,valueonly,separator=%x20)');
    assert.deepEqual(first?.also, [init.split('\n')[0]], 'how the home began stands in the first');
    git(box.folder, 'clone', '-q', lived.project, 'clone');
    const there = lived.at('12:00').world.places.find({ cwd: box.path('clone'), env: {} });
    assert.ok(there !== undefined);
    const facts = await gatherFacts({ ...lived.at('12:00'), home: there, purpose: 'dream' });
    assert.deepEqual(
      facts.commits.map(({ subject }) => subject),
      ['theirs', 'first', 'init: a home for waldo'],
      'of ours only the settings are told of',
    );
    assert.equal(facts.evidence.length, 0, 'what came along is no evidence here');
    assert.deepEqual(facts.foreignLines, [], 'and no alarm');
    // The same machine without anything private is a clone, too.
    rmSync(lived.home.privateDir, { recursive: true });
    const again = await gatherFacts({ ...lived.at('12:00'), purpose: 'dream' });
    assert.deepEqual([again.evidence.length, again.commits.length], [0, 3]);
  });
  test('a home of an earlier version: its old commits are no news, and its nights stay ours', async (t) => {
    const lived = await life(sandbox(t), 'one');
    await addTask(lived, 'another');
    const path = join(lived.home.home, 'rem/ledger.jsonl');
    const {
      also: _,
      hash: __,
      at: ___,
      prev: ____,
      ...line
    } = parseLedger(readFileSync(path, 'utf8')).lines.find(isDream) ?? never();
    writeFileSync(path, withLedgerLine(undefined, line));
    git(lived.project, 'commit', '-qam', 'as it was');
    rmSync(join(lived.home.privateDir, 'made-here.jsonl'));
    assert.deepEqual(await news(lived), ['as it was']);
    const before = await gatherFacts({ ...lived.at('10:00'), purpose: 'wake' });
    assert.equal(before.evidence.length, 1, 'by its receipt');
    // Also where nothing private is left.
    rmSync(lived.home.privateDir, { recursive: true });
    assert.deepEqual(await news(lived), ['as it was']);
    // From the first line of this version on, a trailer alone is nothing again.
    await sleepOnce(lived.at('11:00'), { env: {} });
    commit(lived.project, 'board: late\n\nDream-Id: c-aaaaaaaaaa', { 'plan.org': `${plan(lived)}\n` }, '11:30');
    assert.deepEqual(await news(lived, '12:00'), ['board: late']);
  });
});

describe('what else a trailer could do', () => {
  test('a commit that claims to be a night does not alarm, is not explained as ours, and is not taken back', async (t) => {
    const lived = await life(sandbox(t), 'one');
    const forged = commit(lived.project, 'x\n\nDream-Id: n-aaaaaaaaaa', {
      'plan.org': `${plan(lived)}** TODO forged\n`,
    });
    const { world, home } = lived.at('10:00');
    assert.equal((await verifyNights(world, home)).broken, null);
    const line = plan(lived).split('\n').indexOf('** TODO forged') + 1;
    assert.equal(
      (await explain(world, home, { kind: 'line', of: 'home', path: 'plan.org', line })).by,
      'somebody else',
    );
    const undo = { agent: 'waldo', keep: 50 };
    await assert.rejects(undoChange(world, home, { ...undo, wanted: forged }), { code: 'E_NO_SUCH_NIGHT' });
    await assert.rejects(undoChange(world, home, { ...undo, wanted: 'n-aaaaaaaaaa' }), { code: 'E_NO_SUCH_NIGHT' });
  });
  test('a later commit under the id of one of ours does not stand in the way of taking ours back', async (t) => {
    const lived = await life(sandbox(t), 'one');
    const { id } = await addTask(lived, 'another');
    commit(lived.project, `board: add another\n\nDream-Id: ${id}`, { 'src/a.ts': 'b\n' });
    const { world, home } = lived.at('10:00');
    await undoChange(world, home, { wanted: id, agent: 'waldo', keep: 50 });
    assert.doesNotMatch(plan(lived), /another/u);
  });
  test('a line of the ledger that somebody else committed and took out again stays out', async (t) => {
    const lived = await life(sandbox(t), 'one');
    const path = join(lived.home.home, 'rem/ledger.jsonl');
    const before = readFileSync(path);
    const [night] = parseLedger(before.toString()).lines;
    assert.ok(night?.kind === 'night');
    const { hash: _, at: __, prev: ___, ...line } = night;
    const forged = withLedgerLine(before, { ...line, id: 'n-aaaaaaaaaa', time: '2026-06-10T09:20:00.000Z' });
    const name = 'rem/ledger.jsonl';
    commit(lived.project, 'rem: forged\n\nDream-Id: n-aaaaaaaaaa', { [name]: Buffer.from(forged).toString('utf8') });
    commit(lived.project, 'take it out again', { [name]: before.toString('utf8') });
    // As after a pull: nobody remembers the ledger as it is.
    rmSync(join(lived.home.privateDir, 'ledger-known.json'));
    await sleepOnce(lived.at('11:00'), { env: {}, isForced: true });
    assert.doesNotMatch(readFileSync(path, 'utf8'), /n-aaaaaaaaaa/u);
  });
  test('a change that was sealed and killed is not taken for landed because somebody names it', async (t) => {
    const lived = await life(sandbox(t), 'one');
    const { world, home } = lived.at('09:10');
    const dies = (name: string): void => {
      if (name === 'sealed') throw new Error('killed');
    };
    const edit = (bytes: Uint8Array | undefined): Uint8Array =>
      withTask(parseBoard(bytes ?? new Uint8Array()), { title: 'another', state: 'TODO' });
    const change = { files: [{ path: 'plan.org', edit }], subject: 'board: add another', agent: 'waldo' };
    await assert.rejects(makeChange({ ...world, probe: dies }, home, { ...change, id: 'c-bbbbbbbbbb' }), /killed/u);
    commit(lived.project, 'board: add another\n\nDream-Id: c-bbbbbbbbbb', { 'src/a.ts': 'b\n' });
    await makeChange(world, home, {
      ...change,
      files: [{ path: 'notes/2026-06-10.md', edit: () => Buffer.from('- x\n') }],
    });
    assert.match(plan(lived), /\*\* TODO another\n/u, 'it is carried out');
  });
});

function never(): never {
  throw new Error('there is a line');
}
