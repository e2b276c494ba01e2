// States in which board, journal or index are not what they usually are: nothing staged or hidden moves, and no dream is lost.
import assert from 'node:assert/strict';
import { appendFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { describe, type TestContext, test } from 'node:test';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { everything, journalIn, journalKept, journalWhole, lived, theirs, unfinished } from './desk.ts';
import { head, move, onlyOurs, sleep, sleeps, told, wake } from './outcomes.ts';

const repo = 'project';

const isFull = process.env.DREAMKEEPER_STATES === 'all';
let states = 0;
/** Every second of them, and all in the soak. */
function state(name: string, does: (t: TestContext) => Promise<void>): void {
  states += 1;
  if (isFull || states % 2 === 1) test(name, does);
}

/** All that the index has otherwise than the last commit. */
function stagedPaths(box: Sandbox): readonly string[] {
  const born = /refs\/heads/u.test(box.git(repo, 'for-each-ref', box.git(repo, 'symbolic-ref', 'HEAD').trim()));
  const listed = born ? box.git(repo, 'diff', '--cached', '--name-only', '-z') : box.git(repo, 'ls-files', '-z');
  return listed.split('\0').filter((path) => path !== '');
}

/** The person has something staged where we would write: it stays, and after their own commit all of ours goes in. */
async function waits(box: Sandbox, end: () => void): Promise<void> {
  const paths = stagedPaths(box);
  const look = (): object => ({
    index: box.git(repo, 'ls-files', '--stage', '--', ...paths),
    theirs: theirs(box, repo),
  });
  const before = look();
  for (const args of [wake, move, sleep]) {
    const ran = box.dk(repo, args);
    assert.ok(ran.code === 0 || ran.code === 11, told(ran));
    assert.deepEqual(look(), before, args.join(' '));
  }
  end();
  const board = box.read(`${repo}/plan.org`);
  await sleeps(box, repo, repo);
  assert.equal(box.read(`${repo}/plan.org`), board, 'their commit and our next night take nothing back');
  const verified = box.dk(repo, ['nights', 'verify']);
  assert.equal(verified.code, 0, told(verified));
}

describe('the index is not as usual', { concurrency: 2 }, () => {
  state('no index at all: everything is staged to be removed', async (t) => {
    const box = sandbox(t);
    lived(box);
    rmSync(box.path(repo, '.git/index'));
    await waits(box, () => box.git(repo, 'reset', '-q'));
  });
  test('no index, and a note to be kept: nothing is staged that nobody staged', async (t) => {
    const box = sandbox(t);
    lived(box);
    rmSync(box.path(repo, '.git/index'));
    const base = head(box, repo);
    const ran = box.dk(repo, ['remember', 'a fact']);
    assert.equal(ran.code, 11, told(ran));
    assert.match(ran.stderr, /index is gone/u);
    assert.equal(head(box, repo), base);
    assert.equal(box.git(repo, 'ls-files'), '');
    box.git(repo, 'reset', '-q');
    const again = box.dk(repo, ['remember', 'a fact']);
    assert.equal(again.code, 0, told(again));
    assert.equal(box.git(repo, 'diff', '--cached', '--name-only'), '');
  });
  test('nested, no index: our own verb makes it anew', async (t) => {
    const box = sandbox(t);
    lived(box, 'nested');
    rmSync(box.path(repo, '.dream/.git/index'));
    const ran = box.dk(repo, ['remember', 'a fact']);
    assert.equal(ran.code, 0, told(ran));
    assert.equal(box.git(`${repo}/.dream`, 'diff', '--cached', '--name-only'), '');
    assert.match(box.git(`${repo}/.dream`, 'grep', 'a fact', 'HEAD', '--', 'notes'), /a fact/u);
  });
  state('a broken index', async (t) => {
    const box = sandbox(t);
    lived(box);
    writeFileSync(box.path(repo, '.git/index'), 'nonsense');
    const before = everything(box, repo);
    for (const args of [sleep, move]) {
      const ran = box.dk(repo, args);
      assert.ok([11, 12, 13, 14].includes(ran.code ?? 0), told(ran));
      assert.deepEqual(everything(box, repo), before, args.join(' '));
    }
    rmSync(box.path(repo, '.git/index'));
    box.git(repo, 'reset', '-q');
    await sleeps(box, repo, repo);
  });
  state('a branch that is not born, with everything staged (checkout --orphan)', async (t) => {
    const box = sandbox(t);
    lived(box);
    box.git(repo, 'checkout', '-q', '--orphan', 'fresh');
    await waits(box, () => box.git(repo, 'commit', '-qm', 'all of it'));
  });
  state('the board taken out of the index', async (t) => {
    const box = sandbox(t);
    lived(box);
    box.git(repo, 'rm', '-q', '--cached', 'plan.org');
    await waits(box, () => box.git(repo, 'commit', '-qm', 'no board'));
    assert.equal(box.git(repo, 'ls-files', 'plan.org'), '');
  });
  state('the journal taken out of the index', async (t) => {
    const box = sandbox(t);
    lived(box);
    box.git(repo, 'rm', '-rq', '--cached', 'rem');
    await waits(box, () => box.git(repo, 'reset', '-q'));
  });
  state('the board staged in one way and edited in another', async (t) => {
    const box = sandbox(t);
    lived(box);
    appendFileSync(box.path(repo, 'plan.org'), '- staged\n');
    box.git(repo, 'add', 'plan.org');
    appendFileSync(box.path(repo, 'plan.org'), '- edited\n');
    unfinished(box, repo);
    await waits(box, () => box.git(repo, 'commit', '-qm', 'theirs'));
    assert.match(box.read(`${repo}/plan.org`), /- staged\n- edited\n$/u);
    assert.match(box.git(repo, 'show', 'HEAD:plan.org'), /- staged\n$/u);
  });
  for (const flag of ['--assume-unchanged', '--skip-worktree'])
    test(`the board marked ${flag}, with an edit that is hidden so`, async (t) => {
      const box = sandbox(t);
      lived(box);
      box.git(repo, 'update-index', flag, 'plan.org');
      appendFileSync(box.path(repo, 'plan.org'), '- hidden\n');
      const before = theirs(box, repo);
      const base = head(box, repo);
      for (const args of [wake, move]) {
        const ran = box.dk(repo, args);
        assert.equal(ran.code, 0, told(ran));
      }
      await sleeps(box, repo, repo);
      onlyOurs(box, repo, base, 3);
      assert.match(box.read(`${repo}/plan.org`), /- hidden\n$/u);
      assert.doesNotMatch(box.git(repo, 'show', 'HEAD:plan.org'), /hidden/u);
      assert.deepEqual(theirs(box, repo), before, 'the mark is the person’s, and still there');
    });
});

describe('what should be there is not', { concurrency: 2 }, () => {
  state('the board deleted, not staged', async (t) => {
    const box = sandbox(t);
    lived(box);
    rmSync(box.path(repo, 'plan.org'));
    const base = head(box, repo);
    assert.equal(box.dk(repo, move).code, 14);
    assert.equal(box.dk(repo, wake).code, 0);
    await sleeps(box, repo, repo);
    onlyOurs(box, repo, base, 1);
    assert.equal(box.git(repo, 'status', '--porcelain'), ' D plan.org\n');
    box.git(repo, 'checkout', '-q', '--', 'plan.org');
    assert.equal(box.dk(repo, move).code, 0);
  });
  for (const [what, path] of [
    ['the journal', 'rem'],
    ['the ledger', 'rem/ledger.jsonl'],
  ] as const)
    test(`${what} deleted, not staged: the commit does not lose a line of it`, async (t) => {
      const box = sandbox(t);
      lived(box);
      const before = journalIn(box, repo);
      rmSync(box.path(repo, path), { recursive: true });
      for (const args of [wake, sleep]) {
        const ran = box.dk(repo, args);
        assert.ok([0, 11, 12, 13, 14].includes(ran.code ?? 1), told(ran));
        journalKept(before, journalIn(box, repo));
      }
    });
  state('the journal left out by a sparse checkout', async (t) => {
    const box = sandbox(t);
    lived(box);
    box.git(repo, 'sparse-checkout', 'set', '--cone', 'src');
    const before = journalIn(box, repo);
    for (const args of [wake, move, sleep]) {
      const ran = box.dk(repo, args);
      assert.ok([0, 11, 12, 13, 14].includes(ran.code ?? 1), told(ran));
      journalKept(before, journalIn(box, repo));
    }
    assert.deepEqual(box.git(repo, 'sparse-checkout', 'list'), 'src\n');
    box.git(repo, 'sparse-checkout', 'disable');
    await sleeps(box, repo, repo);
    const verified = box.dk(repo, ['nights', 'verify']);
    assert.equal(verified.code, 0, told(verified));
  });
  state('a branch that is not born, with nothing staged: what is in the ledger is in the first commit', async (t) => {
    const box = sandbox(t);
    lived(box);
    // What is ours is known by the private folder alone.
    cpSync(box.path(repo, '.git/dreamkeeper'), box.path('private'), { recursive: true });
    rmSync(box.path(repo, '.git'), { recursive: true });
    box.git(repo, 'init', '-q', '-b', 'main');
    cpSync(box.path('private'), box.path(repo, '.git/dreamkeeper'), { recursive: true });
    box.git(repo, 'add', 'work.md');
    const person = box.git(repo, 'ls-files', '--stage');
    const ran = box.dk(repo, sleep);
    assert.equal(ran.code, 0, told(ran));
    const paths = box.git(repo, 'ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n');
    for (const path of paths) assert.match(path, /^(?:plan\.org|rem\/[^/]+)$/u);
    assert.equal(box.git(repo, 'ls-files', '--stage', '--', 'work.md'), person);
    assert.match(box.git(repo, 'status', '--porcelain'), /^A {2}work\.md$/mu);
    journalWhole(journalIn(box, repo));
    await sleeps(box, repo, repo);
  });
  state(
    'a branch with nothing in it (switch --orphan): there is no home here, and back on main there is',
    async (t) => {
      const box = sandbox(t);
      lived(box);
      box.git(repo, 'switch', '-q', '--orphan', 'fresh');
      const before = everything(box, repo);
      for (const args of [sleep, wake, move]) {
        const ran = box.dk(repo, args);
        assert.equal(ran.code, 10, told(ran));
      }
      assert.deepEqual(everything(box, repo), before);
      box.git(repo, 'switch', '-q', 'main');
      await sleeps(box, repo, repo);
    },
  );
  state('nested: the project on such a branch stops nothing', async (t) => {
    const box = sandbox(t);
    lived(box, 'nested');
    box.git(repo, 'switch', '-q', '--orphan', 'fresh');
    const before = everything(box, repo);
    await sleeps(box, repo, 'project/.dream');
    assert.deepEqual(everything(box, repo), before);
  });
  state('nested, from a linked worktree of the project', async (t) => {
    const box = sandbox(t);
    lived(box, 'nested');
    box.git(repo, 'worktree', 'add', '-q', '-b', 'linked', '../linked');
    unfinished(box, 'linked');
    const before = [theirs(box, repo), theirs(box, 'linked')];
    await sleeps(box, 'linked', 'project/.dream');
    assert.deepEqual([theirs(box, repo), theirs(box, 'linked')], before);
  });
  state('core.bare is true, though there are files: it lands, or is refused', async (t) => {
    const box = sandbox(t);
    lived(box);
    unfinished(box, repo);
    const before = theirs(box, repo);
    box.git(repo, 'config', 'core.bare', 'true');
    const ran = box.dk(repo, sleep);
    assert.ok(ran.code === 0 || ran.code === 2, told(ran));
    box.git(repo, 'config', 'core.bare', 'false');
    assert.deepEqual(theirs(box, repo), before);
    await sleeps(box, repo, repo);
  });
});
