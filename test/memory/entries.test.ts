// Any Markdown as entries: taken apart and printed it is the same bytes, and an edit of one entry leaves all others as they are.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Entry, entriesIn, partsIn, printParts, withEntry } from '../../src/memory/memory.ts';
import { fc } from '../drawn.ts';
import { anyMarkdown } from './any-markdown.ts';

const nothing = new Uint8Array();
const bytesOf = (content: Buffer, { kind, from, to }: Entry): string =>
  `${kind} ${content.toString('latin1', from, to)}`;

/** What holds for any file. */
function holds(content: Buffer): void {
  const parts = partsIn(content);
  assert.ok(content.equals(printParts(parts)));
  const entries = entriesIn(content);
  let at = 0;
  for (const { from, to, line, endLine } of entries) {
    assert.ok(from >= at && to > from && endLine >= line);
    at = to;
  }
  for (const { entry, bytes } of parts)
    if (entry === undefined && !Buffer.from(bytes).includes(':'))
      assert.match(
        Buffer.from(bytes)
          .toString()
          .replaceAll(/[\u{FEFF}\s]/gu, ''),
        /^[-*_.]*$/u,
        'only rules lie between',
      );
}

/** Takes an entry out, or puts other words in its place: the bytes of all others stay as they are, in order. */
function editHolds(content: Buffer, which: number, instead: Uint8Array): boolean {
  const entries = entriesIn(content);
  const entry = entries[which % Math.max(1, entries.length)];
  const given = entry === undefined ? undefined : withEntry(content, entry, instead);
  if (entry === undefined || given === undefined) return false;
  const edited = Buffer.from(given);
  const others = entries.filter((each) => each !== entry).map((each) => bytesOf(content, each));
  const now = entriesIn(edited);
  const isNew = ({ from }: Entry): boolean => from >= entry.from && from < entry.from + instead.length;
  assert.deepEqual(
    now.filter((each) => !isNew(each)).map((each) => bytesOf(edited, each)),
    others,
  );
  const [before, after] = [content.subarray(0, entry.from), content.subarray(entry.to)];
  assert.ok(
    before.equals(edited.subarray(0, entry.from)) && after.equals(edited.subarray(edited.length - after.length)),
  );
  return true;
}

test('any Markdown is the same bytes after it was taken apart, and an edit touches one entry', () => {
  let [tried, done] = [0, 0];
  fc.assert(
    fc.property(
      anyMarkdown,
      fc.nat(),
      fc.constantFrom('', '- other words\n', 'a sentence\n\n'),
      (content, which, words) => {
        holds(content);
        if (entriesIn(content).length === 0) return;
        tried += 1;
        if (editHolds(content, which, Buffer.from(words))) done += 1;
      },
    ),
    { numRuns: 3000 },
  );
  assert.ok(done / tried > 0.7, `${done} of ${tried} edits could be made`);
});

test('so is every Markdown file of the packages here, and each of their entries can be taken out', (t) => {
  const files = globSync('node_modules/**/*.{md,markdown}').toSorted();
  assert.ok(files.length > 50, `${files.length} files`);
  let [all, refused] = [0, 0];
  for (const [index, file] of files.entries()) {
    const content = readFileSync(file);
    holds(content);
    const entries = entriesIn(content);
    // A few of each: all of them would take minutes.
    for (let which = index % 7; which < entries.length; which += Math.ceil(entries.length / 3)) {
      all += 1;
      if (!editHolds(content, which, nothing)) refused += 1;
    }
  }
  t.diagnostic(`${files.length} files, ${all} entries taken out, ${refused} refused`);
  assert.ok(refused <= all / 100, `${refused} of ${all}`);
});

test('what an entry is', () => {
  const text = [
    '---\ntitle: x\n---\n# Top #\n\nProse that\r\ngoes on #pin\n\n- one\n  and more of it\n  - nested\n\n  still one\n1. two\n> said\n> so\n',
    'Under\n===\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```sh\n# no heading\n- no item\n```\n<!-- hidden\n\n- no item -->\n## Pinned\n* three\n### deeper\n    code\n- \n',
  ].join('');
  const seen = entriesIn(Buffer.from(text)).map((entry) => [
    ...[
      entry.kind,
      entry.text,
      entry.section.join('/'),
      entry.isMarked,
      entry.line,
      entry.endLine,
      entry.details.length,
    ],
  ]);
  assert.deepEqual(seen, [
    ['heading', 'Top', '', false, 4, 4, 0],
    ['paragraph', 'Prose that goes on', 'Top', true, 6, 7, 0],
    ['item', 'one and more of it', 'Top', false, 9, 13, 2],
    ['item', 'two', 'Top', false, 14, 14, 0],
    ['quote', 'said so', 'Top', false, 15, 16, 0],
    ['heading', 'Under', '', false, 17, 18, 0],
    ['table', '| a | b | |---|---| | 1 | 2 |', 'Under', false, 19, 21, 0],
    ['code', '# no heading - no item', 'Under', false, 23, 26, 0],
    ['html', '<!-- hidden - no item -->', 'Under', false, 27, 29, 0],
    ['heading', 'Pinned', 'Under', false, 30, 30, 0],
    ['item', 'three', 'Under/Pinned', true, 31, 31, 0],
    ['heading', 'deeper', 'Under/Pinned', true, 32, 32, 0],
    ['code', 'code', 'Under/Pinned/deeper', true, 33, 33, 0],
    ['item', '', 'Under/Pinned/deeper', true, 34, 34, 0],
  ]);
});

test('what is taken out changes nothing around it, or stays', () => {
  const taken = (text: string, words: string): string | undefined => {
    const content = Buffer.from(text);
    const entry = entriesIn(content).find((each) => each.text === words);
    const left = entry && withEntry(content, entry, nothing);
    return left && Buffer.from(left).toString();
  };
  assert.equal(
    taken('prose\n# title\n---\n', 'title'),
    'prose\n\n---\n',
    'prose above a rule does not become a heading',
  );
  assert.equal(taken('- item\n# title\n    code\n', 'title'), undefined, 'the code would become part of the item');
  assert.equal(
    taken('# title\n---\na: b\n---\n', 'title'),
    '\n---\na: b\n---\n',
    'a rule does not become front matter',
  );
});

test('a line may be as long as a file', () => {
  for (const text of ['-', '* ', '#', '> ', '`', '|-', '\t', '# ', '<', '- [ ] '])
    holds(Buffer.from(text.repeat(300_000)));
});
