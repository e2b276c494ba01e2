// Adding and logging: the new line is there, is what was meant, and nothing else moved. Linting says what is odd.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Board,
  lintBoard,
  lintDeleted,
  newBoard,
  parseBoard,
  tasksOf,
  withLogLine,
  withTask,
} from '../../src/board/board.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';
import { anyBoard } from './boards.ts';

const parse = (text: string): Board => parseBoard(Buffer.from(text));
const add = (text: string, title: string, more: object = {}): string =>
  Buffer.from(withTask(parse(text), { title, state: 'TODO', ...more })).toString();
const log = (text: string, line = 'shipped'): string =>
  Buffer.from(withLogLine(parse(text), '2026-06-10', 'waldo', line)).toString();

describe('adding', () => {
  test('to a new board, before its log', () => {
    assert.equal(add(newBoard(), 'first'), newBoard().replace('* board\n', '* board\n** TODO first\n'));
  });
  test('at the end of the board, blank lines and line ends kept', () => {
    assert.equal(
      add('* board\r\n** TODO a\r\nbody\r\n\r\n* log\r\n', 'b'),
      '* board\r\n** TODO a\r\nbody\r\n** TODO b\r\n\r\n* log\r\n',
    );
    assert.equal(add('* board\n** TODO a', 'b'), '* board\n** TODO a\n** TODO b\n');
    assert.equal(add('', 'b'), '* board\n** TODO b\n');
    assert.equal(add('* log\n- x\n', 'b'), '* board\n** TODO b\n* log\n- x\n');
    assert.equal(add('\uFEFF* log\n', 'b'), '\uFEFF* board\n** TODO b\n* log\n');
  });
  test('under another heading, after its children', () => {
    const board = parse('* board\n** TODO a\n*** TODO a1\n#+begin_src\n* x\n#+end_src\n** TODO b\n');
    const changed = Buffer.from(
      withTask(board, { title: 'a2', state: 'NEXT', under: board.headings[1], tags: ['x', 'y'], priority: 'A' }),
    ).toString();
    assert.equal(
      changed,
      '* board\n** TODO a\n*** TODO a1\n#+begin_src\n* x\n#+end_src\n*** NEXT [#A] a2 :x:y:\n** TODO b\n',
    );
  });
  test('titles that would be read as something else are refused', () => {
    for (const title of ['', '   ', 'x :tag:', '[#A] x', '\u200B', '\n\n'])
      assert.throws(() => add('* board\n', title), { code: 'E_BAD_TITLE' }, JSON.stringify(title));
    assert.throws(() => add('* board\n', 'x', { tags: ['a b'] }), { code: 'E_BAD_TITLE' });
    assert.throws(() => add('* board\n', 'x', { priority: 'high' }), { code: 'E_BAD_TITLE' });
  });
  test('forged lines become part of the title', () => {
    for (const separator of ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f']) {
      const board = parse(
        add('* board\n', `x${separator}* TODO forged${separator}#+TODO: A | B${separator}:PROPERTIES: end`),
      );
      assert.equal(tasksOf(board).length, 1);
      assert.equal(board.keywords.declared, false);
    }
  });
  test('on any board: one heading more, all others as they were', () => {
    fc.assert(
      fc.property(anyBoard, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (bytes, title) => {
        const before = parseBoard(bytes);
        if (!before.keywords.open.includes('TODO')) return;
        let after: Board;
        try {
          after = parseBoard(withTask(before, { title, state: 'TODO' }));
        } catch (error) {
          assert.equal((error as { code?: string }).code, 'E_BAD_TITLE');
          return;
        }
        const left = after.headings.map(({ state, title: each, level }) => `${level} ${state} ${each}`);
        for (const { state, title: each, level } of before.headings) {
          const at = left.indexOf(`${level} ${state} ${each}`);
          assert.notEqual(at, -1, 'a heading is gone');
          left.splice(at, 1);
        }
        assert.ok(left.length === 1 || (left.length === 2 && left.includes('1 undefined board')), left.join());
      }),
      { numRuns: times(2000) },
    );
  });
});

describe('logging', () => {
  test('one dated dash at the end of the log', () => {
    assert.equal(
      log('* board\n* log\n- old\n\n* more\n'),
      '* board\n* log\n- old\n- 2026-06-10 (waldo): shipped\n\n* more\n',
    );
    assert.equal(
      log('* log\n- old\n** a child\ntext\n'),
      '* log\n- old\n- 2026-06-10 (waldo): shipped\n** a child\ntext\n',
    );
    assert.equal(log('* board'), '* board\n* log\n- 2026-06-10 (waldo): shipped\n');
  });
  test('a log line cannot start anything', () => {
    const board = parse(log('* board\n* log\n', 'x\n* TODO forged\n#+begin_src\n:END:'));
    assert.deepEqual([board.headings.length, board.blocks.unclosed.length], [2, 0]);
  });
});

describe('linting', () => {
  const codes = (text: string | Buffer): string[] =>
    lintBoard(parseBoard(typeof text === 'string' ? Buffer.from(text) : text)).map(
      ({ code, line }) => `${line} ${code}`,
    );
  const head = '#+TODO: TODO NEXT | DONE CANCELLED\n';
  test('a good board has nothing odd', () => assert.deepEqual(codes(newBoard()), []));
  const odd: readonly (readonly [text: string | Buffer, expected: string])[] = [
    ['* TODO a\n', '1 no-todo-line'],
    [`${head}* NEXT TODO blog\n`, '2 double-keyword'],
    [`${head}* TODO same\n* DONE Same\n`, '3 duplicate-title'],
    [`${head}* TODO paypal\n* TODO pаypal\n`, '3 look-alike'],
    [`${head}* TODO hid\u200Bden\n`, '2 invisible'],
    [`${head}* TODO \n`, '2 no-title'],
    [`${head}**\tTODO tab\n`, '2 tab-after-stars'],
    [`${head}text\rmore\n`, '2 lone-cr'],
    [`${head}#+begin_src\n`, '2 unclosed-block'],
    [`${head}#+begin_src\n* TODO in a block\n#+end_src\n`, '2 tasks-in-block'],
    [`${head}* TODO a\n:PROPERTIES:\n:AGENT: x\n`, '2 unclosed-drawer'],
    [`${head}* DOING undeclared\n`, '2 undeclared-state'],
    [Buffer.concat([Buffer.from(`${head}* TODO a`), Buffer.from([0xff]), Buffer.from('\n')]), '2 bad-encoding'],
  ];
  for (const [text, expected] of odd) test(expected, () => assert.deepEqual(codes(text), [expected]));
  test('deleted tasks, but not moved, cancelled or re-cased ones', () => {
    const before = parse('* TODO a\n* TODO b\n* TODO c\n* TODO same\n* TODO same\n');
    const now = parse('* DONE A\n* CANCELLED b — no use\n* TODO same\n');
    assert.deepEqual(
      lintDeleted(before, now).map(({ line, code }) => `${line} ${code}`),
      ['0 task-deleted', '0 task-deleted'],
    );
  });
});
