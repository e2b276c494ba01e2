// `dk init`: both shapes, what it says, what it leaves alone, and that the home is found again from everywhere.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { homeIn, project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';

const json = (ran: { readonly stdout: string }) => JSON.parse(ran.stdout) as Record<string, unknown>;
const homeFrom = (box: Sandbox, cwd: string): unknown => {
  const ran = box.dk(cwd, ['init', '--dry-run', '--json']);
  assert.equal(ran.code, 0, ran.stderr + ran.stdout);
  return json(ran).home;
};

describe('a home beside somebody’s work', () => {
  test('is invisible to their git, survives it, and changes nothing but one line in info/exclude', (t) => {
    const box = sandbox(t);
    project(box);
    box.write('project/.git/info/exclude', '# mine\n*.log');
    box.write('project/staged.txt', 'staged\n');
    box.git('project', 'add', 'staged.txt');
    box.write('project/app.js', 'unsaved\n');
    const before = snapshot(box.path('project'));
    const status = box.git('project', 'status', '--porcelain=v2', '--branch');

    const ran = box.dk('project', ['init']);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /Home: .*\/project\/\.dream {2}\(this repository has work of its own/u);
    assert.match(ran.stdout, /Next: `dk board add/u);

    const after = snapshot(box.path('project'), (path) => path === '.dream' || path.startsWith('.dream/'));
    assert.equal(after['.git/info/exclude'], `${before['.git/info/exclude']}\n/.dream/\n`);
    assert.deepEqual({ ...after, '.git/info/exclude': '' }, { ...before, '.git/info/exclude': '' });
    assert.equal(box.git('project', 'status', '--porcelain=v2', '--branch'), status);
    assert.deepEqual(box.git('project/.dream', 'ls-files').trim().split('\n'), ['dreamkeeper.yaml', 'plan.org']);
    assert.equal(box.git('project/.dream', 'status', '--porcelain'), '');
    assert.match(
      box.git('project/.dream', 'log', '--format=%an <%ae>%n%B'),
      /agent <agent@dreamkeeper\.local>\ninit: a home for agent\n\nDream-Id: c-[a-z2-7]{10}/u,
    );

    box.git('project', 'add', '-A');
    assert.doesNotMatch(box.git('project', 'status', '--porcelain'), /\.dream/u);
    box.git('project', 'stash', '-u');
    box.git('project', 'clean', '-fdx');
    box.git('project', 'switch', '-q', '-c', 'other');
    assert.ok(existsSync(box.path('project/.dream/plan.org')));
  });
  test('twice is once', (t) => {
    const box = sandbox(t);
    project(box);
    box.dk('project', ['init']);
    const before = snapshot(box.path('project'));
    const again = box.dk('project', ['init']);
    assert.equal(again.code, 0);
    assert.match(again.stdout, /it is here already/u);
    assert.deepEqual(snapshot(box.path('project')), before);
  });
  test('an init that was cut off is finished by the next', (t) => {
    const box = sandbox(t);
    project(box);
    mkdirSync(box.path('project/.dream'));
    box.git('project/.dream', 'init', '-q');
    box.write('project/.dream/plan.org', '* board\n');
    const ran = box.dk('project', ['init']);
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(box.read('project/.dream/plan.org'), '* board\n');
    assert.equal(box.git('project/.dream', 'status', '--porcelain'), '');
  });
  test('is found from subfolders, worktrees, other branches, and inside itself', (t) => {
    const box = sandbox(t);
    project(box);
    mkdirSync(box.path('project/deep/er'), { recursive: true });
    box.git('project', 'worktree', 'add', '-q', '-b', 'feat/x', '../tree');
    mkdirSync(box.path('tree/sub'));
    assert.equal(box.dk('tree/sub', ['init']).code, 0);
    const home = box.path('project/.dream');
    for (const cwd of ['project', 'project/deep/er', 'tree', 'tree/sub', 'project/.dream', 'project/.git'])
      assert.equal(homeFrom(box, cwd), home, cwd);
    assert.equal(box.git('tree', 'status', '--porcelain'), '');
    box.dk('tree/sub', ['step', '--tool', 'x']);
    assert.equal((JSON.parse(box.read('project/.dream/_steps.jsonl')) as { branch: string }).branch, 'feat/x');
  });
  test('works in a repository without commits, in a submodule, and with a linked git folder', (t) => {
    const box = sandbox(t);
    mkdirSync(box.path('unborn'));
    box.git('unborn', 'init', '-q');
    box.write('unborn/file', 'x');
    assert.equal(box.dk('unborn', ['init']).code, 0);
    assert.ok(existsSync(box.path('unborn/.dream/plan.org')));
    project(box, 'lib');
    project(box, 'super');
    box.git('super', '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', box.path('lib'), 'lib');
    assert.equal(box.dk('super/lib', ['init']).code, 0);
    assert.equal(homeFrom(box, 'super/lib'), box.path('super/lib/.dream'));
    assert.equal(box.git('super/lib', 'status', '--porcelain'), '');
  });
});

describe('home and project in one repository', () => {
  test('in an empty folder', (t) => {
    const box = sandbox(t);
    mkdirSync(box.path('fresh'));
    const ran = box.dk('fresh', ['init', '--agent', 'waldo', '--json']);
    assert.deepEqual([ran.code, json(ran).shape, json(ran).home, json(ran).schema], [0, 'one', box.path('fresh'), 1]);
    assert.equal(box.git('fresh', 'status', '--porcelain'), '');
    box.dk('fresh', ['step', '--tool', 'x']);
    assert.equal(box.git('fresh', 'status', '--porcelain'), '', 'telemetry is private');
    assert.equal(statSync(box.path('fresh/_steps.jsonl')).mode & 0o777, 0o600);
    assert.equal(statSync(box.path('fresh/.git/dreamkeeper')).mode & 0o777, 0o700);
  });
  test('with --here in a repository: their staged and unsaved work stays as it was', (t) => {
    const box = sandbox(t);
    project(box);
    box.write('project/staged.txt', 'staged\n');
    box.git('project', 'add', 'staged.txt');
    box.write('project/app.js', 'unsaved\n');
    const staged = box.git('project', 'diff', '--cached');
    const unsaved = box.git('project', 'diff');
    assert.equal(box.dk('project', ['init', '--here']).code, 0);
    assert.equal(box.git('project', 'diff', '--cached'), staged);
    assert.equal(box.git('project', 'diff'), unsaved);
    box.git('project', 'commit', '-q', '-m', 'theirs');
    assert.match(box.git('project', 'ls-files'), /plan\.org/u, 'their next commit does not take ours back');
  });
  test('--here where plan.org already is: it is kept, byte for byte', (t) => {
    const box = sandbox(t);
    project(box);
    const plan = '#+TODO: A | B\r\n* A task';
    box.write('project/plan.org', plan);
    assert.match(box.dk('project', ['init', '--here']).stdout, /plan\.org was there and is kept as it is/u);
    assert.equal(box.read('project/plan.org'), plan);
    assert.equal(box.git('project', 'show', 'HEAD:plan.org'), plan);
  });
  test('what is staged or only intended stays its owner’s; their next commit takes nothing back', (t) => {
    const box = sandbox(t);
    for (const [name, ...how] of [
      ['intended', 'add', '-N', 'plan.org'],
      ['staged', 'add', 'plan.org'],
    ] as const) {
      project(box, name);
      box.write(`${name}/plan.org`, '* board\n');
      box.git(name, ...how);
      assert.equal(box.dk(name, ['init', '--here']).code, 0);
      box.write(`${name}/y`, 'y');
      box.git(name, 'add', 'y');
      box.git(name, 'commit', '-q', '-m', 'theirs');
      assert.equal(box.git(name, 'log', '--diff-filter=D', '--name-only', '--format='), '', 'something was deleted');
    }
  });
  test('a file that git keeps in another form is never committed by us', (t) => {
    const box = sandbox(t);
    homeIn(box);
    box.write('home/.gitattributes', 'plan.org filter=rot\n');
    assert.match(box.dk('home', ['board', 'add', 'secret plan']).stdout, /Note: git keeps plan\.org in another form/u);
    assert.doesNotMatch(box.git('home', 'show', 'HEAD:plan.org'), /secret plan/u);
  });
  test('an init that was killed while writing is finished by the next, and its left-over swept', (t) => {
    const box = sandbox(t);
    project(box);
    const leftOver = `.plan.org.${'ab'.repeat(12)}.tmp`;
    mkdirSync(box.path('project/.dream'));
    box.git('project/.dream', 'init', '-q');
    box.write(`project/.dream/${leftOver}`, 'half');
    utimesSync(box.path('project/.dream', leftOver), 1, 1);
    assert.equal(box.dk('project', ['init']).code, 0);
    assert.equal(box.git('project/.dream', 'status', '--porcelain'), '');
  });
  test('a clone of it is a home', (t) => {
    const box = sandbox(t);
    mkdirSync(box.path('fresh'));
    box.dk('fresh', ['init']);
    box.git('.', 'clone', '-q', box.path('fresh'), 'clone');
    assert.equal(box.dk('clone', ['board', 'add', 'a task']).code, 0);
    box.dk('clone', ['step', '--tool', 'x']);
    assert.equal(box.git('clone', 'status', '--porcelain'), '', 'telemetry is private there too');
  });
});

describe('a home anywhere', () => {
  test('--home, found again from the project and its worktrees, with nothing in the project’s files', (t) => {
    const box = sandbox(t);
    project(box);
    box.git('project', 'worktree', 'add', '-q', '-b', 'w', '../tree');
    const before = box.git('project', 'status', '--porcelain', '--ignored');
    assert.equal(box.dk('project', ['init', '--home', box.path('memory/me')]).code, 0);
    for (const cwd of ['project', 'tree', 'memory/me']) assert.equal(homeFrom(box, cwd), box.path('memory/me'), cwd);
    assert.equal(box.git('project', 'status', '--porcelain', '--ignored'), before);
    assert.equal(
      readFileSync(join(box.path('project/.git'), 'dreamkeeper/home'), 'utf8'),
      `${box.path('memory/me')}\n`,
    );
  });
  test('DREAMKEEPER_HOME names it for everybody', (t) => {
    const box = sandbox(t);
    mkdirSync(box.path('a'));
    mkdirSync(box.path('b'));
    box.dk('a', ['init']);
    const ran = box.dk('b', ['board', 'add', 'from elsewhere'], { env: { DREAMKEEPER_HOME: box.path('a') } });
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(box.read('a/plan.org'), /from elsewhere/u);
  });
  test('inside a repository that is not its own: hidden there', (t) => {
    const box = sandbox(t);
    project(box);
    assert.equal(box.dk('project', ['init', '--home', 'inner/home']).code, 0);
    assert.equal(box.git('project', 'status', '--porcelain'), '');
    assert.equal(homeFrom(box, 'project'), box.path('project/inner/home'));
  });
  test('a folder with a name that git would read as a pattern, or below a link', (t) => {
    const box = sandbox(t);
    project(box);
    for (const name of ['mem[1]', 'gedächtnis', '#x', '!y', 'a*b']) {
      const other = project(box, `project-${name.length}-${name.codePointAt(0)}`);
      assert.equal(box.dk(other, ['init', '--home', name]).code, 0, name);
      assert.equal(box.git(other, 'status', '--porcelain'), '', name);
    }
    mkdirSync(box.path('real'));
    symlinkSync(box.path('real'), box.path('link'));
    const ran = box.dk('.', ['init', '--home', 'link/mem']);
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(box.git('real/mem', 'status', '--porcelain'), '');
    assert.equal(
      box.dk('.', ['init', '--home', 'fresh/one'], { env: { DREAMKEEPER_HOME: box.path('fresh/one') } }).code,
      0,
    );
  });
  test('a cloned link, or a bare repository among somebody’s files, leads nowhere', (t) => {
    const box = sandbox(t);
    homeIn(box, 'victim');
    project(box);
    symlinkSync('../victim', box.path('project/.dream'));
    assert.equal(box.dk('project', ['board']).code, 10);
    assert.equal(box.dk('project', ['step', '--tool', 'x']).code, 10);
    for (const [name, content] of [
      ['HEAD', 'ref: refs/heads/main\n'],
      ['config', ''],
      ['objects/k', ''],
      ['refs/k', ''],
      ['dreamkeeper/home', box.path('victim')],
    ] as const)
      box.write(`project/b/${name}`, content);
    assert.equal(box.dk('project/b', ['board']).code, 10);
  });
  test('a cloned .dream folder or a cloned link is not a home', (t) => {
    const box = sandbox(t);
    project(box);
    box.write('project/.dream/dreamkeeper.yaml', 'format: 1\n');
    box.write('project/.dream/plan.org', '* board\n');
    assert.equal(box.dk('project', ['board']).code, 10);
  });
});

test('--dry-run changes nothing and says everything', (t) => {
  const box = sandbox(t);
  project(box);
  mkdirSync(box.path('empty'));
  const before = snapshot(box.folder);
  for (const [cwd, ...args] of [
    ['project'],
    ['project', '--here'],
    ['project', '--home', '../elsewhere'],
    ['empty'],
    ['empty', '--json'],
  ] as const) {
    const ran = box.dk(cwd, ['init', '--dry-run', ...args]);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /plan\.org/u);
  }
  assert.deepEqual(snapshot(box.folder), before);
});
