// A promoted line and its note are one memory: whatever the words begin with, they are read back as they were.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printPromoted, wordsPromoted } from '../../src/memory/memory.ts';
import { fc } from '../drawn.ts';

test('words come back from a promoted line as they were', () => {
  const earned = { score: 0.42, hits: 5, days: 3 };
  const piece = fc.constantFrom('\\', '#', '>', '-', '1.', '[x]', '<!--', '_(score=', '`', ' ', 'word');
  const words = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => `${pieces.join('')} end`);
  fc.assert(
    fc.property(words, (said) => {
      const line = printPromoted(said, earned);
      assert.equal(wordsPromoted(line.replace('- ', '')), said);
    }),
  );
  for (const said of ['\\# no heading', '\\\\# two', '# heading', '\\1. first', '\\word'])
    assert.equal(wordsPromoted(printPromoted(said, earned).replace('- ', '')), said);
});
