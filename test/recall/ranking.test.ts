// What is found first, and what is not found at all.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findIn, type Neighbours, neighboursIn, noNeighbours } from '../../src/recall/recall.ts';

type Texts = Readonly<Record<string, string>>;

function find(texts: Texts, question: string, neighbours: Neighbours = noNeighbours, most = 5): string[] {
  const files = Object.entries(texts).map(([path, text]) => ({ path, content: new TextEncoder().encode(text) }));
  return findIn(files, { question, neighbours, most }).map(({ file, line }) => `${file.path}:${line}`);
}
const others: Texts = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [
    `other-${at}.md`,
    `- nothing of interest number ${at}\n- the weather was good\n`,
  ]),
);
const first = (texts: Texts, question: string, neighbours?: Neighbours): string | undefined =>
  find({ ...others, ...texts }, question, neighbours)[0];

test('endings, accents and large letters make no difference', () => {
  assert.equal(first({ 'a.md': '- stories about running\n' }, 'the story of a run'), 'a.md:1');
  assert.equal(first({ 'a.md': '- Wir treffen uns im Café Zürich\n' }, 'cafe zurich'), 'a.md:1');
  assert.equal(first({ 'a.md': '- see the cafe\n' }, 'CAFÉ'), 'a.md:1');
  assert.equal(first({ 'a.md': '- Это новости о собаках\n' }, 'собака'), 'a.md:1');
});

test('identifiers are found by their parts, and whole', () => {
  const code = { 'a.ts': 'export function walkFilesBelow(root) {}\n', 'b.ts': 'const max_open_files = 3;\n' };
  assert.equal(first(code, 'where do we walk below a root'), 'a.ts:1');
  assert.equal(first(code, 'walkFilesBelow'), 'a.ts:1');
  assert.equal(first(code, 'max open'), 'b.ts:1');
  assert.equal(first({ 'a.md': '- it is on GitHub now\n' }, 'github'), 'a.md:1');
});

test('scripts that put no blanks between words are found by pairs of letters', () => {
  assert.equal(
    first({ 'a.md': '- 我们每个星期日重置数据库\n', 'b.md': '- 今天天气很好\n' }, '数据库什么时候重置'),
    'a.md:1',
  );
  assert.equal(first({ 'a.md': '- 데이터베이스는 일요일에 초기화\n' }, '데이터베이스'), 'a.md:1');
  assert.equal(first({ 'a.md': '- ฐานข้อมูลถูกรีเซ็ต\n' }, 'ฐานข้อมูล'), 'a.md:1');
});

test('a chunk borrows from its neighbours, its heading and those above it', () => {
  const talk = '- Ann: where did you put the violin?\n- Ben: on the top shelf in the hall\n- Ann: thanks a lot\n';
  // The second line has no word of it but the name.
  assert.deepEqual(find({ ...others, 'talk.md': talk }, 'where was the violin').slice(0, 2), [
    'talk.md:1',
    'talk.md:2',
  ]);
  const plan = '* Kitchen\n** Lamp\nIt hangs too low.\n* Garden\n** Lamp\nIt is broken.\n';
  assert.equal(first({ 'plan.org': plan }, 'the lamp in the garden'), 'plan.org:5');
});

test('of a list of memories nothing is borrowed from what happened to be written down next; what stands below one belongs to it', () => {
  const notes = [
    '- Looked for the script supervisor all day',
    '- The standing fee is 1590',
    '- The kitchen:',
    '  - closes at six',
    '- Ask Duarte about the continuity of the supervisor',
    '',
  ].join('\n');
  const found = (isList: boolean, question: string): number[] =>
    findIn([{ path: 'notes/2031-03-03.md', content: new TextEncoder().encode(notes), isList }], {
      ...{ question, neighbours: noNeighbours, most: 5 },
    }).map(({ line }) => line);
  assert.deepEqual(
    found(true, 'script supervisor').toSorted((one, other) => one - other),
    [1, 5],
  );
  assert.ok(found(false, 'script supervisor').includes(2), 'elsewhere the next line may well answer');
  assert.deepEqual(found(true, 'when does the kitchen close'), [3, 4]);
});

test('a word that means something near is found by the table, and only with it', () => {
  const table = neighboursIn(readFileSync(new URL('../../data/neighbours-32k-16.bin', import.meta.url)));
  const texts = { 'a.md': '- my doctor told me to rest\n' };
  assert.equal(first(texts, 'physician', table), 'a.md:1');
  assert.equal(first(texts, 'physician'), undefined);
  assert.ok(table('database').length > 5);
  assert.deepEqual(table('no such word'), []);
  assert.deepEqual(neighboursIn(new Uint8Array([1, 2, 3]))('database'), []);
});

test('nothing is found where nothing fits', () => {
  assert.deepEqual(find(others, 'zymurgy'), []);
  assert.deepEqual(find(others, 'what is the of and'), find(others, 'what is the of and'));
  assert.deepEqual(find({ 'a.md': '- what is it about the other one\n' }, 'what is the zymurgy about'), []);
  assert.deepEqual(find({}, 'anything'), []);
  assert.deepEqual(find(others, '???'), []);
});

test('at most two pieces of one section, but as many items as fit', () => {
  const long = `# Deploy\n${Array.from({ length: 400 }, (_, at) => (at % 30 === 0 ? '\n' : `deploy the rocket ${at}\n`)).join('')}`;
  assert.equal(find({ ...others, 'a.md': long }, 'deploy rocket').filter((hit) => hit.startsWith('a.md')).length, 2);
  const items = `# Deploy\n${'- deploy the rocket\n'.repeat(9)}`;
  assert.equal(find({ ...others, 'a.md': items }, 'deploy rocket').filter((hit) => hit.startsWith('a.md')).length, 5);
});

test('of equals, what comes first in the files comes first; the newer of two days before the older', () => {
  const same = { 'a.md': '- the rocket\n', 'b.md': '- the rocket\n', 'c.md': '- the rocket\n' };
  for (const most of [1, 2, 3])
    assert.deepEqual(
      find({ ...same, ...others }, 'rocket', noNeighbours, most),
      ['a.md:1', 'b.md:1', 'c.md:1'].slice(0, most),
    );
  const days = { '2026-01-02.md': '- the rocket\n', '2026-06-10.md': '- the rocket\n' };
  assert.deepEqual(find({ ...days, ...others }, 'rocket'), ['2026-06-10.md:1', '2026-01-02.md:1']);
});

test('who is asked about speaks, and a time answers when', () => {
  const talk = '- Ann: I moved to Lisbon\n- Ben: Ann moved to Lisbon, I heard\n';
  assert.equal(first({ 'a.md': talk }, 'What did Ann say about Lisbon'), 'a.md:1');
  const when =
    '- we moved the office, which was hard\n- a break in between\n- a break in between\n- we moved the office in March\n';
  assert.equal(first({ 'a.md': when }, 'When was the office moved?'), 'a.md:4');
});

test('of two that answer alike, the one comes first that has more in common with the best', () => {
  const texts = {
    'a.md': '- zeppelin, our zeppelin: helium and hangar\n',
    'b.md': '- the zeppelin likes bananas\n',
    'c.md': '- the zeppelin likes helium\n',
    'd.md': '- the train likes bananas\n',
  };
  assert.deepEqual(find({ ...others, ...texts }, 'zeppelin'), ['a.md:1', 'c.md:1', 'b.md:1']);
});
