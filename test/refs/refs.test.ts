// What HEAD and a branch's file say, in all the ways they are written; what only git can tell is left to git.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readHeadFiles, readHeadText, readObjectName } from '../../src/refs/refs.ts';
import { fc } from '../drawn.ts';

const sha1 = '0123456789abcdef0123456789abcdef01234567';
const sha256 = `${sha1}0123456789abcdef01234567`;

describe('a HEAD', () => {
  const texts: readonly (readonly [text: string, said: object])[] = [
    ['ref: refs/heads/main\n', { kind: 'ref', ref: 'refs/heads/main' }],
    ['ref: refs/heads/a/b-c.d', { kind: 'ref', ref: 'refs/heads/a/b-c.d' }],
    ['ref: refs/heads/größe\r\n', { kind: 'ref', ref: 'refs/heads/größe' }],
    // Git takes no such space for the end of a line, and neither do we.
    ['ref: refs/heads/main\u00a0\n', { kind: 'ref', ref: 'refs/heads/main\u00a0' }],
    ['ref: refs/bisect/bad\n', { kind: 'ref', ref: 'refs/bisect/bad' }],
    [`${sha1}\n`, { kind: 'detached', commit: sha1 }],
    [`${sha256}\n`, { kind: 'detached', commit: sha256 }],
    ['ref: refs/heads/.invalid\n', { kind: 'unclear' }],
    ['ref: refs/heads/../../secret\n', { kind: 'unclear' }],
    ['ref: ../elsewhere\n', { kind: 'unclear' }],
    ['ref: refs/heads/two words\n', { kind: 'unclear' }],
    ['ref: refs/heads/ma', { kind: 'ref', ref: 'refs/heads/ma' }],
    [`${'0'.repeat(40)}\n`, { kind: 'unclear' }],
    [sha1.slice(1), { kind: 'unclear' }],
    ['', { kind: 'unclear' }],
  ];
  for (const [text, said] of texts) test(JSON.stringify(text), () => assert.deepEqual(readHeadText(text), said));

  test('whatever stands there, no ref leads out of the folder of refs', () => {
    const piece = fc.constantFrom('ref: ', 'refs/', 'heads/', '..', '/', '.', 'main', '\n', ' ', '\\', '\0', sha1);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const said = readHeadText(pieces.join(''));
        return said.kind !== 'ref' || /^refs\/(?!(?:.*\/)?\.\.(?:\/|$))[^\s\0\\]+$/u.test(said.ref);
      }),
    );
  });
});

test('a branch ends at a commit, or nowhere', () => {
  assert.deepEqual([`${sha1}\n`, sha256, sha1.toUpperCase(), '0'.repeat(40), ` ${sha1}`, ''].map(readObjectName), [
    sha1,
    sha256,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe('where HEAD points, by its files', () => {
  const other = sha1.replaceAll('0', 'f');
  const packed = `# pack-refs with: peeled\n${other} refs/heads/main\n${sha1} refs/heads/main-2\n^${sha1}\n`;
  const main = 'ref: refs/heads/main\n';
  const cases: readonly (readonly [what: string, files: Record<string, string>, points: unknown])[] = [
    ['a file of its own', { 'own/HEAD': main, 'all/refs/heads/main': `${sha1}\n` }, ['refs/heads/main', sha1]],
    ['packed', { 'own/HEAD': main, 'all/packed-refs': packed }, ['refs/heads/main', other]],
    ['both', { 'own/HEAD': main, 'all/refs/heads/main': sha1, 'all/packed-refs': packed }, ['refs/heads/main', sha1]],
    ['a broken one', { 'own/HEAD': main, 'all/refs/heads/main': '', 'all/packed-refs': packed }, ['refs/heads/main']],
    ['leading on', { 'own/HEAD': main, 'all/refs/heads/main': 'ref: refs/heads/b' }, ['refs/heads/main']],
    ['not born', { 'own/HEAD': main }, ['refs/heads/main']],
    ['a branch in the wrong folder', { 'own/HEAD': main, 'own/refs/heads/main': sha1 }, ['refs/heads/main']],
    ['of one worktree', { 'own/HEAD': 'ref: refs/bisect/bad', 'own/refs/bisect/bad': sha1 }, ['refs/bisect/bad', sha1]],
    ['detached', { 'own/HEAD': `${sha1}\n`, 'all/packed-refs': packed }, [undefined, sha1]],
    ['nothing', {}, undefined],
    ['in tables', { 'own/HEAD': 'ref: refs/heads/.invalid\n' }, undefined],
  ];
  for (const [what, files, points] of cases)
    test(what, () => {
      const said = readHeadFiles({ gitDir: 'own', commonDir: 'all' }, (folder, path) => files[`${folder}/${path}`]);
      const [ref, commit] = (points ?? []) as readonly [string?, string?];
      assert.deepEqual(said, points && { ref, commit });
    });
});
