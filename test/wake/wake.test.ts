// Waking: verdicts once, a person's edits kept, facts struck exactly where they hung, and always a pack.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { showInput } from '../../src/night/night.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { type Lived, liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { some } from '../share.ts';
import { sleepOnce } from '../sleep.ts';
import { dreamt, files } from './dreamt.ts';

function set({ home }: Lived, key: string, value: string): void {
  const path = join(home.home, 'dreamkeeper.yaml');
  const others = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith(`${key}:`));
  writeFileSync(path, [...others, `${key}: ${value}`, ''].join('\n'));
}

const planOf = ({ home }: Lived): string => readFileSync(join(home.home, 'plan.org'), 'utf8');
const stateOf = (plan: string, title: string): string | undefined =>
  plan
    .split('\n')
    .find((line) => line.includes(title))
    ?.split(' ')[1];

describe('verdicts', () => {
  for (const shape of ['one', 'nested'] as const)
    test(`one dream over five wakes moves each task once, also after a fresh clone (${shape})`, async (t) => {
      const box = sandbox(t);
      const lived = await dreamt(box, shape);
      const first = await wakeUp(lived.at('09:40'));
      assert.deepEqual(
        first.verdicts.map(({ result, from, to }) => [result, from, to]),
        [['applied', 'TODO', 'NEXT']],
      );
      const log = (): string =>
        spawnSync('git', ['log', '--format=%s'], { cwd: lived.home.home, encoding: 'utf8' }).stdout;
      const before = log();
      // The agent goes on; the same verdict must not push the task back.
      lived.happen({ at: '09:41', move: 'comparison table for src/a.ts', to: 'DOING' });
      for (const at of ['09:42', '09:43', '09:44', '09:45']) {
        const again = await wakeUp(lived.at(at));
        assert.deepEqual(again.verdicts, []);
        assert.equal(again.commit, null);
      }
      assert.equal(stateOf(planOf(lived), 'comparison table'), 'DOING');
      assert.equal(log(), before);
      // The next gather sees what became of them.
      assert.match(
        await showInput(lived.at('09:46')),
        /WHAT BECAME OF THE LAST VERDICTS\napplied: pick up: comparison table/u,
      );

      // A clone has no private state, only what was committed.
      const clone = box.path('clone');
      spawnSync('git', ['clone', '-q', lived.home.home, clone], { env: box.env });
      const { world } = lived.at('09:50');
      const home = world.places.find({ cwd: clone, env: {} });
      assert.ok(home !== undefined);
      const woken = await wakeUp({ ...lived.at('09:50'), home });
      assert.deepEqual(woken.verdicts, []);
      assert.equal(stateOf(readFileSync(join(clone, 'plan.org'), 'utf8'), 'comparison table'), 'NEXT');
    });

  test('board and ledger are one commit, and nothing else is in it', async (t) => {
    const lived = await dreamt(sandbox(t), 'one');
    const { commit } = await wakeUp(lived.at('09:40'));
    const shown = spawnSync('git', ['show', '--stat=200', '--format=%an|%s|%b', commit ?? ''], {
      cwd: lived.home.home,
      encoding: 'utf8',
    });
    assert.match(shown.stdout, /plan\.org/u);
    assert.match(shown.stdout, /rem\/ledger\.jsonl/u);
    assert.match(shown.stdout, /2 files changed/u);
    assert.match(shown.stdout, /^waldo\|board: TODO → NEXT comparison table for src\/a\.ts\|/u);
  });

  test("a person's uncommitted edit between dream and wake stays, byte for byte, and stays uncommitted", async (t) => {
    const lived = await dreamt(sandbox(t), 'one');
    const edited = planOf(lived).replace('** TODO honest faq', '** TODO honest faq\n   a note by hand');
    writeFileSync(join(lived.home.home, 'plan.org'), edited);
    const { verdicts } = await wakeUp(lived.at('09:40'));
    assert.equal(verdicts[0]?.result, 'applied');
    assert.equal(planOf(lived), edited.replace('** TODO comparison', '** NEXT comparison'));
    const diff = spawnSync('git', ['diff', '--', 'plan.org'], { cwd: lived.home.home, encoding: 'utf8' }).stdout;
    assert.match(diff, /^\+ {3}a note by hand$/mu);
    assert.equal(diff.match(/^[+-](?![+-])/gmu)?.length, 1);
  });

  const edits: readonly (readonly [what: string, change: (plan: string) => string, result: string, why: RegExp])[] = [
    ['moved on', (plan) => plan.replace('** TODO comparison', '** DOING comparison'), 'noop', /DOING already/u],
    ['done', (plan) => plan.replace('** TODO comparison', '** DONE comparison'), 'refused', /does not reopen/u],
    ['renamed', (plan) => plan.replace('comparison table', 'table of comparisons'), 'unresolved', /no task/u],
    [
      'doubled',
      (plan) => plan.replace('* log', '** TODO comparison table for src/a.ts\n* log'),
      'ambiguous',
      /more than one/u,
    ],
    ['pinned', (plan) => plan.replace('src/a.ts\n', 'src/a.ts\n:PROPERTIES:\n:PIN: t\n:END:\n'), 'refused', /person/u],
  ];
  for (const [what, change, result, why] of some(edits, 2))
    test(`what no longer fits is reported and moves nothing: ${what}`, async (t) => {
      const lived = await dreamt(sandbox(t), 'nested');
      const plan = change(planOf(lived));
      writeFileSync(join(lived.home.home, 'plan.org'), plan);
      const { verdicts } = await wakeUp(lived.at('09:40'));
      assert.equal(verdicts[0]?.result, result);
      assert.match(verdicts[0]?.why ?? '', why);
      assert.equal(planOf(lived), plan);
    });

  test('a state a person chose after the dream wins over its verdict', async (t) => {
    // Dreamt as DOING and silent for three cycles and a week, put down; then somebody makes it NEXT: NEXT → TODO would be a legal move.
    const lived = await liveDay(sandbox(t), 'project', {
      shape: 'nested',
      board: '* board\n** DOING landscape survey\n* log\n',
      before: files,
      day: [],
    });
    for (const day of ['10', '14', '18']) {
      lived.happen({ at: `2026-06-${day}T09:00:00.000Z`, edit: 'src/a.ts', content: day });
      const { receipt } = await sleepOnce(lived.at(`2026-06-${day}T09:10:00.000Z`), { env: {} });
      assert.equal(receipt.outcome, 'ran');
    }
    lived.happen({ at: '2026-06-18T11:20:00.000Z', move: 'landscape survey', to: 'NEXT' });
    const { verdicts } = await wakeUp(lived.at('2026-06-18T11:30:00.000Z'));
    assert.match(verdicts[0]?.line ?? '', /^put down/u);
    assert.equal(verdicts[0]?.result, 'refused');
    assert.match(verdicts[0]?.why ?? '', /was DOING when this was dreamt/u);
    assert.equal(stateOf(planOf(lived), 'landscape survey'), 'NEXT');
  });

  for (const [choice, result] of [
    ['advise', 'refused'],
    ['off', undefined],
  ] as const)
    test(`the owner may choose: ${choice}`, async (t) => {
      const lived = await dreamt(sandbox(t), 'nested');
      set(lived, 'verdicts', choice);
      const { verdicts } = await wakeUp(lived.at('09:40'));
      assert.equal(verdicts[0]?.result, result);
      assert.equal(stateOf(planOf(lived), 'comparison table'), 'TODO');
    });
});

describe('facts are struck exactly where they hung', () => {
  const fresh = async (lived: Lived, at = '09:40'): Promise<string[]> =>
    (await wakeUp(lived.at(at))).carry.verified.filter((fact) => fact.fresh).map((fact) => fact.receipt?.command ?? '');
  const both = ['npm test', 'npm run lint'];
  const inProject = (lived: Lived, ...args: readonly string[]): void => {
    const who = ['-c', 'user.name=P', '-c', 'user.email=p@example.org'];
    const ran = spawnSync('git', [...who, ...args], { cwd: lived.project, encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stderr);
  };
  const cases: readonly (readonly [what: string, mutate: (lived: Lived) => void, left: readonly string[]])[] = [
    ['nothing', () => undefined, both],
    ['a tracked file edited', (lived) => lived.happen({ at: '09:35', write: 'docs/x.md', content: 'y\n' }), []],
    ['the file in flight edited', (lived) => lived.happen({ at: '09:35', write: 'src/a.ts', content: 'a3\n' }), []],
    ['a new file', (lived) => lived.happen({ at: '09:35', write: 'src/c.ts', content: 'c\n' }), []],
    ['a file removed', (lived) => lived.happen({ at: '09:35', delete: 'docs/x.md' }), []],
    ['an ignored file', (lived) => lived.happen({ at: '09:35', write: '.git/info/whatever', content: 'c\n' }), both],
    [
      'the same bytes written again',
      (lived) => lived.happen({ at: '09:35', write: 'src/a.ts', content: 'a2\n' }),
      both,
    ],
    [
      'what was in flight committed as it was',
      (lived) => lived.happen({ at: '09:35', commit: 'add: a', files: ['src/a.ts'] }),
      both,
    ],
    [
      'the message of a commit changed',
      (lived) => inProject(lived, 'commit', '-q', '--amend', '-m', 'other words'),
      both,
    ],
    [
      'the last commit taken back, its file with it',
      (lived) => inProject(lived, 'reset', '-q', '--hard', 'HEAD~1'),
      [],
    ],
    ['the last commit taken back, its file kept', (lived) => inProject(lived, 'reset', '-q', '--soft', 'HEAD~1'), both],
    ['the edit in flight undone', (lived) => inProject(lived, 'checkout', '-q', '--', 'src/a.ts'), []],
    ['one check failed since', (lived) => lived.happen({ at: '09:35', run: 'npm run lint', exit: 1 }), ['npm test']],
    [
      'a part of one check failed since, and another part passed',
      (lived) => {
        lived.happen({ at: '09:35', run: 'npm run lint -- src/a.ts', exit: 1 });
        lived.happen({ at: '09:36', run: 'npm run lint -- src/b.ts', exit: 0 });
      },
      ['npm test', 'npm run lint -- src/b.ts'],
    ],
    ['one check killed since', (lived) => lived.happen({ at: '09:35', start: 'npm test' }), ['npm run lint']],
    [
      'one check through a pipe, which says nothing',
      (lived) => lived.happen({ at: '09:35', run: 'npm test | tail -3', exit: 0 }),
      both,
    ],
    [
      'one check through a pipe, and its output says that it failed',
      (lived) => lived.happen({ at: '09:35', run: 'npm test | tail -3', exit: 0, prints: 'Tests: 1 failed, 1 total' }),
      ['npm run lint'],
    ],
    [
      'another check through a pipe, and its output says that it passed',
      (lived) => lived.happen({ at: '09:35', run: 'npm run build | tail -3', exit: 0, prints: '✓ built in 1s' }),
      [...both, 'npm run build'],
    ],
    ['only the board', (lived) => lived.happen({ at: '09:35', move: 'honest faq', to: 'DOING' }), both],
  ];
  for (const [what, mutate, left] of cases)
    test(what, async (t) => {
      const lived = await dreamt(sandbox(t), 'nested');
      assert.deepEqual(await fresh(lived, '09:31'), both);
      mutate(lived);
      assert.deepEqual((await fresh(lived)).toSorted(), [...left].toSorted());
    });

  test('the line that a sweep writes into the .gitattributes of the project strikes none, and any other line does', async (t) => {
    const lived = await dreamt(sandbox(t), 'one');
    const put = (at: string, content: string): void => lived.happen({ at, write: '.gitattributes', content });
    put('09:35', '/DREAMS.md merge=union\n');
    lived.happen({ at: '09:36', commit: 'sweep: 1 promoted' });
    assert.deepEqual(await fresh(lived), both);
    put('09:37', '/DREAMS.md merge=union\n*.ts text eol=lf\n');
    lived.happen({ at: '09:38', commit: 'line ends' });
    assert.deepEqual(await fresh(lived), []);
  });

  test('a struck fact says why, and `carry: always` trusts it all the same', async (t) => {
    const lived = await dreamt(sandbox(t), 'nested');
    lived.happen({ at: '09:35', write: 'docs/x.md', content: 'y\n' });
    const { carry, pack } = await wakeUp(lived.at('09:40'));
    assert.equal(carry.verified[0]?.why, '`docs/x.md` changed since');
    assert.match(pack, /~~`npm test` ended with 0, Wed 2026-06-10 09:10~~ `docs\/x\.md` changed since/u);
    set(lived, 'carry', 'always');
    assert.deepEqual(await fresh(lived), both);
  });
});
