// `observations.md` (O3, O8, O23): read and added to without losing a byte of what a person did to it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { observationsIn, printObservation, withObservations } from '../../src/observations/observations.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';
import { anyFile, anyObserved } from './any-file.ts';

const seed = `## 2026-02-12

RED 09:32 PR #50 merged on janee repo, first successful contribution
RED 09:32 Engaged in 2 high-value discussions on GitHub
YLW 09:32 No responses yet to comments, too early to judge impact
GRN 09:32 Dev environment verified working after reboot
`;

test("the seed's own file is read as it stands", () => {
  const read = observationsIn(Buffer.from(seed));
  assert.deepEqual(
    read.map(({ level, day, clock }) => [level, day, clock]),
    [
      ['RED', '2026-02-12', '09:32'],
      ['RED', '2026-02-12', '09:32'],
      ['YLW', '2026-02-12', '09:32'],
      ['GRN', '2026-02-12', '09:32'],
    ],
  );
  assert.equal(read.map((each) => `${printObservation(each)}\n`).join(''), seed.split('\n').slice(2).join('\n'));
});

test('what is no observation: other words, hours that no clock has, no day above, a fence', () => {
  const facts = (text: string): string[] => observationsIn(Buffer.from(text)).map(({ fact }) => fact);
  assert.deepEqual(facts('RED 09:32 above every day\n## 2026-02-12\nRED 09:32 here\n'), ['here']);
  assert.deepEqual(
    facts('## 2026-02-12\nred 09:32 a\nRED 24:00 b\nRED 9:32 c\nRED 09:32\nRED 09:32  \n- RED 09:32 d\n'),
    [],
  );
  assert.deepEqual(facts('## 2026-02-31\nRED 09:32 no such day\n## Later\nRED 09:32 no day\n'), []);
  assert.deepEqual(facts('## 2026-02-12\n```\nRED 09:32 quoted\n## 2026-02-13\n```\nRED 09:33 said\n'), ['said']);
  assert.deepEqual(facts('## 2026-02-12\n```\nRED 09:32 nobody closed it\n'), ['nobody closed it']);
});

test('the first lines make the file, later ones go below their day, a new day comes last', () => {
  const at = (day: string, clock: string, fact: string) => ({ level: 'GRN' as const, day, clock, fact });
  const one = withObservations(undefined, [at('2026-02-12', '09:32', 'one')]);
  assert.equal(Buffer.from(one ?? []).toString(), '# Observations\n\n## 2026-02-12\n\nGRN 09:32 one\n');
  const two = withObservations(one, [at('2026-02-13', '00:01', 'three'), at('2026-02-12', '23:59', 'two')]);
  assert.equal(
    Buffer.from(two ?? []).toString(),
    '# Observations\n\n## 2026-02-12\n\nGRN 09:32 one\nGRN 23:59 two\n\n## 2026-02-13\n\nGRN 00:01 three\n',
  );
  assert.equal(withObservations(two, [at('2026-02-12', '09:32', 'one')]), two);
});

test('a day that is only named inside a fact is not its heading', () => {
  const before = Buffer.from('## 2026-02-11\n\nRED 09:32 said: ## 2026-02-12\n');
  const after = withObservations(before, [{ level: 'GRN', day: '2026-02-12', clock: '10:00', fact: 'x' }]);
  assert.equal(Buffer.from(after ?? []).toString(), `${before.toString()}\n## 2026-02-12\n\nGRN 10:00 x\n`);
});

test('whatever a person did to the file, adding only adds: in one place for each day, and what is added is read back', () => {
  fc.assert(
    fc.property(anyFile, fc.array(anyObserved, { minLength: 1, maxLength: 4 }), (content, given) => {
      const after = Buffer.from(withObservations(content, given) ?? []);
      // Every byte that was there is there, in its order.
      let at = 0;
      for (const byte of content) {
        at = after.indexOf(byte, at);
        assert.notEqual(at, -1);
        at += 1;
      }
      const days = new Set(given.map(({ day }) => day)).size;
      const kept = after.toString('latin1');
      const [start, end] = [commonStart(content, after), commonEnd(content, after)];
      if (days === 1) assert.ok(start + end >= content.length, kept);
      const read = observationsIn(after).map(({ id }) => id);
      const were = observationsIn(content).map(({ id }) => id);
      for (const id of were) assert.ok(read.includes(id));
      const lines = observationsIn(after).map((each) => `${each.day} ${printObservation(each)}`);
      for (const each of given) assert.ok(lines.includes(`${each.day} ${printObservation(each)}`), kept);
      assert.deepEqual(Buffer.from(withObservations(after, given) ?? []), after);
    }),
    { numRuns: times(4000) },
  );
});

function commonStart(one: Buffer, other: Buffer): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function commonEnd(one: Buffer, other: Buffer): number {
  let at = 0;
  while (at < one.length && one.at(-1 - at) === other.at(-1 - at)) at += 1;
  return at;
}
