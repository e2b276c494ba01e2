// What is printed is what is read: any dream, also one made to look like something else, comes back as it was.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Carry,
  type DreamEntry,
  type DreamHeader,
  emptyCarry,
  headings,
  normalEntry,
  parseEntry,
  printEntry,
} from '../../src/journal/journal.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';
import {
  anyCarry,
  anyCover,
  anyEntry,
  anyFact,
  anyFlight,
  anyHeader,
  anyLists,
  anyPath,
  anyText,
} from './any-entry.ts';

const header: DreamHeader = {
  time: '2026-06-10T14:30:00.000Z',
  model: 'builtin',
  id: 'n-abcdefgh23',
  agent: 'waldo',
  branch: 'main',
  head: 'a'.repeat(40),
};
const plain: DreamEntry = {
  header,
  tale: 'Two commits landed.',
  goals: ['one', 'two', 'three'],
  blueSky: ['x', 'y'],
  fears: ['x', 'y'],
  verdicts: ['keep course — nothing moved'],
  carry: emptyCarry,
};
const carrying = (carry: Partial<Carry>): DreamEntry => ({ ...plain, carry: { ...emptyCarry, ...carry } });

/** Reads back what is printed. A record of files has no prototype of its own to compare. */
function comesBack(given: DreamEntry): void {
  const text = printEntry(given);
  const read = parseEntry(Buffer.from(text));
  if (read.kind === 'malformed') assert.fail(`${read.reason}\n${text}`);
  assert.deepEqual(read.entry, normalEntry(given));
  assert.equal(printEntry(read.entry), text);
}

const holds = <T>(arbitrary: fc.Arbitrary<T>, check: (value: T) => void, numRuns = 500): void =>
  fc.assert(fc.property(arbitrary, check), { numRuns: times(numRuns) });

describe('an entry comes back as it was', () => {
  test('its header', () => holds(anyHeader, (any) => comesBack({ ...plain, header: any })));
  test('its tale and lists', () => holds(anyLists, (lists) => comesBack({ ...plain, ...lists })));
  test('its carry: what is done and what is next', () =>
    holds(fc.tuple(anyText, anyText), ([doing, next]) => comesBack(carrying({ doing, next }))));
  test('its carry: files in flight', () => holds(anyFlight, (flight) => comesBack(carrying(flight))));
  test('its carry: facts and the tree they cover', () =>
    holds(fc.tuple(fc.array(anyFact, { maxLength: 3 }), anyCover), ([verified, covers]) =>
      comesBack(carrying({ next: 'go on', verified, covers })),
    ));
  test('its carry: notes of other programs', () =>
    holds(fc.array(anyText, { maxLength: 4 }), (other) => comesBack(carrying({ other }))));
  test('all of it at once', () => holds(anyEntry, comesBack, 2000));
});

describe('the normal form', () => {
  test('is its own normal form', () =>
    holds(anyEntry, (entry) => {
      const normal = normalEntry(entry);
      assert.deepEqual(normalEntry(normal), normal);
    }));
  test('prints the same as what it was made from', () =>
    holds(anyEntry, (entry) => assert.equal(printEntry(normalEntry(entry)), printEntry(entry))));
});

describe('the printed text', () => {
  test('has the six headings in their order, and no other line that org reads as heading', () =>
    holds(anyEntry, (entry) => {
      const stars = printEntry(entry)
        .split('\n')
        .filter((line) => /^\*+(?:\s|$)/u.test(line));
      assert.deepEqual(
        stars,
        headings.map((name) => `* ${name}`),
      );
    }));
  test('has no keyword but those of its header, no drawer but the receipts, no block and no fence', () =>
    holds(anyEntry, (entry) => {
      const text = printEntry(entry);
      const body = text.slice(text.indexOf('\n* tale\n')).split('\n');
      assert.deepEqual(
        body.filter((line) => /^\s*(?:#\+|`{3}|~{3}|\|)/u.test(line)),
        [],
      );
      const { verified, covers } = normalEntry(entry).carry;
      const drawers = body.filter((line) => /^\s*:/u.test(line));
      assert.deepEqual(drawers, verified.length > 0 || covers !== null ? [':RECEIPTS:', ':END:'] : []);
    }));
  test('has no control character and no invisible one that changes how it reads', () =>
    holds(anyEntry, (entry) => {
      assert.doesNotMatch(
        printEntry(entry),
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2066-\u2069\ufeff]/u,
      );
    }));
});

describe('files in flight, one by one', () => {
  const known: Readonly<Record<string, readonly string[]>> = {
    'a comma in the first': ['a, b.txt', 'c.txt'],
    'a comma in the second': ['c.txt', 'a, b.txt'],
    'a comma without a blank': ['c.txt', 'a,b.txt'],
    quotes: ['a "b".txt', '"c"'],
    'two blanks': ['a  b.txt'],
    'the blank macOS puts before PM': ['Screenshot at 2.30.00\u202fPM.png'],
    'a blank at each end': [' a '],
    'a line break': ['a\nb.txt', 'c'],
    'decomposed letters': ['cafe\u0301.md'],
    'composed letters': ['café.md'],
    'a file called none': ['none'],
    'a file called nothing, and another': ['nothing', 'b.txt'],
    'n/a, a file in a folder': ['n/a'],
    'a dash': ['-'],
    'a tilde at each end': ['~a~'],
    'what looks like a count': ['x (and 3 more)'],
    'a semicolon and a label': ['a; next action: b'],
    'a semicolon and a label, and another file': ['a; next action: b', 'c'],
    'a drawer': [':END:'],
  };
  for (const [what, midFlight] of Object.entries(known))
    test(what, () => comesBack(carrying({ next: 'go on', midFlight })));
  test('how many more', () => {
    const text = printEntry(carrying({ midFlight: ['a', 'b c'], moreMidFlight: 7 }));
    assert.match(text, /^- mid-flight: a, "b c" \(and 7 more\)$/mu);
    comesBack(carrying({ midFlight: ['a', 'b c'], moreMidFlight: 7 }));
  });
  test('any two paths', () =>
    holds(fc.tuple(anyPath, anyPath), (midFlight) => comesBack(carrying({ next: 'go on', midFlight }))));
});

describe('what is done and next, one by one', () => {
  for (const title of ['nothing', 'none', 'None.', 'n/a', '-', '—', '"x"', '"', 'a; next action: b', 'a; verified: b'])
    test(title, () => {
      comesBack(carrying({ doing: title, next: title }));
      comesBack(carrying({ doing: title, next: null }));
      comesBack(carrying({ doing: null, next: title }));
    });
  test('a carry with nothing in it says so', () => {
    const text = printEntry(plain);
    assert.ok(text.endsWith('* carry\n- DOING: nothing\n- next action: nothing is in flight\n'), text);
    comesBack(plain);
  });
});

describe('facts, one by one', () => {
  const fact = (text: string, command: string): Partial<Carry> => ({
    next: 'go on',
    midFlight: ['app.js'],
    verified: [{ text, receipt: { kind: 'check', command, exit: 0, time: '2026-06-10T14:00:00.000Z' } }],
  });
  for (const command of ['npm test', 'x -t "a; next action: b"', 'x -t "a; mid-flight: b"', 'x "a  b"', 'x cafe\u0301'])
    test(command, () => comesBack(carrying(fact(`\`${command}\` ended with 0`, command))));
  test('by its output', () => {
    const time = '2026-06-10T14:00:00.000Z';
    const receipt = { kind: 'output', command: 'npm test', time } as const;
    comesBack(carrying({ next: 'go on', verified: [{ text: '`npm test` passed by its output', receipt }] }));
  });
  test('any carry', () => holds(anyCarry, (carry) => comesBack({ ...plain, carry })));
});
