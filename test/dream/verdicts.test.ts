// The builtin dreamer's verdicts: when a task is picked up or put down, and when nothing is moved.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Lived, liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const claimed = ':PROPERTIES:\n:AGENT: other\n:END:\n';
const pinned = ':PROPERTIES:\n:PIN: t\n:END:\n';

const rows: readonly (readonly [what: string, tasks: string, expected: RegExp])[] = [
  [
    'by a path',
    '** TODO mend src/invoice/totals.ts\n** TODO other\n',
    /^pick up: mend src\/invoice\/totals\.ts — src\/invoice\/totals\.ts is in flight$/u,
  ],
  ['by the end of a path in its text', '** TODO sums\nsee totals.ts\n** TODO other\n', /^pick up: sums — /u],
  [
    'by two rare words',
    '** TODO invoice: wrong totals\n** TODO other\n',
    /^pick up: invoice: wrong totals — .*invoice and total$/u,
  ],
  ['one word is not enough', '** TODO invoice layout\n** TODO other\n', /^keep course — /u],
  ['words many use are not rare', '** TODO invoice totals\n** TODO invoice totals again soon\n', /^keep course — /u],
  ['two that fit equally well', '** TODO first totals.ts\n** TODO second totals.ts\n', /^keep course — /u],
  ['protected', `** TODO mend totals.ts\n${pinned}`, /^keep course — /u],
  ['claimed by another', `** TODO mend totals.ts\n${claimed}`, /^keep course — /u],
  ['below what another claimed', `** TODO objective\n${claimed}*** TODO mend totals.ts\n`, /^keep course — /u],
  ['waiting', '** WAITING mend totals.ts\n', /^keep course — /u],
  ['done', '** DONE mend totals.ts\n', /^keep course — nothing is open on the board$/u],
  ['something is NEXT', '** TODO mend totals.ts\n** NEXT other\n', /^keep course — /u],
  ['something is DOING', '** TODO mend totals.ts\n** DOING other\n', /^keep course — /u],
  [
    'what was NEXT only has to be closed',
    '** NEXT other\n:PROPERTIES:\n:PIN: t\n:END:\n*** DONE a\n** TODO mend totals.ts\n',
    /^pick up: /u,
  ],
  ['a parent is not picked up', '** TODO mend totals.ts\n*** TODO child\n', /^keep course — /u],
  ['an empty board', '', /^keep course — the board is empty$/u],
];

describe('picking up', () => {
  for (const [what, tasks, expected] of rows)
    test(what, async (t) => {
      const lived = await liveDay(sandbox(t), 'day', {
        ...{ shape: 'nested', board: '', before: { 'src/invoice/totals.ts': 'a\n' } },
        day: [{ at: '09:00', edit: 'src/invoice/totals.ts', content: 'b\n' }],
      });
      writeFileSync(join(lived.home.home, 'plan.org'), `#+TODO: TODO NEXT DOING WAITING | DONE\n* board\n${tasks}`);
      const { receipt } = await sleepOnce(lived.at('10:00'), { env: {}, isDry: true, isForced: true });
      assert.equal(receipt.verdicts.length, 1);
      assert.match(receipt.verdicts[0] ?? '', expected);
    });
});

describe('putting down', () => {
  const sleep = async (lived: Lived, at: string): Promise<string> =>
    (await sleepOnce(lived.at(at), { env: {}, isForced: true })).receipt.verdicts.join('\n');
  const doing = (tasks: string) =>
    ({ shape: 'nested', board: `* board\n${tasks}`, before: { 'a.txt': 'a\n' }, day: [] }) as const;
  const task = '** DOING honest pricing columns\n- [ ] one\n- [ ] two\n';

  /** Noon of the day that comes so many days after the first. */
  const day = (days: number): string => new Date(Date.parse('2026-06-10T12:00:00Z') + days * 86_400_000).toISOString();

  test('after three cycles and a week without a sign, and not before', async (t) => {
    const lived = await liveDay(sandbox(t), 'day', doing(task));
    for (const at of [0, 0.1, 0.2, 6]) assert.match(await sleep(lived, day(at)), /^keep course — /u, `${at}`);
    assert.match(
      await sleep(lived, day(7)),
      /^put down: honest pricing columns — no commit, step or edit spoke of it for a week and three cycles$/u,
    );
  });
  test('not after one long absence', async (t) => {
    const lived = await liveDay(sandbox(t), 'day', doing(task));
    for (const at of [0, 30]) assert.match(await sleep(lived, day(at)), /^keep course — /u, `${at}`);
    assert.match(await sleep(lived, day(31)), /^put down: /u);
  });
  test('a ticked box is a sign, and so is a step', async (t) => {
    const lived = await liveDay(sandbox(t), 'day', doing(task));
    for (const at of [0, 4]) await sleep(lived, day(at));
    const plan = join(lived.home.home, 'plan.org');
    writeFileSync(plan, readFileSync(plan, 'utf8').replace('[ ] one', '[x] one'));
    for (const at of [7, 9, 11]) assert.match(await sleep(lived, day(at)), /^keep course — /u, `${at}`);
    lived.happen({ at: day(12), run: 'grep pricing a.txt', exit: 0 });
    for (const at of [13, 16, 20]) assert.match(await sleep(lived, day(at)), /^keep course — /u, `${at}`);
    assert.match(await sleep(lived, day(23)), /^put down: /u);
  });
  const signs: readonly (readonly [what: string, messages: readonly string[]])[] = [
    ['below a subject', ['chore: tidy up\n\nThe last of the pricing columns.']],
    ['by the number of an issue', ['chore: tidy up, see #44']],
    ['before many others', ['add: pricing', ...Array.from({ length: 14 }, (_, at) => `chore: ${at}`)]],
  ];
  for (const [what, messages] of signs)
    test(`not what a commit spoke of ${what}`, async (t) => {
      const lived = await liveDay(sandbox(t), 'day', doing(task.replace('columns', 'columns #44')));
      for (const at of [0, 4]) await sleep(lived, day(at));
      for (const [at, commit] of messages.entries()) {
        lived.happen({ at: day(5 + at / 100), write: 'a.txt', content: `${at}\n` });
        lived.happen({ at: day(5.001 + at / 100), commit });
      }
      for (const at of [7, 8]) assert.match(await sleep(lived, day(at)), /^keep course — /u, `${at}`);
    });
  test('a task without telling words never', async (t) => {
    const lived = await liveDay(sandbox(t), 'day', doing('** DOING fix it\n'));
    for (const at of [0, 4, 8, 12]) assert.match(await sleep(lived, day(at)), /^keep course — /u, `${at}`);
  });
});
