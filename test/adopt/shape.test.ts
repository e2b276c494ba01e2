// Whose repository it is: a home shares one with its owner only if they say so, or if nobody else has anything in it.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { foundHome, type HomePlan, prepareHome } from '../../src/adopt/adopt.ts';
import { newBoard } from '../../src/board/board.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { printManifest } from '../../src/journal/journal.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';

const request = (box: Sandbox, cwd: string, more: { readonly here?: boolean; readonly home?: string } = {}) => ({
  ...{ cwd: box.path(cwd), env: box.env, agent: 'agent' },
  ...{ here: more.here === true, home: more.home },
});

async function planIn(
  box: Sandbox,
  ...given: Parameters<typeof request> extends [Sandbox, ...infer Rest] ? Rest : never
) {
  return prepareHome(await realWorld(box.env), request(box, ...given));
}

/** A repository with nothing in it but what is written next. */
function bareFolder(box: Sandbox, name = 'project'): string {
  mkdirSync(box.path(name));
  box.git(name, 'init', '-q', '-b', 'main');
  return name;
}

const manifest = printManifest({
  format: 1,
  entries: ['2026-06-10-1430.org'],
  dreams: [
    {
      ...{ file: '2026-06-10-1430.org', id: 'd-1', time: '2026-06-10T14:30:00.000Z', model: 'builtin', agent: 'agent' },
      ...{ ours: true, summary: 'A quiet day.', verdicts: 0 },
    },
  ],
  gaps: [],
});

/** What a person may have at the root of their own repository, and what it means. */
const theirs: readonly {
  readonly what: string;
  readonly files: Readonly<Record<string, string>>;
  readonly shape: HomePlan['shape'];
}[] = [
  { what: 'a plan.org of their own', files: { 'plan.org': '* TODO the garden\n' }, shape: 'nested' },
  { what: 'a plan.org like ours, beside their work', files: { 'plan.org': newBoard(), 'a.js': '' }, shape: 'nested' },
  { what: 'a rem/ of their own', files: { 'rem/notes.md': 'remarks\n' }, shape: 'nested' },
  { what: 'dreams without a manifest', files: { 'rem/2026-06-10-1430.org': '* tale\n' }, shape: 'nested' },
  { what: 'another program’s manifest', files: { 'rem/manifest.json': '{"format": 1}' }, shape: 'nested' },
  {
    what: 'a manifest with our words and their names',
    files: { 'rem/manifest.json': '{"format":1,"entries":["chapter.org"],"dreams":[],"gaps":[]}' },
    shape: 'nested',
  },
  { what: 'a manifest that is broken', files: { 'rem/manifest.json': manifest.slice(0, 90) }, shape: 'nested' },
  { what: 'a manifest that is a folder', files: { 'rem/manifest.json/x': '' }, shape: 'nested' },
  { what: 'our manifest', files: { 'rem/manifest.json': manifest, 'a.js': '' }, shape: 'one' },
  { what: 'what an init of ours left that was cut off', files: { 'plan.org': newBoard() }, shape: 'one' },
  { what: 'nothing', files: {}, shape: 'one' },
];

describe('what lies in a repository decides whose it is', () => {
  for (const { what, files, shape } of theirs)
    test(`${what}: ${shape}`, async (t) => {
      const box = sandbox(t);
      bareFolder(box);
      for (const [name, text] of Object.entries(files)) box.write(`project/${name}`, text);
      if (shape === 'nested') {
        box.git('project', 'add', '-A');
        box.git('project', 'commit', '-q', '-m', 'mine');
      }
      const before = snapshot(box.path('project'), (name) => name === '.git/index');
      const plan = await planIn(box, 'project');
      assert.equal(plan.shape, shape, plan.why);
      assert.equal(plan.home, box.path(shape === 'one' ? 'project' : 'project/.dream'));
      const report = await foundHome(await realWorld(box.env), request(box, 'project'), plan);
      assert.ok(report.commit !== undefined);
      if (shape === 'one') {
        assert.equal(box.git('project', 'rev-parse', 'HEAD').trim(), report.commit);
        return;
      }
      // Nothing of theirs is otherwise, but for the one line that hides the home.
      const after = snapshot(box.path('project'), (name) => name === '.git/index' || /^\.dream(?:\/|$)/u.test(name));
      assert.deepEqual(
        { ...after, '.git/info/exclude': after['.git/info/exclude']?.replace('/.dream/\n', '') },
        before,
      );
      assert.equal(box.git('project', 'status', '--porcelain'), '');
    });
});

test('--here makes it one whatever lies there, and says so', async (t) => {
  const box = sandbox(t);
  project(box);
  box.write('project/plan.org', '* TODO the garden\n');
  const plan = await planIn(box, 'project', { here: true });
  assert.deepEqual([plan.shape, plan.home], ['one', box.path('project')]);
});

test('one of their own is named where it is passed over, with the way to choose otherwise', async (t) => {
  const box = sandbox(t);
  project(box);
  box.write('project/plan.org', '* TODO the garden\n');
  assert.match((await planIn(box, 'project')).why, /your own plan\.org stays yours.*`dk init --here`/u);
});

test('a folder that is named is theirs, too, if their plan.org lies in it', async (t) => {
  const box = sandbox(t);
  bareFolder(box, 'named');
  box.write('named/plan.org', '* TODO the garden\n');
  box.write('named/a.js', '');
  const before = snapshot(box.folder);
  for (const cwd of ['.', 'named'])
    await assert.rejects(
      planIn(box, cwd, { home: box.path('named') }),
      (error) => error instanceof DreamkeeperError && error.code === 'E_NOT_OURS' && /--here/u.test(error.hint),
    );
  assert.deepEqual(snapshot(box.folder), before);
});

test('a .dream folder that the project’s git tracks is the project’s', async (t) => {
  const box = sandbox(t);
  project(box);
  box.write('project/.dream/plan.org', '* board\n');
  box.git('project', 'add', '-f', '.dream');
  await assert.rejects(
    planIn(box, 'project'),
    (error) => error instanceof DreamkeeperError && error.code === 'E_NOT_OURS' && /tracks/u.test(error.message),
  );
});

test('a folder that only looks empty is somebody’s work, if there are commits', async (t) => {
  const box = sandbox(t);
  project(box, 'upstream');
  box.git('.', 'clone', '-q', '--no-checkout', box.path('upstream'), 'unchecked');
  project(box, 'orphan');
  box.git('orphan', 'switch', '-q', '--orphan', 'fresh');
  for (const name of ['unchecked', 'orphan']) {
    assert.equal((await planIn(box, name)).shape, 'nested', name);
    // Nor is it a start of ours.
    box.write(`${name}/plan.org`, newBoard());
    assert.equal((await planIn(box, name)).shape, 'nested', name);
  }
});
