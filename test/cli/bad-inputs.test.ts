// The table of bad inputs: each has its code, a hint, its exit status, and leaves everything as it was.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type ErrorCode, exitOf } from '../../src/errors/errors.ts';
import { homeIn, project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { some } from '../share.ts';

interface Bad {
  readonly what: string;
  readonly code: ErrorCode;
  readonly cwd: string;
  readonly args: readonly string[];
  readonly set?: (box: Sandbox) => void;
  readonly input?: string;
  readonly env?: (box: Sandbox) => Record<string, string>;
}

/** First one thing, then another. */
const after =
  (...acts: readonly ((box: Sandbox) => unknown)[]) =>
  (box: Sandbox): void => {
    for (const act of acts) act(box);
  };
const home = (box: Sandbox): string => homeIn(box);
const plan =
  (text: string | Uint8Array) =>
  (box: Sandbox): void => {
    home(box);
    box.write('home/plan.org', text);
  };
const settings =
  (text: string) =>
  (box: Sandbox): void => {
    home(box);
    box.write('home/dreamkeeper.yaml', text);
  };
const swapped =
  (name: string, put: (path: string, box: Sandbox) => void) =>
  (box: Sandbox): void => {
    home(box);
    rmSync(box.path('home', name), { force: true });
    put(box.path('home', name), box);
  };
const conflict = (box: Sandbox): void => {
  home(box);
  for (const [branch, text] of [
    ['one', 'a\n'],
    ['two', 'b\n'],
  ] as const) {
    box.git('home', 'switch', '-q', '-c', branch, 'main');
    box.write('home/file', text);
    box.git('home', 'add', 'file');
    box.git('home', 'commit', '-q', '-m', branch);
  }
  assert.throws(() => box.git('home', 'merge', 'one'));
};

const table: readonly Bad[] = [
  {
    what: '--home is an empty variable',
    code: 'E_USAGE',
    cwd: 'project',
    args: ['init', '--home', ''],
    set: (box) => project(box),
  },
  {
    what: '--home has a line end in it',
    code: 'E_USAGE',
    cwd: 'project',
    args: ['init', '--home', 'a\nb'],
    set: (box) => project(box),
  },
  {
    what: 'a linked home that is gone',
    code: 'E_NO_HOME',
    cwd: 'project',
    args: ['init'],
    set: after(
      (box) => box.dk(project(box), ['init', '--home', box.path('memory')]),
      (box) => rmSync(box.path('memory'), { recursive: true }),
    ),
  },
  {
    what: 'a step for a newer home',
    code: 'E_FORMAT_NEWER',
    cwd: 'home',
    args: ['step', '--tool', 'x'],
    set: (box) => settings('format: 2\n')(box),
  },
  { what: 'no git', code: 'E_NO_GIT', cwd: '.', args: ['init'], env: (box) => ({ PATH: box.path('nowhere') }) },
  {
    what: 'an old git',
    code: 'E_GIT_TOO_OLD',
    cwd: 'empty',
    args: ['init'],
    set: after(
      (box) => box.write('bin/git', '#!/bin/sh\necho git version 2.17.1\n'),
      (box) => execFileSync('chmod', ['+x', box.path('bin/git')]),
    ),
    env: (box) => ({ PATH: `${box.path('bin')}:${process.env.PATH}` }),
  },
  {
    what: 'not a repository',
    code: 'E_NOT_A_REPOSITORY',
    cwd: 'files',
    args: ['init'],
    set: (box) => box.write('files/notes.txt', 'x'),
  },
  {
    what: 'a bare repository',
    code: 'E_BARE_REPOSITORY',
    cwd: 'bare.git',
    args: ['init'],
    set: (box) => box.git('.', 'init', '-q', '--bare', 'bare.git'),
  },
  {
    what: 'a worktree of a bare repository',
    code: 'E_BARE_REPOSITORY',
    cwd: 'tree',
    args: ['init'],
    set: (box) => {
      project(box);
      box.git('.', 'clone', '-q', '--bare', 'project', 'bare.git');
      box.git('bare.git', 'worktree', 'add', '-q', '../tree');
    },
  },
  {
    what: '.dream is a folder of somebody’s',
    code: 'E_NOT_OURS',
    cwd: 'project',
    args: ['init'],
    set: (box) => box.write(`${project(box)}/.dream/x`, 'theirs'),
  },
  {
    what: '.dream is a file',
    code: 'E_NOT_OURS',
    cwd: 'project',
    args: ['init'],
    set: (box) => box.write(`${project(box)}/.dream`, 'theirs'),
  },
  {
    what: '.dream is a link',
    code: 'E_NOT_OURS',
    cwd: 'project',
    args: ['init'],
    set: (box) => symlinkSync(box.path('empty'), box.path(project(box), '.dream')),
  },
  {
    what: '--home is a file',
    code: 'E_NO_FOLDER',
    cwd: 'empty',
    args: ['init', '--home', '../file'],
    set: (box) => box.write('file', 'x'),
  },
  {
    what: '--home has other files',
    code: 'E_NOT_OURS',
    cwd: 'empty',
    args: ['init', '--home', '../full'],
    set: (box) => box.write('full/x', 'x'),
  },
  {
    what: '--here in a subfolder',
    code: 'E_USAGE',
    cwd: 'project/sub',
    args: ['init', '--here'],
    set: (box) => mkdirSync(box.path(project(box), 'sub')),
  },
  {
    what: 'a home inside a home',
    code: 'E_HOME_INSIDE_HOME',
    cwd: 'home/sub',
    args: ['init', '--here'],
    set: after(home, (box) => mkdirSync(box.path('home/sub'))),
  },
  {
    what: 'a named home inside a home',
    code: 'E_HOME_INSIDE_HOME',
    cwd: 'home',
    args: ['init', '--home', 'inner'],
    set: home,
  },
  {
    what: 'a second home for a project',
    code: 'E_HOME_INSIDE_HOME',
    cwd: 'project',
    args: ['init', '--here'],
    set: (box) => box.dk(project(box), ['init']),
  },
  {
    what: 'an agent with an impossible name',
    code: 'E_BAD_NAME',
    cwd: 'home',
    args: ['board', 'add', 'x'],
    set: home,
    env: () => ({ DREAMKEEPER_AGENT: 'Bad Name!' }),
  },
  { what: 'a name that is a path', code: 'E_BAD_NAME', cwd: 'empty', args: ['init', '--agent', '../x'] },
  {
    what: 'a binary plan to take over',
    code: 'E_BOARD_BINARY',
    cwd: 'project',
    args: ['init', '--here'],
    set: (box) => box.write(`${project(box)}/plan.org`, 'a\0b'),
  },
  {
    what: 'broken settings to take over',
    code: 'E_CONFIG',
    cwd: 'project',
    args: ['init', '--here'],
    set: (box) => box.write(`${project(box)}/dreamkeeper.yaml`, 'a: ['),
  },
  { what: 'no home', code: 'E_NO_HOME', cwd: 'empty', args: ['board'] },
  { what: 'no home for a step', code: 'E_NO_HOME', cwd: 'empty', args: ['step', '--tool', 'x'] },
  {
    what: 'a named home that is none',
    code: 'E_NO_HOME',
    cwd: 'empty',
    args: ['board'],
    env: (box) => ({ DREAMKEEPER_HOME: box.path('nowhere') }),
  },
  { what: 'broken YAML', code: 'E_CONFIG', cwd: 'home', args: ['board'], set: settings('agent: [\n') },
  {
    what: 'an unknown setting',
    code: 'E_CONFIG',
    cwd: 'home',
    args: ['board', 'add', 'x'],
    set: settings('dreeming: 1\n'),
  },
  {
    what: 'a dangerous setting',
    code: 'E_CONFIG_DANGEROUS',
    cwd: 'home',
    args: ['board', 'add', 'x'],
    set: settings('commands:\n  x: [rm]\n'),
  },
  {
    what: 'a newer format',
    code: 'E_FORMAT_NEWER',
    cwd: 'home',
    args: ['board', 'add', 'x'],
    set: settings('format: 2\n'),
  },
  {
    what: 'a binary plan',
    code: 'E_BOARD_BINARY',
    cwd: 'home',
    args: ['board', 'add', 'x'],
    set: plan(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1])),
  },
  {
    what: 'a plan in UTF-16',
    code: 'E_BOARD_BINARY',
    cwd: 'home',
    args: ['board', 'log', 'x'],
    set: plan(Buffer.from('\uFEFF* board\n', 'utf16le')),
  },
  { what: 'no plan', code: 'E_BOARD_MISSING', cwd: 'home', args: ['board'], set: swapped('plan.org', () => undefined) },
  {
    what: 'no plan to add to',
    code: 'E_BOARD_MISSING',
    cwd: 'home',
    args: ['board', 'add', 'x'],
    set: swapped('plan.org', () => undefined),
  },
  {
    what: 'the plan is a folder',
    code: 'E_NOT_A_FILE',
    cwd: 'home',
    args: ['board'],
    set: swapped('plan.org', (path) => mkdirSync(path)),
  },
  {
    what: 'the plan is a link',
    code: 'E_NOT_A_FILE',
    cwd: 'home',
    args: ['board', 'add', 'x'],
    set: swapped('plan.org', (path, box) => symlinkSync(box.write('outside', '* board\n'), path)),
  },
  {
    what: 'the plan is a second name of another file',
    code: 'E_NOT_A_FILE',
    cwd: 'home',
    args: ['board', 'add', 'x'],
    set: swapped('plan.org', (path, box) => linkSync(box.write('outside', '* board\n'), path)),
  },
  {
    what: 'the plan is a pipe',
    code: 'E_NOT_A_FILE',
    cwd: 'home',
    args: ['board'],
    set: swapped('plan.org', (path) => execFileSync('mkfifo', [path])),
  },
  {
    what: 'the record is a folder',
    code: 'E_NOT_A_FILE',
    cwd: 'home',
    args: ['step', '--tool', 'x'],
    set: swapped('_steps.jsonl', (path) => mkdirSync(path)),
  },
  {
    what: 'the record is a link',
    code: 'E_NOT_A_FILE',
    cwd: 'home',
    args: ['step', '--tool', 'x'],
    set: swapped('_steps.jsonl', (path, box) => symlinkSync(box.write('outside', ''), path)),
  },
  {
    what: 'the record is a pipe',
    code: 'E_NOT_A_FILE',
    cwd: 'home',
    args: ['step', '--tool', 'x'],
    set: swapped('_steps.jsonl', (path) => execFileSync('mkfifo', [path])),
  },
  { what: 'a merge under way', code: 'E_REPO_BUSY', cwd: 'home', args: ['board', 'add', 'x'], set: conflict },
  {
    what: 'a detached HEAD',
    code: 'E_REPO_BUSY',
    cwd: 'home',
    args: ['board', 'add', 'x'],
    set: after(home, (box) => box.git('home', 'switch', '-q', '--detach')),
  },
  {
    what: 'somebody’s index lock',
    code: 'E_REPO_LOCKED',
    cwd: 'home',
    args: ['board', 'add', 'x'],
    set: after(home, (box) => box.write('home/.git/index.lock', '')),
  },
  { what: 'an unknown verb', code: 'E_USAGE', cwd: 'empty', args: ['bord'] },
  { what: 'an unknown verb of the board', code: 'E_USAGE', cwd: 'home', args: ['board', 'mvoe', 'a', 'b'], set: home },
  { what: 'help about nothing', code: 'E_USAGE', cwd: 'empty', args: ['help', 'bord'] },
  {
    what: 'a filter by no state',
    code: 'E_NO_SUCH_STATE',
    cwd: 'home',
    args: ['board', 'list', '--state', 'FOO'],
    set: home,
  },
  {
    what: 'an impossible priority',
    code: 'E_USAGE',
    cwd: 'home',
    args: ['board', 'add', 'x', '--priority', 'ZZ'],
    set: home,
  },
  { what: 'an impossible tag', code: 'E_USAGE', cwd: 'home', args: ['board', 'add', 'x', '--tag', 'a b'], set: home },
  {
    what: 'a title that is there',
    code: 'E_TASK_EXISTS',
    cwd: 'home',
    args: ['board', 'add', 'a'],
    set: plan('* TODO a\n'),
  },
  { what: 'no lines at all', code: 'E_USAGE', cwd: 'home', args: ['steps', '--most', '0'], set: home },
  { what: 'a step without its tool', code: 'E_USAGE', cwd: 'home', args: ['step', '--target', 'x'], set: home },
  { what: 'an unknown option', code: 'E_USAGE', cwd: 'empty', args: ['board', '--opne'] },
  { what: 'a missing argument', code: 'E_USAGE', cwd: 'empty', args: ['board', 'add'] },
  { what: 'too many arguments', code: 'E_USAGE', cwd: 'empty', args: ['board', 'add', 'a', 'b'] },
  {
    what: 'a task nobody has',
    code: 'E_NO_SUCH_TASK',
    cwd: 'home',
    args: ['board', 'move', 'nothing', 'DONE'],
    set: home,
  },
  {
    what: 'a title with two tasks',
    code: 'E_AMBIGUOUS_TASK',
    cwd: 'home',
    args: ['board', 'move', 'same', 'DONE'],
    set: plan('* TODO same\n* TODO same\n'),
  },
  {
    what: 'a state the board does not have',
    code: 'E_NO_SUCH_STATE',
    cwd: 'home',
    args: ['board', 'move', 'a', 'LATER'],
    set: plan('* TODO a\n'),
  },
  {
    what: 'a new task in such a state',
    code: 'E_NO_SUCH_STATE',
    cwd: 'home',
    args: ['board', 'add', 'a', '--state', 'LATER'],
    set: home,
  },
  {
    what: 'a done task',
    code: 'E_MOVE_REFUSED',
    cwd: 'home',
    args: ['board', 'move', 'a', 'TODO'],
    set: plan('* DONE a\n'),
  },
  {
    what: 'a cancel without a reason',
    code: 'E_MOVE_REFUSED',
    cwd: 'home',
    args: ['board', 'move', 'a', 'CANCELLED'],
    set: plan('* TODO a\n'),
  },
  { what: 'an empty title', code: 'E_BAD_TITLE', cwd: 'home', args: ['board', 'add', ' '], set: home },
  {
    what: 'a parent nobody has',
    code: 'E_NO_SUCH_TASK',
    cwd: 'home',
    args: ['board', 'add', 'x', '--under', 'y'],
    set: home,
  },
  { what: 'nothing to log', code: 'E_USAGE', cwd: 'home', args: ['board', 'log', '\n'], set: home },
  { what: 'a step that is not JSON', code: 'E_BAD_STEP', cwd: 'home', args: ['step'], set: home, input: '{"tool":' },
  { what: 'a step that is a list', code: 'E_BAD_STEP', cwd: 'home', args: ['step'], set: home, input: '[]' },
  {
    what: 'a step without a tool',
    code: 'E_BAD_STEP',
    cwd: 'home',
    args: ['step'],
    set: home,
    input: '{"target":"x"}',
  },
  {
    what: 'a step with a wrong exit',
    code: 'E_BAD_STEP',
    cwd: 'home',
    args: ['step'],
    set: home,
    input: '{"tool":"x","exit":"1"}',
  },
  {
    what: 'a step of two megabytes',
    code: 'E_BAD_STEP',
    cwd: 'home',
    args: ['step'],
    set: home,
    input: `{"tool":"${'x'.repeat(2_000_000)}"}`,
  },
  { what: 'an empty step', code: 'E_BAD_STEP', cwd: 'home', args: ['step'], set: home },
  { what: 'an unknown flag of step', code: 'E_USAGE', cwd: 'home', args: ['step', '--tol', 'x'], set: home },
  {
    what: 'an exit that is no number',
    code: 'E_USAGE',
    cwd: 'home',
    args: ['step', '--tool', 'x', '--exit', 'one'],
    set: home,
  },
];

describe('bad inputs', { concurrency: 2 }, () => {
  for (const { what, code, cwd, args, set, input, env } of some(table, 2)) {
    test(`${what}: ${code}`, async (t) => {
      const box = sandbox(t);
      mkdirSync(box.path('empty'));
      set?.(box);
      const more = { ...(input === undefined ? {} : { input }), ...(env === undefined ? {} : { env: env(box) }) };
      const before = snapshot(box.folder, isScratch);
      const ran = box.dk(cwd, args, more);
      assert.equal(ran.code, exitOf[code], ran.stderr + ran.stdout);
      const [first = '', hint = ''] = ran.stderr.split('\n');
      assert.ok(first.startsWith(`${code} `), ran.stderr);
      assert.ok(hint.length > 10, 'a hint');
      assert.equal(ran.stdout, '');
      assert.doesNotMatch(ran.stderr, /\n\s+at /u, 'no stack');
      const asJson = box.dk(cwd, [...args, '--json'], more);
      const { schema, error } = JSON.parse(asJson.stdout) as {
        schema: number;
        error: { code: string; hint: string; exit: number };
      };
      assert.deepEqual(
        [asJson.code, schema, error.code, error.exit, asJson.stderr],
        [exitOf[code], 1, code, exitOf[code], ''],
      );
      assert.deepEqual(snapshot(box.folder, isScratch), before, 'something changed');
    });
  }
});

/** Our own private folder may come into being by looking; it can never be staged, and holds nothing of anybody's. */
function isScratch(path: string): boolean {
  return path.includes('.git/dreamkeeper');
}
