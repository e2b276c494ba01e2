// A model's word alone moves nothing: each reason that the record of a cycle can give for a move, the same without it, and its owner's choice to do without.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HomeSettings } from '../../src/config/config.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { type DayEvent, liveDay } from '../day.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

type Box = Parameters<typeof liveDay>[0];

const only = 'suggested, not carried out: nothing in the record speaks for it';
const elsewhere: readonly DayEvent[] = [
  { at: '09:00', edit: 'src/other.ts', content: 'b\n' },
  { at: '09:05', commit: 'feat: other things' },
];

interface Said {
  readonly tasks: string;
  readonly day?: readonly DayEvent[];
  readonly verdict?: string;
  readonly next?: string;
  readonly settings?: HomeSettings;
}

/** A night in which a model says this, and the morning after it. */
async function night(box: Box, { tasks, day = elsewhere, verdict = 'keep course', next = '', settings = {} }: Said) {
  const lived = await liveDay(box, 'day', {
    ...{ shape: 'nested', board: `#+TODO: TODO NEXT DOING | DONE CANCELLED\n* board\n${tasks}* log\n`, day },
    before: { 'src/other.ts': 'a\n', 'src/invoice/totals.ts': 'a\n' },
  });
  const at = (time: string) => ({ ...lived.at(time), settings });
  const answer = `* tale\nWork went on in src/other.ts.\n* goals\n* blue sky\n* fears\n* verdicts\n- ${verdict}\n* carry\n- next action: ${next}\n`;
  const world = answering(at('10:00').world, () => answer);
  const { receipt } = await sleepOnce({ ...at('10:00'), world }, { env: {}, dreamer: dreamerNamed('scripted') });
  assert.equal(receipt.outcome, 'ran', receipt.message);
  const woken = await wakeUp(at('10:30'));
  return { receipt, woken };
}

/** What the record gives, the board, and the move that it is enough for. */
const rows: readonly (readonly [what: string, said: Said])[] = [
  [
    'a commit of the cycle speaks of it',
    {
      ...{ tasks: '** TODO first\n** TODO invoice totals by month\n', verdict: 'pick up: invoice totals by month' },
      day: [
        { at: '09:00', edit: 'src/other.ts', content: 'b\n' },
        { at: '09:05', commit: 'wip: invoice totals by month' },
      ],
    },
  ],
  [
    'a file that it names is open',
    {
      ...{ tasks: '** TODO first\n** TODO sums\nsee src/invoice/totals.ts\n', verdict: 'pick up: sums' },
      day: [{ at: '09:00', edit: 'src/invoice/totals.ts', content: 'b\n' }],
    },
  ],
  [
    'a person named it',
    {
      ...{ tasks: '** TODO first\n** TODO the price list\n', verdict: 'pick up: the price list' },
      day: [...elsewhere, { at: '09:10', prompt: 'tomorrow we go on with the price list' }],
    },
  ],
  ['the board has it first', { tasks: '** TODO the first\n** TODO another\n', verdict: 'pick up: the first' }],
  [
    'its own line says that it is blocked',
    {
      tasks: '** NEXT tweets for the launch\nblocked until there is an account\n',
      verdict: 'put down: tweets for the launch',
    },
  ],
  [
    'the work was for something else',
    { tasks: '** DOING pricing columns of the page\n', verdict: 'put down: pricing columns of the page' },
  ],
  [
    'a commit that the reason names has to do with it',
    {
      ...{
        tasks: '** TODO first\n** TODO search box for the guide\n',
        verdict: 'cancel: search box for the guide — {commit}',
      },
      day: [
        { at: '09:00', edit: 'src/other.ts', content: 'b\n' },
        { at: '09:05', commit: 'feat: the search of the browser is enough' },
      ],
    },
  ],
  [
    'a finished task that the reason names is about the same',
    {
      tasks: '** TODO search box for the guide\n** DONE search by letters\n',
      verdict: 'cancel: search box for the guide — see search by letters',
    },
  ],
];

/** The same moves where the record has nothing of the kind. */
const without: readonly (readonly [what: string, said: Said])[] = [
  [
    'no work, no wish, not the first',
    { tasks: '** TODO first\n** TODO the price list\n', verdict: 'pick up: the price list' },
  ],
  [
    'the first, while another is under way',
    { tasks: '** TODO the first\n** DOING other things\n', verdict: 'pick up: the first' },
  ],
  [
    'a reason that names a file of the cycle, and nothing ties them',
    { tasks: '** TODO first\n** TODO the price list\n', verdict: 'pick up: the price list — src/other.ts needs it' },
  ],
  [
    'next, and nothing against it',
    { tasks: '** NEXT tweets for the launch\n', verdict: 'put down: tweets for the launch' },
  ],
  [
    'no work at all speaks for no other',
    {
      tasks: '** DOING pricing columns of the page\n',
      verdict: 'put down: pricing columns of the page',
      day: [{ at: '09:00', run: 'npm test', exit: 0 }],
    },
  ],
  [
    'a reason that names a task about the same, that nobody began',
    {
      tasks: '** TODO search box for the guide\n** TODO search by letters\n',
      verdict: 'cancel: search box for the guide — see search by letters',
    },
  ],
  [
    'a reason that names a task about something else',
    {
      tasks: '** TODO search box for the guide\n** TODO tweets and posts\n',
      verdict: 'cancel: search box for the guide — see tweets and posts',
    },
  ],
];

const withCommit = (verdict: string, box: Box): string =>
  verdict.replace('{commit}', () => box.git('day', 'log', '-1', '--format=%h', '--abbrev=7').trim());

describe('a move is carried out where the record speaks for it', () => {
  for (const [what, said] of rows)
    test(what, async (t) => {
      const box = sandbox(t);
      // The name of a commit is known when the day was lived; a day lived twice has the same.
      const verdict = said.verdict?.includes('{commit}') === true ? await named(box, said) : said.verdict;
      const { receipt, woken } = await night(sandbox(t), { ...said, verdict: verdict ?? '' });
      assert.deepEqual(receipt.leftOut, []);
      assert.deepEqual(
        woken.verdicts.map(({ result, why }) => `${result} ${result === 'applied' ? '' : why}`.trim()),
        ['applied'],
      );
    });
});

async function named(box: Box, said: Said): Promise<string> {
  await night(box, { ...said, verdict: 'keep course' });
  return withCommit(said.verdict ?? '', box);
}

describe('and is only suggested where it does not', () => {
  for (const [what, said] of without) {
    test(what, async (t) => {
      const { receipt, woken } = await night(sandbox(t), said);
      assert.deepEqual(receipt.leftOut, [{ line: said.verdict, why: only, isVerdict: false }]);
      assert.ok(!woken.verdicts.some(({ result }) => result === 'applied'));
    });
  }
  test('unless its owner wants done what it says, as the seed has it; or only wants to be told', async (t) => {
    const [, said] = without[0] ?? ['', { tasks: '' }];
    const always = await night(sandbox(t), { ...said, settings: { verdicts: { moves: 'always' } } });
    assert.deepEqual(
      always.woken.verdicts.map(({ result, to }) => [result, to]),
      [['applied', 'NEXT']],
    );
    const told = await night(sandbox(t), { ...said, settings: { verdicts: 'advise' } });
    assert.deepEqual(told.receipt.leftOut, []);
    assert.match(told.woken.verdicts[0]?.why ?? '', /^verdicts are advice in this home/u);
  });
});

describe('the next action', () => {
  const tasks = '** TODO the first\n** TODO invoice totals by month\n** TODO the price list\n';
  test('is what a model chose, where the record speaks for it', async (t) => {
    const day: DayEvent[] = [
      { at: '09:00', edit: 'src/other.ts', content: 'b\n' },
      { at: '09:05', commit: 'wip: invoice totals by month' },
    ];
    const { woken } = await night(sandbox(t), { tasks, day, next: 'start invoice totals by month' });
    assert.equal(woken.carry.next, 'start "invoice totals by month"');
  });
  test('else what the facts say, and the choice is told as left out', async (t) => {
    const { woken, receipt } = await night(sandbox(t), { tasks, next: 'start the price list' });
    assert.equal(woken.carry.next, 'start "the first" (TODO on the board)');
    assert.deepEqual(receipt.leftOut, [
      { line: 'next action: start the price list', why: 'nothing in the record speaks for it', isVerdict: false },
    ]);
  });
  test('or what it chose all the same, where its word is enough', async (t) => {
    const settings: HomeSettings = { verdicts: 'always' };
    const { woken } = await night(sandbox(t), { tasks, settings, next: 'start the price list' });
    assert.equal(woken.carry.next, 'start "the price list"');
  });
});
