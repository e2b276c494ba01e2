// What may be forgotten (O4, O6, O7), at the minute; what goes into the archive comes back; nothing else moves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archivedIn, withArchived, withoutArchived } from '../../src/memory/memory.ts';
import {
  forgettable,
  type Observed,
  observationId,
  observationsIn,
  printObservation,
  withObservations,
  without,
} from '../../src/observations/observations.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';
import { anyFile } from './any-file.ts';

const none = new Map<string, string>();

function fateOf(observed: Observed, now: string, superseded = none): string | undefined {
  const content = withObservations(undefined, [observed]) ?? new Uint8Array();
  return forgettable(content, new Date(now), { ours: new Set([observationId(observed)]), superseded })[0]?.why;
}

const line = (level: Observed['level'], fact = 'x'): Observed => ({ level, day: '2026-02-12', clock: '09:32', fact });

test('GRN goes after 48 hours: 47:59 stays, 48:00 stays, 48:01 goes', () => {
  assert.equal(fateOf(line('GRN'), '2026-02-14T09:31:00Z'), undefined);
  assert.equal(fateOf(line('GRN'), '2026-02-14T09:32:00Z'), undefined);
  assert.equal(fateOf(line('GRN'), '2026-02-14T09:33:00Z'), 'older than 48 hours');
});

test('RED stays for ever, whatever anybody says of it, unless it says itself until when', () => {
  const named = new Map([[observationId(line('RED')), 'an answer says so']]);
  assert.equal(fateOf(line('RED'), '2099-01-01T00:00:00Z', named), undefined);
  const day = line('RED', 'No deploys (until 2026-02-13)');
  assert.equal(fateOf(day, '2026-02-13T23:59:00Z'), undefined);
  assert.equal(fateOf(day, '2026-02-14T00:00:00Z'), 'it held until 2026-02-14T00:00Z');
  const minute = line('RED', 'Freeze (until 2026-02-13 18:00Z).');
  assert.equal(fateOf(minute, '2026-02-13T17:59:00Z'), undefined);
  assert.equal(fateOf(minute, '2026-02-13T18:00:00Z'), 'it held until 2026-02-13T18:00Z');
  for (const fact of ['until 2026-02-13', 'x (until 2026-02-30)', 'x (until soon)', '(until 2026-02-13) and then'])
    assert.equal(fateOf(line('RED', fact), '2099-01-01T00:00:00Z'), undefined, fact);
});

test('YLW stays until something newer took its place, and then its reason is kept', () => {
  assert.equal(fateOf(line('YLW'), '2099-01-01T00:00:00Z'), undefined);
  const named = new Map([[observationId(line('YLW')), 'the port is 8081 now']]);
  assert.equal(fateOf(line('YLW'), '2026-02-12T09:33:00Z', named), 'superseded: the port is 8081 now');
});

test('what a sleep did not write stays: a line of a person, one that a person changed, and the copy of ours', () => {
  const now = new Date('2099-01-01T00:00:00Z');
  const mine = line('GRN');
  const content = Buffer.from('## 2026-02-12\nGRN 09:32 x\nGRN 09:32 x\nGRN 09:32 x!\nGRN 09:33 x\n');
  const [gone, ...more] = forgettable(content, now, { ours: new Set([observationId(mine)]), superseded: none });
  assert.deepEqual([gone?.observation.line, more], [2, []]);
  assert.deepEqual(forgettable(content, now, { ours: new Set(), superseded: none }), []);
});

test('whatever file it is, what goes is only ours and never RED, every other line keeps its bytes, and all of it comes back', () => {
  fc.assert(
    fc.property(anyFile, fc.infiniteStream(fc.boolean()), fc.nat(6), (content, isOurs, days) => {
      const now = new Date(Date.parse('2026-02-12T00:00:00Z') + days * 24 * 60 * 60 * 1000);
      const all = observationsIn(content);
      const ours = new Set(all.filter(() => isOurs.next().value).map(({ id }) => id));
      // The worst that an answer can say: that everything is superseded.
      const superseded = new Map(all.map(({ id }) => [id, 'all of it']));
      const gone = forgettable(content, now, { ours, superseded });
      const left = Buffer.from(
        without(
          content,
          gone.map(({ observation }) => observation),
        ),
      );
      const isHeading = (text: string): boolean => /^(?:## \d{4}-\d\d-\d\d\s*)?$/u.test(text);
      const words = (of: Buffer): string[] =>
        of
          .toString('latin1')
          .replace(/^\u00ef\u00bb\u00bf/u, '')
          .split('\n')
          .filter((text) => !/^[ \t\r]*$/u.test(text) && !isHeading(text));
      const goneLines = new Set(gone.map(({ observation: { line: at } }) => at));
      const expected = content
        .toString('latin1')
        .replace(/^\u00ef\u00bb\u00bf/u, '')
        .split('\n')
        .filter((text, at) => !goneLines.has(at + 1) && !/^[ \t\r]*$/u.test(text) && !isHeading(text));
      assert.deepEqual(words(left), expected);
      for (const { observation } of gone) {
        assert.ok(ours.has(observation.id));
        if (observation.level === 'RED') assert.ok((observation.until ?? Infinity) <= now);
      }
      const archive =
        withArchived(
          undefined,
          gone.map(({ observation, why }) => ({
            ...{ id: observation.id, path: '.self/observations.md', section: observation.day, why },
            text: printObservation(observation),
          })),
          '2026-02-20',
        ) ?? new Uint8Array();
      const kept = archivedIn(archive);
      assert.deepEqual(
        kept.map(({ id, text }) => [id, text]),
        gone.map(({ observation }) => [observation.id, printObservation(observation)]),
      );
      const back =
        withObservations(
          left,
          gone.map(({ observation }) => observation),
        ) ?? new Uint8Array();
      const ids = new Set(observationsIn(back).map(({ id }) => id));
      for (const { observation } of gone) assert.ok(ids.has(observation.id));
    }),
    { numRuns: times(4000) },
  );
});

test('the archive: whole entries, whatever else somebody wrote there, and taking one out leaves the rest', () => {
  const entry = (id: string, why: string) => ({
    id,
    path: 'MEMORY.md',
    section: 'Ports · old',
    why,
    text: '- the port is 8080\n  since May',
  });
  const one = withArchived(undefined, [entry('m-aaaaaaaa', 'older · than that')], '2026-02-14');
  const two = withArchived(
    Buffer.concat([Buffer.from(one ?? []), Buffer.from('my own words, no end')]),
    [entry('o-bbbbbbbb', 'b')],
    '2026-02-14',
  );
  const three = withArchived(two, [entry('m-aaaaaaaa', 'again')], '2026-02-15') ?? new Uint8Array();
  assert.deepEqual(
    archivedIn(three).map(({ id, why, section, text }) => [id, why, section, text]),
    [
      ['m-aaaaaaaa', 'older · than that', 'Ports - old', '- the port is 8080\n  since May'],
      ['o-bbbbbbbb', 'b', 'Ports - old', '- the port is 8080\n  since May'],
      ['m-aaaaaaaa', 'again', 'Ports - old', '- the port is 8080\n  since May'],
    ],
  );
  const less = withoutArchived(three, 'm-aaaaaaaa');
  assert.deepEqual(
    archivedIn(less).map(({ why }) => why),
    ['older · than that', 'b'],
  );
  assert.equal(
    Buffer.from(less).toString(),
    Buffer.from(three)
      .toString()
      .replace(/- m-aaaaaaaa [^\n]*again\n {2}.*\n {4}.*\n/u, ''),
  );
  assert.equal(withoutArchived(three, 'm-cccccccc'), three);
});
