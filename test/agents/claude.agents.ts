// From one session of the real Claude Code to the next: what it did is recorded, slept on, and in the next one's first request.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { callsOf, isIntent, parseRunLines, parseSteps } from '../../src/steps/steps.ts';
import { until } from '../hooks/harness.ts';
import { bin, project, root, type Sandbox, sandbox } from '../sandbox.ts';
import { claudeProgram, session } from './claude.ts';

before(() => {
  claudeProgram();
});

const bash = (command: string): { call: string; input: object } => ({
  call: 'Bash',
  input: { command, description: 'Run it' },
});
const allow = ['--allowedTools', 'Bash,Write,Edit,Read,Agent'];

/** A project with a test that fails, and our hooks. */
function installed(box: Sandbox): void {
  project(box);
  // The one that lasts says who it is, outside the project.
  const scripts = { test: 'exit 1', lint: 'echo $$ > ../tool.pid; exec timeout 20 tail -f /dev/null' };
  box.write('project/package.json', JSON.stringify({ name: 'app', version: '1.0.0', private: true, scripts }));
  box.git('project', 'add', '-A');
  box.git('project', 'commit', '-q', '-m', 'a package');
  const ran = box.dk('project', ['install', 'claude', '--yes']);
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  assert.equal(box.git('project', 'status', '--porcelain'), '');
}

/** Whoever killed the session may have left its tool behind. */
function endTool(box: Sandbox): void {
  const pid = Number(box.read('tool.pid'));
  assert.ok(pid > 1);
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    // It is gone already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

const home = (box: Sandbox, ...parts: readonly string[]): string => box.path('project', '.dream', ...parts);
const read = (box: Sandbox, ...parts: readonly string[]): string =>
  existsSync(home(box, ...parts)) ? box.read(join('project', '.dream', ...parts)) : '';
const steps = (box: Sandbox) => parseSteps(read(box, '_steps.jsonl')).records;
const runs = (box: Sandbox) => parseRunLines(read(box, '.git', 'dreamkeeper', 'runs.jsonl'));
const dreams = (box: Sandbox): string[] =>
  existsSync(home(box, 'rem')) ? readdirSync(home(box, 'rem')).filter((name) => name.endsWith('.org')) : [];
const told = (box: Sandbox): (readonly [string, string, number | null])[] =>
  callsOf(steps(box).filter((step) => !isIntent(step))).map(({ tool, target, exit }) => [tool, target, exit] as const);

test('four sessions: worked, woken, killed, and woken again', async (t) => {
  const box = sandbox(t);
  installed(box);
  box.dk('project', ['board', 'add', 'write pages/hello.md']);
  const before = dreams(box).length;
  assert.equal(before, 1, 'the first night comes with the installation');

  const page = box.path('project', 'pages', 'hello.md');
  const first = await session(box, {
    ...{ folder: 'project', prompt: 'write a page that says hello', flags: allow },
    script: [{ call: 'Write', input: { file_path: page, content: '# Hello\n' } }, bash('npm test'), { say: 'done' }],
  });
  assert.equal(first.code, 0, first.output);
  assert.match(first.asked, /SessionStart hook additional context: Good morning/u);
  assert.deepEqual(told(box), [
    ['Write', page, 0],
    ['Bash', 'npm test', 1],
  ]);
  assert.deepEqual(
    steps(box).flatMap(({ tool, target }) => (tool === 'prompt' ? [target] : [])),
    ['write a page that says hello'],
  );
  await until(() => dreams(box).length === before + 1, 'the night after the first session');

  const second = await session(box, { folder: 'project', prompt: 'go on', flags: allow, script: [{ say: 'hm' }] });
  assert.match(
    second.asked,
    /Next action: make `npm test` pass; it failed with exit 1, and no passing run is on record/u,
  );
  assert.match(second.asked, /write pages\/hello\.md\\*": TODO → NEXT/u);
  assert.match(second.asked, /NEXT write pages\/hello\.md/u);
  assert.match(second.asked, /In flight, not committed: `pages\/hello\.md`/u);
  assert.match(read(box, 'plan.org'), /^\*+ NEXT write pages\/hello\.md/mu);

  const third = await session(
    box,
    { folder: 'project', prompt: 'check it', flags: allow, script: [bash('npm run lint'), { say: 'never' }] },
    async () => {
      await until(() => existsSync(box.path('tool.pid')), 'the tool');
      // The line of the call is in the transcript a moment after the command has begun.
      await new Promise((resolve) => setTimeout(resolve, 500));
      const pid = runs(box).findLast(({ event }) => event === 'start')?.pid;
      assert.ok(pid !== undefined && pid !== null, 'the harness told its own process');
      process.kill(pid, 'SIGKILL');
    },
  );
  assert.notEqual(third.code, 0);
  const fourth = await session(box, { folder: 'project', prompt: 'go on', flags: allow, script: [{ say: 'hm' }] });
  assert.match(fourth.asked, /ended without a word, in the middle of Bash npm run lint/u);
  assert.match(fourth.asked, /Next action: run `npm run lint` again; its end was never recorded/u);
  assert.equal(box.git('project', 'status', '--porcelain').trim(), '?? pages/');
  endTool(box);
  const doctor = box.dk('project', ['doctor', '--strict']);
  assert.equal(doctor.code, 0, doctor.stdout);
});

test('`dk run -- claude`: its model has the pack of the run, once, and the list has what it was sent', async (t) => {
  const box = sandbox(t);
  installed(box);
  box.dk('project', ['board', 'add', 'write pages/hello.md']);
  const held = await session(box, {
    ...{ folder: 'project', prompt: 'go on', flags: allow, script: [{ say: 'hm' }] },
    through: [process.execPath, bin, 'run', '--no-sleep', '--'],
  });
  assert.equal(held.code, 0, held.output);
  assert.doesNotMatch(held.output, /Nothing handed/u);
  assert.equal(held.asked.split('Your task, claimed for this run').length, 2, 'once, in one request');
  const [newest] = JSON.parse(box.dk('project', ['wake', '--list', '--json']).stdout).handed;
  assert.equal(newest.how, 'run');
  const told: string = JSON.parse(box.dk('project', ['wake', '--last', newest.run, '--json']).stdout).pack;
  assert.ok(held.asked.includes(JSON.stringify(told.trimEnd()).slice(1, -1)), 'word for word');
});

test('a subagent counts to its session, and a refused call is one', async (t) => {
  const box = sandbox(t);
  installed(box);
  const helper = { description: 'Look around', prompt: 'MARKER look', run_in_background: false };
  const { code, output } = await session(box, {
    ...{ folder: 'project', prompt: 'ask a helper', flags: [...allow, '--disallowedTools', 'Bash(git push *)'] },
    script: [
      { call: 'Agent', input: { ...helper, subagent_type: 'general-purpose' } },
      bash('git push origin'),
      { say: 'done' },
    ],
    marked: { MARKER: [bash('ls'), { say: 'seen' }] },
  });
  assert.equal(code, 0, output);
  const calls = callsOf(steps(box).filter((step) => !isIntent(step)));
  const refused = calls.find(({ target }) => target === 'git push origin');
  assert.deepEqual([refused?.outcome, refused?.exit], ['failed', null]);
  assert.equal(refused?.error, 'refused');
  assert.ok(calls.some(({ tool, target, exit }) => tool === 'Bash' && target === 'ls' && exit === 0));
  assert.equal(new Set(steps(box).map(({ run }) => run)).size, 1);
});

test('in a worktree, and on another branch', async (t) => {
  const box = sandbox(t);
  installed(box);
  const before = dreams(box).length;
  box.git('project', 'worktree', 'add', '-q', '-b', 'feat/x', box.path('other'));
  const there = await session(box, {
    ...{ folder: 'other', prompt: 'try it', flags: allow, script: [bash('npm test'), { say: 'done' }] },
  });
  assert.equal(there.code, 0, there.output);
  const [step] = steps(box).filter((each) => !isIntent(each));
  assert.deepEqual(
    [step?.target, step?.exit, step?.worktree, step?.branch],
    ['npm test', 1, box.path('other'), 'feat/x'],
  );
  await until(() => dreams(box).length > before, 'the night in the worktree');
  const here = await session(box, { folder: 'project', prompt: 'go on', flags: allow, script: [{ say: 'hm' }] });
  assert.match(here.asked, /It was written on `feat\/x`; you are on `main`\./u);
  assert.doesNotMatch(here.asked, /make `npm test` pass/u);
  box.git('project', 'switch', '-q', '-c', 'feat/y');
  const branch = await session(box, { folder: 'project', prompt: 'go on', flags: allow, script: [{ say: 'hm' }] });
  assert.doesNotMatch(branch.asked, /You are on branch|Newest commits/u, 'Claude Code says so itself');
  const again = await session(box, { folder: 'other', prompt: 'go on', flags: allow, script: [{ say: 'hm' }] });
  assert.match(again.asked, /Next action: make `npm test` pass; it failed with exit 1/u);
});

test('the plugin and the marketplace are valid, and a session with the plugin is recorded', async (t) => {
  const box = sandbox(t);
  const claude = (...args: readonly string[]): string => {
    const ran = spawnSync(claudeProgram(), args, { cwd: box.folder, env: box.env, encoding: 'utf8' });
    assert.equal(ran.status, 0, `claude ${args.join(' ')}: ${ran.stdout}${ran.stderr}`);
    return ran.stdout;
  };
  claude('plugin', 'validate', join(root, 'plugins', 'dreamkeeper'));
  claude('plugin', 'validate', root);
  project(box);
  box.dk('project', ['init']);
  // `dk` on the PATH, as the plugin wants it.
  const bin = box.write('bin/dk', `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'src', 'bin.ts')}' "$@"\n`);
  spawnSync('chmod', ['+x', bin]);
  const withPath: Sandbox = { ...box, env: { ...box.env, PATH: `${box.path('bin')}:${box.env.PATH ?? ''}` } };
  const { code, asked, output } = await session(withPath, {
    ...{ folder: 'project', prompt: 'say hello', script: [bash('echo hello'), { say: 'done' }] },
    flags: [...allow, '--plugin-dir', join(root, 'plugins', 'dreamkeeper')],
  });
  assert.equal(code, 0, output);
  assert.match(asked, /Good morning/u);
  assert.match(asked, /dreamkeeper:dreamkeeper/u, 'the skill is offered');
  assert.deepEqual(told(box), [['Bash', 'echo hello', 0]]);
});
