// Words for days are resolved against the day on which they are said, and files of those days come first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findIn, noNeighbours } from '../../src/recall/recall.ts';

/** A Wednesday. */
const today = '2026-11-18';
const files = [
  '2026-05-04',
  '2026-05-20',
  '2025-12-24',
  '2026-11-09',
  '2026-11-10',
  '2026-11-16',
  '2026-11-17',
  today,
].map((day) => ({ path: `notes/${day}.md`, content: Buffer.from('- we moved the office\n- the weather was good\n') }));
const first = (question: string): string | undefined =>
  findIn(files, { question, neighbours: noNeighbours, most: 3, today })[0]?.file.path.slice(6, -3);

const said: Readonly<Record<string, string>> = {
  'what about the office yesterday': '2026-11-17',
  'what about the office today': today,
  'the day before yesterday at the office': '2026-11-16',
  'what was with the office last Tuesday': '2026-11-17',
  'what was with the office last Monday': '2026-11-16',
  'the office eight days ago': '2026-11-10',
  'the office last week': '2026-11-10',
  'what did we do with the office in May': '2026-05-20',
  'the office on May 4th': '2026-05-04',
  'the office on 4 May 2026': '2026-05-04',
  'the office in December': '2025-12-24',
  'the office, 2026-05-04': '2026-05-04',
};
for (const [question, day] of Object.entries(said)) test(question, () => assert.equal(first(question), day));

test('without a day in the question the newest comes first, and words that are no days change nothing', () => {
  assert.equal(first('the office'), today);
  assert.equal(first('may we move the office'), today);
  assert.equal(first('the march to the office'), today);
});

test('a day does not make an answer of what has nothing to do with the question', () => {
  assert.deepEqual(findIn(files, { question: 'zymurgy yesterday', neighbours: noNeighbours, most: 3, today }), []);
});
