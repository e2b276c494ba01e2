// Dreams nobody would write but somebody might: text that looks like org, like labels, like fences, and names as file systems allow them.

import type { Carry, CoveredTree, DreamEntry, DreamHeader, VerifiedFact } from '../../src/journal/journal.ts';
import { fc } from '../drawn.ts';

/** What has a meaning somewhere in an entry, a board, a terminal or in Unicode. */
const pieces: readonly string[] = [
  ...['* ', '* tale', '* carry', '** goals', '*', '#+TITLE: x', '#+begin_src', '#+end_src', '#+', '# x', ':END:'],
  ...[':RECEIPTS:', ':PROPERTIES:', '```', '````js', '~~~', '``` * goals', '```~~~', '| a |', ',* x', ',', ',,#'],
  ...['- ', '+ x', '1. ', '1)', '—', ' — ', '–', '--', '"', '"x"', "'", '“x”', '\\', '\\u0041', '{', '}', '[ ]', '`'],
  ...['nothing', 'none', 'None.', 'n/a', 'null', '-', 'no task', 'note: ', 'DOING: ', 'next action: ', 'verified: '],
  ...[
    '; next action: b',
    '; next: b',
    '; mid-flight: c',
    '; verified this cycle: d',
    '; verified, and still holds: d',
    ';',
    '; ',
    ': ',
    ' (and 3 more)',
  ],
  ...[
    '\n',
    '\r\n',
    '\r',
    '\t',
    '  ',
    '\u00a0',
    '\u202f',
    '\u2028',
    '\u0085',
    '\v',
    '\f',
    '\u0000',
    '\u001b[31m',
    '\u007f',
  ],
  ...['\u200d', '\u200b', '\ufe0f', '\ufeff', '\u202e', '\u2066', '\u{e0041}', '\u0301', '\u0338', '\u3099'],
  ...[
    'e\u0301',
    'é',
    'ﬁ',
    '\u212b',
    '한',
    '가',
    'क्‍ष',
    '👩‍💻',
    '1️⃣',
    '🇩🇪',
    '\ud800',
    '\udc00',
    '__proto__',
    'word',
    'a',
    '2',
  ],
];

/** Any text: pieces, graphemes and code units in any order. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...pieces) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

const anyTexts = fc.array(anyText, { maxLength: 4 });

/** A path as git or a file system may give it: anything but nothing and NUL. */
export const anyPath: fc.Arbitrary<string> = fc
  .oneof(
    anyText,
    fc.constantFrom('none', 'nothing', 'n/a', 'null', '-', 'a, b', 'a,b', 'a  b', ' a ', '"a"', '~a~', '=a=', '`a`'),
    fc.constantFrom(
      'src/app.ts',
      'cafe\u0301.md',
      'a\nb',
      'a "b", c',
      'Screenshot 2.30.00\u202fPM.png',
      'x (and 3 more)',
    ),
  )
  .map((path) => path.replaceAll('\0', ''))
  .filter((path) => path !== '');

const plainly = { noNullPrototype: true } as const;
const anyName = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 40, maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const anyMinute = fc.integer({ min: 0, max: 130_000_000 }).map((minutes) => new Date(minutes * 60_000).toISOString());
const anyTime = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString());

export const anyHeader: fc.Arbitrary<DreamHeader> = fc.record(
  {
    time: maybe(anyMinute),
    model: anyText,
    id: maybe(
      fc
        .string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'), minLength: 10, maxLength: 10 })
        .map((id) => `n-${id}`),
    ),
    agent: maybe(anyText),
    // Git lets no white space into a branch's name.
    branch: maybe(anyText.map((text) => text.replace(/\s/gu, '-'))),
    head: maybe(anyName),
  },
  plainly,
);

export const anyFact: fc.Arbitrary<VerifiedFact> = fc.record(
  {
    text: anyText,
    receipt: maybe(
      fc.record(
        {
          kind: fc.constant('check' as const),
          command: fc.oneof(anyText, fc.constantFrom('npm test', 'node --test "a  b"', 'x -t "a; mid-flight: b"')),
          exit: fc.constant(0 as const),
          time: anyTime,
        },
        plainly,
      ),
    ),
  },
  plainly,
);

export const anyCover: fc.Arbitrary<CoveredTree> = fc.record(
  {
    head: maybe(anyName),
    tree: maybe(anyName),
    files: fc
      .array(fc.tuple(anyPath, maybe(anyName)), { maxLength: 4 })
      .map((files): Readonly<Record<string, string | null>> => Object.fromEntries(files)),
  },
  plainly,
);

/** Files in flight, and how many more there are if there are any. */
export const anyFlight: fc.Arbitrary<Pick<Carry, 'midFlight' | 'moreMidFlight'>> = fc
  .record(
    { midFlight: fc.array(anyPath, { maxLength: 4 }), moreMidFlight: fc.constantFrom(0, 1, 3, 999_999_999) },
    plainly,
  )
  .map((flight) => (flight.midFlight.length === 0 ? { ...flight, moreMidFlight: 0 } : flight));

export const anyCarry: fc.Arbitrary<Carry> = fc
  .tuple(
    fc.record(
      {
        doing: maybe(anyText),
        next: maybe(anyText),
        verified: fc.array(anyFact, { maxLength: 3 }),
        covers: maybe(anyCover),
        other: anyTexts,
      },
      plainly,
    ),
    anyFlight,
  )
  .map(([carry, flight]) => ({ ...carry, ...flight }));

export const anyLists = fc.record(
  { tale: anyText, goals: anyTexts, blueSky: anyTexts, fears: anyTexts, verdicts: anyTexts },
  plainly,
);

export const anyEntry: fc.Arbitrary<DreamEntry> = fc
  .tuple(anyHeader, anyLists, anyCarry)
  .map(([header, lists, carry]) => ({ header, ...lists, carry }));
