// Several sessions, worktrees and branches: none is taken for another, and one that was killed is noticed by its absence.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { bash, harness, until } from './harness.ts';

/** Where Claude Code keeps a session, with one call that never ended. */
function transcriptWith(folder: string, call: { readonly command: string; readonly id: string }): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'session.jsonl');
  const timestamp = new Date().toISOString();
  const use = { type: 'tool_use', id: call.id, name: 'Bash', input: { command: call.command } };
  const lines = [
    { type: 'user', sessionId: 'gone', cwd: folder, timestamp, message: { role: 'user', content: 'run the tests' } },
    { type: 'assistant', sessionId: 'gone', timestamp, message: { role: 'assistant', content: [use] } },
  ];
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"type":"assis`);
  return path;
}

/** The number of a process that lives as long as the test; and of one that is dead. */
async function processes(t: {
  after(end: () => void): void;
}): Promise<{ readonly living: number; readonly dead: number }> {
  const living = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'ignore' });
  t.after(() => living.kill('SIGKILL'));
  const short = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await new Promise((resolve) => short.on('close', resolve));
  return { living: living.pid ?? 0, dead: short.pid ?? 0 };
}

test('a session that was killed in the middle of a call is put on record, and the next one is told', async (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const { dead } = await processes(t);
  const transcript_path = transcriptWith(box.path('kept'), { command: 'npm test', id: 'toolu_9' });
  const hook = (payload: object): void => {
    const input = JSON.stringify({ session_id: 'gone', cwd: box.path(agent.folder), transcript_path, ...payload });
    box.dk(agent.folder, ['hook', 'x', '--from', 'claude', '--pid', `${dead}`], {
      ...{ input, env: { DREAMKEEPER_WAKE_WAIT_MS: '60000' } },
    });
  };
  hook({ hook_event_name: 'SessionStart', source: 'startup' });
  hook(bash('ls src', 0, 'toolu_8'));
  const pack = agent.wake('next');
  assert.match(pack, /ended without a word, in the middle of Bash npm test\./u);
  assert.match(pack, /Next action: run `npm test` again; its end was never recorded/u);
  assert.equal(agent.dreams().length, 2);
  const journal = box.dk(agent.folder, ['journal']).stdout;
  assert.match(
    journal.replaceAll(/\s+/gu, ' '),
    /The session of .{0,30} ended without a word, in the middle of Bash npm test\./u,
  );
  // Put on record once, and said once; again only if no pack that says it reached a session.
  const after = agent.wake('after');
  assert.match(after, /^Good morning/u);
  assert.doesNotMatch(after, /in the middle of/u);
  rmSync(box.path(agent.folder, '.dream/.git/dreamkeeper/handed'), { recursive: true });
  assert.match(agent.wake('another'), /ended without a word, in the middle of Bash npm test/u);
  assert.doesNotMatch(agent.wake('last'), /in the middle of/u);
  assert.equal(agent.steps().filter(({ call }) => call === 'toolu_9').length, 1);
  // Who goes on was told at its own start.
  agent.tell({ session_id: 'after', hook_event_name: 'SessionEnd', reason: 'other' });
  box.git(agent.folder, 'switch', '-q', '-c', 'feature/x');
  const news = agent.tell({ session_id: 'after', hook_event_name: 'SessionStart', source: 'resume' }).stdout;
  assert.match(news, /Welcome back/u);
  assert.doesNotMatch(news, /in the middle of/u);
});

test('two sessions at once: the second is told of the first, and nobody sleeps under it', async (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const { living } = await processes(t);
  const hook = (session_id: string, payload: object, pid: number): string =>
    box.dk(agent.folder, ['hook', 'x', '--from', 'claude', '--pid', `${pid}`], {
      input: JSON.stringify({ session_id, cwd: box.path(agent.folder), ...payload }),
      env: { DREAMKEEPER_WAKE_WAIT_MS: '60000' },
    }).stdout;
  const start = { hook_event_name: 'SessionStart', source: 'startup' };
  hook('first', start, living);
  const dreamt = agent.dreams().length;
  hook('first', bash('npm run build', 0, 'a1'), living);
  assert.match(hook('second', start, process.pid), /Another session is at work here since/u);
  hook('first', { hook_event_name: 'Stop' }, living);
  // Who has answered may have been closed since.
  const answered =
    /Another session began here at [^.]*\. It answered at [^,]*, and its end was not reported yet; what it did/u;
  assert.match(hook('third', start, process.pid), answered);
  hook('third', { hook_event_name: 'SessionEnd', reason: 'other' }, process.pid);
  hook('first', bash('npm run build', 0, 'a2'), living);
  assert.match(hook('second', { ...start, source: 'resume' }, process.pid), /Another session is at work here since/u);
  hook('second', bash('npm test', 1, 'b1'), process.pid);
  assert.equal(agent.dreams().length, dreamt);
  assert.deepEqual(
    agent.steps().map(({ run, target }) => `${run} ${target}`),
    ['first npm run build', 'first npm run build', 'second npm test'],
  );
  hook('second', { hook_event_name: 'SessionEnd', reason: 'other' }, process.pid);
  const receipts = (): string => box.dk(agent.folder, ['nights', 'list', '--json']).stdout;
  await until(() => receipts().includes('at-work'), 'a receipt that says who is at work');
  hook('first', { hook_event_name: 'SessionEnd', reason: 'other' }, living);
  await until(() => !receipts().includes('at-work') || agent.dreams().length >= dreamt, 'the night after both');
});

test('a subagent counts to its session, and a compacted session goes on without a night', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  agent.wake('s1');
  const dreams = agent.dreams().length;
  agent.tell({ ...bash('npm test', 1, 'sub1'), agent_id: 'a-7', agent_type: 'Explore' });
  agent.tell({ hook_event_name: 'PreCompact', trigger: 'auto' });
  const pack = agent.wake('s1', { source: 'compact' });
  assert.match(pack, /^Welcome back[\s\S]*make `npm test` pass; it failed with exit 1/u);
  assert.equal(agent.dreams().length, dreams);
  assert.deepEqual([...new Set(agent.steps().map(({ run }) => run))], ['s1']);
});

test('a session that is resumed gets what is new, and no second pack', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const resumed = (session_id: string): string =>
    agent.tell({ session_id, hook_event_name: 'SessionStart', source: 'resume' }).stdout;
  const first = agent.wake('s1');
  assert.match(first, /^Good morning/u);
  // Its harness tells these by itself; whoever wakes by hand is told.
  assert.doesNotMatch(first, /You are on branch|Newest commits/u);
  assert.match(box.dk(agent.folder, ['wake']).stdout, /You are on branch `main` at [\s\S]*Newest commits:/u);
  agent.tell({ ...bash('npm test', 1, 'a1') });
  agent.tell({ hook_event_name: 'SessionEnd', reason: 'other' });
  assert.equal(resumed('s1'), '', 'it knows what it did itself');
  agent.tell({ hook_event_name: 'SessionEnd', reason: 'other' });
  const pack = box.dk(agent.folder, ['wake', '--last']).stdout;
  assert.match(pack, /^Good morning/u, 'what was handed over last is still known');
  agent.wake('s2');
  agent.tell({ session_id: 's2', hook_event_name: 'SessionEnd', reason: 'other' });
  box.git(agent.folder, 'switch', '-q', '-c', 'feature/x');
  const news = resumed('s2');
  assert.match(news, /Welcome back[\s\S]*The branch was `main`, and is `feature\/x` now\./u);
  assert.doesNotMatch(news, /Good morning|On the board/u);
  assert.match(resumed('unknown'), /Good morning/u, 'who was never heard of gets all');
});

test('what a night keeps for a session that cannot wait is there without what its harness sends, too', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  agent.tell(bash('npm test', 1, 'a1'));
  box.dk(agent.folder, ['sleep', '--force']);
  const kept = box.path(agent.folder, '.dream/.git/dreamkeeper');
  const file = readdirSync(kept).find((name) => /^pack-.*\.json$/u.test(name)) ?? '';
  const { pack, lean } = JSON.parse(readFileSync(join(kept, file), 'utf8')) as Record<string, string>;
  assert.match(pack ?? '', /You are on branch[\s\S]*Newest commits/u);
  assert.match(lean ?? '', /^Good morning[\s\S]*`npm test`/u);
  assert.doesNotMatch(lean ?? '', /You are on branch|Newest commits/u);
  const start = { hook_event_name: 'SessionStart', source: 'startup', session_id: 'hasty' };
  const { stdout } = agent.tell(start, { env: { DREAMKEEPER_WAKE_WAIT_MS: '0' } });
  assert.match(stdout, /a newer one was not ready in time/u);
  assert.doesNotMatch(stdout, /You are on branch|Newest commits/u);
});

const edit = (path: string, tool_use_id: string): object => ({
  ...{ hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_use_id },
  ...{ tool_input: { file_path: path }, tool_response: { filePath: path } },
});

test('what an older hand-over says of now is called old, and what happened since is said', async (t) => {
  const { dead } = await processes(t);
  const box = sandbox(t);
  const agent = harness(box);
  const kept = box.path(agent.folder, '.dream/.git/dreamkeeper');
  const packs = (): string[] => readdirSync(kept).filter((name) => /^(?:pack|woken)-.*\.json$/u.test(name));
  const handed = (): number => (existsSync(join(kept, 'handed')) ? readdirSync(join(kept, 'handed')).length : 0);
  let night: readonly (readonly [name: string, content: string])[] = [];
  const hasty = async (session_id: string): Promise<string> => {
    // The newest is that of the night, whatever was made too late for those who asked before.
    for (const name of packs()) rmSync(join(kept, name));
    for (const [name, content] of night) writeFileSync(join(kept, name), content);
    const before = handed();
    const start = { hook_event_name: 'SessionStart', source: 'startup', session_id };
    const { stdout } = agent.tell(start, { env: { DREAMKEEPER_WAKE_WAIT_MS: '0' } });
    await until(() => handed() >= before + 2, 'the pack that came too late');
    return JSON.parse(stdout).hookSpecificOutput.additionalContext as string;
  };
  box.write(`${agent.folder}/a.ts`, 'a\n');
  agent.tell({ ...edit(box.path(agent.folder, 'a.ts'), 'e1'), session_id: 's1' });
  agent.tell({
    hook_event_name: 'UserPromptSubmit',
    session_id: 's1',
    prompt: 'Write the letter a into a file of its own',
  });
  agent.tell({ ...bash('npm test', 0, 'a1'), session_id: 's1' });
  box.dk(agent.folder, ['sleep', '--force']);
  night = packs().map((name) => [name, readFileSync(join(kept, name), 'utf8')]);
  const nothing = await hasty('h1');
  assert.match(
    nothing,
    /^\(This hand-over was made at [^,]*: a newer one was not ready in time\. `dk wake` prints the newer one\.\)\n/u,
  );
  assert.match(nothing, /\nPassed before that; check again before relying on it:\n- `npm test`/u);
  assert.match(nothing, /has no commit yet: go on with it[\s\S]*\nIn flight, not committed: [\s\S]*\nNext action: /u);
  box.dk(agent.folder, ['board', 'add', 'the letter b']);
  const planned = await hasty('h0');
  assert.match(planned, /^\(This hand-over was made at [^,]*, and since then the board was changed: it says/u);
  rmSync(box.path(agent.folder, '.dream/plan.org'));
  box.write(`${agent.folder}/a.ts`, 'b\n');
  agent.tell({ ...edit(box.path(agent.folder, 'a.ts'), 'e2'), session_id: 's2' });
  const worked = await hasty('h2');
  assert.match(worked, /^\(This hand-over was made at [^,]*, and since then somebody worked here: it says/u);
  box.git(agent.folder, 'add', 'a.ts');
  box.git(agent.folder, 'commit', '-qm', 'a file of its own');
  box.dk(agent.folder, ['hook', 'x', '--from', 'claude', '--pid', `${dead}`], {
    input: JSON.stringify({
      session_id: 'lost',
      cwd: box.path(agent.folder),
      hook_event_name: 'UserPromptSubmit',
      prompt: 'x',
    }),
  });
  const moved = await hasty('h3');
  assert.match(
    moved,
    /since then somebody worked here, and other commits came here, and a session stopped without a proper end: it says how things stood before that\./u,
  );
  assert.match(
    moved,
    /had no commit then: look whether it has one now\.\n[\s\S]*\nIn flight then: [\s\S]*\nNext action then: /u,
  );
  assert.doesNotMatch(moved, /need not be run|has no commit yet|\nIn flight, not|\nNext action:/u);
});

test('in a clean worktree there is nothing to dream of, though files are open in another', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const dreamtIn = (cwd: string): boolean => {
    const before = agent.dreams().length;
    box.dk(cwd, ['sleep'], { env: { DREAMKEEPER_DREAM_MIN_INTERVAL_MS: '0' } });
    return agent.dreams().length > before;
  };
  box.write(`${agent.folder}/open.md`, 'not committed\n');
  assert.ok(dreamtIn(agent.folder));
  box.git(agent.folder, 'worktree', 'add', '-q', '-b', 'feat/x', box.path('other'));
  assert.ok(!dreamtIn('other'));
  box.write('other/here.md', 'open here\n');
  assert.ok(dreamtIn('other'));
  assert.ok(!dreamtIn(agent.folder), 'what is open there was dreamt of');
  box.write(`${agent.folder}/open.md`, 'and changed\n');
  assert.ok(dreamtIn(agent.folder));
});

test('what passed in one worktree is to be run again in another, where no file changed', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  box.write(`${agent.folder}/open.md`, 'not committed\n');
  agent.wake('s1');
  agent.tell(bash('npm test', 0, 'a1'));
  box.dk(agent.folder, ['sleep', '--force']);
  box.git(agent.folder, 'worktree', 'add', '-q', '-b', 'feat/x', box.path('other'));
  const { stdout } = box.dk('other', ['wake']);
  assert.match(stdout, /^- ~~`npm test` ended with 0, .*~~ not the same on this branch: `open\.md`$/mu);
  // The same files are not the same place: nothing is installed there.
  box.git(agent.folder, 'add', 'open.md');
  box.git(agent.folder, 'commit', '-qm', 'open no more');
  agent.tell(bash('npm test', 0, 'a2'));
  box.dk(agent.folder, ['sleep', '--force']);
  box.git(agent.folder, 'worktree', 'add', '-q', '-b', 'feat/y', box.path('third'));
  assert.match(
    box.dk('third', ['wake']).stdout,
    /^- ~~`npm test` ended with 0, .*~~ it did not run in this worktree$/mu,
  );
  assert.match(box.dk(agent.folder, ['wake']).stdout, /need not be run again:\n- `npm test`/u);
  // And what ran in the other one since does not strike what passed here.
  box.write('third/begun.md', 'not committed\n');
  agent.tell({ ...bash('npm test', 0, 'a3'), session_id: 'w' }, { cwd: 'third' });
  box.dk('third', ['sleep', '--force']);
  const { stdout: main } = box.dk(agent.folder, ['wake']);
  assert.match(main, /It was written on `feat\/y`; you are on `main`\./u);
  assert.match(main, /need not be run again:\n- `npm test`/u);
  assert.doesNotMatch(main, /~~/u);
});

test('what failed in one worktree is not the next action in another, and the pack says where it was written', async (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  box.git(agent.folder, 'worktree', 'add', '-q', '-b', 'feat/x', box.path('other'));
  agent.tell({ hook_event_name: 'SessionStart', source: 'startup', session_id: 'w' }, { cwd: 'other' });
  agent.tell({ ...bash('npm test', 1, 'w1'), session_id: 'w' }, { cwd: 'other' });
  agent.tell({ hook_event_name: 'SessionEnd', session_id: 'w' }, { cwd: 'other' });
  await until(() => agent.dreams().length === 2, 'the night in the worktree');
  const [step] = agent.steps();
  assert.deepEqual([step?.worktree, step?.branch], [box.path('other'), 'feat/x']);
  const main = agent.wake('m');
  assert.doesNotMatch(main, /make `npm test` pass/u);
  assert.match(main, /It was written on `feat\/x`; you are on `main`\./u);
  const back = agent.wake('w2', { cwd: 'other' });
  assert.match(back, /Next action: make `npm test` pass; it failed with exit 1/u);
});

test('a session whose shell went elsewhere still belongs to its project', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  mkdirSync(box.path('away'));
  const env = { CLAUDE_PROJECT_DIR: box.path(agent.folder) };
  agent.tell({ ...bash('ls', 0, 'c1'), cwd: box.path('away') }, { cwd: 'away', env });
  assert.equal(agent.steps().length, 1);
});
