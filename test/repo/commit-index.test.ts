// The index is the person's: what they staged and what they did not stays as it was, and our commit stays in when they commit.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import test, { type TestContext } from 'node:test';
import { commitFiles, type GitProgram } from '../../src/repo/repo.ts';
import { fc } from '../drawn.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { plainGit } from './hostile-site.ts';
import { openAt, program, request } from './support.ts';

/** A repository with some files, and our own among them. */
function prepared(t: TestContext): Sandbox {
  const box = sandbox(t);
  project(box);
  for (const name of ['plan.org', 'a.md', 'b.md', 'c.md', 'd.md'])
    box.write(`project/${name}`, `${name}, as committed\n`);
  box.git('project', 'add', '-A');
  box.git('project', 'commit', '-qm', 'files');
  return box;
}

/** Both differences git knows, byte for byte, of everything but the paths we commit ourselves. */
function differences(box: Sandbox, ...ours: readonly string[]): Record<string, string> {
  const but = ours.map((path) => `:(exclude)${path}`);
  return {
    staged: box.git('project', 'diff', '--cached', '--binary', '--full-index', '--', '.', ...but),
    unstaged: box.git('project', 'diff', '--binary', '--full-index', '--', '.', ...but),
    status: box.git('project', 'status', '--porcelain=v2', '-uall', '--', '.', ...but),
    flags: box.git('project', 'ls-files', '-v', '--stage', '--', '.', ...but),
  };
}

async function commitPlan(box: Sandbox, content: string, git: GitProgram = program): Promise<string> {
  const repository = await openAt(box.path('project'), git);
  const result = await commitFiles(repository, request(await repository.head(), { 'plan.org': content }));
  return result.kind;
}

test('staged, unstaged and untracked work stays byte for byte, and our path follows', async (t) => {
  const box = prepared(t);
  box.write('project/a.md', 'staged\n');
  box.write('project/new.md', 'staged and new\n');
  box.git('project', 'add', 'a.md', 'new.md');
  box.write('project/a.md', 'staged, and edited again\n');
  box.write('project/b.md', 'edited\n');
  box.git('project', 'rm', '-q', 'c.md');
  chmodSync(box.path('project/d.md'), 0o755);
  box.write('project/untracked.md', 'untracked\n');
  box.write('project/later.md', 'later\n');
  box.git('project', 'add', '--intent-to-add', 'later.md');
  box.git('project', 'update-index', '--assume-unchanged', 'app.js');
  box.write('project/plan.org', 'ours\n');
  const before = differences(box, 'plan.org');
  assert.equal(await commitPlan(box, 'ours\n'), 'committed');
  assert.deepEqual(differences(box, 'plan.org'), before);
  assert.equal(box.git('project', 'status', '--porcelain', '--', 'plan.org'), '');

  box.git('project', 'commit', '-qm', "the person's own");
  assert.equal(box.git('project', 'show', 'HEAD:plan.org'), 'ours\n');
  assert.deepEqual(box.git('project', 'show', '--name-status', '--format=', 'HEAD').trim().split('\n'), [
    'M\ta.md',
    'D\tc.md',
    'A\tnew.md',
  ]);
});

test('what the person staged of our own path stays staged, and is theirs to commit', async (t) => {
  const box = prepared(t);
  box.write('project/plan.org', 'theirs\n');
  box.git('project', 'add', 'plan.org');
  const entry = box.git('project', 'ls-files', '--stage', 'plan.org');
  assert.equal(await commitPlan(box, 'ours\n'), 'committed');
  assert.equal(box.git('project', 'ls-files', '--stage', 'plan.org'), entry);
  assert.match(box.git('project', 'diff', '--cached'), /-ours\n\+theirs/u);
});

test('what the person edited in our own path and did not stage stays unstaged', async (t) => {
  const box = prepared(t);
  box.write('project/plan.org', 'theirs\n');
  assert.equal(await commitPlan(box, 'ours\n'), 'committed');
  assert.equal(box.git('project', 'diff', '--cached'), '');
  assert.match(box.git('project', 'diff'), /-ours\n\+theirs/u);
});

test('a path in conflict outside a merge keeps its conflict', async (t) => {
  const box = prepared(t);
  // Both sides and no base, as after a stash: the shape that looks most like "not there".
  const blob = box.git('project', 'rev-parse', 'HEAD:a.md').trim();
  const entries = [2, 3].map((stage) => `100644 ${blob} ${stage}\tboth.md\n`).join('');
  plainGit(box.path('project'), ['update-index', '--index-info'], entries);
  assert.equal(box.git('project', 'ls-files', '--stage', '--unmerged'), entries);
  const repository = await openAt(box.path('project'));
  const result = await commitFiles(repository, request(await repository.head(), { 'both.md': 'ours\n' }));
  assert.equal(result.kind, 'committed');
  assert.equal(box.git('project', 'ls-files', '--stage', '--unmerged'), entries);
});

test('what is staged below our path, or in place of its folder, is not dropped to make room', async (t) => {
  const box = prepared(t);
  box.write('project/notes/one.md', 'one\n');
  box.write('project/memory', 'a file\n');
  box.git('project', 'add', 'notes/one.md', 'memory');
  const before = box.git('project', 'ls-files', '--stage');
  const repository = await openAt(box.path('project'));
  const result = await commitFiles(
    repository,
    request(await repository.head(), { notes: 'ours\n', 'memory/deep/a.md': 'ours\n' }),
  );
  assert.equal(result.kind, 'committed');
  assert.equal(box.git('project', 'ls-files', '--stage'), before);
});

test('an edit made in the moment the index was written is still seen afterwards', async (t) => {
  const box = prepared(t);
  // Times and sizes are all git has to go by here, as on filesystems that know no more.
  box.git('project', 'config', 'core.trustctime', 'false');
  box.git('project', 'config', 'core.checkStat', 'minimal');
  const moment = new Date('2026-06-10T12:00:00Z');
  const write = (content: string): void => {
    writeFileSync(box.path('project/a.md'), content);
    utimesSync(box.path('project/a.md'), moment, moment);
  };
  write('aaaa\n');
  box.git('project', 'add', 'a.md');
  write('bbbb\n');
  utimesSync(box.path('project/.git/index'), moment, moment);
  assert.equal(await commitPlan(box, 'ours\n'), 'committed');
  assert.match(box.git('project', 'diff', '--', 'a.md'), /-aaaa\n\+bbbb/u);
});

test('without an index nothing is committed: what is staged is not known, and ours alone would be a lie', async (t) => {
  const box = prepared(t);
  rmSync(box.path('project/.git/index'));
  const before = box.git('project', 'rev-parse', 'HEAD');
  const repository = await openAt(box.path('project'));
  for (const path of ['plan.org', 'new.md']) {
    const result = await commitFiles(repository, request(await repository.head(), { [path]: 'ours\n' }));
    assert.deepEqual(result, { kind: 'busy', what: 'missing index' });
  }
  assert.equal(box.git('project', 'rev-parse', 'HEAD'), before);
  assert.ok(!existsSync(box.path('project/.git/index')));
});

test('in a repository of ours a missing index is made anew from the last commit, with what we commit', async (t) => {
  const box = prepared(t);
  for (const files of [{ 'plan.org': 'ours\n', 'new.md': 'new\n' }, { 'plan.org': undefined }]) {
    rmSync(box.path('project/.git/index'));
    const repository = await openAt(box.path('project'));
    const asked = request(await repository.head(), files, { remakesIndex: true, onlyUnstaged: true });
    assert.equal((await commitFiles(repository, asked)).kind, 'committed');
    assert.equal(box.git('project', 'diff', '--cached', '--name-only'), '');
  }
});

test('a branch that is not born needs no index', async (t) => {
  const box = sandbox(t);
  box.git('.', 'init', '-q', '-b', 'main', 'project');
  const repository = await openAt(box.path('project'));
  const result = await commitFiles(repository, request(await repository.head(), { 'a.md': 'ours\n' }));
  assert.equal(result.kind, 'committed');
  assert.equal(box.git('project', 'ls-files'), 'a.md\n');
});

/** A git that does something else first, once, when it is called for a certain command. */
function interrupted(box: Sandbox, command: string, first: string): GitProgram {
  const path = box.write(
    'interrupted-git',
    `#!/bin/sh\nfor word; do\n  if [ "$word" = ${command} ] && [ ! -e '${box.path('done')}' ]; then\n    : > '${box.path('done')}'\n    (unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE GIT_COMMON_DIR GIT_OBJECT_DIRECTORY; cd '${box.path('project')}' && ${first}) >/dev/null 2>&1 </dev/null\n  fi\ndone\nexec git "$@"\n`,
  );
  chmodSync(path, 0o755);
  return { path, searchPath: program.searchPath };
}

const person = 'git -c user.name=P -c user.email=p@example.org';

test('what the person stages while we prepare is staged afterwards', async (t) => {
  for (const command of ['ls-files', 'update-index', 'unpack-objects']) {
    const box = prepared(t);
    // Of this kind git is asked; the usual one is read without it.
    if (command === 'ls-files') box.git('project', 'update-index', '--index-version', '4');
    box.write('project/a.md', 'staged meanwhile\n');
    assert.equal(await commitPlan(box, 'ours\n', interrupted(box, command, 'git add a.md')), 'committed', command);
    assert.match(box.git('project', 'diff', '--cached', '--', 'a.md'), /\+staged meanwhile/u, command);
    assert.equal(box.git('project', 'diff', '--cached', '--name-only'), 'a.md\n', command);
  }
});

test('a branch that moves at the last moment is noticed, and the index is let go', async (t) => {
  for (const [first, kind] of [
    [`${person} commit-tree HEAD^{tree} -p HEAD -m x | xargs git update-ref refs/heads/main`, 'moved'],
    ['git branch other && git symbolic-ref HEAD refs/heads/other', 'moved'],
    ['git rev-parse HEAD > .git/MERGE_HEAD', 'busy'],
  ] as const) {
    for (const command of ['update-index', 'update-ref']) {
      // Once the last question is asked, only the ref itself is guarded, by git.
      if (command === 'update-ref' && !first.includes('update-ref')) continue;
      const box = prepared(t);
      const index = box.git('project', 'ls-files', '--stage');
      assert.equal(await commitPlan(box, 'ours\n', interrupted(box, command, first)), kind, `${command}: ${first}`);
      assert.equal(box.git('project', 'ls-files', '--stage'), index);
      assert.doesNotMatch(box.git('project', 'log', '--all', '--format=%s'), /a change/u);
      rmSync(box.path('project/.git/MERGE_HEAD'), { force: true });
      // Nothing is in the person's way.
      box.write('project/a.md', 'next\n');
      box.git('project', 'commit', '-qam', 'next');
    }
  }
});

test('a git that dies after it moved the branch, or before, leaves branch and index agreeing', async (t) => {
  for (const [deed, kind] of [
    ['git "$@"; ', 'committed'],
    ['', 'E_GIT'],
  ] as const) {
    const box = prepared(t);
    const path = box.write(
      'dying-git',
      `#!/bin/sh\ncase " $* " in *" update-ref "*) ${deed}kill -9 $$;; esac\nexec git "$@"\n`,
    );
    chmodSync(path, 0o755);
    const outcome = await commitPlan(box, 'ours\n', { path, searchPath: program.searchPath }).catch(
      (error: { code: string }) => error.code,
    );
    assert.equal(outcome, kind);
    assert.equal(box.git('project', 'diff', '--cached', '--name-only'), '');
    assert.equal(
      box.git('project', 'show', 'HEAD:plan.org'),
      kind === 'committed' ? 'ours\n' : 'plan.org, as committed\n',
    );
    box.git('project', 'reset', '-q');
  }
});

/** How one path stands with the person. */
const standing = fc.record({
  path: fc.constantFrom('plan.org', 'a.md', 'b.md', 'new/deep.md', 'new.md'),
  staged: fc.constantFrom('as it was', 'other', 'removed'),
  onDisk: fc.constantFrom('as staged', 'edited', 'removed'),
});

test('in whatever state the paths are, what is not ours stays, and ours follows where it agreed', async (t) => {
  const box = prepared(t);
  const first = box.git('project', 'rev-parse', 'HEAD').trim();
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(standing, { selector: ({ path }) => path, maxLength: 5 }),
      fc.uniqueArray(fc.constantFrom('plan.org', 'a.md', 'new/deep.md'), { minLength: 1 }),
      async (states, ours) => {
        box.git('project', 'reset', '-q', '--hard', first);
        box.git('project', 'clean', '-fdq');
        for (const { path, staged, onDisk } of states) {
          if (staged === 'other') box.git('project', 'add', box.write(`project/${path}`, 'other\n'));
          if (staged === 'removed') box.git('project', 'rm', '-q', '--ignore-unmatch', path);
          if (onDisk === 'edited') box.write(`project/${path}`, `edited ${path}\n`);
          if (onDisk === 'removed') rmSync(box.path('project', path), { force: true });
        }
        const before = differences(box, ...ours);
        const agreed = ours.filter((path) => box.git('project', 'diff', '--cached', '--name-only', '--', path) === '');
        const entries = box.git('project', 'ls-files', '--stage', '--', ...ours);
        const repository = await openAt(box.path('project'));
        const files = Object.fromEntries(ours.map((path, index) => [path, index === 1 ? undefined : `ours ${path}\n`]));
        const result = await commitFiles(repository, request(await repository.head(), files));
        assert.match(result.kind, /^(?:committed|unchanged)$/u);
        assert.deepEqual(differences(box, ...ours), before);
        for (const path of ours) {
          const isStaged = box.git('project', 'diff', '--cached', '--name-only', '--', path) !== '';
          if (agreed.includes(path)) assert.equal(isStaged, false, `${path} follows`);
          else
            assert.equal(
              box.git('project', 'ls-files', '--stage', '--', path),
              entries
                .split('\n')
                .filter((line) => line.endsWith(`\t${path}`))
                .map((line) => `${line}\n`)
                .join(''),
              `${path} is theirs`,
            );
        }
      },
    ),
    { numRuns: 12, seed: 1 },
  );
});
