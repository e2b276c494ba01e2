// Ignore files are read as git reads them, however they are written, and in time that nobody can make long.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { globOf } from '../../src/recall/glob.ts';
import { ignoredBy } from '../../src/recall/ignored.ts';
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
