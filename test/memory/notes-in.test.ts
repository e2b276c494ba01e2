// One note taken out of any file: every other byte stays, every other note is the same note, and what is code is no note.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesIn, identityOf, lastOf, notesIn, withNote, withoutMemories } from '../../src/memory/memory.ts';
import { fc } from '../drawn.ts';
import { anyNotes } from './any-notes.ts';

const withoutNote = (content: Uint8Array, id: string) =>
  withoutMemories('notes/a.md', content, (note) => note.id === id);

const words = (of: Uint8Array): string[] => of.toString().split(/\s+/u);

test('whatever file it stands in, forgetting one note leaves every other byte', () => {
  fc.assert(
    fc.property(anyNotes, fc.nat(), (content, which) => {
      const notes = notesIn(content);
      const note = notes[which % Math.max(1, notes.length)];
      if (note === undefined) return;
      const left = Buffer.from(withoutNote(content, note.id) ?? []);
      const gone = notes.filter(({ id }) => id === note.id);
      // What is left is the file without the bytes of that note, in order.
      const kept = Buffer.from(content.filter((_, at) => !gone.some(({ from, to }) => at >= from && at < to)));
      // Where two paragraphs would become one, an empty line stays in its place.
      if (!left.equals(kept)) assert.deepEqual(words(left), words(kept));
      const blocks = (of: Uint8Array) =>
        entriesIn(of).filter(({ kind, text }) => kind !== 'item' || text !== note.text).length;
      assert.equal(blocks(left), blocks(content));
      const others = (of: typeof notes) => of.map(({ id, text, details }) => ({ id, text, details }));
      assert.deepEqual(others(notesIn(left)), others(notes.filter(({ id }) => id !== note.id)));
      assert.deepEqual(withoutNote(left, note.id), left);
    }),
    { numRuns: 1000 },
  );
});

test('the last notes of a day are what they are with all before them, and how much of it is read does not grow with the day', () => {
  const said = (content: Uint8Array) =>
    notesIn(content).map(({ id, sha256, text, opening, details, section, isMarked }) => [
      ...[id, sha256, text, opening, ...details, ...section, isMarked],
    ]);
  const day = fc.oneof(
    anyNotes,
    fc
      .array(
        fc.constantFrom('- one', '- two #pin', '- - -', '- ```', '- # three', '- <b>', '', '- \u2028 four', ' \r'),
        { maxLength: 600, size: 'max' },
      )
      .map((lines) => Buffer.from(lines.join('\n'))),
  );
  fc.assert(
    fc.property(day, (content) => {
      const last = said(lastOf(content));
      assert.deepEqual(last, said(content).slice(-last.length || Number.MAX_SAFE_INTEGER));
    }),
    { numRuns: 300 },
  );
  const read = (count: number): number => {
    const all = Array.from({ length: count }, (_, at) => `- note number ${1_000_000 + at}\n`).join('');
    return lastOf(withNote(Buffer.from(all), 'and one more')).length;
  };
  assert.deepEqual([read(1000), read(100_000)], [read(300), read(300)]);
  assert.ok(read(300) < 8000);
  // What is below a bullet, or a heading above it, has to be read with it.
  const long = Buffer.from(`# Pinned\n${'- a note\n'.repeat(1000)}`);
  assert.equal(lastOf(long).length, long.length);
});

test('what a note is, and what not', () => {
  const text = [
    '- one\r\n  - below it\r\n\r\n  and still\r\n- two #pin\r\nprose\r\n```\r\n- code\r\n```\r\n',
    '# Pinned\n* three\n### deeper\n+ four\n# other\n- one\n-none\n  - loose',
  ].join('');
  const notes = notesIn(Buffer.from(text)).map((note) => [note.text, note.line, note.isMarked, note.details.length]);
  assert.deepEqual(notes, [
    ['one', 1, false, 2],
    ['two', 5, true, 0],
    ['three', 11, true, 0],
    ['four', 13, true, 0],
    ['one', 15, false, 0],
  ]);
});

test('two paragraphs do not become one', () => {
  const left = withoutNote(Buffer.from('prose\r\n- one\r\nmore\r\n'), identityOf('one').id);
  assert.equal(Buffer.from(left ?? []).toString(), 'prose\r\n\r\nmore\r\n');
});

test('a byte order mark belongs to no note', () => {
  const left = withoutNote(Buffer.from('\u{FEFF}- one\n- two'), identityOf('one').id);
  assert.equal(Buffer.from(left ?? []).toString(), '\u{FEFF}- two');
});

test('a note goes by its words, however they are spaced and whether they are pinned', () => {
  const { id } = identityOf('ports begin at 8000');
  assert.match(id, /^m-[a-z2-7]{8}$/u);
  assert.equal(identityOf('  ports begin\tat 8000 #pin').id, id);
  assert.notEqual(identityOf('ports begin at 8001').id, id);
  // It is written down in ledgers: another way to count would lose every pin.
  assert.equal(id, 'm-hyyt2sfm');
});
