// Text from anywhere in one form, and no way out of it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  cut,
  escapeOrg,
  fill,
  hasInvisible,
  matchKey,
  nearest,
  normaliseText,
  oneLine,
  printSafe,
  skeleton,
  unescapeOrg,
} from '../../src/text/text.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '\n',
        '\r',
        '\u2028',
        '*',
        ' ',
        ',',
        '#+',
        ':',
        '|',
        'x',
        '\u202e',
        '\u200d',
        '👩',
        '\ufe0f',
        '\t',
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join('')),
);

describe('normalising', () => {
  test('every line separator becomes a newline', () => {
    for (const separator of ['\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])
      assert.equal(normaliseText(`a${separator}b`), 'a\nb');
  });
  test('controls, bidi, zero-width and tag characters go; text, tabs and emoji stay', () => {
    assert.equal(normaliseText('a\u0000\u001b[31m\u007f\u009b\u202e\u2066\u200b\ufeff\u{e0041}b\tc'), 'ab\tc');
    for (const kept of ['👩‍👩‍👧', '❤️', '1️⃣', '🏴‍☠️', '👍🏽', 'می‌خواهم', 'क्‍ष', 'naïve', '漢字', 'שלום'])
      assert.equal(normaliseText(kept), kept.normalize('NFC'), kept);
    assert.equal(normaliseText('pay\u200dpal \u200cx'), 'paypal x');
  });
  test('a colour, a movement and a link go whole; what only looks like one stays', () => {
    assert.equal(normaliseText('fix: \u001b[1;31mred\u001b[0m totals\u009b2K'), 'fix: red totals');
    assert.equal(normaliseText('\u001b]8;;https://example.org\u0007a link\u001b]8;;\u001b\\!'), 'a link!');
    assert.equal(normaliseText('arr[31m] and [0m \u001b]no end\nnext'), 'arr[31m] and [0m ]no end\nnext');
    assert.equal(normaliseText('\u001b\u001b[31m[32mx'), '[32mx');
  });
  test('NFC, no lone surrogates, and twice is once', () => {
    assert.equal(normaliseText('e\u0301\ud800'), 'é\ufffd');
    fc.assert(
      fc.property(anyText, (text) => normaliseText(normaliseText(text)) === normaliseText(text)),
      { numRuns: times(5000) },
    );
  });
  test('what is invisible is seen', () => {
    assert.deepEqual(['plain', 'a\nb\r\n', 'x\u200by', 'x\u202ey', '👩‍👧', 'x\u{e0041}'].map(hasInvisible), [
      false,
      false,
      true,
      true,
      false,
      true,
    ]);
  });
});

describe('cutting', () => {
  test('never longer than asked, never half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.nat(40), (text, max) => {
        const short = cut(text, max);
        assert.ok(short.length <= max || short === text);
        assert.ok(short.isWellFormed() || !text.isWellFormed());
      }),
      { numRuns: times(3000) },
    );
    assert.equal(cut('👩‍👩‍👧👩‍👩‍👧', 10), '👩‍👩‍👧…');
    assert.equal(oneLine('  a\n\n b\u2028c\t', 4), 'a b…');
  });
});

describe('org', () => {
  test('escaped prose has no line that means something, and comes back the same', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const prose = normaliseText(raw);
        const escaped = escapeOrg(prose);
        for (const line of escaped.split('\n')) assert.doesNotMatch(line, /^(?:\*|[ \t]*(?:#\+|:[^\s]*:|\|))/u);
        assert.equal(unescapeOrg(escaped), prose);
      }),
      { numRuns: times(5000) },
    );
  });
});

describe('terminal', () => {
  test('nothing that acts is left, and nothing else is changed', () => {
    fc.assert(
      fc.property(
        anyText,
        (text) =>
          !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069]/u.test(
            printSafe(text),
          ),
      ),
      { numRuns: times(5000) },
    );
    assert.equal(printSafe('\u001b]52;c;x\u0007\u009b31m\u202e'), '␛]52;c;x␇‹U+009B›31m‹U+202E›');
    assert.equal(printSafe('plain é 漢字 👩‍👧\n\ttab'), 'plain é 漢字 👩‍👧\n\ttab');
  });
});

describe('small ones', () => {
  test('values are never looked into', () => {
    assert.equal(fill('{a} {b} {c}', { a: '$& $1 {b}', b: '$`' }), '$& $1 {b} $` {c}');
    assert.equal(fill('{constructor}', { a: 'x' }).includes('native'), false);
  });
  test('the nearest name', () => {
    assert.equal(nearest('idleMinuts', ['idle', 'idleMinutes', 'maxPerDay']), 'idleMinutes');
    assert.equal(nearest('colour', ['idle', 'maxPerDay']), undefined);
    nearest('x'.repeat(1_000_000), ['idle']);
  });
  test('look-alikes are seen as a hasty reader sees them', () => {
    assert.equal(skeleton('paypal'), skeleton('раураl'));
    assert.equal(skeleton('ｆｕｌｌ'), skeleton('full'));
    assert.notEqual(skeleton('part 1'), skeleton('part I'));
  });
  test('a key knows where each of its characters came from', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { key, original, at } = matchKey(text);
        assert.equal(at.length, key.length);
        for (const place of at) assert.ok(place >= 0 && place < original.length);
      }),
      { numRuns: times(3000) },
    );
  });
});
