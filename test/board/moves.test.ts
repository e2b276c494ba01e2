// On any board a legal move changes its own keyword and no other byte; what is done never reopens; twice is once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Board,
  moveByVerdict,
  moveTask,
  parseBoard,
  type Task,
  tasksOf,
  type Verb,
} from '../../src/board/board.ts';
import { withoutClaim } from '../../src/board/property-edit.ts';
import { fc } from '../drawn.ts';
import { anyBoard } from './boards.ts';

const runs = 10_000;
const parse = (text: string): Board => parseBoard(Buffer.from(text));
/** The bytes that the text of a board stands for. */
const printBoard = (board: Board): Buffer => Buffer.from(board.text, 'latin1');
const titled = (board: Board, title: string): Task => {
  const task = tasksOf(board).find((each) => each.title === title);
  assert.ok(task, `no task ${title}`);
  return task;
};

test(`any input printed back is identical bytes (${runs} boards, and any bytes at all)`, () => {
  fc.assert(
    fc.property(anyBoard, (bytes) => Buffer.compare(printBoard(parseBoard(bytes)), bytes) === 0),
    { numRuns: runs },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      if (bytes.includes(0) || (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
        return;
      assert.deepEqual(printBoard(parseBoard(bytes)), Buffer.from(bytes));
    }),
    { numRuns: 3000 },
  );
});

/** What must hold after a move of one task, whatever the board. */
function checkMove(before: Board, task: Task, after: Uint8Array, to: string, isCancel: boolean): void {
  // What goes back to TODO loses the claim in its drawer, below its heading.
  const was = Buffer.from(to === 'TODO' ? withoutClaim(before, task) : before.bytes).toString('latin1');
  const is = Buffer.from(after).toString('latin1');
  const keyword = task.parts.keyword;
  assert.ok(keyword);
  assert.equal(is.slice(0, keyword.start), was.slice(0, keyword.start), 'bytes before the keyword');
  assert.ok(is.startsWith(to, keyword.start), 'the new keyword');
  const rest = is.slice(keyword.start + to.length);
  if (isCancel) {
    // Without a title, the reason follows the keyword or the priority.
    const titleEnd = was.slice(0, task.parts.title.end).replace(/[ \t]+$/u, '').length;
    const title = was.slice(keyword.end, titleEnd);
    const tail = was.slice(titleEnd);
    assert.ok(rest.startsWith(title) && rest.endsWith(tail), 'only a reason was added');
    const added = Buffer.from(rest.slice(title.length, rest.length - tail.length), 'latin1').toString();
    assert.match(added, /^ — [^\n\r]+$/u);
  } else assert.equal(rest, was.slice(keyword.end), 'bytes after the keyword');
  const now = parseBoard(after);
  assert.equal(now.headings.length, before.headings.length, 'number of headings');
  for (const [index, heading] of now.headings.entries()) {
    const old = before.headings[index];
    if (index === task.index) {
      assert.equal(heading.state, to);
      const claim = to === 'TODO' ? parseBoard(Buffer.from(was, 'latin1')).headings[index]?.agent : old?.agent;
      assert.deepEqual(
        [heading.tags, heading.priority, heading.level, heading.agent],
        [old?.tags, old?.priority, old?.level, claim],
      );
    } else assert.deepEqual([heading.state, heading.title, heading.tags], [old?.state, old?.title, old?.tags]);
  }
}

test(`on ${runs} random boards each legal move changes its own keyword only, DONE never reopens, a move twice is a no-op`, () => {
  const why = fc.constantFrom(
    'nobody asks',
    'why :tag:',
    'why — with dash',
    'line\n* TODO forged',
    '$& $` $1',
    '\u202eevil',
    'x'.repeat(500),
  );
  let applied = 0;
  fc.assert(
    fc.property(
      anyBoard,
      fc.nat(),
      fc.constantFrom<Verb>('pick up', 'put down', 'cancel', 'done'),
      why,
      (bytes, pick, verb, reason) => {
        const board = parseBoard(bytes);
        const tasks = tasksOf(board);
        const task = tasks[pick % Math.max(1, tasks.length)];
        if (task === undefined) return;
        const moved = moveByVerdict(board, task, verb, reason);
        if (task.isDone) assert.notEqual(moved.kind, 'applied', 'what is done moved');
        if (task.isProtected) assert.notEqual(moved.kind, 'applied', 'a person’s task moved');
        if (moved.kind !== 'applied') return;
        applied += 1;
        checkMove(board, task, moved.bytes, moved.to, verb === 'cancel');
        const again = parseBoard(moved.bytes);
        const same = again.headings[task.index] as Task;
        assert.equal(moveByVerdict(again, same, verb, reason).kind, 'noop', 'a second time');
      },
    ),
    { numRuns: runs },
  );
  assert.ok(applied > runs / 10, `only ${applied} moves were legal`);
});

test(`on ${runs / 5} random boards every state can be reached from every open one, and none from a done one`, () => {
  fc.assert(
    fc.property(anyBoard, fc.nat(), fc.nat(), (bytes, pick, to) => {
      const board = parseBoard(bytes);
      const tasks = tasksOf(board);
      const task = tasks[pick % Math.max(1, tasks.length)];
      // A keyword with bytes that are no text cannot be named by anybody.
      const words = [...board.keywords.open, ...board.keywords.done].filter((each) => /^[ -~]+$/u.test(each));
      const word = words[to % words.length] ?? 'TODO';
      if (task === undefined) return;
      const moved = moveTask(board, task, word, 'a reason');
      assert.equal(moved.kind, task.state === word ? 'noop' : task.isDone ? 'refused' : 'applied');
      if (moved.kind === 'applied') checkMove(board, task, moved.bytes, word, word.startsWith('CANCEL'));
    }),
    { numRuns: runs / 5 },
  );
});

describe('every verdict × every state', () => {
  const expected: Readonly<Record<Verb, Readonly<Record<string, string>>>> = {
    'pick up': {
      TODO: 'NEXT',
      NEXT: 'noop',
      DOING: 'noop',
      STARTED: 'noop',
      WAITING: 'refused',
      BLOCKED: 'refused',
      DONE: 'refused',
      CANCELLED: 'refused',
      CANCELED: 'refused',
    },
    'put down': {
      TODO: 'noop',
      NEXT: 'TODO',
      DOING: 'TODO',
      STARTED: 'TODO',
      WAITING: 'refused',
      BLOCKED: 'refused',
      DONE: 'refused',
      CANCELLED: 'refused',
      CANCELED: 'refused',
    },
    cancel: {
      TODO: 'CANCELLED',
      NEXT: 'CANCELLED',
      DOING: 'CANCELLED',
      STARTED: 'CANCELLED',
      WAITING: 'CANCELLED',
      BLOCKED: 'CANCELLED',
      DONE: 'refused',
      CANCELLED: 'noop',
      CANCELED: 'noop',
    },
    done: {
      TODO: 'DONE',
      NEXT: 'DONE',
      DOING: 'DONE',
      STARTED: 'DONE',
      WAITING: 'refused',
      BLOCKED: 'refused',
      DONE: 'noop',
      CANCELLED: 'refused',
      CANCELED: 'refused',
    },
  };
  for (const [verb, states] of Object.entries(expected) as [Verb, Record<string, string>][]) {
    for (const [state, outcome] of Object.entries(states)) {
      test(`${verb}: ${state} → ${outcome}`, () => {
        const board = parse(`* board\n** ${state} task one\nbody\n** TODO other\n`);
        const moved = moveByVerdict(board, titled(board, 'task one'), verb, 'because');
        assert.equal(moved.kind === 'applied' ? moved.to : moved.kind, outcome);
        const pinned = parse(`* board\n** ${state} task one\n:PROPERTIES:\n:PIN: t\n:END:\n`);
        assert.notEqual(moveByVerdict(pinned, titled(pinned, 'task one'), verb, 'because').kind, 'applied', 'pinned');
        const owned = parse(`* board\n** ${state} task one\n:PROPERTIES:\n:OWNER: human\n:END:\n`);
        assert.notEqual(moveByVerdict(owned, titled(owned, 'task one'), verb, 'because').kind, 'applied', 'owned');
      });
    }
  }
  test('a board without the state a verdict needs refuses it', () => {
    const board = parse('#+TODO: TODO | DONE\n* TODO a\n');
    assert.equal(moveByVerdict(board, titled(board, 'a'), 'pick up', '').kind, 'refused');
    assert.equal(moveByVerdict(board, titled(board, 'a'), 'cancel', 'why').kind, 'refused');
  });
  test('a cancel without a reason is refused, and the reason goes before the tags', () => {
    const board = parse('** TODO a thing   :x:\r\n');
    assert.equal(moveByVerdict(board, titled(board, 'a thing'), 'cancel', ' : ').kind, 'refused');
    const moved = moveByVerdict(board, titled(board, 'a thing'), 'cancel', 'no use :y:');
    assert.equal(
      moved.kind === 'applied' && Buffer.from(moved.bytes).toString(),
      '** CANCELLED a thing — no use :y   :x:\r\n',
    );
  });
});
