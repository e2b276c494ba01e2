// Ignore files are read as git reads them, however they are written, and in time that nobody can make long.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { globOf } from '../../src/recall/glob.ts';
import { ignoredBy, largestIgnoreFile, patternsIn } from '../../src/recall/ignored.ts';
import { fc } from '../drawn.ts';
import { sandbox } from '../sandbox.ts';

test('the same as `git check-ignore` says', (t) => {
  const box = sandbox(t);
  box.write('p/x', '');
  box.git('p', 'init', '-q');
  const word = fc.constantFrom('a', 'b', 'ab', '*', '?', '**', '[ab]', '[!a]', 'a*', '*b', '\\a', '.x', '[a-c]b');
  const pattern = fc
    .tuple(fc.constantFrom('', '!', '/'), fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('', '/'))
    .map(([before, words, after]) => `${before}${words.join('/')}${after}`);
  const ignoreFile = fc.array(pattern, { maxLength: 5 }).map((lines) => `${lines.join('\n')}\n`);
  const name = fc.constantFrom('a', 'b', 'ab', 'abc', 'cb', '.x');
  const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
  fc.assert(
    fc.property(
      ignoreFile,
      ignoreFile,
      fc.uniqueArray(path, { minLength: 1, maxLength: 12 }),
      (top, exclude, paths) => {
        box.write('p/.gitignore', top);
        box.write('p/.git/info/exclude', exclude);
        const isIgnored = ignoredBy({ outer: [exclude], read: (folder) => (folder === '' ? top : undefined) });
        // As a walk asks: folders first, and not below one that is ignored. Nothing of this is on the disk, so all are files.
        const ours = paths.filter((each) => {
          const names = each.split('/');
          return names.some((_, at) => isIgnored(names.slice(0, at + 1).join('/'), at + 1 < names.length));
        });
        const { stdout } = spawnSync('git', ['check-ignore', '--no-index', '--stdin', '-z'], {
          ...{ cwd: box.path('p'), env: box.env, encoding: 'utf8', input: paths.map((each) => `${each}\0`).join('') },
        });
        assert.deepEqual(
          ours,
          stdout.split('\0').filter((each) => each !== ''),
          JSON.stringify({ top, exclude, paths }),
        );
      },
    ),
    { numRuns: 150 },
  );
});

test('no pattern takes long', () => {
  const slow = globOf(`${'*a'.repeat(200)}b`);
  assert.equal(slow('a'.repeat(4000)), false);
});

test('a list of any length is heeded, and one that is too long to be read hides all below it', () => {
  const many = (count: number, pattern: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => `${pattern(at)}\n`).join('');
  const isIgnored = (text: string, path: string): boolean =>
    ignoredBy({ outer: [], read: (folder) => (folder === '' ? text : undefined) })(path, false);
  const names = `${many(30_000, (at) => `made-${at}.md`)}late.md\n/sub/late.ts\n!made-7.md\n`;
  const expected = [true, true, true, false, false, false];
  assert.deepEqual(
    ['made-29999.md', 'sub/late.md', 'sub/late.ts', 'late.ts', 'made-7.md', 'other.md'].map((path) =>
      isIgnored(names, path),
    ),
    expected,
  );
  assert.equal(isIgnored(`*.log\n${many(4000, (at) => `a*${at}`)}`, 'other.md'), false);
  assert.equal(
    isIgnored(
      many(5001, (at) => `a*${at}`),
      'other.md',
    ),
    true,
  );
  assert.equal(
    isIgnored(
      many(50_001, (at) => `a${at}`),
      'other.md',
    ),
    true,
  );
  assert.equal(isIgnored('a\n'.repeat(49_000), 'other.md'), false);
  assert.equal(patternsIn({ kind: 'large', size: largestIgnoreFile + 1 }), '*');
  // git follows no link here either.
  assert.equal(patternsIn({ kind: 'link', content: Buffer.from('other') }), undefined);
});

test('bytes that are no text, in a list, hide what they may name, and bring nothing back', () => {
  const content = Buffer.from([0x66, 0xff, 0x2a, 0x0a, 0x2a, 0x2e, 0x74, 0x0a, 0x21, 0xff, 0x2e, 0x74, 0x0a]);
  const text = patternsIn({ kind: 'file', content, isProgram: false }) ?? '';
  const isIgnored = ignoredBy({ outer: [text], read: () => undefined });
  assert.equal(isIgnored('f\udcff.md', false), true);
  assert.equal(isIgnored('g.md', false), false);
  assert.equal(isIgnored('a.t', false), true, 'what is kept cannot be read');
});
