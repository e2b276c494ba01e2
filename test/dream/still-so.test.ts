// What a dream fears, hopes for and is named after is so when it is written: no fear of what holds or is repaired, no goal denied that the carry names, no headline about itself.
import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { patternsIn } from '../../src/dream/patterns.ts';
import { tellTale } from '../../src/dream/tale.ts';
import { gatherFacts } from '../../src/facts/facts.ts';
import { parseEntry } from '../../src/journal/journal.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { type DayEvent, type Lived, liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const before = { 'src/a.ts': 'a\n', 'src/b.ts': 'a\n' };
const live = (t: TestContext, day: readonly DayEvent[], board = '* board\n'): Promise<Lived> =>
  liveDay(sandbox(t), 'project', { shape: 'nested', board, before, day });
const fears = async (lived: Lived, at: string): Promise<readonly string[]> =>
  patternsIn(await gatherFacts({ ...lived.at(at), purpose: 'dream' })).fears;
const headline = async (lived: Lived, at: string): Promise<string> => {
  const { text } = await sleepOnce(lived.at(at), { env: {}, isForced: true });
  const read = parseEntry(Buffer.from(text ?? ''));
  return read.kind === 'dream' ? read.entry.tale : '';
};

describe('that what passed may not hold is feared', () => {
  const overtaken = 'what passed earlier may not hold for the tree as it was left';
  const worked: readonly DayEvent[] = [
    { at: '09:00', edit: 'src/a.ts', content: 'b\n' },
    { at: '09:10', run: 'npm test', exit: 0 },
  ];
  const rows: readonly (readonly [what: string, more: readonly DayEvent[], isFeared: boolean])[] = [
    ['not of what was only committed', [{ at: '09:20', commit: 'Mend a' }], false],
    ['of what was edited after it', [{ at: '09:20', edit: 'src/b.ts', content: 'b\n' }], true],
    ['of what was written by hand after it', [{ at: '09:20', write: 'src/b.ts', content: 'b\n' }], true],
    [
      'not where it is known that it does not',
      [
        { at: '09:20', edit: 'src/b.ts', content: 'b\n' },
        { at: '09:30', run: 'npm test', exit: 1 },
      ],
      false,
    ],
    [
      'not where it passed once more',
      [
        { at: '09:20', edit: 'src/b.ts', content: 'b\n' },
        { at: '09:30', run: 'npm test', exit: 0 },
      ],
      false,
    ],
    // What it covered is not known here, and nothing was written since: it is no reason to fear.
    [
      'not of what ran on another branch and was brought here',
      [
        { at: '09:20', commit: 'Mend a' },
        { at: '09:30', branch: 'feat' },
      ],
      false,
    ],
  ];
  for (const [what, more, isFeared] of rows)
    test(what, async (t) => {
      assert.equal((await fears(await live(t, [...worked, ...more]), '10:00')).includes(overtaken), isFeared);
    });
});

test('a commit is not feared to have landed unchecked where a check ran and nobody knows what it says', async (t) => {
  const lived = await live(t, [{ at: '08:50', read: 'src/a.ts' }]);
  await sleepOnce(lived.at('08:55'), { env: {}, isForced: true });
  lived.happen({ at: '09:00', edit: 'src/a.ts', content: 'b\n' });
  lived.happen({ at: '09:10', run: 'npm run lint', exit: 1 });
  lived.happen({ at: '09:30', commit: 'Mend a' });
  assert.match((await fears(lived, '10:00')).join('\n'), /landed without a check on record that passed/u);
  lived.happen({ at: '09:40', run: 'npm test | tail -3', exit: 0 });
  assert.doesNotMatch((await fears(lived, '10:00')).join('\n'), /landed without a check/u);
});

test('going in circles is over once a check has passed after the last edit', async (t) => {
  const around = ['09:00', '09:10', '09:20'].flatMap((at): DayEvent[] => [
    { at, edit: 'src/a.ts', content: `${at}\n` },
    { at: `${at.slice(0, 4)}5`, run: 'npm test', exit: at === '09:20' ? 0 : 1 },
  ]);
  const lived = await live(t, around);
  assert.deepEqual(await fears(lived, '10:00'), ['none that this cycle gives a reason for']);
  lived.happen({ at: '10:10', edit: 'src/a.ts', content: 'again\n' });
  assert.match((await fears(lived, '10:20')).join('\n'), /^going in circles in src\/a\.ts:/mu);
});

test('a goal that is as before is not denied beside the next action that names it', async (t) => {
  const lived = await live(t, [{ at: '09:00', read: 'src/a.ts' }], '* board\n** TODO honest faq\n');
  const one = await sleepOnce(lived.at('10:00'), { env: {}, isForced: true });
  assert.match(one.text ?? '', /^\* goals\n- start "honest faq" \(TODO on the board\)$/mu);
  lived.happen({ at: '12:00', read: 'src/b.ts' });
  const again = await sleepOnce(lived.at('12:00'), { env: {}, isForced: true });
  assert.match(again.text ?? '', /^\* goals\n- none that is new; what comes next is as before$/mu);
  assert.match(again.text ?? '', /^- next action: start "honest faq" \(TODO on the board\)$/mu);
  lived.happen({ at: '15:00', move: 'honest faq', to: 'DONE' });
  const { text } = await sleepOnce(lived.at('16:00'), { env: {}, isForced: true });
  assert.match(text ?? '', /^\* goals\n- none that this cycle asks for$/mu);
  assert.match(text ?? '', /^- next action: nothing is in flight$/mu);
});

describe('a first dream is named after what is there, and not after itself:', () => {
  test('the newest commit', async (t) => {
    const lived = await live(t, []);
    assert.match(await headline(lived, '10:00'), /^The newest commit was [0-9a-f]{7} \(first\)\.$/u);
  });
  test('what lies open', async (t) => {
    const lived = await live(t, [{ at: '09:00', write: 'src/a.ts', content: 'b\n' }]);
    assert.match(await headline(lived, '10:00'), /^src\/a\.ts was left uncommitted\. The newest commit was /u);
  });
  test('the board, where nothing was ever committed but it', async (t) => {
    const script = { shape: 'one', board: '* board\n** TODO one\n** TODO two\n', before: {}, day: [] } as const;
    const lived = await liveDay(sandbox(t), 'project', script);
    const facts = await gatherFacts({ ...lived.at('10:00'), purpose: 'dream' });
    assert.match(tellTale({ ...facts, commits: [], landed: [] }), /^The board had 2 open tasks\./u);
  });
});

test('the next action is to run again what may be mended by now, and an order only where nothing was written since', async (t) => {
  const lived = await live(t, [
    { at: '09:00', run: 'npm test', exit: 0 },
    { at: '09:10', edit: 'src/a.ts', content: 'b\n' },
    { at: '09:20', run: 'npm test', exit: 1 },
    // What was there when it failed mends nothing.
    { at: '09:30', commit: 'Work so far' },
  ]);
  const next = async (at: string): Promise<string> => (await wakeUp(lived.at(at), { isDry: true })).carry.next;
  assert.equal(await next('09:40'), 'make `npm test` pass again; it failed after edits to `src/a.ts`');
  lived.happen({ at: '09:45', write: 'README.md', content: 'words\n' });
  lived.happen({ at: '09:46', commit: 'Words' });
  assert.match(await next('09:47'), /^make `npm test` pass again/u, 'words mend no code');
  lived.happen({ at: '09:50', write: 'src/b.ts', content: 'b\n' });
  const again = 'run `npm test` again; it failed with exit 1, and `src/b.ts` changed since';
  assert.equal(await next('09:51'), again);
  lived.happen({ at: '10:00', commit: 'Mend it' });
  assert.equal(await next('10:01'), again);
  const { text } = await sleepOnce(lived.at('10:10'), { env: {}, isForced: true });
  assert.match(
    text ?? '',
    /^- next action: run `npm test` again; it failed with exit 1, and src\/b\.ts changed since$/mu,
  );
  lived.happen({ at: '10:20', run: 'npm test', exit: 1 });
  assert.match(await next('10:21'), /^make `npm test` pass again/u);
});

test('of a row of checks it is said what passed since, behind when it failed', async (t) => {
  const lived = await live(t, [
    { at: '09:00', run: 'npm run lint && npm test', exit: 1 },
    { at: '09:10', write: 'src/a.ts', content: 'b\n' },
    { at: '09:20', commit: 'Mend it' },
    { at: '09:30', run: 'npm test', exit: 0 },
  ]);
  const { pack, carry } = await wakeUp(lived.at('10:00'), { isDry: true });
  assert.match(
    pack,
    /^- `npm run lint && npm test` failed with exit 1, Wed 2026-06-10 09:00, before commit [0-9a-f]{7}; `npm test` has passed since$/mu,
  );
  assert.equal(
    carry.next,
    'run `npm run lint` again; of `npm run lint && npm test`, which failed, only `npm test` has passed since',
  );
});
