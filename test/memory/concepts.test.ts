// What a note is about: few words, the same for the same text, names and compounds first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conceptsIn } from '../../src/memory/memory.ts';
import { fc } from '../drawn.ts';

test('names and compounds come first; numbers, dates and small words are no concepts', () => {
  assert.deepEqual(
    conceptsIn('The parser in src/board/parse.ts keeps every date since 2026-01-02 as text, port 8000; see Parser'),
    ['src/board/parse.ts', 'parser', 'src', 'board', 'parse', 'keeps', 'date', 'text'],
  );
  assert.deepEqual(conceptsIn('staging_db is in 東京'), ['staging_db', 'staging', '東京']);
});

test('of any text at most eight, each once, in lower case and in the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const concepts = conceptsIn(text);
      assert.ok(concepts.length <= 8 && new Set(concepts).size === concepts.length);
      const plain = text.normalize('NFKC').toLowerCase();
      for (const each of concepts) assert.ok(plain.includes(each) && [...each].length <= 32, each);
      assert.deepEqual(conceptsIn(text), concepts);
    }),
  );
});
