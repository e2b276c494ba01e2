// A task that is done: what only has to be closed, the word for it, the dash in the log, and all of it taken back.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  applyVerdicts,
  type Board,
  doneWord,
  makeMoveAgain,
  parseBoard,
  parseVerdicts,
  takeBackMove,
  toBeClosed,
  withDoneDash,
} from '../../src/board/board.ts';

const parse = (text: string): Board => parseBoard(Buffer.from(text));
const text = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString();
const dash = { date: '2026-06-10', who: 'waldo' };

describe('what only has to be closed', () => {
  const rows: readonly (readonly [what: string, plan: string, expected: readonly string[]])[] = [
    ['all below it is done', '* TODO a\n** DONE b\n** DONE c\n', ['a']],
    ['something below it is open', '* TODO a\n** DONE b\n** WAITING c\n', []],
    ['nothing is below it', '* TODO a\n* DONE b\n', []],
    ['given up in part', '* TODO a\n** DONE b\n** CANCELLED c\n', ['a']],
    ['all given up', '* TODO a\n** CANCELLED b\n', []],
    ['an open box of its own', '* TODO a\n- [ ] one\n** DONE b\n', []],
    ['a ticked box of its own', '* TODO a\n- [x] one\n** DONE b\n', ['a']],
    ['under a plain heading', '* TODO a\n** part one\n*** DONE b\n', ['a']],
    ['one above the other', '* TODO a\n** NEXT b\n*** DONE c\n', ['a', 'b']],
    ['one above the other, and more', '* TODO a\n** NEXT b\n*** DONE c\n** TODO d\n', ['b']],
    ['done itself', '* DONE a\n** DONE b\n', []],
  ];
  for (const [what, plan, expected] of rows)
    test(what, () => {
      const board = parse(plan);
      const found = [...toBeClosed(board)].map((index) => board.headings[index]?.title).toSorted();
      assert.deepEqual(found, expected);
    });
  test('what counts as done already', () => {
    const board = parse('* TODO a\n** DOING b\n** DONE c\n');
    assert.deepEqual([...toBeClosed(board, new Set([1]))], [0]);
  });
});

test('the word of a board', () => {
  for (const [line, word] of [
    ['', 'DONE'],
    ['#+TODO: OPEN WIP | FIXED CANCELLED\n', 'FIXED'],
    ['#+TODO: OPEN | CANCELLED FERTIG\n', 'FERTIG'],
    ['#+TODO: OPEN | CANCELLED\n', undefined],
  ] as const)
    assert.equal(doneWord(parse(`${line}* board\n`)), word);
});

describe('a verdict that a task is done', () => {
  const log = (board: Board, { title }: { title: string }, why: string): Uint8Array =>
    withDoneDash(board, dash, title, why);
  const says = (...lines: readonly string[]) => parseVerdicts(lines.map((line) => `- ${line}`).join('\n'));

  test('moves the keyword, leaves the body, and adds the dash', () => {
    const board = parse('* board\n** DOING a — b\n- [ ] one\n** TODO c\n* log\n- 2026-06-09 (team): genesis\n');
    const { bytes, reports } = applyVerdicts(board, says('done: a — b — 1a2b3c4'), { log });
    assert.equal(
      text(bytes),
      '* board\n** DONE a — b\n- [ ] one\n** TODO c\n* log\n- 2026-06-09 (team): genesis\n- 2026-06-10 (waldo): done: a — b — 1a2b3c4\n',
    );
    assert.deepEqual(
      reports.map(({ verb, result, from, to, why }) => [verb, result, from, to, why]),
      [['done', 'applied', 'DOING', 'DONE', '1a2b3c4']],
    );
  });
  test('of a parent tells what is open below it, and is one of five moves', () => {
    const board = parse(`* TODO a\n** TODO b\n${'cdefg'.replaceAll(/./gu, '* TODO $&\n')}`);
    const { reports } = applyVerdicts(
      board,
      says(
        ...'acdefg'
          .replaceAll(/./gu, 'done: $& ')
          .trim()
          .split(/ (?=done)/u),
      ),
    );
    assert.equal(reports[0]?.reason, '1 open below it: b');
    assert.deepEqual(
      reports.map(({ result }) => result),
      [...Array(5).fill('applied'), 'refused'],
    );
  });
  test('and one that wants something else of it: neither', () => {
    const board = parse('* DOING a\n');
    const { reports } = applyVerdicts(board, says('done: a — 1a2b3c4', 'put down: a'));
    assert.deepEqual(
      reports.map(({ result }) => result),
      ['contradicted', 'contradicted'],
    );
  });

  for (const end of ['\n', '\r\n'])
    test(`is taken back and made again to the byte (${JSON.stringify(end)})`, () => {
      const before = ['* board', '** DOING grüße', '* log', '- 2026-06-09 (team): genesis', '* more', ''].join(end);
      const move = { task: 'grüße', from: 'DOING', to: 'DONE', why: '1a2b3c4 what it says', dash };
      const after = makeMoveAgain(parse(before), move);
      assert.match(text(after), /^- 2026-06-10 \(waldo\): done: grüße — 1a2b3c4\r?$/mu);
      assert.equal(text(takeBackMove(parse(text(after)), move)), before);
    });
  test('is taken back where somebody took the dash out, and leaves other dashes alone', () => {
    const move = { task: 'a', from: 'DOING', to: 'DONE', why: '', dash };
    const others = '- 2026-06-10 (waldo): done: a bit\n- 2026-06-09 (waldo): done: a\n';
    assert.equal(text(takeBackMove(parse(`* DONE a\n* log\n${others}`), move)), `* DOING a\n* log\n${others}`);
  });
});
