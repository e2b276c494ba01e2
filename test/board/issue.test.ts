// A property set and an issue filed: one place changes, and no other byte.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBoard, tasksOf, withIssue, withProperty } from '../../src/board/board.ts';
import { fc } from '../drawn.ts';

const parse = (text: string) => parseBoard(Buffer.from(text));
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const set = (plan: string, value = 'me'): string => {
  const board = parse(plan);
  const [heading] = tasksOf(board);
  assert.ok(heading);
  return text(withProperty(board, heading, 'AGENT', value));
};

test('a property: in its drawer, in a new one, or in the place of the old one', () => {
  assert.equal(set('* TODO a\nbody\n* b\n'), '* TODO a\n:PROPERTIES:\n:AGENT: me\n:END:\nbody\n* b\n');
  assert.equal(set('* TODO a'), '* TODO a\n:PROPERTIES:\n:AGENT: me\n:END:\n');
  assert.equal(set('* TODO a\r\nb\r\n'), '* TODO a\r\n:PROPERTIES:\r\n:AGENT: me\r\n:END:\r\nb\r\n');
  assert.equal(set('* TODO a\n:PROPERTIES:\n:X: 1\n:END:\n'), '* TODO a\n:PROPERTIES:\n:X: 1\n:AGENT: me\n:END:\n');
  assert.equal(
    set('* TODO a\nDEADLINE: <2026-01-01>\n  :PROPERTIES:\n  :agent: ü\n  :END:\n'),
    '* TODO a\nDEADLINE: <2026-01-01>\n  :PROPERTIES:\n  :AGENT: me\n  :END:\n',
  );
  assert.equal(
    set('* TODO a\n:PROPERTIES:\n* b\n:END:\n'),
    '* TODO a\n:PROPERTIES:\n:AGENT: me\n:END:\n:PROPERTIES:\n* b\n:END:\n',
  );
});

test('any value is one property of one task', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const after = parse(set('* TODO a\nbody\n* TODO b\n:PROPERTIES:\n:AGENT: x\n:END:\n', value));
      assert.deepEqual(
        tasksOf(after).map(({ title }) => title),
        ['a', 'b'],
      );
      assert.equal(tasksOf(after)[1]?.agent, 'x');
    }),
  );
});

test('an issue: once, then counted; a done one does not come back', () => {
  const first = withIssue(parse('* board\n** TODO x\n* issues\n** DONE slow\n* log\n- a\n'), {
    title: 'slow',
    body: 'why\n* no',
  });
  assert.equal(first.seen, 1);
  assert.equal(
    text(first.bytes),
    '* board\n** TODO x\n* issues\n** DONE slow\n** TODO slow\n:PROPERTIES:\n:SEEN: 1\n:END:\nwhy\n,* no\n* log\n- a\n',
  );
  const second = withIssue(parseBoard(first.bytes), { title: 'Slow' });
  assert.equal(second.seen, 2);
  assert.equal(text(second.bytes), text(first.bytes).replace(':SEEN: 1', ':SEEN: 2'));
  assert.equal(withIssue(parse('* issues\n** TODO a\n'), { title: 'a' }).seen, 2);
  assert.equal(
    text(withIssue(parse('* board\n** TODO a\n'), { title: 'a' }).bytes),
    '* board\n** TODO a\n* issues\n** TODO a\n:PROPERTIES:\n:SEEN: 1\n:END:\n',
  );
});
