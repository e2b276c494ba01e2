// Whose request a commit is for: one session's commit does not carry out what another was asked, and neither does a stranger's that was pulled.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gatherFacts } from '../../src/facts/facts.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { type DayEvent, type Lived, liveDay } from '../day.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';

const before = { 'a.ts': 'a\n', 'b.ts': 'b\n' };
const median: DayEvent = { at: '09:00', session: 's1', prompt: 'Write the median of a list, with a test' };
const mode: DayEvent = { at: '08:50', session: 's2', prompt: 'Write the mode of a list, and commit it' };
const edited: DayEvent = { at: '09:09', session: 's2', edit: 'b.ts', content: 'mode\n' };
const committed: DayEvent = { at: '09:10', session: 's2', commit: 'Mode', run: 'git commit -qam Mode' };

const live = (box: Sandbox, day: readonly DayEvent[]): Promise<Lived> =>
  liveDay(box, 'project', { shape: 'nested', board: '* board\n', before, day });

const lastly = async (lived: Lived, atWork: readonly string[] = []) =>
  gatherFacts({ ...lived.at('10:00'), purpose: 'wake', atWork });

test('what a session committed for its own request is not for what another was asked', async (t) => {
  const lived = await live(sandbox(t), [mode, median, edited, committed]);
  const { wanted, wantedIn, leftAsked } = await lastly(lived);
  assert.deepEqual([wanted, wantedIn], [median.prompt, 's1']);
  assert.deepEqual(leftAsked, [], 'and its own is not left, though the other was asked meanwhile');
  assert.equal((await lastly(lived, ['s2'])).wanted, median.prompt, 'also while it is still at work');
});

test('who was only told to go on, or the session itself, commits for it', async (t) => {
  const goesOn: DayEvent = { at: '09:05', session: 's2', prompt: 'go on with that' };
  assert.equal((await lastly(await live(sandbox(t), [median, goesOn, edited, committed]))).wanted, undefined);
  const own = [edited, committed].map((event) => ({ ...event, session: 's1' }));
  assert.equal((await lastly(await live(sandbox(t), [mode, median, ...own]))).wanted, undefined);
  const byHand = { at: '09:10', commit: 'Median' } as const;
  assert.equal((await lastly(await live(sandbox(t), [mode, median, edited, byHand]))).wanted, undefined);
});

test('what was committed by hand beside it, while what was done for the request lies open, is not for it', async (t) => {
  const begun: DayEvent = { at: '09:05', session: 's1', edit: 'a.ts', content: 'median\n' };
  const beside: DayEvent = { at: '09:06', write: 'README.md', content: 'what there is\n' };
  const readme: DayEvent = { at: '09:07', commit: 'Readme', files: ['README.md'] };
  const lived = await live(sandbox(t), [median, begun, beside, readme]);
  assert.equal((await lastly(lived)).wanted, median.prompt);
  lived.happen({ at: '09:08', commit: 'Another try at it, by hand' });
  assert.equal((await lastly(lived)).wanted, undefined);
});

test('in the same second, what the session that was asked committed came after it', async (t) => {
  const that: DayEvent = { at: '09:10', session: 's1', prompt: 'commit that' };
  const begun: DayEvent = { at: '09:05', session: 's1', edit: 'b.ts', content: 'median\n' };
  assert.equal(
    (await lastly(await live(sandbox(t), [begun, that, { ...committed, session: 's1' }]))).wanted,
    undefined,
  );
  assert.equal(
    (await lastly(await live(sandbox(t), [begun, that, { ...committed, run: 'true' }]))).wanted,
    that.prompt,
  );
});

test("what somebody else wrote and was pulled is for nobody's request here", async (t) => {
  const box = sandbox(t);
  const lived = await live(box, [median]);
  const when = '2026-06-10T09:30:00Z';
  const git = (name: string, ...args: readonly string[]): void => {
    const env = { ...box.env, GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: name };
    const dated = { ...env, GIT_COMMITTER_DATE: when, GIT_AUTHOR_DATE: when };
    const ran = spawnSync('git', args, { cwd: lived.project, env: dated, encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stderr);
  };
  git('Somebody Else', 'clone', '-q', '.', '../theirs');
  git('Somebody Else', '-C', '../theirs', 'commit', '-q', '--allow-empty', '-m', 'Their own');
  git('The Person', 'pull', '-q', '--ff-only', '../theirs');
  assert.equal((await lastly(lived)).wanted, median.prompt);
  git('The Person', 'commit', '-q', '--allow-empty', '-m', 'By hand');
  assert.equal((await lastly(lived)).wanted, undefined);
});

test('last words of another session than one whose request may be done are told as that', async (t) => {
  const own = [median, { ...edited, session: 's1' }, { ...committed, session: 's1' }];
  const lived = await live(sandbox(t), own);
  const words = JSON.stringify({ v: 1, time: '2026-06-10T09:20:00.000Z', run: 's2', text: 'It divides by 0.' });
  lived.at('10:00').world.files.write(lived.home.privateDir, 'last-words.json', Buffer.from(words));
  assert.match(
    (await wakeUp(lived.at('10:00'), { isDry: true })).pack,
    /^Asked earlier, and commits came after it[\s\S]*^The agent's own last words, in another session than the one with the last request,/mu,
  );
});

test('last words of another session than the one with the last request are told as that', async (t) => {
  const lived = await live(sandbox(t), [mode, median]);
  const { world } = lived.at('10:00');
  const said = async (run: string): Promise<string> => {
    const words = JSON.stringify({ v: 1, time: '2026-06-10T09:20:00.000Z', run, text: 'All is done.' });
    world.files.write(lived.home.privateDir, 'last-words.json', Buffer.from(words));
    return (await wakeUp(lived.at('10:00'), { isDry: true })).pack;
  };
  assert.match(await said('s1'), /^The agent's own last words, Wed .*; nobody has verified them:$/mu);
  assert.match(
    await said('s2'),
    /^The agent's own last words, in another session than the one with the last request, Wed .*:$/mu,
  );
});

test('a request whose session ended and left nothing open may be done without a commit, and nobody is sent to it blindly', async (t) => {
  const asked: DayEvent = { at: '09:00', session: 's1', prompt: 'Run the tests and close the task on the board' };
  const ran: DayEvent = { at: '09:01', session: 's1', run: 'npm test' };
  const lived = await live(sandbox(t), [asked, ran]);
  const pack = async (): Promise<string> => (await wakeUp(lived.at('10:00'), { isDry: true })).pack;
  const goOn = /has no commit yet: go on with it unless[\s\S]*^Next action: go on with what you were asked$/mu;
  assert.match(await pack(), goOn, 'nobody knows whether the session ended');
  const told = (time: string, event: string, why = ''): void => {
    const line = { v: 1, time: `2026-06-10T${time}:00.000Z`, run: 's1', event, from: 'claude', why, worktree: null };
    appendFileSync(join(lived.home.privateDir, 'runs.jsonl'), `${JSON.stringify(line)}\n`);
  };
  mkdirSync(lived.home.privateDir, { recursive: true });
  told('09:02', 'end', 'gone');
  assert.match(await pack(), goOn, 'it ended without a word');
  told('09:03', 'start');
  told('09:04', 'end');
  assert.match(
    await pack(),
    /has no commit, and its session ended and left nothing open: look whether it is done, and go on with it if not\.$[\s\S]*^Next action: see whether what you were asked is done$/mu,
  );
  lived.happen({ at: '09:05', session: 's1', run: 'sed -i s/a/open/ a.ts', write: 'a.ts', content: 'open\n' });
  assert.match(await pack(), /has no commit yet: go on with it[\s\S]*^Next action: go on with what you were asked/mu);
});
