// A person in the middle of something is left alone: nothing is committed under them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { commitFiles } from '../../src/repo/repo.ts';
import { project, type Sandbox, sandbox, snapshot } from '../sandbox.ts';
import { openAt, request } from './support.ts';

/** Two branches that disagree about every file, with two commits each. */
function disagreeing(box: Sandbox): void {
  project(box);
  box.git('project', 'branch', 'side');
  for (const branch of ['side', 'main']) {
    box.git('project', 'switch', '-q', branch);
    for (const round of [1, 2]) {
      box.write('project/app.js', `${branch} ${round}\n`);
      box.git('project', 'commit', '-qam', `${branch} ${round}`);
    }
  }
}

/** Runs git as a person would, who is then told about a conflict. */
function stuck(box: Sandbox, ...args: readonly string[]): void {
  const ran = spawnSync('git', args, { cwd: box.path('project'), env: { ...box.env, GIT_EDITOR: 'true' } });
  assert.notEqual(ran.status, 0, `git ${args.join(' ')} was expected to stop`);
}

/** Settles the conflict and commits by hand, so that only the list of what comes next is left. */
function settle(box: Sandbox): void {
  box.write('project/app.js', 'settled\n');
  box.git('project', 'commit', '-qam', 'settled');
}

const ways: readonly (readonly [name: string, what: string, begin: (box: Sandbox) => void])[] = [
  ['a merge', 'merge', (box) => stuck(box, 'merge', 'side')],
  [
    'a merge without conflict, not committed',
    'merge',
    (box) => {
      box.git('project', 'merge', '-q', '--no-commit', '-s', 'ours', 'side');
    },
  ],
  ['a rebase', 'rebase', (box) => stuck(box, 'rebase', 'side')],
  ['a rebase by patches', 'rebase', (box) => stuck(box, 'rebase', '--apply', 'side')],
  ['a rebase that stops at a command', 'rebase', (box) => stuck(box, 'rebase', '--exec', 'false', 'HEAD~1')],
  ['a cherry-pick', 'cherry-pick', (box) => stuck(box, 'cherry-pick', 'side')],
  [
    'several cherry-picks, one settled',
    'cherry-pick',
    (box) => {
      stuck(box, 'cherry-pick', 'side~1', 'side');
      settle(box);
    },
  ],
  ['a revert', 'revert', (box) => stuck(box, 'revert', '--no-edit', 'HEAD~1')],
  [
    'several reverts, one settled',
    'revert',
    (box) => {
      stuck(box, 'revert', '--no-edit', 'HEAD~1', 'HEAD');
      settle(box);
    },
  ],
  [
    'a bisection',
    'bisect',
    (box) => {
      box.git('project', 'bisect', 'start');
    },
  ],
  [
    'a mailbox',
    'am',
    (box) => {
      const mail = box.write('mail', box.git('project', 'format-patch', '--stdout', 'side~1..side'));
      stuck(box, 'am', '-q', mail);
    },
  ],
  [
    'no branch',
    'detached HEAD',
    (box) => {
      box.git('project', 'switch', '-q', '--detach');
    },
  ],
  [
    'no branch, at a tag',
    'detached HEAD',
    (box) => {
      box.git('project', 'tag', 'v1');
      box.git('project', 'switch', '-q', '--detach', 'v1');
    },
  ],
];

for (const [name, what, begin] of ways) {
  test(`under way: ${name}`, async (t) => {
    const box = sandbox(t);
    disagreeing(box);
    begin(box);
    const repository = await openAt(box.path('project'));
    const base = await repository.head();
    const before = snapshot(box.path('project'));
    assert.equal(repository.underWay() ?? 'detached HEAD', what);
    assert.deepEqual(await commitFiles(repository, request(base, { 'plan.org': 'ours\n' })), { kind: 'busy', what });
    assert.deepEqual(snapshot(box.path('project')), before, 'not an object was written');
  });
}

test('when it is done or given up, commits work again', async (t) => {
  const box = sandbox(t);
  disagreeing(box);
  for (const [verb, ...args] of [
    ['merge', 'side'],
    ['rebase', 'side'],
    ['cherry-pick', 'side~1', 'side'],
    ['revert', '--no-edit', 'HEAD~1'],
  ] as const) {
    stuck(box, verb, ...args);
    const repository = await openAt(box.path('project'));
    assert.equal(repository.underWay(), verb);
    box.git('project', verb, '--abort');
    assert.equal(repository.underWay(), undefined);
    const result = await commitFiles(repository, request(await repository.head(), { 'plan.org': `after ${verb}\n` }));
    assert.equal(result.kind, 'committed');
    box.git('project', 'reset', '-q', '--hard');
  }
});
