// What an agent said last, as it is kept: short, whole words, nothing secret, and both ends of a long message.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactSecrets } from '../../src/secrets/secrets.ts';
import { lastWordsName, parseLastWords, printLastWords, shortWords } from '../../src/steps/steps.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';

const same = (text: string): string => text;

test('a short message is kept as it is, without its empty lines', () => {
  assert.equal(shortWords('Done.\r\n\n  - the parser\n\n', same), 'Done.\n- the parser');
  assert.equal(shortWords(' \n\t\n', same), '');
});

test('of a long one its beginning and its end are kept', () => {
  const middle = 'and so on '.repeat(200);
  const kept = shortWords(`I wrote the importer. ${middle}What is open: quoted fields.`, same);
  assert.match(kept, /^I wrote the importer\. [\s\S]*…\n…[\s\S]*What is open: quoted fields\.$/u);
  const longest = shortWords(`I wrote the importer. ${middle.repeat(40)}What is open: quoted fields.`, same);
  assert.match(longest, /^I wrote the importer\. [\s\S]*…\n…[\s\S]*What is open: quoted fields\.$/u);
});

test('whatever is said, it is short, well formed, and can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 3000 }), fc.integer({ min: 1, max: 30 }), (text, often) => {
      const kept = shortWords(text.repeat(often), same);
      assert.ok(kept.length <= 600, `${kept.length}`);
      assert.ok(kept.isWellFormed());
      const words = { time: '2026-06-10T09:00:00.000Z', run: 's1', text: kept };
      assert.deepEqual(parseLastWords(printLastWords(words)), kept === '' ? undefined : words);
    }),
    { numRuns: times(200) },
  );
});

test('a credential goes before it is cut, wherever the cut is', () => {
  const token = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`;
  for (let before = 200; before < 700; before += 7)
    assert.doesNotMatch(
      shortWords(`${'word '.repeat(before / 5)}${token} ${'more '.repeat(60)}`, (part) => redactSecrets(part)),
      /ghp_|a1B2c3|i9a1B2/u,
    );
});

test('each worktree has a file of its own, and what is torn is nothing', () => {
  const hash = (text: string): string => `${text.length}`.padStart(64, 'f');
  assert.equal(lastWordsName(null, hash), 'last-words.json');
  assert.match(lastWordsName('/a/b', hash), /^last-words-[0-9a-f]{12}\.json$/u);
  for (const text of ['', '{', 'null', '{"v":2}', '{"v":1,"time":"x","run":"a","text":"b"}', '{"v":1,"time":1}'])
    assert.equal(parseLastWords(text), undefined);
});
