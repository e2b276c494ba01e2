// A date in the place of "yesterday" is the only thing that may differ; names, paths, rules and quotations have no such word.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyDaysDated } from '../../src/proof/days.ts';

const at = '2026-06-10T10:00:00.000Z'; // A Wednesday.

test('days as they were meant', () => {
  for (const [was, is] of [
    ['The parser was released yesterday.', 'The parser was released on 2026-06-09.'],
    ['Today the cache was moved.', 'On 2026-06-10 the cache was moved.'],
    ['It ends by tomorrow, says Tom.', 'It ends by 2026-06-11, says Tom.'],
    ['The demo is next Friday.', 'The demo is on 2026-06-12.'],
    ['It broke last wednesday.', 'It broke on 2026-06-03.'],
  ] as const)
    assert.ok(onlyDaysDated(was, is, at), is);
});

test('anything else is no excuse', () => {
  for (const [was, is] of [
    ['The parser was released yesterday.', 'The parser was released on 2026-06-08.'],
    ['The parser was released yesterday.', 'The lexer was released on 2026-06-09.'],
    ['The parser was released yesterday.', 'The parser was released on 2026-06-09 twice.'],
    ['Backups run on the last Sunday of each month.', 'Backups run on the on 2026-06-07 of each month.'],
    ['Invoices are due next Friday after month end.', 'Invoices are due on 2026-06-12 after month end.'],
    ['Read data/yesterday.json first.', 'Read data/on 2026-06-09.json first.'],
    ['Run it with --since=yesterday first.', 'Run it with --since=on 2026-06-09 first.'],
    ['The app shows the Today view first.', 'The app shows the on 2026-06-10 view first.'],
    ["Keep yesterday's logs.", "Keep on 2026-06-09's logs."],
    ['He said "not today" twice.', 'He said "not on 2026-06-10" twice.'],
  ] as const)
    assert.ok(!onlyDaysDated(was, is, at), is);
});
