// The pairs of the second attack, as a model proposes them and as an agent with its own tools writes them: none lands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairs, related } from '../slots/second-attack.ts';
import type { HandProposal } from './by-hand.ts';
import { doneBy, landed } from './rewrites.ts';
import { type Lived, livedFrom, printed, tried } from './tried.ts';

const filler = Array.from({ length: 48 }, (_, at) => `Fact ${at} is about topic${at} and colour${at}.`);
/** The second is a month younger. */
function memoryOf(one: string, other: string): Lived[] {
  const [first, second] = livedFrom([one, other]) as [Lived, Lived];
  return [{ ...first, text: one }, { ...second, text: other, time: '2026-03-01T10:00:00.000Z' }, ...livedFrom(filler)];
}

const isOneLine = (text: string): boolean => !/\n/u.test(text) && !/^[?!]/u.test(text);
const both = pairs.filter(([one, other]) => isOneLine(one) && isOneLine(other) && !/^(?:- |\d+\.)/u.test(one));

test('of the pairs none is worded anew as the other, and the two are never merged', () => {
  const fell = both.flatMap(([one, other]) => {
    const memory = memoryOf(one, other);
    const proposals: HandProposal[] = [
      { kind: 'reword', at: 0, to: other },
      { kind: 'merge', of: [0, 1], to: one },
      { kind: 'merge', of: [0, 1], to: other },
    ];
    return proposals.flatMap((proposal) =>
      tried(memory, proposal).length === 0 ? [JSON.stringify([proposal, one])] : [],
    );
  });
  assert.deepEqual(fell, []);
});

test('nothing is superseded by a newer sentence that does not say so', () => {
  const fell = related.flatMap(([old, newer]) =>
    tried(memoryOf(old, newer), { kind: 'supersede', at: 0, by: 1 }).length === 0 ? [`${old} | ${newer}`] : [],
  );
  assert.deepEqual(fell, []);
});

test('what an agent writes over an entry in its copy is left out, and what it takes out is not called the same', () => {
  const step = process.env.DREAMKEEPER_FULL === undefined ? 4 : 1;
  const fell = both
    .filter((_, at) => at % step === 0)
    .flatMap(([one, other]) => {
      const memory = [...memoryOf(one, 'Nothing else is said here of any of it.')];
      const over = landed(doneBy({ what: 'over', memory, proposal: { kind: 'reword', at: 0, to: other } }));
      const two = memoryOf(one, other);
      const out = landed(doneBy({ what: 'out', memory: two, proposal: { kind: 'supersede', at: 0, by: 1 } }));
      const isMerged = out.operations.some(({ kind }) => kind === 'merge' || kind === 'reword');
      return over.after === printed(memory.map(({ text }) => text)) && !isMerged ? [] : [`${one} | ${other}`];
    });
  assert.deepEqual(fell, []);
});
