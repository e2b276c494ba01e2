// What counts as a task, and what only looks like one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Board, parseBoard, pickTask, tasksOf } from '../../src/board/board.ts';
import { endsFor } from '../patience.ts';

const parse = (text: string | Uint8Array): Board => parseBoard(typeof text === 'string' ? Buffer.from(text) : text);
const told = (text: string | Uint8Array): string[] =>
  tasksOf(parse(text)).map(({ level, state, title }) => `${level} ${state} ${title}`);

// The seed's genesis board, with the line ends its page lost.
const genesis = `#+TODO: TODO NEXT DOING | DONE CANCELLED
* board
** TODO objective: know the landscape
*** NEXT strategy: initial landscape report — AI app builders cohort (Lovable, v0, Cursor, Bolt, Replit)
*** TODO strategy: internal-tools cohort (hex.tech, Retool, Airtable, PowerApps)
** TODO objective: page completeness
*** TODO 99-faq.svelte — honest faq (faqs live last; source-only commit)
* log
- 2026-06-10 (team): genesis — fresh history, Svelte source rail, roadmap seeded
`;

describe('headings', () => {
  test('the seed’s genesis board', () => {
    const board = parse(genesis);
    assert.equal(tasksOf(board).length, 5);
    assert.equal(board.headings.length, 7);
    assert.equal(pickTask(board)?.line, 4);
    assert.deepEqual(
      tasksOf(board).map(({ parent }) => (parent === undefined ? undefined : board.headings[parent]?.title)),
      [
        'board',
        'objective: know the landscape',
        'objective: know the landscape',
        'board',
        'objective: page completeness',
      ],
    );
  });
  test('stars need a space behind them and nothing before them', () => {
    assert.deepEqual(told('* TODO a\n ** TODO b\n**TODO c\n**\tTODO d\n*** TODO e\n*bold* TODO\n'), [
      '1 TODO a',
      '3 TODO e',
    ]);
  });
  test('a keyword is a whole word, in its own case, and may stand alone', () => {
    assert.deepEqual(told('* TODOs\n* TODO: x\n* todo y\n* TODO\n* TODO \n* Todo z\n'), ['1 TODO ', '1 TODO ']);
  });
  test('priority, tags and blanks are not title', () => {
    const [task] = tasksOf(parse('**   TODO   [#B]   the  title \t :a:b_2:@home:été:  \n'));
    assert.deepEqual([task?.title, task?.priority, task?.tags], ['the  title', 'B', ['a', 'b_2', '@home', 'été']]);
    assert.deepEqual(
      tasksOf(parse('** TODO ends in :colon\n** TODO a:b:\n** TODO :all:tags:\n')).map(({ title, tags }) => [
        title,
        tags,
      ]),
      [
        ['ends in :colon', []],
        ['a:b:', []],
        ['', ['all', 'tags']],
      ],
    );
  });
  test('CRLF, a byte order mark, and a last line without an end', () => {
    assert.deepEqual(told('\uFEFF* TODO a\r\n** NEXT b\r\n*** DOING c'), ['1 TODO a', '2 NEXT b', '3 DOING c']);
  });
  test('no other separator ends a line', () => {
    for (const separator of ['\r', '\v', '\f', '\u0085', '\u2028', '\u2029', '\u001c', '\u001d', '\u001e']) {
      assert.equal(told(`* TODO a${separator}** NEXT forged\n`).length, 1, JSON.stringify(separator));
    }
  });
  test('broken UTF-8 is carried along', () => {
    const bytes = Buffer.concat([Buffer.from('* TODO caf'), Buffer.from([0xe9]), Buffer.from(' page\n')]);
    assert.deepEqual(told(bytes), ['1 TODO caf\uFFFD page']);
  });
  test('what cannot be text is refused', () => {
    for (const bytes of [Buffer.from('* TODO a\0b'), Buffer.from('\uFEFF* TODO a', 'utf16le')])
      assert.throws(() => parse(bytes), { code: 'E_BOARD_BINARY' });
  });
  test('two hundred thousand tasks are picked from', () => {
    for (const text of [
      `* TODO objective\n${'** WAITING a\n'.repeat(200_000)}`,
      '* TODO a\n** WAITING b\n'.repeat(200_000),
      `${'* NEXT a\n** WAITING b\n'.repeat(100_000)}${'* TODO c\n'.repeat(100_000)}`,
      `* TODO a\n:AGENT: x${' '.repeat(1_000_000)}y\n`,
    ])
      endsFor(() => pickTask(parse(text)));
  });
  test('a megabyte of anything comes to an end', () => {
    for (const text of [
      '*',
      '* ',
      ' ',
      '\t',
      ':',
      '#+begin_src\n',
      '#+end_src\n',
      '#+begin_a\n#+begin_b\n',
      '* TODO ',
      ':a:',
      '* TODO a\n',
      ':PROPERTIES:\n',
    ]) {
      endsFor(() => parse(text.repeat(Math.ceil(1_000_000 / text.length))));
    }
  });
});

describe('keywords', () => {
  test('fast keys are not part of the word', () => {
    assert.deepEqual(told('#+TODO: TODO(t) WAIT(w@/!) | DONE(d!) KILLED(k@)\n* WAIT a\n* KILLED b\n* NEXT c\n'), [
      '1 WAIT a',
      '1 KILLED b',
    ]);
  });
  test('without a bar the last word is done, and DONE and CANCELLED always are', () => {
    const done = (text: string): string[] =>
      tasksOf(parse(text))
        .filter(({ isDone }) => isDone)
        .map(({ state }) => state);
    assert.deepEqual(done('#+TODO: A B C\n* A x\n* B x\n* C x\n'), ['C']);
    assert.deepEqual(done('#+TODO: TODO DONE CANCELLED SHIPPED\n* TODO x\n* DONE x\n* CANCELLED x\n* SHIPPED x\n'), [
      'DONE',
      'CANCELLED',
      'SHIPPED',
    ]);
    assert.deepEqual(done('#+TODO: A |\n* A x\n'), []);
  });
  test('several lines add up, in any case, anywhere but in a block', () => {
    assert.deepEqual(
      told(
        '#+begin_src org\n#+TODO: FAKE | REAL\n#+end_src\n* TODO a\n#+seq_todo: TODO | DONE\n#+TYP_TODO: BUG | FIXED\n* BUG b\n* FAKE c\n* NEXT d\n',
      ),
      ['1 TODO a', '1 BUG b'],
    );
  });
  test('other languages', () =>
    assert.deepEqual(told('#+TODO: ОТКРЫТО | ГОТОВО\n* ОТКРЫТО задача\n'), ['1 ОТКРЫТО задача']));
  test('the usual ones without a declaration', () => {
    const all = ['TODO', 'NEXT', 'WAITING', 'DOING', 'STARTED', 'BLOCKED', 'DONE', 'CANCELLED', 'CANCELED'];
    assert.equal(tasksOf(parse(all.map((word) => `* ${word} x\n`).join(''))).length, all.length);
  });
});

describe('blocks and drawers', () => {
  test('what is in a block is not a heading', () => {
    assert.deepEqual(
      told(
        '* TODO a\n#+BEGIN_SRC org\n* TODO b\n#+begin_example\n** NEXT c\n#+end_example\n* TODO d\n#+end_src\n* TODO e\n  #+begin_quote\n* TODO f\n  #+END_QUOTE\n#+BEGIN: clocktable\n* TODO g\n#+END:\n',
      ),
      ['1 TODO a', '1 TODO e'],
    );
  });
  test('a block that is never closed swallows nothing', () => {
    assert.deepEqual(
      told(
        '* TODO a\n#+begin_src sh\n* TODO b\n#+begin_src sh\n* TODO c\n#+end_src\n* TODO d\n#+begin_quote\n* TODO e\n',
      ),
      ['1 TODO a', '1 TODO b', '1 TODO d', '1 TODO e'],
    );
    assert.deepEqual(parse('#+begin_src\n* TODO a\n').blocks.unclosed, [0]);
  });
  test('properties come from the drawer, then from bare lines', () => {
    const agents = (text: string): (string | undefined)[] => tasksOf(parse(text)).map(({ agent }) => agent);
    assert.deepEqual(agents('* TODO a\n:PROPERTIES:\n:Agent:  waldo \n:END:\n:AGENT: other\n'), ['waldo']);
    assert.deepEqual(agents('* TODO a\nSCHEDULED: <2026-06-10>\n  :PROPERTIES:\n  :AGENT: w\n  :END:\n'), ['w']);
    assert.deepEqual(agents('* TODO a\n:AGENT: bare\n* TODO b\n#+begin_src\n:AGENT: hidden\n#+end_src\n'), [
      'bare',
      undefined,
    ]);
    assert.deepEqual(agents('* TODO a\n** TODO b\n:PROPERTIES:\n:AGENT: inner\n:END:\n'), [undefined, 'inner']);
  });
  test('whose task it is', () => {
    const isProtected = (property: string): boolean | undefined =>
      tasksOf(parse(`* TODO a\n:PROPERTIES:\n${property}\n:END:\n`))[0]?.isProtected;
    assert.deepEqual(
      [':PIN: t', ':PIN: nil', ':OWNER: human', ':OWNER: team', ':OWNER: agent', ':AGENT: waldo'].map(isProtected),
      [true, false, true, true, false, false],
    );
  });
});

describe('picking', () => {
  const pick = (text: string, agent?: string): string | undefined => pickTask(parse(text), agent)?.title;
  test('the first NEXT, else the top TODO', () => {
    assert.equal(pick('* TODO a\n* NEXT b\n* NEXT c\n'), 'b');
    assert.equal(pick('* DONE x\n* TODO a\n* TODO b\n'), 'a');
    assert.equal(pick('* DOING a\n* WAITING b\n* DONE c\n'), undefined);
  });
  test('of a parent, its first open leaf', () => {
    assert.equal(pick('* NEXT objective\n** DONE a\n** TODO b\n*** TODO c\n*** TODO d\n* NEXT other\n'), 'c');
    assert.equal(pick('* NEXT objective\n** WAITING a\n* TODO b\n'), 'b');
    assert.equal(pick('* TODO objective\n** DONE a\n'), undefined, 'it only has to be closed');
    assert.equal(pick('* NEXT objective\n** DONE a\n* TODO b\n'), 'b');
    assert.equal(pick('* TODO objective\n- [ ] a box of its own\n** DONE a\n'), 'objective');
    assert.equal(pick('* TODO objective\n** CANCELLED a\n'), 'objective', 'nothing of it was done');
    assert.equal(pick('* NEXT objective\n** TODO a\n** NEXT b\n'), 'b');
  });
  test('a board with words of its own', () => {
    assert.equal(pick('#+TODO: OPEN WIP | FIXED\n* WIP a\n* OPEN b\n'), 'b');
  });
  test('not what another agent claimed, not what lies below something done', () => {
    const board = '* TODO a\n:AGENT: zoe\n** TODO a1\n* TODO b\n';
    assert.equal(pick(board, 'waldo'), 'b');
    assert.equal(pick(board, 'zoe'), 'a1');
    assert.equal(pick('* CANCELLED a\n** TODO below\n* TODO b\n'), 'b');
  });
});
