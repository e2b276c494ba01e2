// Every promise on the page has its test; planted ones without are named.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { readPromises } from '../tools/promised.ts';
import { root } from './sandbox.ts';

const kept = {
  files: ['test/board/moves.test.ts', 'test/board/match.test.ts', 'test/board/boards.ts', 'test/crash/kills.test.ts'],
  scripts: {
    'soak:kills': 'with-node --env-file=test/crash/soak.env --test test/crash/kills.test.ts',
    'soak:days': 'with-node --test test/board/moves.test.ts',
    'bench:step': 'with-node bench/step.ts',
  },
};
const row = (how: string, figure = '0'): string =>
  `| promise | how | figure |\n|---|---|---|\n| **Nothing is lost**: in \`any\` case | ${how} | ${figure} |\n`;

describe('a row', () => {
  const plants: readonly (readonly [how: string, keptBy: readonly string[], missing: readonly string[]])[] = [
    ['`test/board/moves.test.ts`: any bytes', ['test/board/moves.test.ts'], []],
    [
      '`test/board/moves.test.ts`, `match.test.ts`: a name alone',
      ['test/board/moves.test.ts', 'test/board/match.test.ts'],
      [],
    ],
    ['`test/crash/*.test.ts`', ['test/crash/kills.test.ts'], []],
    ['`npm run soak:days`', ['npm run soak:days'], []],
    ['we looked', [], ['it names no test']],
    ['same file', [], ['it names no test']],
    ['`test/board/boards.ts`: a helper alone', [], ['it names no test']],
    ['`npm run bench:step`: a benchmark asserts nothing', [], ['it names no test']],
    [
      '`test/board/moves.test.ts`, `gone.test.ts`',
      ['test/board/moves.test.ts'],
      ['test/board/gone.test.ts does not exist'],
    ],
    ['`test/night/*.test.ts`', [], ['test/night/*.test.ts does not exist']],
    ['`npm run soak:nothing`', ['npm run soak:nothing'], ['npm run soak:nothing does not exist']],
    ['`npm run soak:kills`', ['npm run soak:kills'], ['test/crash/soak.env of npm run soak:kills does not exist']],
  ];
  for (const [how, keptBy, missing] of plants)
    test(how, () =>
      assert.deepEqual(readPromises(row(how), kept), [{ promise: 'Nothing is lost: in any case', keptBy, missing }]),
    );
  test('what the last column names is looked for, too', () =>
    assert.deepEqual(readPromises(row('`test/board/moves.test.ts`', '`npm run soak:no`: 0'), kept)[0]?.missing, [
      'npm run soak:no does not exist',
    ]));
});

test('the page: none is missing', () => {
  const ran = spawnSync(process.execPath, ['tools/promises.ts'], { cwd: root, encoding: 'utf8' });
  assert.equal(ran.stderr, '');
  assert.equal(ran.status, 0);
  assert.match(
    ran.stdout,
    /^A to-do file that is not edited is written back byte for byte\n {2}test\/board\/moves\.test\.ts\n/u,
  );
  assert.match(ran.stdout, /\n\d+ promises, none without its test\.\n$/u);
});
