// Whether one sentence says again what another said: what may change, and that no value, negation or role ever does.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { followsFrom, saidAgain, saidWithin, sayingOf, tokensIn } from '../../src/slots/slots.ts';
import { fc } from '../drawn.ts';

const same: readonly (readonly [string, string])[] = [
  ['Run `npm test` before each commit.', 'Before each commit, run `npm test`.'],
  ['The upload times out after thirty seconds.', 'The upload times out after 30 s.'],
  ['The importer was rewritten on 2 March 2026.', 'On 2026-03-02 the importer was rewritten.'],
  ['The job starts at 2:30 pm.', 'The job begins at 14:30.'],
  ['Maria reviews billing.', 'Billing is reviewed by Maria.'],
  ['Never push to main.', "Don't push to main."],
  ['The user prefers dark mode in the editor.', 'User likes dark mode in the editor'],
  ['The limit is 10,000 rows.', 'The limit is 10000 rows.'],
  ['**Port**: 8080', 'Port: 8080'],
  ['The colour of the door is red.', "The door's color is red."],
  ['It has lint, test, and build.', 'It has lint, test and build.'],
  ['Never deploy on a Friday.', 'Do not deploy on Fridays.'],
  ['The upload times out after 30 s.', 'After 30 s, the upload is timing out.'],
  ['Images in the shop have at most 5 KB.', 'In the shop, images have at most 5 KB.'],
  ['Version 2.4.0 of the parser is called "Pip".', 'The parser of version 2.4.0 is called "Pip".'],
  ['Maria reviews the admin panel.', 'The admin panel: Maria reviews it.'],
  ['Never push to main; open a pull request.', 'Open a pull request; never push to main.'],
  ['The port of staging is 8080.', 'Port of staging: 8080'],
  ['Do not restart it on any Friday.', 'Never restart it on Fridays.'],
  ['Tests run on Linux and on macOS.', 'Tests run on Linux and macOS.'],
  ['Tom reviews everything that touches search.', 'Tom reviews whatever touches search.'],
  ['Everything that touches search is reviewed by Tom.', 'Tom reviews whatever touches search.'],
  ['The code for the parser lives in src/parser/main.ts.', 'The code of the parser is in src/parser/main.ts.'],
  ['Backups are kept for 30 days.', 'Backups are kept 30 days.'],
];

/** What is quoted is compared to the letter. */
const quotes: readonly (readonly [string, string])[] = [
  ['Search for "everything that fails".', 'Search for "everything fails".'],
  ['Run `wait for 3 days`.', 'Run `wait 3 days`.'],
  ['It says “lives in src/a”.', 'It says “is in src/a”.'],
];

const different: readonly (readonly [string, string])[] = [
  ['The port is 8080.', 'The port is 8081.'],
  ['Use yarn.', 'Never use yarn.'],
  ['The button is purple.', 'The button is cyan.'],
  ['Use npm, never yarn.', 'Never use npm, use yarn.'],
  ['Use npm and never use yarn.', 'Use yarn and never use npm.'],
  ['Maria manages Tom.', 'Tom manages Maria.'],
  ['The worker waits for the queue.', 'The queue waits for the worker.'],
  ['Maria reviews billing.', 'Maria is reviewed by billing.'],
  ['Copy from staging to production.', 'Copy from production to staging.'],
  ['Staging uses 8080 and production uses 8081.', 'Staging uses 8081 and production uses 8080.'],
  ['Run the linter before each commit.', 'Run the linter after each commit.'],
  ['The timeout is 30 s.', 'The timeout is 30 min.'],
  ['The disk has 20 MB.', 'The disk has 20 Mb.'],
  ['Costs are at most $5.', 'Costs are at most €5.'],
  ['It may be 8080.', 'It is 8080.'],
  ['The port was 8080.', 'The port is 8080.'],
  ['The port is probably 8080.', 'The port is 8080.'],
  ['Should we use yarn?', 'We should use yarn.'],
  ['[ ] write the docs', '[x] write the docs'],
  ['~~Use yarn~~', 'Use yarn'],
  ['Version 4.2.0 is out.', 'Version 4.0.2 is out.'],
  ['See src/parser.ts.', 'See src/Parser.ts.'],
  ['It is called "Pip".', 'It is called "pip".'],
  ['A or B.', 'A and B.'],
  ['Never deploy, and rotate the keys.', 'Never deploy and rotate the keys.'],
  ['All tests pass.', 'Some tests pass.'],
  ['Log in first.', 'Log out first.'],
  ['締め切りは金曜日です', '締め切りは木曜日です'],
  ['Nicht auf main pushen.', 'Auf main pushen.'],
  ['x >= 3', 'x <= 3'],
  ['Only Maria deploys.', 'Maria deploys.'],
];

describe('said again', () => {
  for (const [one, other] of same)
    test(`"${one}" is "${other}"`, () =>
      assert.deepEqual([saidAgain(one, other), saidAgain(other, one)], [undefined, undefined]));
});

test('of what is the same no word can be another one, none can go, and none can be negated', () => {
  const missed: string[] = [];
  for (const [one, other] of same) {
    const words = other.split(' ');
    for (const [at, word] of words.entries()) {
      const instead = word.replace(/[\p{L}\p{N}][\p{L}\p{N}./]*/u, /\d/u.test(word) ? '77' : 'zebra');
      for (const text of [words.with(at, instead).join(' '), words.toSpliced(at, 0, 'never').join(' ')])
        if (instead !== word && saidAgain(one, text) === undefined) missed.push(`${one} = ${text}`);
    }
  }
  assert.deepEqual(missed, []);
});

describe('not said again', () => {
  for (const [one, other] of [...different, ...quotes])
    test(`"${one}" is not "${other}"`, () => {
      assert.notEqual(saidAgain(one, other), undefined);
      assert.notEqual(saidAgain(other, one), undefined);
    });
});

test('what is gone is named', () => {
  assert.equal(saidAgain('The port is 8080.', 'The port.'), 'the number "8080" would be gone');
  assert.equal(saidAgain('Use src/a.ts', 'Use src/b.ts'), 'the path "src/a.ts" would be gone');
  assert.equal(saidAgain('Use it', ''), 'nothing is left of it');
});

const word = fc.constantFrom(
  ...'the port server never not uses 8080 30 s 2026-03-02 src/a.ts "Pip" Maria before after of by and or , ; . red may v1.2 `x y` 日本'.split(
    ' ',
  ),
);
const sentence = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(' ')),
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

test('any sentence says again what it says', () => {
  fc.assert(
    fc.property(sentence, (text) => assert.equal(saidAgain(text, text), undefined)),
    { numRuns: 2000 },
  );
});

test('a number that is another one, a term that is gone and one that comes are always noticed', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 12 }), fc.nat(), (words, seed) => {
      const text = words.join(' ');
      const at = seed % words.length;
      const { terms } = sayingOf(text);
      const without = words.toSpliced(at, 1).join(' ');
      const lost = terms.some(({ key }) => !sayingOf(without).terms.some((each) => each.key === key));
      if (lost) assert.notEqual(saidAgain(text, without), undefined);
      assert.notEqual(saidAgain(text, `${text} zebra`), undefined);
      if (/8080/u.test(text)) assert.notEqual(saidAgain(text, text.replaceAll('8080', '8081')), undefined);
      if (!/\b(?:not|never)\b/u.test(text)) assert.notEqual(saidAgain(text, `never ${text}`), undefined);
    }),
    { numRuns: 2000 },
  );
});

test('no digit of a value can change unseen, wherever it stands', () => {
  const value = fc.oneof(
    fc.nat({ max: 99_999 }).map(String),
    fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 }), fc.nat({ max: 40 })).map((parts) => `v${parts.join('.')}`),
    fc
      .date({ min: new Date('2000-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    fc
      .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
      .map(([hour, minute]) => `${hour}:${String(minute).padStart(2, '0')}`),
    fc.nat({ max: 999 }).map((number) => `src/part-${number}.ts`),
    fc.nat({ max: 999 }).map((number) => `$${number}`),
  );
  fc.assert(
    fc.property(value, value, (one, other) => {
      const isSame = tokensIn(one).every(({ value: each }, at) => each === tokensIn(other)[at]?.value);
      const why = saidAgain(`The cache of the parser is at ${one} now.`, `The cache of the parser is at ${other} now.`);
      assert.equal(why === undefined, isSame, `${one} ${other}`);
    }),
    { numRuns: 2000 },
  );
});

test('what one sentence says, a longer one may say too, if it only goes on with why', () => {
  assert.equal(saidWithin('The build needs Node 22.', 'The build needs Node 22 because the tests use it.'), undefined);
  assert.notEqual(saidWithin('The build needs Node 22.', 'The build needs Node 22; the tests do, too.'), undefined);
  assert.notEqual(saidWithin('Use Redis.', 'Use Redis because it was fast, but no longer.'), undefined);
  assert.notEqual(saidWithin('Never deploy.', 'Never deploy on Fridays.'), undefined);
  assert.notEqual(saidWithin('Sessions expire.', 'Sessions expire; only those of admins do.'), undefined);
  assert.notEqual(saidWithin('The port is 8080.', 'The port is 8080 or 8081.'), undefined);
});

test('a pattern says nothing that none of its sources says', () => {
  const sources = ['The build broke on Friday: zod was missing.', 'The build broke on Monday: zod was missing.'];
  assert.equal(followsFrom('Seen 2 times: the build broke, zod was missing.', sources), undefined);
  assert.match(followsFrom('zod is unsafe', sources) ?? '', /unsafe/u);
  assert.match(followsFrom('Never use zod', sources) ?? '', /use/u);
  assert.match(followsFrom('The build broke 3 times', sources) ?? '', /"3 times?"/u);
});

const patterns: readonly (readonly [string, readonly string[]])[] = [
  ['The port of staging is 9090.', ['The port of staging is 8080.', 'The port of prod is 9090.']],
  ['Maria never reviews search.', ['Maria reviews billing.', 'Tom never reviews search.']],
  ['Deploy on Friday.', ['Never deploy on Friday.', 'Never deploy on Friday at night.']],
  ['Maria deploys.', ['Only Maria deploys.', 'Only Maria deploys on Monday.']],
  ['The build broke.', ['Tom denies that the build broke.', 'Tom denies that the build broke on Friday.']],
  ['Tom manages Maria.', ['Maria manages Tom.', 'Tom manages Maria.']],
  ['Seen again: the cache is safe.', ['The cache is safe.', 'The cache is safe unless it is full.']],
  [
    'The gateway must not depend on it.',
    ['The gateway must not depend on Tom.', 'The gateway must not depend on Ravi.'],
  ],
];

for (const [text, sources] of patterns)
  test(`no pattern: "${text}" of ${JSON.stringify(sources)}`, () =>
    assert.notEqual(followsFrom(text, sources), undefined));

test('a pattern leaves out where and when', () => {
  const sources = ['The upload times out on Monday in Berlin.', 'The upload times out at night.'];
  assert.equal(followsFrom('Seen 2 times: the upload times out.', sources), undefined);
});

test('what is too long, or made to be slow, is the same only if it is the same', () => {
  const long = 'the port is 8080 and `code` never "quoted" src/a.ts '.repeat(100);
  assert.equal(saidAgain(long, long), undefined);
  assert.notEqual(saidAgain(long, `${long} `), undefined);
  for (const part of [
    '"',
    '`',
    '1,',
    'a/',
    'a.',
    'a_',
    '[',
    '[a](',
    '*a',
    "'a",
    '~~a',
    '-a',
    '1 ',
    'a@',
    '**',
    '../',
    '2026-',
  ])
    assert.equal(saidAgain(part.repeat(4000 / part.length), part.repeat(4000 / part.length)), undefined);
});
