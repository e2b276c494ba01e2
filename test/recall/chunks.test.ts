// Where files are cut: by heading, by item, by twenty lines; and what is found there is exactly that piece.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allChunks, findIn, noNeighbours } from '../../src/recall/recall.ts';
import { fc } from '../drawn.ts';

const file = (path: string, text: string | Uint8Array): { path: string; content: Uint8Array } => ({
  path,
  content: typeof text === 'string' ? new TextEncoder().encode(text) : text,
});
const ranges = (path: string, text: string | Uint8Array): string[] =>
  allChunks([file(path, text)]).map(({ line, endLine }) => `${line}-${endLine}`);
const lines = (count: number): string => Array.from({ length: count }, (_, at) => `word ${at}\n`).join('');

test('other text: twenty lines are a chunk, and the twenty-first begins the next', () => {
  assert.deepEqual(ranges('a.txt', ''), []);
  assert.deepEqual(ranges('a.txt', '\n\n  \n'), []);
  assert.deepEqual(ranges('a.txt', 'one'), ['1-1']);
  assert.deepEqual(ranges('a.ts', lines(20)), ['1-20']);
  assert.deepEqual(ranges('a.ts', lines(21)), ['1-20', '21-21']);
  assert.deepEqual(ranges('a.ts', `${'\n'.repeat(20)}last`), ['21-21']);
  assert.deepEqual(ranges('a.ts', lines(41).replaceAll('\n', '\r\n')), ['1-20', '21-40', '41-41']);
});

test('org: a chunk for each heading with its own text, and one for what stands before', () => {
  const text = 'before\n* TODO one :tag:\nbody\n** deeper\n* two\n*bold* text\n';
  assert.deepEqual(ranges('a.org', text), ['1-1', '2-3', '4-4', '5-6']);
  assert.deepEqual(ranges('a.org', '* only'), ['1-1']);
  assert.deepEqual(ranges('a.org', `* long\n${lines(500)}`), ['1-501']);
});

test('org: the receipts of a dream are no chunk and nothing is found in them; a drawer of a person is text', () => {
  const dream = `* carry\n- next action: mend the zeppelin\n:RECEIPTS:\n- {"kind":"commit","subject":"gondola"}\n:END:\n\nafter the gondola\n* verdicts\n`;
  assert.deepEqual(ranges('rem/a.org', dream), ['1-2', '6-7', '8-8']);
  const found = (text: string): string[] =>
    findIn([file('rem/a.org', text)], { question: 'gondola', neighbours: noNeighbours, most: 5 }).map(
      ({ line, endLine }) => `${line}-${endLine}`,
    );
  assert.equal(found(dream)[0], '6-7');
  assert.deepEqual(found(dream.replace('after the gondola', 'after it')), []);
  // One that does not end is over with the next heading, or the file.
  assert.deepEqual(ranges('rem/a.org', dream.replace(':END:', '')), ['1-2', '8-8']);
  assert.deepEqual(ranges('rem/a.org', '* carry\n:RECEIPTS:\n- {}'), ['1-1']);
  assert.deepEqual(ranges('a.org', '* tax\n:RECEIPTS:\n- a gondola, 3 EUR\n:END:\n'), ['1-4']);
});

test('Markdown: by heading and by item, and neither in a block of code', () => {
  assert.deepEqual(ranges('a.md', 'before\n# One\nbody\n\n- an item\n  goes on\n- another\n  - below it\n\nafter\n'), [
    ...['1-1', '2-4', '5-6', '7-7', '8-9', '10-10'],
  ]);
  assert.deepEqual(ranges('a.md', '# One\n```sh\n# no heading\n- no item\n```\n## Two\n'), ['1-5', '6-6']);
  assert.deepEqual(ranges('a.md', 'Title\n=====\nbody\n\nUnder\n---\nmore\n'), ['1-4', '5-7']);
  assert.deepEqual(ranges('a.md', '---\ntags:\n- a\n- b\n---\n# One\n'), ['1-5', '6-6']);
  assert.deepEqual(ranges('a.md', 'text\n\n* * *\n\n1. first\n2) second\n'), ['1-4', '5-5', '6-6']);
  // A section that does not end is cut at a blank line.
  assert.deepEqual(ranges('a.md', `# One\n${lines(70)}\n${lines(5)}`), ['1-71', '72-77']);
});

test('whatever a file is: chunks follow each other, none is empty, each range is its lines', () => {
  const piece = fc.constantFrom(
    '# ',
    '* ',
    '** ',
    '- ',
    '1. ',
    '```\n',
    '---\n',
    '\n',
    '\r\n',
    '  ',
    'word ',
    'é',
    '日本',
    '\0',
    '===\n',
    '\t- x\n',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom('a.md', 'a.org', 'a.txt'), (pieces, path) => {
      const text = pieces.join('');
      const given = file(path, text);
      let last = 0;
      for (const { line, endLine, from, to } of allChunks([given])) {
        assert.ok(line > last && endLine >= line, `${line}-${endLine} after ${last}`);
        last = endLine;
        const before = new TextDecoder().decode(given.content.subarray(0, from)).split('\n').length;
        assert.equal(before, line);
        const inside = new TextDecoder().decode(given.content.subarray(from, to));
        assert.equal(inside.replace(/\n$/u, '').split('\n').length, endLine - line + 1);
      }
    }),
    { numRuns: 300 },
  );
});

test('one line of ten megabytes, bytes that are no text, and a word of a megabyte', () => {
  const long = new TextEncoder().encode(`${'lorem ipsum '.repeat(850_000)}needle ${'x'.repeat(1_000_000)}`);
  assert.ok(long.length > 10_000_000);
  const broken = Uint8Array.from([0xff, 0xfe, ...new TextEncoder().encode(' needle '), 0xc3]);
  const found = findIn([file('long.txt', long), file('broken.txt', broken)], {
    question: 'needle',
    neighbours: noNeighbours,
    most: 5,
  });
  assert.deepEqual(found.map((hit) => [hit.file.path, hit.line, hit.endLine]).toSorted(), [
    ['broken.txt', 1, 1],
    ['long.txt', 1, 1],
  ]);
});
