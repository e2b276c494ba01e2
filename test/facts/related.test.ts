// The quick ways of reading words and paths say what the slow ones say.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { namedPath, pathsIn, wordsOf } from '../../src/facts/related.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';

const numRuns = times(2000);
const part = fc.constantFrom(
  'src',
  'a.ts',
  'Read',
  'ADR',
  'x',
  '.',
  '..',
  '…',
  'tests',
  'testss',
  'fooBar',
  '1234',
  'é',
);
const sign = fc.constantFrom('/', '//', '.', ' ', '\n', '-', '_', '`', '(', ', ', 's', '');
const texts = fc
  .array(fc.tuple(part, sign), { maxLength: 12 })
  .map((pairs) => pairs.map((pair) => pair.join('')).join(''));

describe('words and paths that are related', () => {
  test('words of ASCII are the words they are beside other letters', () => {
    // A letter that is not ASCII, too short to be a word.
    const same = (text: string): void => assert.deepEqual([...wordsOf(text)], [...wordsOf(`${text} é`)]);
    fc.assert(fc.property(fc.oneof(texts, fc.string({ unit: 'binary-ascii', maxLength: 200 })), same), { numRuns });
    assert.deepEqual([...wordsOf('ParsersS 1234 abcs files glass2s')], ['parser', 'abcs', 'glass2']);
  });

  test('a path is named by its end, as if all that a text names were held against it', () => {
    const slow = (text: string, paths: readonly string[]): string | undefined =>
      paths.find((path) => pathsIn(text).some((name) => path === name || path.endsWith(`/${name}`)));
    fc.assert(
      fc.property(texts, fc.array(texts, { maxLength: 4 }), (text, paths) => {
        const all = [...paths, ...pathsIn(text).map((path) => `deep/${path}`)];
        for (const each of [paths, all]) assert.equal(namedPath(text, each), slow(text, each));
      }),
      { numRuns },
    );
    assert.equal(namedPath('see b/c.ts.', ['x.ts', 'a/b/c.ts']), 'a/b/c.ts');
  });
});
