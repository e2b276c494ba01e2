// What a change concerns: planted changes in a small house, and in the real one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { affectedBy, type Sources } from '../tools/affected.ts';
import { root } from './sandbox.ts';

const house: Sources = new Map(
  Object.entries({
    'src/text/text.ts': "export { line } from './line.ts';\n",
    'src/text/line.ts': 'export const line = 1;\n',
    'src/board/board.ts': "import { line } from '../text/text.ts';\n",
    'src/repo/repo.ts': '// import { line } from "../text/text.ts" is only told of here\n',
    'src/night/night.ts': "import type { Board } from '../board/board.ts';\n",
    'src/wire/wire.ts': "const repo = await import('../repo/repo.ts');\n",
    'src/bin.ts': "import '../src/night/night.ts';\n",
    'test/house.test.ts': "import './place.ts';\n",
    'test/place.ts': '',
    'test/text/line.test.ts': '',
    'test/board/moves.test.ts': "import { hand } from './hand.ts';\n",
    'test/board/hand.ts': "import '../place.ts';\n",
    'test/repo/files.test.ts': "const helper = fileURLToPath(new URL('helper.ts', import.meta.url));\n",
    'test/repo/helper.ts': "import { deep } from './deep.ts';\n",
    'test/repo/deep.ts': '',
    'test/repo/wide.test.ts': "import { Night } from '../../src/night/night.ts';\n",
    'test/night/days.test.ts': "const days = join(root, 'test', 'days');\n",
    'test/wire/wire.test.ts': "readFileSync(join(root, 'docs/wire.md'))\n",
    'test/crash/kills.test.ts': "const actor = bundled(root, 'test/crash/actor.ts');\n",
    'test/crash/actor.ts': '',
    'test/agents/real.agents.ts': "import './program.ts';\n",
    'test/agents/program.ts': '',
  }),
);
const all = [...house.keys()].filter((path) => path.endsWith('.test.ts')).length;
const told = (...changed: readonly string[]): string[] => [...affectedBy(changed, house).tests.keys()];

describe('in a small house', () => {
  const plants: readonly (readonly [what: string, changed: string, tests: readonly string[]])[] = [
    [
      'a low room: all who import it, also by type and by another',
      'src/text/line.ts',
      ['board/moves', 'crash/kills', 'house', 'night/days', 'repo/wide', 'text/line'],
    ],
    [
      'a hand: whoever takes it when it is needed',
      'src/repo/repo.ts',
      ['crash/kills', 'house', 'repo/files', 'repo/wide', 'wire/wire'],
    ],
    ['a high room: no room below it', 'src/wire/wire.ts', ['crash/kills', 'house', 'wire/wire']],
    ['a file that was deleted', 'src/night/gone.ts', ['crash/kills', 'house', 'night/days', 'repo/wide']],
    ['a test', 'test/text/line.test.ts', ['house', 'text/line']],
    ['a helper of helpers', 'test/place.ts', ['board/moves', 'house']],
    ['what a program of the tests imports', 'test/repo/deep.ts', ['house', 'repo/files']],
    ['a program named by its path', 'test/crash/actor.ts', ['crash/kills', 'house']],
    ['data in a folder that is named', 'test/days/01/day.json', ['house', 'night/days']],
    ['a page that somebody reads', 'docs/wire.md', ['house', 'wire/wire']],
    ['any page', 'README.md', ['house']],
    ['what only a real agent needs', 'test/agents/program.ts', ['house']],
    ['a benchmark', 'bench/step.ts', ['house']],
  ];
  for (const [what, changed, tests] of plants)
    test(what, () =>
      assert.deepEqual(
        told(changed),
        tests.map((name) => `test/${name}.test.ts`),
      ),
    );
  test('two changes are both looked at', () =>
    assert.deepEqual(told('test/text/line.test.ts', 'docs/wire.md'), [
      ...['test/house.test.ts', 'test/text/line.test.ts', 'test/wire/wire.test.ts'],
    ]));
  for (const path of ['package.json', 'rolldown.config.ts', 'tools/node/with-node.mjs', 'test/nobody-names-it.json'])
    test(`${path} means everything, and says so`, () => {
      const { tests, everythingFor } = affectedBy(['test/text/line.test.ts', path], house);
      assert.deepEqual([tests.size, everythingFor], [all, path]);
    });
  test('each test is told with its reason', () => {
    const { tests } = affectedBy(['src/text/line.ts'], house);
    assert.equal(tests.get('test/text/line.test.ts'), 'text changed');
    assert.equal(tests.get('test/board/moves.test.ts'), 'board imports text');
    assert.equal(tests.get('test/repo/wide.test.ts'), 'it takes night: night imports board');
    assert.equal(tests.get('test/crash/kills.test.ts'), 'crash tries the whole program');
  });
});

test('a base that is none runs nothing, and does not pass', () => {
  const ran = spawnSync(process.execPath, ['tools/changed-tests.ts', 'no-such-base'], { cwd: root, encoding: 'utf8' });
  assert.deepEqual([ran.status, ran.stdout], [2, '']);
  assert.match(ran.stderr, /^no-such-base is no commit here$|^git .* failed$/mu);
});

test('in the real house: the ground concerns nearly all, the desk little, and its own tests always', () => {
  const files = ['src', 'test', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const real: Sources = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const every = files.filter((path) => path.endsWith('.test.ts'));
  const of = (path: string): string[] => [...affectedBy([path], real).tests.keys()];
  assert.ok(of('src/text/text.ts').length > every.length * 0.9);
  const desk = of('src/cli/cli.ts');
  assert.ok(desk.length < every.length / 2, `${desk.length} of ${every.length}`);
  assert.ok(desk.includes('test/cli/board.test.ts') && !desk.includes('test/board/moves.test.ts'));
  assert.ok(of('test/nights').includes('test/night/folders.test.ts'));
  for (const tool of ['tools/affected.ts', 'tools/changed-tests.ts', 'tools/promised.ts', 'tools/promises.ts'])
    assert.ok(of(tool).length < 10, tool);
  assert.equal(affectedBy(['test/sandbox.ts'], real).everythingFor, undefined);
});
