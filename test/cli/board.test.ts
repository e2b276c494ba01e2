// The board's verbs on real homes: one edit, one commit, and what others have not committed stays theirs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { homeIn, project, type Sandbox, sandbox } from '../sandbox.ts';

const plan =
  '#+TODO: TODO NEXT DOING | DONE CANCELLED\n* board\n** TODO honest faq — for visitors :copy:\n:PROPERTIES:\n:AGENT: zoe\n:END:\n** NEXT [#A] comparison table\n*** TODO rows\n* log\n- 2026-06-10 (team): genesis\n';

function withPlan(box: Sandbox): string {
  homeIn(box);
  box.write('home/plan.org', plan);
  box.git('home', 'commit', '-q', '-am', 'plan');
  return 'home';
}
const ok = (box: Sandbox, ...args: readonly string[]): string => {
  const ran = box.dk('home', args);
  assert.equal(ran.code, 0, ran.stderr);
  return ran.stdout;
};

describe('reading', () => {
  test('plans beside it, read and never written to', (t) => {
    const box = sandbox(t);
    withPlan(box);
    const shown = (): unknown => (JSON.parse(ok(box, 'board', '--json')) as { plans: unknown }).plans;
    box.write('home/docs/import.md', '- [x] header\n- [ ] quoted fields\n- [ ] errors\n');
    assert.deepEqual(shown(), [], 'nobody has touched it');
    ok(box, 'step', '--tool', 'read', '--target', 'docs/import.md', '--exit', '0');
    const told = { file: 'docs/import.md', first: 'quoted fields', open: 2 };
    assert.deepEqual(shown(), [{ ...told, isTracked: false }]);
    assert.match(ok(box, 'board'), /\nBeside the board:\ndocs\/import\.md 2 open, not in git: quoted fields\n/u);
    box.git('home', 'add', 'docs');
    box.git('home', 'commit', '-qm', 'a plan');
    assert.deepEqual(shown(), [{ ...told, isTracked: true }]);
    assert.match(ok(box, 'board'), /\ndocs\/import\.md 2 open: quoted fields\n/u);
    assert.doesNotMatch(ok(box, 'board', '--state', 'NEXT'), /Beside/u);
    assert.equal(box.git('home', 'status', '--porcelain'), '');
  });

  test('the documented shape', (t) => {
    const box = sandbox(t);
    withPlan(box);
    const { schema, tasks, lint } = JSON.parse(ok(box, 'board', '--json')) as {
      schema: number;
      tasks: object[];
      lint: object[];
    };
    assert.deepEqual([schema, lint], [1, []]);
    assert.deepEqual(tasks, [
      {
        title: 'honest faq — for visitors',
        state: 'TODO',
        level: 2,
        line: 3,
        isDone: false,
        parent: 'board',
        tags: ['copy'],
        priority: null,
        agent: 'zoe',
      },
      {
        title: 'comparison table',
        state: 'NEXT',
        level: 2,
        line: 7,
        isDone: false,
        parent: 'board',
        tags: [],
        priority: 'A',
        agent: null,
      },
      {
        title: 'rows',
        state: 'TODO',
        level: 3,
        line: 8,
        isDone: false,
        parent: 'comparison table',
        tags: [],
        priority: null,
        agent: null,
      },
    ]);
    const titles = (...filter: readonly string[]): string[] =>
      (JSON.parse(ok(box, 'board', 'list', '--json', ...filter)) as { tasks: { title: string }[] }).tasks.map(
        ({ title }) => title,
      );
    assert.deepEqual(titles('--state', 'next,doing'), ['comparison table']);
    assert.deepEqual(titles('--tag', 'copy'), ['honest faq — for visitors']);
    assert.deepEqual(titles('--agent', 'zoe'), ['honest faq — for visitors']);
    assert.match(ok(box, 'board'), /Next: rows/u);
    assert.equal(ok(box, 'board', 'next'), 'TODO rows\n');
    assert.equal(ok(box, 'board', 'lint'), 'Nothing looks odd.\n');
  });
  test('a deleted task is noticed', (t) => {
    const box = sandbox(t);
    withPlan(box);
    box.write('home/plan.org', plan.replace('*** TODO rows\n', ''));
    assert.match(
      ok(box, 'board', 'lint'),
      /^plan\.org {2}task-deleted {2}"rows" \(line 8 of the last commit\) is gone/u,
    );
  });
});

describe('changing', () => {
  test('one keyword, one commit, by the agent, with our trailer', (t) => {
    const box = sandbox(t);
    withPlan(box);
    assert.equal(ok(box, 'board', 'move', 'comparison table', 'doing'), 'NEXT → DOING  comparison table\n');
    assert.equal(box.read('home/plan.org'), plan.replace('NEXT [#A]', 'DOING [#A]'));
    assert.equal(box.git('home', 'status', '--porcelain'), '');
    assert.match(
      box.git('home', 'log', '-1', '--format=%an <%ae>%n%B'),
      /^agent <agent@dreamkeeper\.local>\nboard: NEXT → DOING comparison table\n\nDream-Id: c-[a-z2-7]{10}\n/u,
    );
    assert.equal(box.git('home', 'diff', '--numstat', 'HEAD~1').trim(), '1\t1\tplan.org');
    const again = JSON.parse(ok(box, 'board', 'move', 'comparison table', 'DOING', '--json')) as Record<
      string,
      unknown
    >;
    assert.deepEqual([again.result, again.commit], ['noop', null]);
    assert.equal(box.git('home', 'rev-list', '--count', 'HEAD').trim(), '3');
  });
  test('by a beginning, with normalised spelling, with a reason', (t) => {
    const box = sandbox(t);
    withPlan(box);
    ok(box, 'board', 'move', 'Honest FAQ – for vis', 'CANCELLED', '--why', 'nobody asks');
    assert.equal(
      box.read('home/plan.org'),
      plan.replace(
        '** TODO honest faq — for visitors :copy:',
        '** CANCELLED honest faq — for visitors — nobody asks :copy:',
      ),
    );
  });
  test('--dry-run changes nothing', (t) => {
    const box = sandbox(t);
    withPlan(box);
    for (const args of [
      ['move', 'rows', 'DONE'],
      ['add', 'new one'],
      ['log', 'text'],
    ])
      assert.match(ok(box, 'board', ...args, '--dry-run'), /^Would: /u);
    assert.equal(box.read('home/plan.org'), plan);
    assert.equal(box.git('home', 'rev-list', '--count', 'HEAD').trim(), '2');
  });
  test('uncommitted edits of others stay uncommitted, staged ones staged', (t) => {
    const box = sandbox(t);
    withPlan(box);
    box.write('home/plan.org', `${plan}- unsaved note\n`);
    box.write('home/other.txt', 'staged\n');
    box.git('home', 'add', 'other.txt');
    ok(box, 'board', 'move', 'rows', 'DONE');
    assert.equal(box.read('home/plan.org'), `${plan.replace('TODO rows', 'DONE rows')}- unsaved note\n`);
    assert.equal(box.git('home', 'show', 'HEAD:plan.org'), plan.replace('TODO rows', 'DONE rows'));
    assert.equal(box.git('home', 'status', '--porcelain').trimEnd(), 'A  other.txt\n M plan.org');
    assert.match(box.git('home', 'diff', 'plan.org'), /^\+- unsaved note$/mu);
  });
  test('a task that only exists unsaved is moved on disk and left to its owner’s commit', (t) => {
    const box = sandbox(t);
    withPlan(box);
    box.write('home/plan.org', plan.replace('* log', '** TODO brand new\n* log'));
    assert.match(
      ok(box, 'board', 'move', 'brand new', 'NEXT'),
      /Note: this task is only in your uncommitted edits of plan\.org/u,
    );
    assert.match(box.read('home/plan.org'), /\*\* NEXT brand new/u);
    assert.equal(box.git('home', 'rev-list', '--count', 'HEAD').trim(), '2');
  });
  test('the commit never gets another task than the disk', (t) => {
    const box = sandbox(t);
    withPlan(box);
    box.write('home/plan.org', plan.replace('*** TODO rows', '*** TODO rows of the table'));
    box.git('home', 'commit', '-q', '-am', 'longer');
    box.write('home/plan.org', plan);
    assert.match(ok(box, 'board', 'move', 'rows', 'DONE'), /Note: this task is only in your uncommitted edits/u);
    assert.match(box.git('home', 'show', 'HEAD:plan.org'), /\*\*\* TODO rows of the table/u);
  });
  test('staged edits of the board stay staged, and committing them takes nothing back', (t) => {
    const box = sandbox(t);
    withPlan(box);
    box.write('home/plan.org', `${plan}- staged note\n`);
    box.git('home', 'add', 'plan.org');
    const staged = box.git('home', 'show', ':plan.org');
    assert.match(ok(box, 'board', 'move', 'rows', 'DONE'), /Note: you have staged edits of plan\.org/u);
    assert.equal(box.git('home', 'show', ':plan.org'), staged);
    box.git('home', 'commit', '-q', '-m', 'theirs');
    assert.match(box.read('home/plan.org'), /\*\*\* DONE rows/u);
    assert.doesNotMatch(box.git('home', 'log', '-p', '-1'), /rows\n-|-\*\*\* DONE/u);
    assert.match(box.git('home', 'diff'), /^\+\*\*\* DONE rows$/mu, 'it waits in the file');
  });
  test('a cancel told twice is done once; a reason is kept in the commit; a title is added once', (t) => {
    const box = sandbox(t);
    withPlan(box);
    ok(box, 'board', 'move', 'rows', 'CANCELLED', '--why', 'no use');
    assert.match(ok(box, 'board', 'move', 'rows', 'CANCELLED', '--why', 'no use'), /^Nothing to do/u);
    ok(box, 'board', 'move', 'comparison table', 'DONE', '--why', 'shipped with the audit');
    assert.match(box.git('home', 'log', '-1', '--format=%b'), /^shipped with the audit\n\nDream-Id: /u);
    ok(box, 'board', 'add', 'once');
    assert.match(box.dk('home', ['board', 'add', 'Once']).stderr, /^E_TASK_EXISTS/u);
    ok(box, 'board', 'add', 'once', '--again');
    assert.match(box.dk('home', ['board', 'move', 'once', 'DONE']).stderr, /--line: \d+ \(TODO\), (\d+)/u);
    const lines = box.read('home/plan.org').split('\n');
    ok(box, 'board', 'move', 'once', 'DONE', '--line', String(lines.lastIndexOf('** TODO once') + 1));
    assert.equal(box.read('home/plan.org').split('** DONE once').length, 2);
  });
  test('done: DONE and a dated dash in one commit, told what is open below, and once', (t) => {
    const box = sandbox(t);
    withPlan(box);
    const before = box.git('home', 'rev-list', '--count', 'HEAD');
    assert.equal(
      ok(box, 'board', 'done', 'comparison t', 'with 1a2b3c4', '--dry-run'),
      'Would: NEXT → DONE  comparison table\nStill open below it: "rows".\n',
    );
    assert.equal(box.git('home', 'rev-list', '--count', 'HEAD'), before);
    ok(box, 'board', 'done', 'comparison t', 'with 1a2b3c4');
    assert.match(
      box.git('home', 'show', '--format=%s%n%b', '-U0'),
      /^board: NEXT → DONE comparison table\nwith 1a2b3c4\n[\s\S]*\n\+\*\* DONE \[#A\] comparison table\n[\s\S]*\n\+- \d{4}-\d\d-\d\d \(agent\): done: comparison table — with 1a2b3c4\n$/u,
    );
    const { result, logged, reason } = JSON.parse(ok(box, 'board', 'done', 'comparison table', '--json'));
    assert.deepEqual([result, logged, reason], ['noop', null, 'it is DONE already']);
    assert.match(box.dk('home', ['board', 'done', 'rowz']).stderr, /^E_NO_SUCH_TASK.*\n.*"rows"/u);
    ok(box, 'board', 'move', 'rows', 'CANCELLED', '--why', 'no use');
    assert.match(box.dk('home', ['board', 'done', 'rows — no use']).stderr, /^E_MOVE_REFUSED.*does not reopen/u);
  });
  test('a board with words of its own', (t) => {
    const box = sandbox(t);
    homeIn(box);
    box.write('home/plan.org', '#+TODO: OPEN WIP | FIXED WONTFIX\n* board\n');
    ok(box, 'board', 'add', 'new thing');
    assert.match(box.read('home/plan.org'), /^\*\* OPEN new thing$/mu);
    assert.equal(ok(box, 'board', 'next'), 'OPEN new thing\n');
  });
  test('twelve at once: each lands, none is lost, and disk and commit agree', async (t) => {
    const box = sandbox(t);
    withPlan(box);
    const ran = await Promise.all(
      Array.from({ length: 12 }, (_, n) => box.dkAsync('home', ['board', n % 2 === 0 ? 'log' : 'add', `line ${n}`])),
    );
    for (const { code, stderr } of ran) assert.equal(code, 0, stderr);
    for (let n = 0; n < 12; n += 1) assert.equal(box.read('home/plan.org').split(`line ${n}\n`).length, 2, `line ${n}`);
    assert.equal(box.git('home', 'status', '--porcelain'), '');
    assert.equal(box.git('home', 'rev-list', '--count', 'HEAD').trim(), '14');
    box.git('home', 'fsck', '--strict');
  });
  test('in a project’s .dream, from a subfolder, as another agent', (t) => {
    const box = sandbox(t);
    project(box);
    box.dk('project', ['init', '--agent', 'waldo']);
    const ran = box.dk('project', ['board', 'add', 'first task', '--json'], { env: { DREAMKEEPER_AGENT: 'zoe' } });
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(box.git('project/.dream', 'log', '-1', '--format=%an').trim(), 'zoe');
    assert.equal(box.git('project', 'status', '--porcelain'), '');
  });
});

test('what comes next is the same on the board and in a hand-over, also by what was committed since the last dream', (t) => {
  const box = sandbox(t);
  project(box);
  const dk = (...args: readonly string[]): string => {
    const ran = box.dk('project', args);
    assert.equal(ran.code, 0, ran.stderr);
    return ran.stdout;
  };
  dk('init');
  box.write(
    'project/.dream/plan.org',
    '#+TODO: TODO DOING | DONE\n* board\n** TODO format numbers with separators\n** TODO honest faq\n** TODO round to cents\n',
  );
  dk('sleep', '--force');
  assert.match(dk('board'), /Next: format numbers/u);
  box.write('project/a.js', 'a\n');
  box.git('project', 'add', '.');
  box.git('project', 'commit', '-q', '-m', 'Format numbers with separators');
  box.git('project', 'switch', '-q', '-c', 'feat/faq');
  const now = new Date().toISOString();
  const env = { ...box.env, GIT_AUTHOR_DATE: now, GIT_COMMITTER_DATE: now };
  const cwd = box.path('project');
  assert.equal(spawnSync('git', ['commit', '-q', '--allow-empty', '-m', 'Honest faq'], { cwd, env }).status, 0);
  box.git('project', 'switch', '-q', '-');
  const pack = dk('wake', '--dry-run');
  assert.match(pack, /^May be done already; .*:\n- TODO "format numbers with separators"/mu);
  assert.match(pack, /^Next action: start "round to cents"/mu);
  const listed = dk('board');
  assert.match(listed, /Next: round to cents/u);
  assert.deepEqual(listed.match(/\S.*(?= \(may be done\))/gu), [
    'TODO  format numbers with separators',
    'TODO  honest faq',
  ]);
  assert.equal(dk('board', 'next'), 'TODO round to cents\n');
  dk('board', 'move', 'honest faq', 'DOING');
  assert.match(
    dk('wake', '--dry-run'),
    /^DOING: "honest faq"\nNext action: see what is left of "honest faq"; it may be done on branch `feat\/faq`$/mu,
  );
});
