// Observation files as people leave them: the seed's own lines, between headings, fences, prose, broken bytes and every line end.
import { type Observed, printObservation } from '../../src/observations/observations.ts';
import { fc } from '../drawn.ts';

export const anyObserved: fc.Arbitrary<Observed> = fc.record({
  level: fc.constantFrom('RED', 'YLW', 'GRN'),
  day: fc.constantFrom('2026-02-11', '2026-02-12', '2026-02-13', '2026-02-14'),
  clock: fc.constantFrom('00:00', '09:32', '23:59'),
  fact: fc.oneof(
    fc.constantFrom(
      'PR #50 merged',
      '## 2026-02-12',
      'until then',
      'freeze (until 2026-02-13)',
      'é 漢字 🌱',
      'RED 09:32 x',
    ),
    fc.stringMatching(/^[a-z][a-z ]{0,20}[a-z]$/u),
  ),
});

const anyLine = fc.oneof(
  { weight: 4, arbitrary: anyObserved.map(printObservation) },
  { weight: 3, arbitrary: anyObserved.map(({ day }) => `## ${day}`) },
  fc.constantFrom(
    '',
    '  ',
    '# Observations',
    '## Friday',
    '### deeper',
    '```',
    '~~~~',
    '- a bullet',
    'RED 25:00 no',
    'red 09:32 no',
  ),
  fc.constantFrom(
    'RED  09:32 two blanks',
    'RED 09:32',
    '## 2026-02-31',
    'my own words',
    '\u00a0',
    '<!-- GRN 09:32 x -->',
  ),
  fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\n', ' ')),
);

/** Bytes, and not text: a person's editor may be of any age. */
export const anyFile: fc.Arbitrary<Buffer> = fc
  .record({
    lines: fc.array(fc.tuple(anyLine, fc.constantFrom('\n', '\n', '\n', '\r\n')), { maxLength: 14 }),
    last: fc.constantFrom('', 'no end', 'GRN 09:32 no end'),
    broken: fc.boolean(),
    mark: fc.boolean(),
  })
  .map(({ lines, last, broken, mark }) => {
    const text = lines.map(([line, end]) => `${line}${end}`).join('') + last;
    const bytes = [...(mark ? [0xef, 0xbb, 0xbf] : []), ...Buffer.from(text)];
    return Buffer.from(broken ? [0xff, 0x0a, ...bytes] : bytes);
  });
