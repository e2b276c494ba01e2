// Endings: what is the same word to a reader is the same stem, and no stem begins otherwise than its word.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { stem } from '../../src/recall/stem.ts';

test('forms of one word have one stem', () => {
  for (const words of [
    ...[
      ['day', 'days'],
      ['story', 'stories'],
      ['use', 'uses'],
      ['case', 'cases'],
      ['box', 'boxes'],
      ['sky', 'skies'],
    ],
    ...[
      ['run', 'runs', 'running'],
      ['stop', 'stopped', 'stopping'],
      ['make', 'makes', 'making'],
      ['move', 'moved', 'moving'],
    ],
    ...[
      ['deploy', 'deployed', 'deploys', 'deploying'],
      ['class', 'classes'],
      ['key', 'keys'],
      ['try', 'tries'],
    ],
  ])
    assert.equal(new Set(words.map(stem)).size, 1, words.map((word) => `${word}: ${stem(word)}`).join(', '));
  for (const word of ['this', 'bus', 'is', 'glass', 'red', 'ring', 'bed', 'need'])
    assert.ok(stem(word).length > 1, word);
});

test('no stem begins otherwise than its word, so that most words can be passed by', () => {
  const table = readFileSync(new URL('../../data/neighbours-32k-16.bin', import.meta.url));
  const words = table.toString('latin1', 20, 20 + table.readUInt32LE(12)).split('\n');
  assert.ok(words.length > 30_000);
  for (const word of words) {
    const begins = stem(word).slice(0, 3);
    assert.ok(word.startsWith(begins) || word.startsWith(begins.replace(/^(..)i$/u, '$1y')), `${word}: ${stem(word)}`);
    assert.ok(word.length < 3 || stem(word).length >= 3, word);
  }
});
