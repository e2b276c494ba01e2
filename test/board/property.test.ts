// A property is put where org looks for it, whatever stands there, and no other byte changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  makeMoveAgain,
  moveByVerdict,
  parseBoard,
  takeBackMove,
  tasksOf,
  withProperty,
} from '../../src/board/board.ts';
import { withoutClaim } from '../../src/board/property-edit.ts';

const given: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'a heading alone': ['** TODO a\n', '** TODO a\n:PROPERTIES:\n:AGENT: x\n:END:\n'],
  'no line end': ['** TODO a', '** TODO a\n:PROPERTIES:\n:AGENT: x\n:END:\n'],
  'text below': ['** TODO a\ntext\n** TODO b\n', '** TODO a\n:PROPERTIES:\n:AGENT: x\n:END:\ntext\n** TODO b\n'],
  'a drawer': ['** TODO a\n :PROPERTIES:\n :K: v\n :END:\n', '** TODO a\n :PROPERTIES:\n :K: v\n:AGENT: x\n :END:\n'],
  'a date, then a drawer': [
    '** TODO a\nDEADLINE: <2026-06-10>\n:PROPERTIES:\n:END:\n',
    '** TODO a\nDEADLINE: <2026-06-10>\n:PROPERTIES:\n:AGENT: x\n:END:\n',
  ],
  'a drawer that never ends': [
    '** TODO a\n:PROPERTIES:\n:K: v\n',
    '** TODO a\n:PROPERTIES:\n:AGENT: x\n:END:\n:PROPERTIES:\n:K: v\n',
  ],
  'lines of another system': ['** TODO a\r\ntext\r\n', '** TODO a\r\n:PROPERTIES:\r\n:AGENT: x\r\n:END:\r\ntext\r\n'],
};

for (const [name, [before, after]] of Object.entries(given))
  test(name, () => {
    const board = parseBoard(Buffer.from(before));
    const [task] = tasksOf(board);
    assert.ok(task !== undefined);
    const changed = withProperty(board, task, 'AGENT', 'x');
    assert.equal(Buffer.from(changed).toString(), after);
    assert.equal(tasksOf(parseBoard(changed))[0]?.agent, 'x');
  });

const released: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'a drawer of its own goes with it': ['** TODO a\n:PROPERTIES:\n:AGENT: x\n:END:\ntext\n', '** TODO a\ntext\n'],
  'other properties stay': [
    '** TODO a\n :PROPERTIES:\n :K: v\n :agent: x\n :END:\n',
    '** TODO a\n :PROPERTIES:\n :K: v\n :END:\n',
  ],
  'below a date, with lines of another system': [
    '** TODO a\r\nDEADLINE: <2026-06-10>\r\n:PROPERTIES:\r\n:AGENT: x\r\n:END:\r\nt\r\n',
    '** TODO a\r\nDEADLINE: <2026-06-10>\r\nt\r\n',
  ],
  'a line in the text is somebody’s own': ['** TODO a\n:AGENT: x\n', '** TODO a\n:AGENT: x\n'],
  'a drawer that never ends': ['** TODO a\n:PROPERTIES:\n:AGENT: x\n', '** TODO a\n:PROPERTIES:\n:AGENT: x\n'],
  'a drawer that holds more': [
    '** TODO a\n:PROPERTIES:\n:AGENT: x\n#+begin_src\n:END:\n#+end_src\n',
    '** TODO a\n:PROPERTIES:\n:AGENT: x\n#+begin_src\n:END:\n#+end_src\n',
  ],
  'nobody had it': ['** TODO a\n:PROPERTIES:\n:END:\n', '** TODO a\n:PROPERTIES:\n:END:\n'],
};
for (const [name, [before, after]] of Object.entries(released))
  test(`a claim taken out: ${name}`, () => {
    const board = parseBoard(Buffer.from(before));
    const [task] = tasksOf(board);
    assert.ok(task);
    assert.equal(Buffer.from(withoutClaim(board, task)).toString(), after);
  });

test('back to TODO it is nobody’s; taken back, it is claimed as before; made again, nobody’s again', () => {
  const before = '** DOING a\n:PROPERTIES:\n:AGENT: x\n:END:\ntext\n';
  const board = parseBoard(Buffer.from(before));
  const [task] = tasksOf(board);
  assert.ok(task);
  const moved = moveByVerdict(board, task, 'put down', 'not now');
  assert.ok(moved.kind === 'applied' && moved.released === 'x');
  assert.equal(Buffer.from(moved.bytes).toString(), '** TODO a\ntext\n');
  const move = { task: 'a', from: 'DOING', to: 'TODO', why: 'not now', released: moved.released };
  const back = takeBackMove(parseBoard(moved.bytes), move);
  assert.equal(Buffer.from(back ?? []).toString(), before);
  const again = makeMoveAgain(parseBoard(back ?? new Uint8Array()), move);
  assert.equal(Buffer.from(again ?? []).toString(), '** TODO a\ntext\n');
});
