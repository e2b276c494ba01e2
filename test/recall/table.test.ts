// The table of near words is the one that was measured, and its sources are named.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { neighboursIn } from '../../src/recall/recall.ts';

const table = readFileSync(new URL('../../data/neighbours-32k-16.bin', import.meta.url));

test('the table is the one that was measured', () => {
  const hash = createHash('sha256').update(table).digest('hex');
  assert.equal(hash, '016c6379bd049c10345c56a778719ac4df59cd17044831aaee019bcccca7c478');
});

test('its sources are named, and published with it', () => {
  const notices = readFileSync(new URL('../../data/NOTICES.md', import.meta.url), 'utf8');
  for (const source of [
    'GloVe',
    'Universal Sentence Encoder',
    'WordNet',
    'github/docs',
    'kubernetes',
    'Persona',
    'QMSum',
    'Rust book',
    'Standard Ebooks',
  ])
    assert.match(notices, new RegExp(source, 'u'));
  const { files } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly files: readonly string[];
  };
  assert.ok(files.includes('data'));
});

test('every word has only words that are there, the nearest first', () => {
  const neighbours = neighboursIn(table);
  for (const word of ['a1', 'database', 'deploy', 'doctor', 'week', 'zurich', 'zoo']) {
    const near = neighbours(word);
    assert.ok(near.length <= 16, word);
    assert.deepEqual(
      near.map(({ weight }) => weight),
      near.map(({ weight }) => weight).toSorted((one, other) => other - one),
    );
    for (const { word: other, weight } of near)
      assert.ok(/^[a-z0-9]+$/u.test(other) && weight > 0 && weight <= 1, other);
  }
});

test('a table that is broken off has no neighbours, and nothing is thrown', () => {
  for (const length of [0, 3, 19, 20, 1000, table.length - 1])
    assert.deepEqual(neighboursIn(table.subarray(0, length))('doctor'), []);
});
