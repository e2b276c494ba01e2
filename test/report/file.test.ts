// A page as a file: by the command and by the library the same, for its owner only, whole, and never over something else.
import assert from 'node:assert/strict';
import { chmodSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type * as Library from '../../src/index.ts';
import { bin, homeIn, sandbox } from '../sandbox.ts';

const library = (await import(pathToFileURL(join(dirname(bin), 'index.js')).href)) as typeof Library;
/** When it was made, which differs from call to call. */
const plain = (page: string): string =>
  page.replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::[\d.]+Z)?|>\d\d:\d\d</gu, '<time>').replaceAll(/ cx="[\d.]+"/gu, '');

test('a page is written into a file, anew each time, and printed where no file is named', async (t) => {
  const box = sandbox(t);
  const home = homeIn(box);
  box.git(home, 'commit', '-q', '--allow-empty', '-m', 'add: something to sleep on');
  box.dk(home, ['sleep']);
  const first = box.dk(home, ['report', '--html', '../night.html']);
  assert.deepEqual(
    [first.code, first.stdout],
    [0, `The page is in ${box.path('night.html')}. Open it in a browser.\n`],
  );
  const page = box.read('night.html');
  assert.match(page, /^<!doctype html>\n<!-- a report of Dreamkeeper -->\n<html lang="en">[\s\S]*<\/html>\n$/u);
  assert.equal(statSync(box.path('night.html')).mode & 0o777, 0o600);
  assert.equal(box.dk(home, ['report', '--html', '../night.html']).code, 0);
  assert.equal(plain(box.dk(home, ['report', '--html']).stdout), plain(page));
  await using opened = await library.openHome({ cwd: box.path(home), env: box.env });
  assert.equal(plain((await opened.report.page()).html), plain(page));
  assert.deepEqual(
    readdirSync(box.folder).filter((name) => name.endsWith('.tmp')),
    [],
  );
});

test('what is no report of ours stays as it is', (t) => {
  const box = sandbox(t);
  const home = homeIn(box);
  box.write('mine.html', '<!doctype html>\n<p>mine</p>\n');
  const refused = box.dk(home, ['report', '--html', '../mine.html']);
  assert.equal(refused.code, 12);
  assert.match(refused.stderr, /E_NOT_OURS/u);
  assert.equal(box.read('mine.html'), '<!doctype html>\n<p>mine</p>\n');
  symlinkSync('mine.html', box.path('link.html'));
  assert.equal(box.dk(home, ['report', '--html', '../link.html']).code, 12);
  assert.equal(box.read('mine.html'), '<!doctype html>\n<p>mine</p>\n');
  assert.equal(box.dk(home, ['report', '--html', '..']).code, 12);
  assert.match(box.dk(home, ['report', '--html', '../nowhere/night.html']).stderr, /^E_NO_FOLDER /u);
  assert.match(box.dk(home, ['report', '--html', '--json']).stdout, /"code": "E_USAGE"/u);
  if (process.getuid?.() !== 0) {
    box.write('closed/x', '');
    chmodSync(box.path('closed'), 0o500);
    assert.match(box.dk(home, ['report', '--html', '../closed/night.html']).stderr, /^E_DISK /u);
    chmodSync(box.path('closed'), 0o700);
  }
});
