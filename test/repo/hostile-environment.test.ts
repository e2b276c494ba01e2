// Whoever starts us may have variables set for git, or a `git` lying about. Git does for us what it does without them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import test from 'node:test';
import { commitFiles, createRepository } from '../../src/repo/repo.ts';
import { project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { evil, hookFolder, marked, put } from './hostile-site.ts';
import { openAt, program, request } from './support.ts';

type Variables = Readonly<Record<string, string>>;

/** One row per variable, or per set that works together. Each program leaves a mark, each other thing lies in `outside`. */
function hostileVariables(box: Sandbox): readonly Variables[] {
  const outside = (name: string): string => box.path('outside', name);
  const run = (name: string): string => evil(box, name);
  put(outside('config'), `[core]\n\tfsmonitor = ${run('config')}\n\thooksPath = ${outside('hooks')}\n`);
  cpSync(outside('config'), outside('home/.gitconfig'));
  cpSync(outside('config'), outside('xdg/git/config'));
  hookFolder(outside('hooks'), run('hooksPath'));
  hookFolder(outside('template/hooks'), run('template'));
  for (const name of ['git', 'git-update-ref', 'git-remote-https', 'git-commit-tree'])
    put(outside(`exec/${name}`), readFileSync(run('exec'), 'utf8'), 0o755);
  box.git('.', 'init', '-q', 'outside/victim');
  return [
    { GIT_DIR: outside('victim/.git') },
    { GIT_DIR: outside('victim/.git'), GIT_WORK_TREE: outside('victim') },
    { GIT_COMMON_DIR: outside('victim/.git') },
    { GIT_INDEX_FILE: outside('index') },
    { GIT_OBJECT_DIRECTORY: outside('victim/.git/objects') },
    { GIT_ALTERNATE_OBJECT_DIRECTORIES: outside('victim/.git/objects') },
    { GIT_NAMESPACE: 'evil' },
    { GIT_QUARANTINE_PATH: outside('quarantine') },
    { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fsmonitor', GIT_CONFIG_VALUE_0: run('count') },
    { GIT_CONFIG_PARAMETERS: `'core.fsmonitor'='${run('parameters')}'` },
    { GIT_CONFIG_GLOBAL: outside('config') },
    { GIT_CONFIG_SYSTEM: outside('config'), GIT_CONFIG_NOSYSTEM: '0' },
    { HOME: outside('home') },
    { XDG_CONFIG_HOME: outside('xdg') },
    { GIT_EXTERNAL_DIFF: run('diff') },
    { GIT_SSH: run('ssh'), GIT_SSH_COMMAND: run('ssh') },
    { GIT_PROXY_COMMAND: run('proxy') },
    { GIT_ASKPASS: run('askpass'), SSH_ASKPASS: run('askpass') },
    { GIT_EXEC_PATH: outside('exec') },
    { GIT_TEMPLATE_DIR: outside('template') },
    { GIT_EDITOR: run('editor'), EDITOR: run('editor'), VISUAL: run('editor'), GIT_SEQUENCE_EDITOR: run('editor') },
    { GIT_PAGER: run('pager'), PAGER: run('pager'), GIT_PAGER_IN_USE: '1' },
    { GIT_TRACE: outside('trace'), GIT_TRACE_SETUP: outside('trace'), GIT_TRACE_PERFORMANCE: outside('trace') },
    { GIT_TRACE2: outside('trace2'), GIT_TRACE2_EVENT: outside('trace2'), GIT_TRACE2_PERF: outside('trace2') },
    { GIT_SHALLOW_FILE: outside('config'), GIT_GRAFT_FILE: outside('config') },
    { GIT_DEFAULT_HASH: 'sha256', GIT_DEFAULT_REF_FORMAT: 'reftable' },
    { GIT_ATTR_SOURCE: 'HEAD', GIT_REPLACE_REF_BASE: 'refs/evil/' },
    { GIT_GLOB_PATHSPECS: '1', GIT_ICASE_PATHSPECS: '1' },
    { GIT_AUTHOR_NAME: 'Evil', GIT_AUTHOR_DATE: 'yesterday', GIT_COMMITTER_NAME: 'Evil', GIT_COMMITTER_EMAIL: '<>' },
    { BASH_ENV: run('shell'), ENV: run('shell'), GIT_REFLOG_ACTION: 'evil\nline' },
  ];
}

/** Commits in a fresh copy of the same repository: the same commit must come of it every time. */
async function commitInCopy(box: Sandbox): Promise<string> {
  rmSync(box.path('copy'), { recursive: true, force: true });
  cpSync(box.path('project'), box.path('copy'), { recursive: true });
  const repository = await openAt(box.path('copy'));
  const result = await commitFiles(repository, request(await repository.head(), { 'plan.org': 'a\n' }));
  assert.equal(result.kind, 'committed');
  mkdirSync(box.path('copy/inner'));
  await createRepository(program, box.path('copy/inner'));
  assert.deepEqual(
    [existsSync(box.path('copy/inner/.git/hooks')), readFileSync(box.path('copy/inner/.git/HEAD'), 'utf8')],
    [false, 'ref: refs/heads/main\n'],
  );
  assert.doesNotMatch(readFileSync(box.path('copy/inner/.git/config'), 'utf8'), /extensions|worktree/u);
  return result.commit;
}

async function withVariables<Result>(variables: Variables, act: () => Promise<Result>): Promise<Result> {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await act();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

test('no variable meant for git reaches it through us', async (t) => {
  const box = sandbox(t);
  project(box);
  const rows = hostileVariables(box);
  assert.ok(rows.length >= 30);
  const before = snapshot(box.path('outside'));
  const commit = await commitInCopy(box);
  for (const variables of rows) {
    const names = Object.keys(variables).join(' ');
    assert.equal(await withVariables(variables, () => commitInCopy(box)), commit, names);
    assert.deepEqual(marked(box), [], names);
    assert.deepEqual(snapshot(box.path('outside')), before, names);
  }
  // All at once, and the real command line.
  const all = { ...Object.assign({}, ...rows), HOME: box.env.HOME ?? '' };
  for (const args of [
    ['init', '--here'],
    ['board', 'add', 'a task to do'],
    ['board', 'lint'],
    ['step', '--tool', 'x'],
  ]) {
    const ran = box.process('project', args, { env: all });
    assert.equal(ran.code, 0, ran.stderr);
  }
  assert.deepEqual(marked(box), []);
  assert.deepEqual(snapshot(box.path('outside')), before);
  assert.match(
    box.git('project', 'log', '--format=%an %s', '--', 'plan.org'),
    /^agent board: add a task to do\nagent init: /u,
  );

  // The control: for plain git the same variables mean something.
  const heard = rows.filter((variables) => {
    const git = (...args: readonly string[]): unknown =>
      spawnSync('git', args, {
        cwd: box.path('project'),
        env: { ...box.env, GIT_CONFIG_GLOBAL: undefined, ...variables },
      });
    const was = JSON.stringify(snapshot(box.path('outside')));
    appendFileSync(box.path('project/app.js'), 'more();\n');
    for (const args of [['status'], ['diff'], ['commit', '-a'], ['init', 'another']]) git(...args);
    const isHeard = marked(box).length > 0 || JSON.stringify(snapshot(box.path('outside'))) !== was;
    rmSync(box.path('marks'), { recursive: true });
    mkdirSync(box.path('marks'));
    return isHeard;
  });
  t.diagnostic(`${rows.length} rows of variables; plain git heeded at least ${heard.length}`);
  assert.ok(heard.length >= 8, heard.map((row) => Object.keys(row).join(' ')).join(', '));
});

test('a program called git in the current folder is not taken for git', async (t) => {
  const box = sandbox(t);
  const folder = project(box);
  const path = box.env.PATH ?? '';
  for (const name of ['git', 'bin/git', 'git-update-ref'])
    put(box.path(folder, name), readFileSync(evil(box, 'lying-about'), 'utf8'), 0o755);
  put(box.path('git'), readFileSync(evil(box, 'lying-above'), 'utf8'), 0o755);
  for (const searchPath of [
    `.${delimiter}${path}`,
    `${delimiter}${path}`,
    `${path}${delimiter}`,
    `bin${delimiter}${path}`,
    `./bin${delimiter}${path}`,
    `..${delimiter}${path}`,
  ]) {
    const repository = await openAt(box.path(folder), { path: 'git', searchPath });
    const result = await commitFiles(repository, request(await repository.head(), { 'a.md': searchPath }));
    assert.equal(result.kind, 'committed', searchPath);
  }
  for (const searchPath of ['.', '', 'bin', delimiter]) {
    await assert.rejects(openAt(box.path(folder), { path: 'git', searchPath }), { code: 'E_NO_GIT' }, searchPath);
  }
  const ran = box.dk(folder, ['init', '--here'], { env: { PATH: `.${delimiter}bin${delimiter}${path}` } });
  assert.equal(ran.code, 0, ran.stderr);
  const without = box.dk(join(folder, 'bin'), ['init', '--home', 'x'], { env: { PATH: `.${delimiter}` } });
  assert.equal(without.code, 2);
  assert.match(without.stderr, /E_NO_GIT/u);
  assert.deepEqual(marked(box), []);
  spawnSync('git', ['status'], { cwd: box.path(folder), env: { PATH: `.${delimiter}${path}` } });
  assert.deepEqual(marked(box), ['lying-about']);
});
