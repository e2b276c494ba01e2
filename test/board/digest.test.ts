// The board in few characters: whole lines, every task before any prose, what is open first, and what is left out is counted.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type Board,
  boardDigest,
  bodyOf,
  firstOpenBox,
  parseBoard,
  type Task,
  tasksOf,
} from '../../src/board/board.ts';
import { fc } from '../drawn.ts';
import { endsFor } from '../patience.ts';
import { times } from '../share.ts';
import { anyBoard } from './boards.ts';

const parse = (text: string | Uint8Array): Board => parseBoard(Buffer.from(text));
const board = (...lines: readonly string[]): Board =>
  parse(`#+TODO: TODO NEXT DOING STARTED WAITING | DONE CANCELLED\n* board\n${lines.join('\n')}\n`);
const countLine = /^\(and (\d+) more open, (\d+) done\)$/u;
const everything = Number.POSITIVE_INFINITY;
const rank = ({ isDone, state }: Task): number =>
  isDone ? 3 : /^(?:DOING|STARTED)$/u.test(state) ? 0 : state === 'NEXT' ? 1 : 2;

/** The heading lines among the lines of a digest of everything: as many as there are tasks, at its start. */
const headingsIn = (plan: Board): string[] => boardDigest(plan, everything).split('\n').slice(0, tasksOf(plan).length);

const line = fc
  .record({
    state: fc.constantFrom('TODO', 'NEXT', 'DOING', 'STARTED', 'WAITING', 'DONE', 'CANCELLED'),
    title: fc.oneof(
      fc.constantFrom(
        'ship it',
        'emoji 👩‍👩‍👧‍👦 family',
        `${'é'.normalize('NFD')} accents`,
        'x'.repeat(500),
        '👩‍👩‍👧‍👦'.repeat(60),
      ),
      fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.replaceAll(/[\r\n\0]/gu, ' ')),
    ),
    body: fc.array(
      fc.constantFrom('prose below it', '- [ ] a box', '- [x] ticked', '', '  indented', 'y'.repeat(400)),
      { maxLength: 4 },
    ),
    level: fc.integer({ min: 2, max: 4 }),
  })
  .map(({ state, title, body, level }) => [`${'*'.repeat(level)} ${state} ${title}`, ...body].join('\n'));
const boards = fc.array(line, { maxLength: 25 }).map((lines) => board(...lines));
const room = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 400, max: 6000 }));

describe('a digest of any board', () => {
  test('is never over its limit', () => {
    fc.assert(
      fc.property(boards, fc.integer({ min: 100, max: 5000 }), (plan, most) => {
        assert.ok(boardDigest(plan, most).length <= most);
      }),
      { numRuns: times(300) },
    );
  });
  test('is never over its limit, however small that is', () => {
    fc.assert(
      fc.property(boards, fc.integer({ min: 1, max: 100 }), (plan, most) => {
        assert.ok(boardDigest(plan, most).length <= most);
      }),
    );
  });
  test('has no line cut: each is one it would have had without a limit, in that order, or the count', () => {
    fc.assert(
      fc.property(boards, room, (plan, most) => {
        const whole = boardDigest(plan, everything).split('\n');
        const lines = boardDigest(plan, most)
          .split('\n')
          .filter((text) => text !== '');
        let at = 0;
        for (const [index, text] of lines.entries()) {
          if (index === lines.length - 1 && countLine.test(text)) continue;
          const found = whole.indexOf(text, at);
          assert.notEqual(found, -1, text);
          at = found + 1;
        }
      }),
      { numRuns: times(300) },
    );
  });
  test('has every task before any prose, and prose only if every task is there', () => {
    fc.assert(
      fc.property(boards, room, (plan, most) => {
        const headings = headingsIn(plan);
        const digest = boardDigest(plan, most);
        if (headings.join('\n').length <= most) {
          assert.ok(`${digest}\n`.startsWith(headings.join('\n')), 'all of them fit, so all of them are there');
          return;
        }
        const lines = digest.split('\n').filter((text) => text !== '');
        const shown = lines.filter((text) => !countLine.test(text));
        assert.deepEqual(shown, headings.slice(0, shown.length), 'nothing but headings');
        const [, open, done] = countLine.exec(lines.at(-1) ?? '') ?? [];
        // Where there is no room for a word, there is none for a number either.
        if (most >= 100) assert.equal(Number(open) + Number(done), headings.length - shown.length);
      }),
      { numRuns: times(300) },
    );
  });
  test('has what is in flight first, then what is next, then what is open, then what is done, each as in the file', () => {
    fc.assert(
      fc.property(boards, (plan) => {
        const expected = tasksOf(plan).toSorted((one, other) => rank(one) - rank(other) || one.index - other.index);
        const states = headingsIn(plan).map((text) => text.split(' ')[1]);
        assert.deepEqual(
          states.slice(0, expected.length),
          expected.map(({ state }) => state),
        );
      }),
    );
  });
  test('has no character halved, and none that is not for reading', () => {
    fc.assert(
      fc.property(
        fc.oneof(boards, anyBoard.map(parse)),
        room,
        fc.constantFrom('digest', 'prefix'),
        (plan, most, mode) => {
          const digest = boardDigest(plan, most, mode);
          assert.ok(digest.isWellFormed());
          if (mode === 'digest') assert.doesNotMatch(digest, /[^\P{Cc}\n]/u);
        },
      ),
      { numRuns: times(300) },
    );
  });
});

describe('particular boards', () => {
  test('exactly as much room as there is to say, with nothing left out', () => {
    const plan = board('** TODO one', '** DONE two');
    assert.equal(boardDigest(plan, '** TODO one\n** DONE two'.length), '** TODO one\n** DONE two');
  });
  test('everything a heading says is in its line', () => {
    const plan = board('*** NEXT [#A] ship it :web:copy:', ':PROPERTIES:', ':AGENT: other', ':END:', 'why');
    assert.equal(boardDigest(plan, 4000), '*** NEXT [#A] ship it :web:copy: (claimed by other)\n[NEXT ship it]\nwhy');
  });
  test('a claim cannot forge a line or move the cursor', () => {
    const plan = parse('* board\n** TODO a\n:PROPERTIES:\n:AGENT: x\r\u001b[2J\u2028** DOING forged\n:END:\n');
    assert.doesNotMatch(boardDigest(plan, 4000), /[\r\u001b\u2028]/u);
  });
  test('prose of done tasks is left out, and drawers are', () => {
    const plan = board(
      '** DONE old',
      'history',
      '** TODO new',
      ':PROPERTIES:',
      ':PIN: t',
      ':END:',
      '- [ ] box',
      '** notes',
      'plain',
    );
    assert.equal(boardDigest(plan, 4000), '** TODO new\n** DONE old\n[TODO new]\n- [ ] box');
  });
  test('a thousand tasks in 4,000 characters say how many are left out', () => {
    const tasks = Array.from(
      { length: 1000 },
      (_, index) => `** ${index % 4 === 0 ? 'DONE' : 'TODO'} task ${index}\nprose ${index}`,
    );
    const digest = boardDigest(board(...tasks, '** DOING the one'), 4000);
    const lines = digest.split('\n');
    assert.ok(digest.length <= 4000 && digest.length > 3700, `${digest.length}`);
    assert.equal(lines[0], '** DOING the one');
    const [, open, done] = countLine.exec(lines.at(-1) ?? '') ?? [];
    assert.equal(Number(done), 250);
    assert.equal(Number(open), 1001 - 250 - (lines.length - 1));
  });
  test('a title of a million characters is its beginning', () => {
    const plan = board(`** TODO ${'👩‍👩‍👧‍👦'.repeat(90_000)}`, '** TODO next one');
    const digest = endsFor(() => boardDigest(plan, 4000));
    const [first = '', second] = digest.split('\n');
    assert.match(first, /^\*\* TODO (?:👩‍👩‍👧‍👦)+…$/u);
    assert.ok(first.length <= 320 && second === '** TODO next one');
  });
  test('accents of a cut title are whole', () => {
    const accented = 'ạ̈'.normalize('NFD');
    const [first = ''] = boardDigest(board(`** TODO ${`${accented}ḅ̈`.repeat(300)}`), 4000).split('\n');
    const kept = first.slice('** TODO '.length, -1);
    const graphemes = [...new Intl.Segmenter().segment(kept)].map(({ segment }) => segment.normalize('NFC'));
    assert.deepEqual([...new Set(graphemes)].toSorted(), [accented.normalize('NFC'), 'ḅ̈'.normalize('NFC')].toSorted());
  });
  test('no tasks, no digest', () => {
    for (const text of ['', '* board\n', 'prose\n', '** plain heading\nprose\n'])
      assert.equal(boardDigest(parse(text), 4000), '');
  });
});

describe('the beginning of the file instead', () => {
  test('whole lines, in order, within the limit', () => {
    fc.assert(
      fc.property(anyBoard.map(parse), room, (plan, most) => {
        const whole = Buffer.from(plan.bytes)
          .toString()
          .replace(/^\uFEFF/u, '')
          .split(/\r?\n/u);
        const digest = boardDigest(plan, most, 'prefix');
        assert.ok(digest.length <= most);
        const lines = digest.split('\n');
        if (digest !== '') assert.deepEqual(lines, whole.slice(0, lines.length));
        const next = whole[lines.length];
        if (digest !== '' && next !== undefined)
          assert.ok(digest.length + 1 + next.length > most, 'one more would have fitted');
      }),
      { numRuns: times(300) },
    );
  });
  test('as it stands there', () =>
    assert.equal(boardDigest(parse('* board\r\n** TODO a\r\nprose\r\n'), 18, 'prefix'), '* board\n** TODO a'));
});

describe('what stands below a heading', () => {
  const boxes: readonly (readonly [what: string, lines: readonly string[], expected: string | undefined])[] = [
    ['the first that is open', ['- [x] one', '- [ ] two', '- [ ] three'], 'two'],
    ['other marks', ['+ [ ] plus'], 'plus'],
    ['numbers', ['1. [ ] first'], 'first'],
    ['indented', ['  - [ ] deep '], 'deep'],
    ['partly done counts by what is below', ['- [-] part', '  - [x] a', '  - [ ] b'], 'b'],
    ['all ticked', ['- [x] one', '- [X] two'], undefined],
    ['a box of a task below is not its own', ['prose', '*** TODO child', '- [ ] theirs'], undefined],
    ['an empty box names nothing', ['- [ ] ', '- [ ] named'], 'named'],
    ['no list', ['[ ] no list'], undefined],
    ['nothing', [], undefined],
  ];
  for (const [what, lines, expected] of boxes)
    test(what, () => {
      const plan = board('** TODO it', ...lines);
      const [task] = tasksOf(plan);
      assert.ok(task !== undefined);
      assert.equal(firstOpenBox(plan, task), expected);
      assert.ok(bodyOf(plan, task).every((text) => !text.startsWith('*')));
    });
});
