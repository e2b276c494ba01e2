// Rules say little: only what somebody would want to read again, and what is broken stays first until something shows that it is mended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { demandsIn } from '../../src/consolidate/consolidate.ts';
import { dreamsIn } from '../../src/observations/observations.ts';
import { sandbox } from '../sandbox.ts';
import { consolidate, dayIn, selfFile } from './lived.ts';

type Lived = Awaited<ReturnType<typeof dayIn>>;
const lines = (lived: Lived): string[] =>
  selfFile(lived, 'observations.md')
    .split('\n')
    .filter((line) => /^(?:RED|YLW|GRN) /u.test(line));
const priority = (lived: Lived): string =>
  dreamsIn(Buffer.from(selfFile(lived, 'dreams.jsonl'))).at(-1)?.priority ?? '';

test('a ban, a duty or a deadline is a demand; what somebody does not like, know or mind is none', () => {
  const said = [
    "Don't leave the list around.",
    'Never push to main!',
    "don't like the async hack for threads.",
    'Do not really know why.',
    "don't worry about the docs.",
    'Never mind.',
    'nevermind the lint',
    'Why must you never push?',
  ];
  assert.deepEqual(demandsIn(said.join('\n')), said.slice(0, 2));
});

test('what is routine is no observation: a day that was read, edited, checked and committed is told by its reflection alone', async (t) => {
  const lived = await dayIn(sandbox(t), [
    { at: '09:00', read: 'src/a.ts' },
    { at: '09:01', edit: 'src/a.ts', content: 'a2\n' },
    { at: '09:02', run: 'npm test', exit: 0 },
    { at: '09:03', run: 'npm run lint', exit: 1 },
    { at: '09:04', run: 'npm run lint', exit: 0 },
    { at: '09:05', commit: 'feat: dates' },
  ]);
  assert.equal((await consolidate(lived, '10:00')).outcome, 'ran');
  assert.deepEqual(lines(lived), []);
  const [entry] = dreamsIn(Buffer.from(selfFile(lived, 'dreams.jsonl')));
  assert.match(entry?.reflection ?? '', /^5 actions in 60 min: 1 commit \([0-9a-f]{7} feat: dates\), 1 file edited\./u);
});

test('broken is told once, that it is mended once, and that it broke again once', async (t) => {
  const lived = await dayIn(sandbox(t), [{ at: '09:00', run: 'npm test', exit: 1 }]);
  const at = async (time: string, exit: number): Promise<void> => {
    lived.happen({ at: time, run: 'npm test', exit });
    const receipt = await consolidate(lived, time.replace(/\d$/u, '9'), { isForced: true });
    assert.equal(receipt.outcome, 'ran', receipt.message);
  };
  await at('09:01', 1);
  await at('09:21', 1);
  await at('09:41', 0);
  await at('09:51', 0);
  await at('10:01', 1);
  assert.deepEqual(lines(lived), [
    'RED 09:01 `npm test` fails and has not passed since (until 2026-06-17)',
    'GRN 09:41 `npm test` passed',
    'RED 10:01 `npm test` fails and has not passed since (until 2026-06-17)',
  ]);
});

test('what failed stays first, with how often it failed, though it was not run again and other sessions came; until it passes, or somebody says that it is known', async (t) => {
  for (const ends of ['passes', 'is known'] as const) {
    const lived = await dayIn(sandbox(t), [
      { at: '09:00', run: 'npm test', exit: 1 },
      { at: '09:01', run: 'npm test', exit: 1 },
    ]);
    await consolidate(lived, '09:10');
    const first = 'Make `npm test` pass; it failed with exit 1, and no passing run is on record. It failed 2 times.';
    assert.equal(priority(lived), first);
    for (const hour of [10, 11, 12]) {
      lived.happen({ at: `${hour}:00`, edit: 'src/a.ts', content: `${hour}\n`, session: `session-${hour}` });
      assert.equal((await consolidate(lived, `${hour}:30`)).outcome, 'ran');
      assert.equal(priority(lived), first, `${hour}`);
    }
    const session = 'session-13';
    lived.happen(
      ends === 'passes'
        ? { at: '13:00', run: 'npm test', exit: 0, session }
        : { at: '13:00', dismiss: 'npm test', session },
    );
    lived.happen({ at: '13:01', edit: 'src/a.ts', content: '13\n', session });
    assert.equal((await consolidate(lived, '13:30')).outcome, 'ran');
    assert.match(priority(lived), /^Finish and commit `?src\/a\.ts/u, ends);
  }
});
