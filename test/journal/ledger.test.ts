// The ledger's chain: whatever is changed, dropped, added or moved in it is named by its line; two clones that were joined are whole.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type LedgerLine, nightsOf, parseLedger, wakeFor, withLedgerLine } from '../../src/journal/journal.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';
import { anyText } from './any-entry.ts';

const anyHash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
const anyTime = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString());
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const plainly = { noNullPrototype: true } as const;
// A lone surrogate is no text a file can hold; everything else is.
const text = anyText.map((any) => any.toWellFormed());

const anyId = (letter: string): fc.Arbitrary<string> =>
  fc
    .string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'), minLength: 10, maxLength: 10 })
    .map((rest) => `${letter}-${rest}`);
const anyEntryPath = anyTime.map((time) => `rem/${time.slice(0, 10)}-${time.slice(11, 13)}${time.slice(14, 16)}.org`);

const anyNight: fc.Arbitrary<LedgerLine> = fc.record(
  {
    kind: fc.constant('night' as const),
    ...{
      id: anyId('n'),
      agent: text,
      time: anyTime,
      model: text,
      entry: anyEntryPath,
      sha256: anyHash,
      echo: fc.boolean(),
    },
    ...{ head: maybe(text), branch: maybe(text) },
    digested: fc.record(
      { steps: maybe(fc.record({ time: text, sha256: anyHash }, plainly)), board: maybe(anyHash), changed: anyHash },
      plainly,
    ),
    verdicts: fc.array(fc.record({ line: text, task: maybe(text), from: maybe(text) }, plainly), { maxLength: 2 }),
    doing: fc.array(fc.record({ task: text, seen: fc.boolean(), body: text }, plainly), { maxLength: 2 }),
  },
  plainly,
);
const anyOutcome = fc.record(
  {
    ...{ line: text, move: text, target: maybe(text), task: maybe(text), from: maybe(text), to: maybe(text) },
    result: fc.constantFrom('applied' as const, 'noop' as const, 'refused' as const, 'ambiguous' as const),
    why: text,
  },
  plainly,
);
const anyWake: fc.Arbitrary<LedgerLine> = fc.record(
  {
    kind: fc.constant('wake' as const),
    ...{ id: anyId('w'), agent: text, time: anyTime, dream: text, sha256: anyHash, board: maybe(anyHash) },
    verdicts: fc.array(anyOutcome, { maxLength: 2 }),
  },
  plainly,
);
const anyLine = fc.oneof(anyNight, anyWake);
/** The ledger as text, with one more line. */
const withLine = (content: string, line: LedgerLine): string =>
  Buffer.from(withLedgerLine(Buffer.from(content), line)).toString();
const chain = (lines: readonly LedgerLine[], before = ''): string =>
  lines.reduce((content, line) => withLine(content, line), before);
const linesOf = (content: string): string[] => content.split('\n').slice(0, -1);
const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const runs = { numRuns: times(100) };

/** A chain of at least `least` lines, and a place in it. */
const anyChain = (least: number): fc.Arbitrary<{ lines: string[]; at: number }> =>
  fc.tuple(fc.array(anyLine, { minLength: least, maxLength: 7 }), fc.nat()).map(([all, place]) => {
    const lines = linesOf(chain(all));
    return { lines, at: place % lines.length };
  });

describe('a chain', () => {
  test('of any lines is whole, and gives them back', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 8 }), (all) => {
        const read = parseLedger(chain(all));
        assert.equal(read.broken, undefined);
        assert.deepEqual(
          read.lines.map(({ hash: _, prev: __, at: ___, ...line }) => line),
          all.map((line) => ({ v: 1, ...line })),
        );
        assert.deepEqual(
          read.lines.map(({ prev }) => prev),
          [null, ...read.lines.map(({ hash }) => hash)].slice(0, all.length),
        );
        assert.deepEqual(
          read.lines.map(({ at }) => at),
          all.map((_, index) => index + 1),
        );
      }),
      runs,
    );
  });
  test('goes on behind a file that lost its last line end', () => {
    fc.assert(
      fc.property(anyLine, anyLine, (one, other) => {
        const content = withLine(chain([one]).trimEnd(), other);
        assert.equal(parseLedger(content).broken, undefined);
        assert.equal(content, chain([one, other]));
      }),
      runs,
    );
  });
  test('an empty one is whole', () => {
    for (const content of ['', '\n', ' \n\n']) assert.deepEqual(parseLedger(content), { lines: [], broken: undefined });
  });
});

describe('a break is named by its line', () => {
  test('a line changed in any character', () => {
    fc.assert(
      fc.property(
        anyChain(1),
        fc.nat(),
        fc.constantFrom('x', '0', 'f', ' ', '"', '}'),
        ({ lines, at }, place, other) => {
          const line = lines[at] ?? '';
          const spot = place % line.length;
          fc.pre(line[spot] !== other);
          const changed = lines.with(at, `${line.slice(0, spot)}${other}${line.slice(spot + 1)}`);
          assert.equal(parseLedger(joined(changed)).broken?.line, at + 1);
        },
      ),
      { numRuns: times(400) },
    );
  });
  test('a line changed and sealed again by somebody who knows how', () => {
    fc.assert(
      fc.property(anyChain(2), anyLine, ({ lines, at }, other) => {
        fc.pre(at < lines.length - 1);
        const forged = linesOf(chain([other], joined(lines.slice(0, at)))).at(-1) ?? '';
        fc.pre(forged !== lines[at]);
        const { broken } = parseLedger(joined(lines.with(at, forged)));
        // The forged line is a good one; the one behind it follows a line that is gone.
        assert.deepEqual(broken, { line: at + 2, reason: 'the line it follows is gone' });
      }),
      runs,
    );
  });
  test('a line dropped, unless it is the last', () => {
    fc.assert(
      fc.property(anyChain(2), ({ lines, at }) => {
        const { broken } = parseLedger(joined(lines.toSpliced(at, 1)));
        if (at === lines.length - 1) assert.equal(broken, undefined);
        else assert.deepEqual(broken, { line: at + 1, reason: 'the line it follows is gone' });
      }),
      runs,
    );
  });
  test('two lines swapped', () => {
    fc.assert(
      fc.property(anyChain(2), fc.nat(), ({ lines, at }, place) => {
        const to = place % lines.length;
        fc.pre(at !== to);
        const swapped = lines.with(at, lines[to] ?? '').with(to, lines[at] ?? '');
        assert.equal(parseLedger(joined(swapped)).broken?.line, Math.min(at, to) + 1);
      }),
      runs,
    );
  });
  test('a line of another chain, of another program, or of nobody, put in anywhere', () => {
    fc.assert(
      fc.property(
        anyChain(2),
        fc.array(anyLine, { minLength: 2, maxLength: 3 }),
        fc.constantFrom('{}', 'null', '[]', 'x', '{"v":1,"kind":"night"}', '<<<<<<< HEAD', undefined),
        ({ lines, at }, others, foreign) => {
          const inserted = foreign ?? linesOf(chain(others)).at(-1) ?? '';
          assert.equal(parseLedger(joined(lines.toSpliced(at, 0, inserted))).broken?.line, at + 1);
          assert.equal(parseLedger(joined([...lines, inserted])).broken?.line, lines.length + 1);
        },
      ),
      runs,
    );
  });
  test('a line that stands there twice', () => {
    fc.assert(
      fc.property(anyChain(1), ({ lines, at }) => {
        const doubled = lines.toSpliced(at, 0, lines[at] ?? '');
        assert.equal(parseLedger(joined(doubled)).broken?.line, at + 2);
      }),
      runs,
    );
  });
  test('the first break of several', () => {
    fc.assert(
      fc.property(anyChain(3), ({ lines }) => {
        const broken = lines.with(1, 'x').with(2, 'y');
        assert.deepEqual(parseLedger(joined(broken)).broken, { line: 2, reason: 'it is not a line of ours' });
      }),
      runs,
    );
  });
  test('lines torn anywhere, and any text, are an answer', () => {
    fc.assert(
      fc.property(anyChain(1), fc.nat(), ({ lines }, place) => {
        const whole = joined(lines);
        const torn = whole.slice(0, place % whole.length);
        const { broken, lines: read } = parseLedger(torn);
        const isWhole = torn === '' || torn.endsWith('\n') || lines.includes(torn.split('\n').at(-1) ?? '');
        assert.equal(broken?.line, isWhole ? undefined : torn.split('\n').length);
        assert.equal(read.length, torn.split('\n').filter((line) => lines.includes(line)).length);
      }),
      runs,
    );
    fc.assert(
      fc.property(text, (any) => void parseLedger(any)),
      runs,
    );
  });
});

describe('two clones that both slept', () => {
  test('each for the first time: two beginnings are no break', () => {
    fc.assert(
      fc.property(anyChain(1), anyChain(1), ({ lines }, other) => {
        fc.pre(!other.lines.some((line) => lines.includes(line)));
        const read = parseLedger(joined([...lines, ...other.lines]));
        assert.deepEqual([read.broken, read.lines.length], [undefined, lines.length + other.lines.length]);
      }),
      runs,
    );
  });
  const anyFork = fc.tuple(
    fc.array(anyLine, { minLength: 1, maxLength: 3 }),
    fc.array(anyLine, { minLength: 1, maxLength: 3 }),
    fc.array(anyLine, { minLength: 1, maxLength: 3 }),
  );
  test('joined line by line are whole, in either order, and go on', () => {
    fc.assert(
      fc.property(anyFork, anyLine, ([common, mine, theirs], next) => {
        const before = chain(common);
        const [here, there] = [chain(mine, before), chain(theirs, before)].map((all) => all.slice(before.length));
        fc.pre(here !== there && linesOf(here ?? '').every((line) => !linesOf(there ?? '').includes(line)));
        for (const union of [`${before}${here}${there}`, `${before}${there}${here}`]) {
          const { broken, lines } = parseLedger(union);
          assert.equal(broken, undefined);
          assert.equal(lines.length, common.length + mine.length + theirs.length);
          assert.equal(parseLedger(withLine(union, next)).broken, undefined);
        }
      }),
      runs,
    );
  });
  test('joined in any order, some lines twice: the chain says what came first', () => {
    fc.assert(
      fc.property(anyFork, fc.infiniteStream(fc.nat()), ([common, mine, theirs], places) => {
        const before = chain(common);
        const [here = '', there = ''] = [chain(mine, before), chain(theirs, before)].map((all) =>
          all.slice(before.length),
        );
        fc.pre(linesOf(here)[0] !== linesOf(there)[0]);
        const lines = [...linesOf(before), ...linesOf(here), ...linesOf(there)];
        const mixed = [...lines, lines[1] ?? lines[0] ?? '']
          .map((line) => ({ line, place: places.next().value ?? 0 }))
          .toSorted((one, other) => one.place - other.place)
          .map(({ line }) => line);
        const read = parseLedger(joined(mixed));
        assert.equal(read.broken, undefined);
        assert.equal(read.lines.length, new Set(lines).size);
        const seen = new Set<string | null>([null]);
        for (const { prev, hash } of read.lines) {
          assert.ok(seen.has(prev));
          seen.add(hash);
        }
      }),
      runs,
    );
  });
  test('a line dropped from either tail is still found', () => {
    fc.assert(
      fc.property(anyFork, ([common, mine, theirs]) => {
        fc.pre(mine.length > 1);
        const before = chain(common);
        const [here = '', there = ''] = [chain(mine, before), chain(theirs, before)].map((all) =>
          all.slice(before.length),
        );
        fc.pre(linesOf(here).every((line) => !there.includes(line)));
        const { broken } = parseLedger(`${before}${joined(linesOf(here).slice(1))}${there}`);
        assert.equal(broken?.line, common.length + 1);
      }),
      runs,
    );
  });
});

test('whose nights, and which wake', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { minLength: 1, maxLength: 8 }), (all) => {
      const ledger = parseLedger(chain(all));
      const [first] = all;
      const agent = first?.agent ?? '';
      assert.deepEqual(
        nightsOf(ledger, agent).map(({ time }) => time),
        all.filter((line) => line.kind === 'night' && line.agent === agent).map(({ time }) => time),
      );
      const dealt = all.find((line) => line.kind === 'wake');
      if (dealt?.kind === 'wake') assert.equal(wakeFor(ledger, dealt.dream)?.time, dealt.time);
      assert.equal(wakeFor(ledger, 'n-nobody'), undefined);
    }),
    runs,
  );
});

test('a line speaks for its own kind of change, and a night only of an entry of the journal', () => {
  fc.assert(
    fc.property(anyNight, anyWake, (night, wake) => {
      const wrong: readonly object[] = [
        ...['src/main.txt', 'rem/../plan.org', 'rem/.gitattributes', '/etc/passwd', 'rem/a/b.org'].map((entry) => ({
          ...night,
          entry,
        })),
        { ...night, id: 'c-aaaaaaaaaa' },
        { ...wake, id: 'c-aaaaaaaaaa' },
        { ...wake, id: 'n-aaaaaaaaaa' },
      ];
      for (const line of wrong)
        assert.deepEqual(parseLedger(withLine('', line as LedgerLine)).lines, [], JSON.stringify(line));
    }),
    { numRuns: 20 },
  );
});
