// What makes the scan quick, each beside the plainest way to do the same: what is passed by unread, what is counted once, what is taken best first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeBest } from '../../src/recall/best.ts';
import { isForeign } from '../../src/recall/foreign.ts';
import { makeHits, speaks } from '../../src/recall/hits.ts';
import { folded } from '../../src/recall/words.ts';
import { fc } from '../drawn.ts';

const isForeignText = (text: string): boolean => {
  const bytes = Buffer.from(text);
  return isForeign(bytes, 0, bytes.length);
};

test('what is passed by unread has no letter and no figure of ASCII in it, however it is spelled', () => {
  let passed = 0;
  for (let code = 0x80; code < 0x3_0000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const letter = String.fromCodePoint(code);
    if (!isForeignText(letter)) continue;
    passed += 1;
    assert.doesNotMatch(folded(letter), /[a-z0-9]/u, `U+${code.toString(16)}`);
  }
  assert.ok(passed > 30_000, 'most of what people write in other scripts');
  for (const text of ['для', 'के', '数据库', 'データ', '일본어', '——', '→│─'])
    assert.equal(isForeignText(text), true, text);
  for (const text of ['Überfahrt', 'ﬁle', '²', '™', 'ａｂ', '数a', 'aя', '—x', 'ⅳ', '↉', '㎏'])
    assert.equal(isForeignText(text), false, text);
});

test('bytes that are no text are never passed by for what their first byte says', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 12, min: 0x80 }), (bytes) => {
      if (!isForeign(bytes, 0, bytes.length)) return;
      assert.doesNotMatch(folded(new TextDecoder().decode(bytes)), /[a-z0-9]/u);
    }),
    { numRuns: 3000 },
  );
  assert.equal(
    isForeign(Uint8Array.of(0xe4, 0xc3, 0xa9, 0xc3, 0xa9), 0, 5),
    false,
    'a broken letter, then two that are é',
  );
});

test('the best come first, of equals the first, and no more than are asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3000 }), fc.nat(40), (scores, most) => {
      const best = makeBest();
      for (const [chunk, score] of scores.entries()) best.offer(chunk * 3, score / 7);
      const expected = scores
        .map((score, at) => ({ chunk: at * 3, score: score / 7 }))
        .toSorted((one, other) => other.score - one.score || one.chunk - other.chunk);
      assert.deepEqual([...best.taken(most)], expected.slice(0, most));
    }),
    { numRuns: 200 },
  );
});

const form = fc.nat(3);
const found = fc.record({ form, isHeading: fc.boolean(), isSaid: fc.boolean() });

test('each form is counted once in a chunk, and what was dropped never was there', () => {
  const meanings = [
    [{ term: 0, weight: 1 }],
    [{ term: 1, weight: 1 }],
    // Only near to something, and only an answer to "when".
    [{ term: 0, weight: 0.4 }],
    [],
  ];
  fc.assert(
    fc.property(fc.array(fc.record({ all: fc.array(found), isDropped: fc.boolean() })), (chunks) => {
      const hits = makeHits({ meanings, weights: [1, 0.3] });
      const [expected, headings, within]: number[][] = [[], [], [0, 0, 0, 0]];
      let chunk = 0;
      for (const { all, isDropped } of chunks) {
        hits.begin(chunk);
        for (const each of all) {
          hits.add(each.form, each.isHeading ? chunk : -1, each.isSaid);
          if (each.isHeading) headings?.push(chunk, each.form);
        }
        if (isDropped) {
          hits.drop();
          continue;
        }
        const seen = new Set<number>();
        for (const { form: which, isSaid } of all) {
          // How often it comes matters only for a word of the question itself.
          if (which < 2 || !seen.has(which)) expected?.push(chunk, isSaid ? which + speaks : which);
          seen.add(which);
        }
        for (const which of seen) if (within !== undefined) within[which] = (within[which] ?? 0) + 1;
        for (const which of [0, 1, 2, 3]) assert.equal(hits.has(which), seen.has(which));
        chunk += 1;
      }
      assert.deepEqual([...hits.all.all()], expected);
      assert.deepEqual([...hits.inHeadings.all()], headings);
      assert.deepEqual([...hits.chunksWith], within);
      assert.deepEqual([...hits.maySpeak], [1, 0, 0, 0]);
    }),
    { numRuns: 300 },
  );
});
