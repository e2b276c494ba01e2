// Files at the edges of what a file can be: each is found where it should be, or said to be unread, and nothing else suffers.
import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { test } from 'node:test';
import { openHome } from '../../src/index.ts';
import { homeIn, type Sandbox, sandbox } from '../sandbox.ts';

async function ask(
  box: Sandbox,
  question: string,
  most = 20,
): Promise<{ readonly told: string[]; readonly unread: number }> {
  await using home = await openHome({ cwd: box.path('home'), env: box.env });
  const { hits, unread } = await home.recall({ question, most });
  return { told: hits.map(({ path, line, endLine }) => `${path}:${line}-${endLine}`), unread };
}
const lines = (count: number, last: string): string =>
  `${Array.from({ length: count - 1 }, (_, at) => `row ${at}\n`).join('')}${last}\n`;

test('twenty lines and twenty-one, what stands before the first heading, other line ends, nothing at all', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('home/20.ts', lines(20, 'zeppelin'));
  box.write('home/21.ts', lines(21, 'zeppelin'));
  box.write('home/before.org', 'zeppelin before\n* A heading\nother\n');
  box.write('home/before.md', 'zeppelin before\n\n# A heading\n\nother\n');
  box.write('home/windows.md', '# One\r\n\r\nother\r\n\r\n## Two\r\n\r\nzeppelin\r\n');
  box.write('home/empty.md', '');
  box.write('home/blank.md', '\n\n \t\n');
  box.write('home/no-end.txt', 'zeppelin');
  const { told, unread } = await ask(box, 'zeppelin');
  const best = told.filter((each) => !/heading|:3-5|:2-3|:1-4|:1-20$/u.test(each) || each === '20.ts:1-20');
  assert.deepEqual(best.toSorted(), [
    ...['20.ts:1-20', '21.ts:21-21', 'before.md:1-2', 'before.org:1-1', 'no-end.txt:1-1', 'windows.md:5-7'],
  ]);
  assert.equal(unread, 0);
});

test('bytes that are no text, a line of ten megabytes, what is too large, and a picture that is called a page', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write(
    'home/broken.md',
    Buffer.concat([Buffer.from('# One\n\nzeppelin '), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from(' end\n')]),
  );
  box.write('home/long.txt', `zeppelin ${'x'.repeat(3)} `.repeat(Math.ceil(10_000_000 / 13)));
  box.write('home/one-word.txt', `zeppelin\n${'z'.repeat(10_000_000)}\n`);
  box.write('home/picture.md', Buffer.concat([Buffer.from('zeppelin\n'), Buffer.alloc(10)]));
  box.write('home/huge.md', 'zeppelin\n');
  truncateSync(box.path('home/huge.md'), 33 * 1024 * 1024);
  const { told, unread } = await ask(box, 'zeppelin');
  assert.deepEqual(told.toSorted(), ['broken.md:1-3', 'long.txt:1-1', 'one-word.txt:1-2']);
  assert.equal(unread, 1, 'the one that is too large');
});

test('millions of letters without anything between them are no reason to find nothing', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('home/found.md', 'zeppelin\n');
  const run = 'é'.repeat(2_000_000);
  box.write('home/latin.txt', `${run}\u2014zeppelin\n`);
  box.write('home/han.md', `# ${'数据'.repeat(100_000)}库\n`);
  const { told } = await ask(box, 'zeppelin 据库');
  assert.deepEqual(told.toSorted(), ['found.md:1-1', 'han.md:1-1', 'latin.txt:1-1']);
  await using home = await openHome({ cwd: box.path('home'), env: box.env });
  const { hits } = await home.recall({ question: 'zeppelin', plain: true });
  assert.equal(hits[0]?.path, 'found.md');
});
