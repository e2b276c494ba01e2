// The newest Claude Code there is, and an older one: from the installation to the second session, with no dream made by the installation itself.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { callsOf, isIntent, parseRunLines, parseSteps } from '../../src/steps/steps.ts';
import { until } from '../hooks/harness.ts';
import { needs, project, type Sandbox, sandbox } from '../sandbox.ts';
import { claudeProgram, newest, session, typedSession } from './claude.ts';

const versions = [...new Set([newest(), '2.1.197'])];
const allow = ['--allowedTools', 'Bash,Write,Read'];
/** In a terminal the newest decides for itself what may be run, unless it is told to ask. */
const asking = ['--permission-mode', 'default', ...allow];
const bash = (command: string): { call: string; input: object } => ({
  call: 'Bash',
  input: { command, description: 'Run it' },
});

const settings = 'project/.claude/settings.local.json';
const told = (box: Sandbox, path: string): string =>
  existsSync(box.path('project/.dream', path)) ? box.read(`project/.dream/${path}`) : '';
const runs = (box: Sandbox) => parseRunLines(told(box, '.git/dreamkeeper/runs.jsonl'));
const events = (box: Sandbox): string[] => runs(box).map(({ event }) => event);
const calls = (box: Sandbox): (readonly [string, number | null])[] =>
  callsOf(parseSteps(told(box, '_steps.jsonl')).records.filter((step) => !isIntent(step))).map(
    ({ tool, exit }) => [tool, exit] as const,
  );
const dreams = (box: Sandbox): number => {
  const rem = box.path('project/.dream/rem');
  return existsSync(rem) ? readdirSync(rem).filter((name) => name.endsWith('.org')).length : 0;
};

function installed(box: Sandbox): void {
  project(box);
  box.write('project/package.json', JSON.stringify({ name: 'app', version: '1.0.0', scripts: { test: 'exit 1' } }));
  box.git('project', 'add', '-A');
  box.git('project', 'commit', '-q', '-m', 'a package');
  const ran = box.dk('project', ['install', 'claude', '--yes', '--no-first-night']);
  assert.equal(ran.code, 0, ran.stdout + ran.stderr);
  assert.equal(dreams(box), 0);
}

/** As an earlier version of ours installed them. */
function makeOld(box: Sandbox): void {
  const text = readFileSync(box.path(settings), 'utf8');
  const old = text.replace(/(hook (?:stop|compact) .*\n *"timeout": 5)/gu, '$1, "async": true');
  assert.notEqual(old, text);
  writeFileSync(box.path(settings), old);
}

for (const version of versions)
  describe(`Claude Code ${version}`, () => {
    test('installed, a session, its night, and a second session that wakes with it', async (t) => {
      const box = sandbox(t);
      installed(box);
      const page = box.path('project', 'hello.md');
      const first = await session(box, {
        ...{ version, folder: 'project', prompt: 'write a page that says hello', flags: allow },
        script: [
          { call: 'Write', input: { file_path: page, content: '# Hello\n' } },
          bash('npm test'),
          { say: 'done' },
        ],
      });
      assert.equal(first.code, 0, first.output);
      assert.match(first.asked, /Good morning/u);
      assert.match(first.asked, /How to work with this project's Dreamkeeper home/u, 'the skill is offered');
      assert.deepEqual(events(box), ['start', 'prompt', 'stop', 'end']);
      assert.deepEqual(calls(box), [
        ['Write', 0],
        ['Bash', 1],
      ]);
      await until(() => dreams(box) === 1, 'the night after the first session');
      const second = await session(box, {
        ...{ version, folder: 'project', prompt: 'go on', flags: allow, script: [{ say: 'hm' }] },
      });
      assert.match(second.asked, /Next action: make `npm test` pass; it failed with exit 1/u);
      assert.match(second.asked, /In flight, not committed: `hello\.md`/u);
      assert.doesNotMatch(second.asked, /ended without a word/u);
      const doctor = box.dk('project', ['doctor', '--strict']);
      assert.equal(doctor.code, 0, doctor.stdout);
      box.git('project', 'clean', '-fdq');
      // The night of the second session may be under way, and keeps all of it.
      await until(() => box.dk('project', ['uninstall', 'claude', '--data', '--yes']).code === 0, 'the way out');
      assert.equal(box.git('project', 'status', '--porcelain', '--ignored'), '');
    });

    test('in a terminal, typed by somebody who leaves with /exit', async (t) => {
      if (!needs(t, 'script', 'install util-linux')) return;
      const box = sandbox(t);
      installed(box);
      const { code, asked, output } = await typedSession(
        box,
        {
          ...{ version, folder: 'project', prompt: 'run the tests', flags: asking },
          script: [bash('npm test'), { say: 'that is all' }],
        },
        () => events(box).includes('stop'),
      );
      assert.equal(code, 0, output.slice(-2000));
      assert.match(asked, /Good morning/u);
      assert.deepEqual(events(box), ['start', 'prompt', 'stop', 'end']);
      assert.deepEqual(calls(box), [['Bash', 1]]);
      await until(() => dreams(box) === 1, 'the night after it');
    });

    test('hooks of an earlier version are named, and one install later a session ends as it should', async (t) => {
      const box = sandbox(t);
      installed(box);
      makeOld(box);
      const talk = { version, folder: 'project', prompt: 'look', flags: allow, script: [bash('ls'), { say: 'seen' }] };
      assert.equal((await session(box, talk)).code, 0);
      // The older one never says that it ended; the newer one does, and kills the hook it did not wait for.
      if (version === '2.1.197') assert.ok(!events(box).includes('end'), events(box).join(' '));
      assert.match(box.dk('project', ['doctor']).stdout, /claude-old/u);
      assert.equal(box.dk('project', ['install', 'claude', '--yes', '--no-first-night']).code, 0);
      assert.doesNotMatch(box.dk('project', ['doctor']).stdout, /claude-old/u);
      assert.equal((await session(box, talk)).code, 0);
      const last = runs(box).findLast(({ event }) => event === 'start')?.run;
      assert.deepEqual(
        runs(box).flatMap(({ run, event }) => (run === last ? [event] : [])),
        ['start', 'prompt', 'stop', 'end'],
      );
    });

    test('in a worktree: heard, or the doctor there says why not', async (t) => {
      const box = sandbox(t);
      installed(box);
      box.git('project', 'worktree', 'add', '-q', '-b', 'feat/x', box.path('other'));
      const talk = { version, folder: 'other', prompt: 'look', flags: allow, script: [bash('ls'), { say: 'seen' }] };
      assert.equal((await session(box, talk)).code, 0);
      const said = box.dk('other', ['doctor']).stdout;
      if (version === '2.1.197') {
        assert.deepEqual(
          events(box).filter((event) => event !== 'probe'),
          [],
        );
        assert.match(said, /claude-unheard[\s\S]*before 2\.1\.211 loads no hooks in another worktree[\s\S]*--user/u);
        assert.match(box.dk('project', ['doctor']).stdout, /claude-unheard[^\n]*\/other on[\s\S]*--user/u);
        box.dk('project', ['uninstall', 'claude', '--yes']);
        box.dk('project', ['install', 'claude', '--user', '--yes', '--no-first-night']);
        assert.equal((await session(box, talk)).code, 0);
      } else assert.doesNotMatch(said, /claude-unheard/u);
      assert.ok(events(box).includes('end'), events(box).join(' '));
    });
  });

test('both could be had', () => {
  for (const version of versions) assert.ok(existsSync(claudeProgram(version)), version);
});
