// A `git gc --prune=now` between writing objects and moving the branch: what lands is whole all the same.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { makeChange } from '../../src/change/change.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { Repository, World } from '../../src/world/world.ts';
import { healthyHome } from '../doctor/healthy-home.ts';
import { sandbox } from '../sandbox.ts';

/** All loose objects of a repository, by full path. */
function loose(gitDir: string): string[] {
  return readdirSync(join(gitDir, 'objects'))
    .filter((name) => /^[0-9a-f]{2}$/u.test(name))
    .flatMap((folder) =>
      readdirSync(join(gitDir, 'objects', folder)).map((name) => join(gitDir, 'objects', folder, name)),
    );
}

describe('a change', { concurrency: 2 }, () => {
  for (const shape of ['nested', 'one'] as const)
    for (const [what, place, does] of [
      ['gc takes everything before the branch moves', 'git.locked', 'gc'],
      ['gc takes what the commit leads to, and not the commit', 'git.locked', 'all but the commit'],
      ['gc looked around before the branch moved, and deletes after it', 'git.moved', 'all'],
    ] as const)
      test(`${shape}: ${what}`, async (t) => {
        const { world, home, git, path } = await healthyHome(t, shape);
        const before = new Set(loose(home.repository.gitDir));
        let times = 0;
        const probe = (name: string): void => {
          if (name !== place || times > 0) return;
          times += 1;
          if (does === 'gc') return void git('gc', '--prune=now', '--quiet');
          const ours = loose(home.repository.gitDir).filter((each) => !before.has(each));
          const isCommit = (each: string): boolean =>
            git('cat-file', '-t', each.split('/').slice(-2).join('')).trim() === 'commit';
          const taken = does === 'all' ? ours : ours.filter((each) => !isCommit(each));
          assert.ok(taken.length >= 2, 'a blob and a folder at least');
          for (const each of taken) rmSync(each);
        };
        const changed = await makeChange({ ...world, probe }, home, {
          files: [
            {
              path: 'plan.org',
              edit: (bytes) => Buffer.concat([bytes ?? Buffer.alloc(0), Buffer.from('** TODO more\n')]),
            },
          ],
          ...{ subject: 'board: more', agent: 'waldo' },
        });
        assert.ok(times === 1 && changed.kind === 'changed' && changed.commit !== undefined, JSON.stringify(changed));
        assert.equal(git('rev-parse', 'HEAD').trim(), changed.commit);
        assert.equal(git('fsck', '--no-dangling', '--no-progress'), '');
        assert.match(git('show', 'HEAD:plan.org'), /\*\* TODO more\n$/u);
        assert.equal(git('diff', '--cached', '--name-only'), '', 'the index followed');
        assert.match(readFileSync(path('plan.org'), 'utf8'), /TODO more/u);
      });
});

test('a snapshot of unsaved work is kept anew', async (t) => {
  const box = sandbox(t);
  box.write('repo/x', 'x\n');
  box.git('repo', 'init', '-q', '-b', 'main');
  box.git('repo', 'commit', '-q', '--allow-empty', '-m', 'first');
  const world: World = await realWorld(box.env);
  const place = { worktree: box.path('repo'), gitDir: box.path('repo/.git'), commonDir: box.path('repo/.git') };
  const ref = 'refs/dreamkeeper/wip/r-aaaaaaaaaa';
  for (const kept of [/./u, /^commit$/u]) {
    const real = await world.git.open(place, box.path('scratch'));
    let times = 0;
    const repository: Repository = {
      ...real,
      // Just before the name is given to it, all of it is taken, or all but the commit.
      inside: (args, more) => {
        if (args[0] === 'update-ref' && times === 0) {
          times += 1;
          for (const each of loose(place.gitDir))
            if (
              kept.source === '.' ||
              !kept.test(box.git('repo', 'cat-file', '-t', each.split('/').slice(-2).join('')).trim())
            )
              rmSync(each);
        }
        return real.inside(args, more);
      },
    };
    const files = new Map([['a/b.txt', { content: Buffer.from('unsaved\n'), kind: 'file' as const }]]);
    const done = await world.git.snapshot(repository, {
      ...{ files, ref, message: 'wip: kept', author: { name: 'waldo', email: 'waldo@dreamkeeper.local' } },
      ...{ time: new Date(0), most: { files: 5, bytes: 100 } },
    });
    assert.equal(times, 1);
    assert.equal(box.git('repo', 'rev-parse', ref).trim(), done.commit);
    assert.equal(box.git('repo', 'show', `${ref}:a/b.txt`), 'unsaved\n');
    box.git('repo', 'update-ref', '-d', ref);
  }
});
