// A property is put where org looks for it, whatever stands there, and no other byte changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBoard, tasksOf, withProperty } from '../../src/board/board.ts';

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
