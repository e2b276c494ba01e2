// Which failures send somebody back, and which are only told: over cycles, sessions, branches and worktrees.
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { cycleOf } from '../../src/facts/cycle.ts';
import { type Facts, gatherFacts, nextAction, plainNames, tellLastFailed } from '../../src/facts/facts.ts';
import type { DreamLine } from '../../src/journal/journal.ts';
import type { StepRecord } from '../../src/steps/steps.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const at = (hour: string): string => `2026-06-10T${hour}:00.000Z`;
const step = (hour: string, target: string, exit: number | null, more: Partial<StepRecord> = {}): StepRecord => ({
  ...{ v: 1, phase: 'end', run: 's1', agent: null, seq: 0, call: null, tool: 'bash', target, exit, error: null },
  ...{ durationMs: null, time: at(hour), head: 'aaa', branch: 'main' },
  ...more,
});
const night = (hour: string): DreamLine =>
  ({ digested: { steps: { time: at(hour), sha256: '' } } }) as unknown as DreamLine;

interface Day {
  readonly records: readonly StepRecord[];
  readonly nights?: readonly string[];
  readonly purpose?: 'dream' | 'wake';
  readonly branch?: string | null;
  readonly head?: string;
  readonly worktree?: string;
  readonly atWork?: readonly string[];
  readonly open?: readonly string[];
  readonly now?: string;
  readonly changed?: readonly { readonly path: string; readonly kind: 'modified' | 'new' }[];
  readonly moves?: readonly string[];
}

/** What is to be mended, and what is told, in words. */
function standing({
  records,
  nights = [],
  purpose = 'dream',
  branch = 'main',
  head = 'aaa',
  worktree = '/w',
  atWork = [],
  open = [],
  now = at('23:00'),
  changed = [],
  moves = [],
}: Day) {
  const { failures, lastFailed } = cycleOf({
    ...{ records, nights: nights.map(night), agent: 'waldo', now, purpose, atWork },
    isOpen: (run) => open.includes(run),
    project: { branch, head, changed: changed as unknown as Facts['project']['changed'] },
    ...{ worktree, mainWorktree: '/w', isWork: () => true, checks: [], moves },
  });
  return [failures.map(({ command }) => command), lastFailed.map((failure) => tellLastFailed(failure, plainNames))];
}
const broke = step('09:00', 'npm test', 1);
const toldThen = '`npm test` last failed at 2026-06-10 09:00 UTC, not run since';
const thirds = {
  get records() {
    return [other('11:00'), other('13:00')];
  },
  nights: ['10:00', '12:00', '14:00'],
};
const other = (hour: string, more: Partial<StepRecord> = {}): StepRecord => step(hour, 'ls', 0, more);

describe('a failure', () => {
  const rows: readonly (readonly [what: string, day: Day, mend: readonly string[], told: readonly string[]])[] = [
    ['of this cycle is to be mended', { records: [broke] }, ['npm test'], []],
    [
      'is not over by what passed on another tree, in one line',
      {
        records: [
          ...[broke, step('09:10', 'git switch -q feat/extra && npm test && git switch -q main', 0)],
          step('09:20', 'git merge -q feat/extra && npm test && git reset -q --hard HEAD~1', 0),
        ],
      },
      ['npm test'],
      [],
    ],
    [
      'is not over by what passed while HEAD moved',
      { records: [broke, step('09:10', './each-branch.sh && npm test', 0)], moves: [at('09:10')] },
      ['npm test'],
      [],
    ],
    [
      'is over by what passed before HEAD moved',
      { records: [broke, step('09:10', 'npm test', 0)], moves: [at('09:11')] },
      [],
      [],
    ],
    ['of the last one is told', { records: [broke, other('11:00')], nights: ['10:00'] }, [], [toldThen]],
    [
      'that is two cycles old is over',
      { records: [broke, other('11:00'), other('13:00')], nights: ['10:00', '12:00'] },
      [],
      [],
    ],
    [
      'of the dream a run wakes from is to be mended',
      { records: [broke], nights: ['10:00'], purpose: 'wake' },
      ['npm test'],
      [],
    ],
    [
      'of the dream before that is told',
      { records: [broke, other('11:00')], nights: ['10:00', '12:00'], purpose: 'wake' },
      [],
      [toldThen],
    ],
    [
      'of a third is told as long as nobody ran it again',
      { records: [broke, ...thirds.records], nights: thirds.nights, purpose: 'wake' },
      [],
      [toldThen],
    ],
    [
      'of a third is over if nobody was told of it for three days',
      { records: [broke, ...thirds.records], nights: thirds.nights, purpose: 'wake', now: '2026-06-13T09:00:01.000Z' },
      [],
      [],
    ],
    [
      'of a third that was no check, or on another branch, or is older than everything green, is over',
      {
        records: [
          ...[step('09:00', 'npm publish', 1), step('09:00', 'npm run lint', 1, { branch: 'fix', head: 'bbb' })],
          ...[step('09:00', 'npm run test:unit', 1), step('09:01', 'npm test', 0), ...thirds.records],
        ],
        ...{ nights: thirds.nights, purpose: 'wake' },
      },
      [],
      [],
    ],
    [
      'again is of the cycle in which it failed again',
      { records: [broke, step('11:00', 'npm test', 1)], nights: ['10:00'] },
      ['npm test'],
      [],
    ],
    ['that a later session left is told', { records: [broke, other('09:10', { run: 's2' })] }, [], [toldThen]],
    [
      'that a later session left is told, also of the dream a run wakes from',
      { records: [broke, other('10:10', { run: 's2' })], nights: ['10:00'], purpose: 'wake' },
      [],
      [toldThen],
    ],
    [
      'that a session at work may still mend is to be mended',
      { records: [broke, other('09:10', { run: 's2' })], atWork: ['s2'] },
      ['npm test'],
      [],
    ],
    [
      'that a session has seen and is not over yet, as its own lines say, is to be mended',
      { records: [broke, other('09:10', { run: 's2' })], open: ['s2'] },
      ['npm test'],
      [],
    ],
    [
      'that was put on record after what its own session did next is to be mended',
      {
        records: [
          other('09:01', { run: 's2' }),
          step('09:00', 'npm test', null, { run: 's2', phase: 'start', call: 'c1' }),
        ],
      },
      ['npm test'],
      [],
    ],
    ['that the same session left is to be mended', { records: [broke, other('09:10')] }, ['npm test'], []],
    ['is over when it is known', { records: [broke, step('09:01', 'npm test', null, { tool: 'dismissed' })] }, [], []],
    [
      'that is known stands again when it fails again',
      { records: [broke, step('09:01', 'npm test', null, { tool: 'dismissed' }), step('09:02', 'npm test', 1)] },
      ['npm test'],
      [],
    ],
    [
      'stands when another is known',
      { records: [broke, step('09:01', 'npm run lint', null, { tool: 'dismissed' })] },
      ['npm test'],
      [],
    ],
    [
      'older than a green run of all tests is told',
      { records: [step('09:00', 'npm run test:unit', 1), step('09:01', 'npm test', 0)] },
      [],
      ['`npm run test:unit` last failed at 2026-06-10 09:00 UTC, not run since'],
    ],
    ['older than everything green is told', { records: [broke, step('09:01', 'make check', 0)] }, [], [toldThen]],
    [
      'older than a green run in another language is to be mended',
      { records: [broke, step('09:01', 'pytest -q', 0)] },
      ['npm test'],
      [],
    ],
    [
      'older than another kind of check is to be mended',
      { records: [broke, step('09:01', 'npm run lint', 0)] },
      ['npm test'],
      [],
    ],
    [
      'older than a green part is to be mended',
      { records: [broke, step('09:01', 'npm run test:unit', 0)] },
      ['npm test'],
      [],
    ],
    [
      'older than a green run elsewhere is to be mended',
      { records: [broke, step('09:01', 'cd web && vitest run', 0)] },
      ['npm test'],
      [],
    ],
    [
      'that was run through a pipe since is to be mended',
      { records: [broke, step('09:01', 'npm test | tail', 0)] },
      ['npm test'],
      [],
    ],
    [
      'of the last cycle that was run through a pipe since is not called not run',
      { records: [broke, step('11:00', 'npm test | tail', 0)], nights: ['10:00'] },
      [],
      ['`npm test` last failed at 2026-06-10 09:00 UTC, run since, and it is not certain what that says of this tree'],
    ],
    ['of no check is to be looked into', { records: [step('09:00', 'npm publish', 1)] }, ['npm publish'], []],
    [
      'of what is only a means is told',
      { records: [step('09:00', 'npm install', 1)] },
      [],
      ['`npm install` last failed at 2026-06-10 09:00 UTC, not run since'],
    ],
    [
      'on another branch is told in a line',
      { records: [broke], branch: 'fix', head: 'bbb' },
      [],
      ['on branch main, `npm test` failed at 2026-06-10 09:00 UTC'],
    ],
    ['on this branch counts in any worktree', { records: [{ ...broke, worktree: '/w2' }] }, ['npm test'], []],
    [
      'on this branch is mended in any worktree',
      { records: [{ ...broke, worktree: '/w2' }, step('09:10', 'npm test', 0)] },
      [],
      [],
    ],
    [
      'in another worktree on its branch is told',
      { records: [{ ...broke, worktree: '/w2', branch: 'fix' }] },
      [],
      ['on branch fix, `npm test` failed at 2026-06-10 09:00 UTC'],
    ],
    [
      "in another worktree on no branch is nobody's here",
      { records: [{ ...broke, worktree: '/w2', branch: null }] },
      [],
      [],
    ],
    ['on no branch counts where it was', { records: [{ ...broke, branch: null }] }, ['npm test'], []],
    [
      'that a run on another branch does not mend is there when one comes back',
      { records: [broke, step('09:10', 'npm test', 0, { branch: 'fix', head: 'bbb' })] },
      ['npm test'],
      [],
    ],
    [
      'of a commit stands while something is to be committed',
      { records: [step('09:00', 'git commit -m x', 1)], changed: [{ path: 'a', kind: 'modified' }] },
      ['git commit -m x'],
      [],
    ],
    [
      'of a commit is over when nothing is',
      { records: [step('09:00', 'git commit -m x', 1)], changed: [{ path: 'a', kind: 'new' }] },
      [],
      [],
    ],
    [
      'of a commit is over when one landed',
      { records: [step('09:00', 'git commit -m x', 1)], head: 'bbb', changed: [{ path: 'a', kind: 'modified' }] },
      [],
      [],
    ],
  ];
  for (const [what, day, mend, told] of rows) test(what, () => assert.deepEqual(standing(day), [mend, told]));
});

test('a check is told without the edit before it in the row, and that edit is what it failed after', () => {
  const edited = (hour: string, path: string): StepRecord => step(hour, path, null, { tool: 'Edit' });
  const orderAfter = (target: string, exit = 1): string[] =>
    cycleOf({
      records: [
        ...[step('09:00', 'npm test', 0), edited('09:05', 'README.md'), step('09:10', target, exit)],
        step('09:15', 'npm test', 1),
      ],
      ...{ nights: [], agent: 'waldo', now: at('23:00'), purpose: 'dream', atWork: [], checks: [], moves: [] },
      project: { branch: 'main', head: 'aaa', changed: [] },
      ...{ worktree: '/w', mainWorktree: '/w', isWork: () => true },
    }).failures.map(({ command, times, after }) => `${command} ×${times} after ${after.join(', ')}`);
  const row = 'sed -i "s/2)/3)/" test/mean.test.js && npm test';
  assert.deepEqual(orderAfter(row), ['npm test ×2 after test/mean.test.js']);
  assert.deepEqual(orderAfter('cd test && sed -i.bak -e s/2/3/ a.js b.js', 0), [
    'npm test ×1 after test/b.js, test/a.js',
  ]);
  // Whether it came to the second edit, nobody knows; one outside is not ours, and one that only prints is none.
  assert.deepEqual(orderAfter('npm run lint && sed -i s/2/3/ a.js && npm test').at(-1), 'npm test ×1 after README.md');
  assert.deepEqual(orderAfter('sed -i s/2/3/ /tmp/a.js; sed s/2/3/ a.js', 0), ['npm test ×1 after README.md']);
});

test('what failed holds nobody for longer than it is news, over nights and sessions', async (t) => {
  const lived = await liveDay(sandbox(t), 'day', {
    ...{ shape: 'nested', board: '* board\n** NEXT something else\n', before: { 'src/a.ts': '1\n' } },
    day: [
      { at: '09:10', run: 'npm test' },
      { at: '09:20', edit: 'src/a.ts', content: '2\n' },
      { at: '09:30', run: 'npm test', exit: 1 },
      { at: '09:31', commit: 'work: a' },
    ],
  });
  const next: string[] = [];
  const tales: string[] = [];
  const packs: string[] = [];
  for (const hour of [10, 12, 14, 16]) {
    await sleepOnce(lived.at(`${hour}:00`), { env: {} });
    tales.push(readFileSync(join(lived.home.home, `rem/2026-06-10-${hour}00.org`), 'utf8'));
    for (const minute of ['10', '20']) {
      const woken = await wakeUp(lived.at(`${hour}:${minute}`));
      packs.push(woken.pack);
      next.push(/^Next action: (.*)$/mu.exec(woken.pack)?.[1] ?? '');
      lived.happen({ at: `${hour}:${minute}`, session: `s${hour}-${minute}`, read: 'src/a.ts' });
    }
    const facts = await gatherFacts({ ...lived.at(`${hour}:30`), purpose: 'dream' });
    assert.doesNotMatch(nextAction(facts), /npm test/u);
  }
  const order = 'make `npm test` pass again; it failed after edits to `src/a.ts`';
  assert.equal(next[0], order);
  // The next session only looked: the one after it is told, and not sent.
  assert.deepEqual([...new Set(next.slice(1))], ['start "something else" (NEXT on the board)']);
  for (const pack of packs.slice(1, 3))
    assert.match(pack, /^Failed earlier \(.*\):\n- `npm test` last failed at Wed 2026-06-10 09:30, not run since/mu);
  for (const pack of packs.slice(4))
    assert.match(pack, /^Failed earlier \(.*\):\n- `npm test` last failed at Wed 2026-06-10 09:30, not run since/mu);
  const kept = readFileSync(join(lived.home.privateDir, 'pack-waldo.json'), 'utf8');
  assert.match(kept, /last failed at Wed 2026-06-10 09:30, not run since/u, 'also to whoever cannot wait');
  const later = await wakeUp(lived.at('2026-06-13T09:31:00Z'), { isDry: true });
  assert.doesNotMatch(later.pack, /npm test/u);
  assert.deepEqual(
    tales.map((tale) => /\bbroke/u.test(tale)),
    [true, false, false, false],
  );
  assert.match(tales[1] ?? '', /^.*`npm test` last failed at 2026-06-10 09:30 UTC, not run since\.$/mu);
  for (const tale of tales.slice(2)) assert.doesNotMatch(tale, /npm test/u);
});

test('what only began is not told as failed', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board: '* board\n', before: { 'src/a.ts': 'a\n' } },
    day: [{ at: '09:00', session: 's1', start: 'npm test' }],
  });
  const { text } = await sleepOnce(lived.at('09:10'), { env: {} });
  assert.match(text ?? '', /\n[^\n]*ow `npm test` ended is not on record/u);
  lived.happen({ at: '09:20', session: 's2', read: 'src/a.ts' });
  const { pack } = await wakeUp(lived.at('09:30'), { isDry: true });
  assert.match(pack, /^Failed, or never ended, earlier \(.*\):\n- `npm test` was last started at .* and never ended/mu);
  const elsewhere = { command: 'npm test', result: 'never ended', time: at('09:00'), elsewhere: 'main' };
  assert.equal(
    tellLastFailed(elsewhere as Parameters<typeof tellLastFailed>[0], plainNames),
    'on branch main, `npm test` was started at 2026-06-10 09:00 UTC and never ended',
  );
});

test('what failed earlier and was run since is told in one place', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board: '* board\n', before: { 'src/a.ts': 'a\n' } },
    day: [{ at: '09:00', session: 's1', run: 'npm test', exit: 1 }],
  });
  await sleepOnce(lived.at('09:10'), { env: {} });
  lived.happen({ at: '10:10', session: 's2', read: 'src/a.ts' });
  lived.happen({ at: '10:20', session: 's2', run: 'npm test | tail -1', exit: 0 });
  const { pack } = await wakeUp(lived.at('10:30'), { isDry: true });
  assert.match(
    pack,
    /`npm test` last failed at [^\n]*, run since, and it is not certain what that says of this tree\n/u,
  );
  assert.doesNotMatch(pack, /^Run, and it is not certain/mu);
});

test('a session that was asked once and is still open has not left what failed, whoever asks', async (t) => {
  const lived = await liveDay(sandbox(t), 'project', {
    ...{ shape: 'nested', board: '* board\n', before: { 'src/a.ts': 'a\n' } },
    day: [
      { at: '09:00', session: 's1', run: 'npm test', exit: 1 },
      { at: '09:20', session: 's2', read: 'src/a.ts' },
    ],
  });
  const line = (time: string, run: string, event: string): void => {
    const told = { v: 1, time: `2026-06-10T${time}:00.000Z`, run, event, from: 'codex', why: '', worktree: null };
    appendFileSync(join(lived.home.privateDir, 'runs.jsonl'), `${JSON.stringify(told)}\n`);
  };
  const next = async (): Promise<string> => nextAction(await gatherFacts({ ...lived.at('09:40'), purpose: 'wake' }));
  mkdirSync(lived.home.privateDir, { recursive: true });
  for (const event of ['start', 'prompt', 'stop']) line('09:19', 's2', event);
  assert.match(await next(), /make `npm test` pass/u);
  line('09:30', 's2', 'end');
  assert.equal(await next(), 'nothing is in flight');
});
