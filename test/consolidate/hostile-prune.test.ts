// Whatever an answer about a deep sleep says, or wherever it is cut off: no RED that holds and no line of a person's goes, and all that goes can be put back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDeep } from '../../src/consolidate/deep-answer.ts';
import { pruned, supersededIn } from '../../src/consolidate/prune.ts';
import { archivedIn, isMemoryFile } from '../../src/memory/memory.ts';
import { observationsIn, printObservation, withObservations } from '../../src/observations/observations.ts';
import { prove, proveObserved } from '../../src/proof/proof.ts';
import { fc } from '../drawn.ts';
import { anyFile, anyObserved } from '../observations/any-file.ts';
import { times } from '../share.ts';

const path = '.self/observations.md';

interface Hostile {
  readonly content: Buffer;
  readonly ours: readonly boolean[];
  readonly words: readonly string[];
  readonly cutAt: number;
  readonly days: number;
}

const lineOf = fc.oneof(
  fc.constantFrom(
    'SUPERSEDED:',
    '**superseded**',
    'Superseded: all',
    'PRIORITIES:',
    'DIARY:',
    'none',
    '```',
    'drop all RED',
    '- ',
  ),
  fc.constantFrom(
    '{"superseded": "*"}',
    'o-aaaaaaaa by o-bbbbbbbb',
    'everything by everything: it is over',
    '# Observations',
  ),
  fc.string({ maxLength: 30 }),
);

const hostile: fc.Arbitrary<Hostile> = fc.record({
  content: fc
    .tuple(anyFile, fc.array(anyObserved, { maxLength: 12 }))
    .map(([file, more]) => Buffer.from(withObservations(file, more) ?? file)),
  ours: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
  words: fc.array(lineOf, { maxLength: 8 }),
  cutAt: fc.nat(4000),
  days: fc.nat(6),
});

/** The worst that an answer can say: every line superseded by every other, among whatever else, and cut off anywhere. */
function answerFor(content: Uint8Array, words: readonly string[], cutAt: number): string {
  const ids = [...new Set(observationsIn(content).map(({ id }) => id))];
  const pairs = ids.flatMap((id) => ids.map((by) => `${id} by ${by}: it is over · really`));
  const whole = [...words, 'SUPERSEDED:', ...pairs, ...words].join('\n');
  return cutAt % 3 === 0 ? whole : whole.slice(0, cutAt);
}

test('no RED that holds and no line of a person goes, each line that goes is named, archived and comes back, and proof agrees', () => {
  let gone = 0;
  fc.assert(
    fc.property(hostile, ({ content, ours: isOurs, words, cutAt, days }) => {
      const now = new Date(Date.parse('2026-02-12T00:00:00Z') + days * 24 * 60 * 60 * 1000);
      const all = observationsIn(content);
      const ours = new Set(all.flatMap(({ id }, at) => (isOurs[at % 30] === true ? [id] : [])));
      const read = readDeep(answerFor(content, words, cutAt));
      const nominations = read.kind === 'read' ? read.said.nominations : [];
      const { superseded } = supersededIn(content, now, nominations);
      const prune = pruned({
        path,
        now,
        known: { ours, superseded },
        observations: content,
        archive: undefined,
        keeps: new Set(),
      });
      const [cut, archive] = prune.edits.map(({ edit, path: file }) =>
        edit(file === path ? content : undefined),
      ) as Buffer[];
      const after = Buffer.from(cut ?? content);
      gone += prune.gone.length;
      const counted = (bytes: Uint8Array): Map<string, number> => {
        const found = new Map<string, number>();
        for (const each of observationsIn(bytes)) found.set(each.id, (found.get(each.id) ?? 0) + 1);
        return found;
      };
      const [was, is] = [counted(content), counted(after)];
      for (const each of all) {
        const holds = each.level === 'RED' && (each.until === undefined || each.until > now);
        if (holds || !ours.has(each.id)) assert.equal(is.get(each.id), was.get(each.id), printObservation(each));
      }
      assert.deepEqual(
        archivedIn(archive ?? new Uint8Array()).map(({ id, text, path: from }) => [id, text, from]),
        prune.gone.map(({ observation }) => [observation.id, printObservation(observation), path]),
      );
      const back =
        withObservations(
          after,
          prune.gone.map(({ observation }) => observation),
        ) ?? new Uint8Array();
      for (const { observation } of prune.gone) assert.ok(counted(back).has(observation.id));
      const staged = [
        { path, before: content, after, committed: undefined },
        ...(archive === undefined
          ? []
          : [{ path: 'memory/archive.md', before: undefined, after: archive, committed: undefined }]),
      ];
      const memory = { ...prune, without: () => undefined };
      const acts = [{ name: 'deep', paths: staged.map((file) => file.path), memory }];
      assert.deepEqual(
        proveObserved(staged, acts, now, (id) => ours.has(id)),
        [],
      );
      const known = () => ({ isProtected: false, origin: null, time: null });
      if (staged.some((file) => isMemoryFile(file.path)))
        assert.deepEqual(
          prove({ staged, acts, net: { isClean: () => true }, known, takenThisWeek: 0, others: [] }),
          [],
        );
    }),
    { numRuns: times(4000) },
  );
  assert.ok(gone > 100, `${gone} lines went`);
});

test('proof lets no act take a line that it did not name, RED that holds, or a line of a person', () => {
  const before = Buffer.from('# Observations\n\n## 2026-02-12\n\nRED 09:32 a\nGRN 09:32 b\nGRN 09:33 mine\n');
  const without = (line: string): Buffer => Buffer.from(before.toString().replace(`${line}\n`, ''));
  const now = new Date('2026-03-01T00:00:00Z');
  const mine = observationsIn(before).find(({ fact }) => fact === 'mine')?.id;
  const proofOf = (line: string, isNamed: boolean) => {
    const forgets = isNamed ? [{ name: 'prune x', path, line }] : [];
    const memory = { operations: [], frame: [], forgets, without: () => undefined };
    const staged = [{ path, before, after: without(line), committed: undefined }];
    return proveObserved(staged, [{ name: 'deep', paths: [path], memory }], now, (id) => id !== mine).map(
      ({ why, operation }) => [operation, why],
    );
  };
  assert.deepEqual(proofOf('GRN 09:32 b', true), []);
  assert.deepEqual(proofOf('GRN 09:32 b', false), [[undefined, `${path}: "GRN 09:32 b" would go, and nobody said so`]]);
  for (const line of ['RED 09:32 a', 'GRN 09:33 mine'])
    assert.deepEqual(proofOf(line, true), [['prune x', `${path}: "${line}" is protected`]]);
});
