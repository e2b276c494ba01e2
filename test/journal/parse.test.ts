// Whatever bytes lie in a journal, reading them is an answer, and soon.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { largestEntry, parseEntry } from '../../src/journal/journal.ts';
import { fc } from '../drawn.ts';
import { endsFor } from '../patience.ts';
import { times } from '../share.ts';
import { anyText } from './any-entry.ts';

const parse = (text: string): ReturnType<typeof parseEntry> => parseEntry(Buffer.from(text));
const six = ['tale', 'goals', 'blue sky', 'fears', 'verdicts', 'carry'];
const whole = (body: (name: string) => string): string => six.map((name) => `* ${name}\n${body(name)}\n`).join('');

/** Either kind, complete: a dream has all its parts, a malformed one a reason a person can read. */
function isAnAnswer(bytes: Uint8Array): void {
  const read = parseEntry(bytes);
  if (read.kind === 'malformed') {
    assert.match(read.reason, /^.{5,200}$/u);
    return;
  }
  const { header, carry, ...rest } = read.entry;
  assert.equal(typeof header.model, 'string');
  assert.equal(typeof rest.tale, 'string');
  for (const list of [rest.goals, rest.blueSky, rest.fears, rest.verdicts, carry.other, carry.midFlight])
    assert.ok(list.every((item) => typeof item === 'string' && item !== ''));
}

describe('any bytes are an answer', () => {
  test('random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), isAnAnswer), { numRuns: times(3000) });
  });
  test('lines that mean something, in any order', () => {
    const line = fc.oneof(
      fc.constantFrom(...six.map((name) => `* ${name}`)),
      fc.constantFrom(':RECEIPTS:', ':END:', '- {"kind":"tree","files":3}', '- {"kind":"fact","text":1}', '- "'),
      fc.constantFrom(
        '- {"kind":"fact","text":"x","receipt":{"kind":"check"}}',
        '- null',
        '- [[[[',
        '#+TITLE: 2026-99-99 99:99',
      ),
      anyText,
    );
    const lines = fc.array(line, { maxLength: 30 }).map((all) => Buffer.from(all.join('\n')));
    fc.assert(fc.property(lines, isAnAnswer), { numRuns: times(2000) });
  });
  test('six good headings around anything', () => {
    const sections = fc.array(fc.array(anyText, { maxLength: 4 }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(sections, (all) =>
        isAnAnswer(
          Buffer.from(
            six
              .map((name, index) => `* ${name}\n${(all[index] ?? []).map((text) => `- ${text}`).join('\n')}\n`)
              .join(''),
          ),
        ),
      ),
      { numRuns: times(2000) },
    );
  });
  test('a good entry with bytes changed', () => {
    const good = Buffer.from(whole(() => '- a; next action: b\n:RECEIPTS:\n- {"kind":"fact","text":"x"}\n:END:'));
    const changes = fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(changes, (all) => {
        const bytes = Uint8Array.from(good);
        for (const [at, value] of all) bytes[at] = value;
        isAnAnswer(bytes);
      }),
      { numRuns: times(2000) },
    );
  });
});

describe('256 KiB of anything do not take minutes', () => {
  type Text = (size: number) => string;
  const filled = (piece: string, size: number): string => piece.repeat(Math.floor(size / Buffer.byteLength(piece)));
  /** Six good headings, and one section with a piece repeated between two others. */
  const inside =
    (section: string, before: string, piece: string, after = ''): Text =>
    (size) =>
      whole((name) => (name === section ? `${before}${filled(piece, size)}${after}` : 'x'));
  const hostile: Readonly<Record<string, Text>> = {
    'blanks in a list': inside('goals', '', ' '),
    'blanks and a letter behind a dash': inside('goals', '- a', ' ', 'b'),
    'blanks in a heading': (size) => `* ${filled(' ', size)}x`,
    'blanks inside a heading': inside('tale', '* a', ' ', 'b'),
    'line ends': inside('tale', '', '\n'),
    'indented lines below one dash': inside('goals', '- a\n', ' b\n'),
    'labels in the carry': inside('carry', '- ', '; next'),
    'semicolons and blanks in the carry': inside('carry', '- DOING: ', ';  '),
    'blanks behind a semicolon in the carry': inside('carry', '- DOING: a;', '\u2003', 'b'),
    'verified, never a colon': inside('carry', '- ', '; verified '),
    'many dashes in the carry': inside('carry', '', '- x\n'),
    'many facts in the carry': inside('carry', '', '- verified: x\n'),
    'many notes in one line': inside('carry', '- ', 'x; next: y'),
    'quotes in flight': inside('carry', '- mid-flight: ', '"'),
    'back-slashes in flight': inside('carry', '- mid-flight: "', '\\'),
    'an open quote before each comma': inside('carry', '- mid-flight: ', '"a,'),
    'brackets in the drawer': inside('carry', ':RECEIPTS:\n- ', '[', '\n:END:'),
    'many facts in the drawer': inside('carry', ':RECEIPTS:\n', '- {"kind":"fact","text":"x"}\n', ':END:'),
    'drawers in drawers': inside('carry', '', ':RECEIPTS:\n'),
    'a long project': (size) => `#+PROJECT: ${filled('a ', size)}\n${whole(() => 'x')}`,
    'blanks in the title': (size) => `#+TITLE:${filled(' ', size)}\n${whole(() => 'x')}`,
    'digits in the title': (size) => `#+TITLE: ${filled('2026-06-10', size)}\n${whole(() => 'x')}`,
    stars: (size) => filled('* ', size),
    'commas before a star': inside('tale', '', ',', '*'),
    fences: inside('tale', '', '`'),
    joiners: inside('tale', '', '👩\u200d'),
    'combining marks': inside('tale', 'a', '\u0301\u0323'),
    'zero-width marks': inside('tale', '', '\u200b'),
  };
  for (const [what, text] of Object.entries(hostile))
    test(what, () => {
      const bytes = Buffer.from(text(largestEntry - 300));
      assert.ok(bytes.length <= largestEntry);
      endsFor(() => isAnAnswer(bytes));
    });
});

describe('what is not a dream says why', () => {
  const good = whole(() => '- x');
  const reasonOf = (text: string | Uint8Array): string => {
    const read = parseEntry(Buffer.from(text));
    return read.kind === 'malformed' ? read.reason : 'a dream';
  };
  test('the good one is a dream', () => assert.equal(parse(good).kind, 'dream'));
  test('its size to the byte', () => {
    const padded = (size: number): string =>
      good.replace('* goals', `${' '.repeat(size - Buffer.byteLength(good) - 1)}\n* goals`);
    assert.equal(reasonOf(padded(largestEntry)), 'a dream');
    assert.equal(reasonOf(padded(largestEntry + 1)), `it is ${largestEntry + 1} bytes long, more than ${largestEntry}`);
  });
  test('nothing, or nothing to see', () => {
    for (const text of ['', ' \n\t\n', '\ufeff']) assert.equal(reasonOf(text), 'it is empty');
  });
  test('each heading missing', () => {
    for (const name of six)
      assert.match(reasonOf(good.replace(`* ${name}\n`, '')), new RegExp(`^the heading "${name}" is missing`, 'u'));
  });
  test('each heading twice, at once and at the end', () => {
    for (const name of six) {
      assert.equal(
        reasonOf(good.replace(`* ${name}\n`, `* ${name}\n* ${name}\n`)),
        `the heading "${name}" stands there twice`,
      );
      assert.equal(reasonOf(`${good}* ${name}\n`), `the heading "${name}" stands there twice`);
    }
  });
  test('a heading that is none of the six, in any place', () => {
    for (const name of six)
      assert.equal(
        reasonOf(good.replace(`* ${name}\n`, `* dreams\n* ${name}\n`)),
        '"dreams" is none of the six headings',
      );
    assert.equal(reasonOf(`${good}* more\n`), '"more" is none of the six headings');
    assert.equal(reasonOf(good.replace('* tale', '* Tale')), '"Tale" is none of the six headings');
  });
  test('a heading inside a block is none', () => {
    for (const [open, close] of [
      ['```', '```'],
      ['~~~', '~~~'],
      ['#+begin_src org', '#+end_src'],
      ['  #+BEGIN_EXAMPLE', '  #+END_EXAMPLE'],
    ])
      assert.equal(reasonOf(good.replace('* fears\n', `${open}\n* fears\n${close}\n* fears\n`)), 'a dream', open);
  });
});
