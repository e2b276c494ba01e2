// What is committed on another branch was committed: the dream says where, and the next session is not sent to do it again.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wakeUp } from '../../src/wake/wake.ts';
import { type DayEvent, liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const board = '* board\n** TODO Clamp values to a range\n** TODO honest faq\n';
const before = { 'src/clamp.js': 'a\n', 'src/mean.js': 'a\n' };
/** The ordinary way to a pull request: a new branch, a commit, and back. */
const there: readonly DayEvent[] = [
  { at: '09:01', branch: 'feat/clamp' },
  { at: '09:02', edit: 'src/clamp.js', content: 'b\n' },
  { at: '09:03', commit: 'Clamp values to a range' },
  { at: '09:04', checkout: 'main' },
];
const ask: DayEvent = { at: '09:00', prompt: 'Clamp the values to a range, on a branch of their own' };

const rows: readonly (readonly [what: string, day: readonly DayEvent[], headline: RegExp])[] = [
  ['and the edit is on record', there, /^Committed "Clamp values to a range" on feat\/clamp; it is not on main\./mu],
  [
    'in a worktree that nobody recorded',
    there
      .map((event) => (event.edit === undefined ? event : { ...event, edit: undefined, write: event.edit }))
      .concat([{ at: '09:05', run: 'ls -la src', exit: 0 }]) as DayEvent[],
    /^Committed "Clamp values to a range" on feat\/clamp; it is not on main\./mu,
  ],
  [
    'two commits, and something fails here',
    [
      ...there.slice(0, 3),
      { at: '09:03', edit: 'src/mean.js', content: 'b\n' },
      { at: '09:04', commit: 'Mean of nothing is 0' },
      { at: '09:05', checkout: 'main' },
      { at: '09:06', run: 'npm test', exit: 1 },
    ],
    /^Committed "Mean of nothing is 0" and 1 more on feat\/clamp; they are not on main, and `npm test` failed\./mu,
  ],
  [
    'and something landed here as well',
    [...there, { at: '09:10', edit: 'src/mean.js', content: 'c\n' }, { at: '09:11', commit: 'Mean of nothing is 0' }],
    / Committed "Clamp values to a range" on feat\/clamp; it is not on main\./mu,
  ],
];

describe('a commit on another branch', () => {
  for (const [what, day, headline] of rows)
    test(what, async (t) => {
      const lived = await liveDay(sandbox(t), 'project', { shape: 'nested', board, before, day: [ask, ...day] });
      const { text } = await sleepOnce(lived.at('10:00'), { env: {}, isForced: true });
      assert.match(text ?? '', headline);
      assert.doesNotMatch(text ?? '', /nothing was (?:committed|changed)|start "Clamp/u);
      const { pack, brief } = await wakeUp(lived.at('10:10'), { isDry: true });
      assert.doesNotMatch(pack, /has no commit yet|with no commit before|start "Clamp|go on with what/u);
      assert.match(pack, /\nAsked earlier, and commits came after it, so it may be done:\n- Clamp the values/u);
      assert.match(pack, /\nCommitted on other branches, and not on this one:\n- `feat\/clamp`: [0-9a-f]{7} /u);
      assert.match(pack, /\n- TODO Clamp values to a range \(may be done on another branch\)\n/u);
      assert.equal(brief?.since.onBranches[0]?.branch, 'feat/clamp');
    });

  test('that came to this one is told as what landed', async (t) => {
    const lived = await liveDay(sandbox(t), 'project', {
      ...{ shape: 'nested', board, before },
      day: [ask, ...there, { at: '09:05', checkout: 'feat/clamp' }],
    });
    const { text } = await sleepOnce(lived.at('10:00'), { env: {}, isForced: true });
    assert.doesNotMatch(text ?? '', / is not on /u);
  });

  test('of an earlier cycle is no news, and a branch that somebody only made has none', async (t) => {
    const lived = await liveDay(sandbox(t), 'project', { shape: 'nested', board, before, day: there });
    await sleepOnce(lived.at('10:00'), { env: {}, isForced: true });
    lived.happen({ at: '10:30', branch: 'feat/other' });
    lived.happen({ at: '10:31', checkout: 'main' });
    lived.happen({ at: '10:32', read: 'src/mean.js' });
    const { text } = await sleepOnce(lived.at('12:00'), { env: {}, isForced: true });
    assert.match(text ?? '', /^Looked into src\/mean\.js, and nothing was changed\./mu);
  });

  test('and what a command took out of the tree is no change that nobody made', async (t) => {
    const lived = await liveDay(sandbox(t), 'project', {
      ...{ shape: 'nested', board, before },
      day: [
        { at: '09:00', delete: 'src/mean.js' },
        { at: '09:01', run: 'rm src/mean.js', exit: 0 },
      ],
    });
    const { text } = await sleepOnce(lived.at('10:00'), { env: {}, isForced: true });
    assert.match(text ?? '', /^Ran `rm src\/mean\.js`, and nothing was committed\./mu);
  });
});
