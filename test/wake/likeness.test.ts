// A task that only may be done stands beside the commit that is like it, with what the two have in common: the reader judges.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedWords } from '../../src/facts/facts.ts';
import { fc } from '../drawn.ts';

test('the words of the title that a text has in some form, telling ones before those of any work', () => {
  assert.deepEqual(sharedWords('Let the consumer replace workers now and then', 'Restart worker; consumer docs'), [
    'consumer',
    'workers',
  ]);
  assert.deepEqual(sharedWords('Tests fail', 'A failing test'), ['Tests', 'fail']);
  assert.deepEqual(sharedWords('Retries with growing delay', 'Bump the version'), []);
  assert.deepEqual(sharedWords('End-to-end run', 'e2e'), ['End-to-end']);
});

test('of any texts: only words that stand in the title, each once', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (title, text) => {
      const words = sharedWords(title, text);
      assert.equal(new Set(words).size, words.length);
      for (const word of words) assert.ok(title.includes(word));
    }),
  );
});
