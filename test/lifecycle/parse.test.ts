// `lifecycle.org`: what people write is understood, what cannot be meant is told with its line, and nothing is dropped in silence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Cadence, canonicalCadence, parseCadence } from '../../src/lifecycle/lifecycle.ts';
import { fc } from '../drawn.ts';

const read = (text: string) => parseCadence(Buffer.from(text));

function cadence(text: string): Cadence {
  const found = read(text);
  assert.equal(found.kind, 'cadence', found.kind === 'broken' ? JSON.stringify(found.problems) : '');
  return found.kind === 'cadence' ? found.cadence : { start: '', states: [] };
}

const problems = (text: string): string[] => {
  const found = read(text);
  return found.kind === 'broken'
    ? found.problems.map(({ line, message, hint }) => `${line}: ${message} / ${hint}`)
    : [];
};

test('the canonical cadence: three adds, an audit, sleep, a plan, and again', () => {
  const { start, states } = cadence(canonicalCadence);
  assert.equal(start, 'wake_add');
  assert.deepEqual(
    states.map(({ name, kind, repeat, next, minInterval, claims }) => [name, kind, repeat, next, minInterval, claims]),
    [
      ['wake_add', 'wake', 3, 'wake_audit', null, true],
      ['wake_audit', 'wake', 1, 'rem', null, false],
      ['rem', 'rem', 1, 'wake_plan', 50 * 60_000, true],
      ['wake_plan', 'wake', 1, 'wake_add', null, false],
    ],
  );
  assert.match(states[0]?.prose ?? '', /^Do the task/u);
});

test('the state of the seed, as it stands there', () => {
  const seed =
    '* rem\n:PROPERTIES:\n:KIND: rem\n:NEXT: wake_plan\n:MIN-INTERVAL: 10m\n:END:\nDream: consolidate the cycle.\n';
  const { states } = cadence(`${seed}* wake_plan\n:PROPERTIES:\n:NEXT: rem\n:END:`);
  assert.deepEqual(
    states.map(({ name, kind, next, minInterval, prose }) => ({ name, kind, next, minInterval, prose })),
    [
      { name: 'rem', kind: 'rem', next: 'wake_plan', minInterval: 600_000, prose: 'Dream: consolidate the cycle.' },
      { name: 'wake_plan', kind: 'wake', next: 'rem', minInterval: null, prose: '' },
    ],
  );
});

const small = (rem: string, wake = ''): string =>
  `* wake\n:PROPERTIES:\n:NEXT: rem\n${wake}:END:\n* rem\n:PROPERTIES:\n:KIND: rem\n:NEXT: wake\n${rem}:END:\n`;

const forgiven: readonly (readonly [what: string, text: string, check: (read: Cadence) => boolean])[] = [
  ['CRLF', small('').replaceAll('\n', '\r\n'), ({ states }) => states[1]?.kind === 'rem'],
  ['tags', small('').replace('* rem', '* rem    :sleep:quiet:'), ({ states }) => states[1]?.name === 'rem'],
  [
    'a comment behind a heading',
    small('').replace('* rem', '* rem # it sleeps'),
    ({ states }) => states[1]?.name === 'rem',
  ],
  [
    'two words',
    small('').replaceAll('NEXT: rem', 'NEXT: deep  sleep').replace('* rem', '* deep sleep'),
    ({ states }) => states[1]?.name === 'deep_sleep',
  ],
  ['KIND in capitals', small('').replace('KIND: rem', 'KIND: REM'), ({ states }) => states[1]?.kind === 'rem'],
  [
    'a comment behind a value',
    small('').replace('KIND: rem', 'KIND: rem # no agent runs'),
    ({ states }) => states[1]?.kind === 'rem',
  ],
  [
    'keys in small letters',
    small(':min_interval: 5 m\n').toLowerCase(),
    ({ states }) => states[1]?.minInterval === 300_000,
  ],
  ['a day', small(':MIN-INTERVAL: 1d\n'), ({ states }) => states[1]?.minInterval === 86_400_000],
  ['a sum', small(':MIN-INTERVAL: 1h 30m\n'), ({ states }) => states[1]?.minInterval === 5_400_000],
  ['milliseconds', small(':MIN-INTERVAL: 1500\n'), ({ states }) => states[1]?.minInterval === 1500],
  ['no line end', small('').trimEnd(), ({ states }) => states.length === 2],
  [
    'deeper headings are prose',
    `${small('')}** why\nbecause\n`,
    ({ states }) => states[1]?.prose === '** why\nbecause',
  ],
  ['comment lines', `# a file\n${small('')}# the end\n`, ({ states }) => states[1]?.prose === ''],
  [
    'an example of a state',
    `${small('')}#+begin_example\n* other\n#+end_example\n`,
    ({ states }) => states.length === 2,
  ],
  ['properties of other programs', small(':ID: 7f3a\n:CATEGORY: x\n'), ({ states }) => states.length === 2],
  ['advice nobody follows', small(':INTERVAL-MS: 5\n'), ({ states }) => states[1]?.minInterval === null],
  [
    'the first heading begins, not the first of the alphabet',
    small('').replaceAll('wake', 'zebra'),
    ({ start }) => start === 'zebra',
  ],
  ['START in small letters', `#+start: rem\n${small('')}`, ({ start }) => start === 'rem'],
  ['a byte order mark', `\uFEFF${small('')}`, ({ states }) => states.length === 2],
  ['CLAIM: no', small('', ':CLAIM: no\n'), ({ states }) => states[0]?.claims === false],
  ['one that loops to itself', '* rem\n:PROPERTIES:\n:KIND: rem\n:END:\n', ({ states }) => states[0]?.next === 'rem'],
];

for (const [what, text, check] of forgiven)
  test(`forgiven: ${what}`, () => assert.ok(check(cadence(text)), JSON.stringify(cadence(text))));

const refused: readonly (readonly [what: string, text: string, told: RegExp])[] = [
  ['nothing', '', /^1: there is no state in it \/ .*dk lifecycle init/u],
  ['prose alone', 'Sleep well.\n', /^1: there is no state/u],
  ['an unknown kind', small('').replace('KIND: rem', 'KIND: sleep'), /^7: KIND is "sleep" \/ .*`rem`/u],
  [
    'a dead edge',
    small('').replace('NEXT: rem', 'NEXT: rm'),
    /^3: wake goes on to "rm", which is no state \/ Did you mean rem\?/u,
  ],
  ['an unreachable state', `${small('')}* other\n`, /^10: nothing leads to other \/ /u],
  ['no rem', '* wake\n', /^1: no state sleeps \/ .*:KIND: rem/u],
  ['a rem nobody reaches', '* wake\n* rem\n:PROPERTIES:\n:KIND: rem\n:END:\n', /nothing leads to rem/u],
  ['a bad duration', small(':MIN-INTERVAL: soon\n'), /^9: MIN-INTERVAL is "soon" \/ Write 30s, 10m/u],
  ['a duration below nothing', small(':MIN-INTERVAL: -5m\n'), /^9: MIN-INTERVAL is "-5m"/u],
  ['REPEAT 0', small('', ':REPEAT: 0\n'), /^4: REPEAT is "0"/u],
  ['REPEAT in words', small('', ':REPEAT: three\n'), /^4: REPEAT is "three"/u],
  ['REPEAT with a rest', small('', ':REPEAT: 3x\n'), /^4: REPEAT is "3x"/u],
  ['a name twice', `${small('')}* rem\n`, /^10: the state "rem" is there twice \(first in line 5\)/u],
  [
    'START nowhere',
    `#+START: wke\n${small('')}`,
    /^1: it begins with "wke", which is no state \/ Did you mean wake\?/u,
  ],
  [
    'a property mistyped',
    small(':MIN-INTERVALL: 5m\n'),
    /^9: there is no property MIN-INTERVALL \/ Did you mean MIN-INTERVAL\?/u,
  ],
  ['a property twice', small(':KIND: wake\n'), /^9: KIND is there twice/u],
  ['no property', small('KIND rem\n'), /^9: "KIND rem" is no property/u],
  ['an open drawer', '* rem\n:PROPERTIES:\n:KIND: rem\nSleep well.\n', /^4: "Sleep well." is no property/u],
  ['a state without a name', `${small('')}*  \n`, /a state without a name/u],
  ['CLAIM perhaps', small('', ':CLAIM: perhaps\n'), /^4: CLAIM is "perhaps"/u],
  ['a book', `${small('')}${'x'.repeat(300_000)}`, /^1: it has \d+ bytes/u],
];

for (const [what, text, told] of refused)
  test(`refused: ${what}`, () =>
    assert.ok(
      problems(text).some((line) => told.test(line)),
      JSON.stringify(problems(text)),
    ));

test('every mistake is told at once, in the order of the file', () => {
  const found = problems(small(':MIN-INTERVAL: soon\n', ':REPEAT: 0\n'));
  assert.deepEqual(
    found.map((line) => Number(line.split(':')[0])),
    [4, 10],
  );
});

test('whatever bytes it is given, it says what it is, and every edge it accepts leads somewhere', () => {
  const piece = fc.constantFrom(
    '* ',
    '*',
    'rem',
    'wake',
    '\n',
    ':PROPERTIES:',
    ':END:',
    ':KIND: ',
    ':NEXT: ',
    ':REPEAT: ',
    '3',
    '#+START: ',
    '\r',
    ' ',
    ':t:',
    '\u0000',
    'é',
    '#',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
        fc.string(),
      ),
      (text) => {
        const found = read(text);
        if (found.kind === 'broken')
          return found.problems.length > 0 && found.problems.every(({ hint }) => hint !== '');
        const names = new Set(found.cadence.states.map(({ name }) => name));
        return found.cadence.states.every(({ next }) => names.has(next)) && names.has(found.cadence.start);
      },
    ),
    { numRuns: 3000, seed: 7 },
  );
});
