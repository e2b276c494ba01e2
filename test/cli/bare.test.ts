// A bare repository with worktrees: one home for all of them, beside the bare folder; and where there is no such place, a question.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { diagnose } from '../../src/doctor/doctor.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { project, type Ran, type Sandbox, sandbox, snapshot } from '../sandbox.ts';

/** `site/<bare>` with the worktrees `site/main` and `site/feature`, as people set it up. */
function worktrees(box: Sandbox, bare: '.bare' | '.git', hasFile = false): void {
  project(box, 'server');
  mkdirSync(box.path('site'));
  box.git('site', 'clone', '-q', '--bare', '../server', bare);
  if (hasFile) box.write('site/.git', 'gitdir: ./.bare\n');
  box.git(`site/${bare}`, 'worktree', 'add', '-q', '../main', 'main');
  box.git(`site/${bare}`, 'worktree', 'add', '-q', '-b', 'feature', '../feature');
}

function works(ran: Ran): Ran {
  assert.equal(ran.code, 0, ran.stderr + ran.stdout);
  return ran;
}

const layouts = [
  ['.bare', '.bare', false],
  ['.bare with a .git file beside it', '.bare', true],
  ['.git', '.git', false],
] as const;

describe('a home for all worktrees of a bare repository', () => {
  for (const [what, bare, hasFile] of layouts)
    test(what, async (t) => {
      const box = sandbox(t);
      worktrees(box, bare, hasFile);
      // A repository around all of it (dotfiles, for example) has nothing to do with it.
      box.git('.', 'init', '-q');
      const said = works(box.dk('site/feature', ['init']));
      assert.match(said.stdout, /Home: .*\/site\/\.dream .*bare/u);
      const world = await realWorld(box.env);
      for (const cwd of ['site/main', 'site/feature', 'site/.dream', ...(bare === '.git' || hasFile ? ['site'] : [])]) {
        const found = world.places.find({ cwd: box.path(cwd), env: {} });
        assert.equal(found?.home, box.path('site/.dream'), cwd);
        assert.deepEqual([found.shape, found.project.commonDir], ['nested', box.path('site', bare)], cwd);
      }
      for (const cwd of ['site/main', 'site/feature'])
        assert.equal(box.git(cwd, 'status', '--porcelain', '--ignored'), '', cwd);
      const home = world.places.find({ cwd: box.path('site/main'), env: {} });
      if (home !== undefined) assert.deepEqual((await diagnose(world, home)).findings, []);
      assert.ok(!existsSync(box.path('.git/dreamkeeper')));
      assert.doesNotMatch(box.read('.git/info/exclude'), /\.dream/u);
      assert.equal(existsSync(box.path('site/.git')), bare === '.git' || hasFile, 'nothing was made up');
    });
});

test('steps of two worktrees, a night and a wake in each', (t) => {
  const box = sandbox(t);
  worktrees(box, '.bare');
  works(box.dk('site/main', ['init']));
  works(box.dk('site/main', ['board', 'add', 'mend it']));
  works(box.dk('site/main', ['step', '--tool', 'bash', '--target', 'npm test', '--exit', '1']));
  box.write('site/feature/b.ts', 'b\n');
  const payload = (tree: string): string =>
    JSON.stringify({
      ...{ hook_event_name: 'PostToolUse', session_id: 's1', cwd: box.path('site', tree), tool_name: 'Bash' },
      ...{ tool_input: { command: 'npm run lint' }, tool_response: { stdout: '' } },
    });
  works(box.dk('site/feature', ['hook', 'post-tool-use', '--from', 'claude'], { input: payload('feature') }));
  const steps = box.read('site/.dream/_steps.jsonl').trim().split('\n');
  assert.deepEqual(
    steps.map((line) => (JSON.parse(line) as { worktree: string }).worktree),
    [box.path('site/main'), box.path('site/feature')],
  );
  const slept = JSON.parse(works(box.dk('site/main', ['sleep', '--json'])).stdout) as { outcome: string };
  assert.equal(slept.outcome, 'ran');
  assert.match(works(box.dk('site/main', ['wake'])).stdout, /npm test/u);
  const other = works(box.dk('site/feature', ['wake'])).stdout;
  assert.match(other, /Changed, and no edit on record says by whom: `b\.ts`/u);
  assert.match(other, /mend it/u);
  assert.equal(readdirSync(box.path('site/.dream/rem')).filter((name) => name.endsWith('.org')).length, 1);
});

test('install: in the worktree one stands in, and taken out again to the byte, with the home', (t) => {
  const box = sandbox(t);
  worktrees(box, '.bare', true);
  const before = snapshot(box.path('site'), (name) => name.endsWith('/index'));
  works(box.dk('site/main', ['install', 'claude', '--yes', '--no-first-night']));
  assert.match(box.read('site/main/.claude/settings.local.json'), /hook session-start --from claude/u);
  assert.ok(!existsSync(box.path('site/.claude')));
  assert.equal(box.git('site/main', 'status', '--porcelain'), '');
  works(box.dk('site/main', ['uninstall', 'claude', '--yes', '--data']));
  assert.deepEqual(
    snapshot(box.path('site'), (name) => name.endsWith('/index')),
    before,
  );
});

describe('no place that could be meant', () => {
  test('a bare repository of another name: refused, and --home is for all worktrees', async (t) => {
    const box = sandbox(t);
    project(box);
    box.git('.', 'clone', '-q', '--bare', 'project', 'store.git');
    for (const name of ['one', 'two']) box.git('store.git', 'worktree', 'add', '-q', '-b', name, `../${name}`);
    const refused = box.dk('one', ['init']);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /^E_BARE_REPOSITORY .*store\.git.*dk init --home <folder>/su);
    works(box.dk('one', ['init', '--home', '../memory']));
    const world = await realWorld(box.env);
    const found = world.places.find({ cwd: box.path('two'), env: {} });
    assert.equal(found?.home, box.path('memory'));
  });
  test('in the bare folder itself', (t) => {
    const box = sandbox(t);
    worktrees(box, '.bare');
    const refused = box.dk('site/.bare', ['init']);
    assert.deepEqual([refused.code, refused.stderr.split(' ')[0]], [2, 'E_BARE_REPOSITORY']);
  });
});
