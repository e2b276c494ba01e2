// Which task is meant: exact, then normalised, the longest title first, and never a guess.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyVerdicts, type Board, matchTask, parseBoard, parseVerdicts } from '../../src/board/board.ts';
import { endsFor } from '../patience.ts';

const board = (...tasks: readonly string[]): Board =>
  parseBoard(
    Buffer.from(
      `#+TODO: TODO NEXT WAITING DOING STARTED BLOCKED | DONE CANCELLED\n* board\n${tasks.join('\n')}\n* log\n`,
    ),
  );

interface Case {
  readonly what: string;
  readonly tasks: readonly string[];
  readonly wanted: string;
  /** Line of the task, `ambiguous` or `unresolved`. */
  readonly expected: number | 'ambiguous' | 'unresolved';
  readonly why?: string;
  readonly how?: string;
}

const cases: readonly Case[] = [
  {
    what: 'a longer title in another spelling, before a shorter exact one',
    tasks: ['** TODO api', '** TODO api - docs'],
    wanted: 'api — docs',
    expected: 4,
    why: '',
  },
  {
    what: 'quotes in the reason too',
    tasks: ['** TODO foo'],
    wanted: '"foo" — because "bar"',
    expected: 3,
    why: 'because "bar"',
  },
  { what: 'a plain title', tasks: ['** TODO honest faq'], wanted: 'honest faq', expected: 3, why: '', how: 'exact' },
  {
    what: 'a title and a reason',
    tasks: ['** TODO honest faq'],
    wanted: 'honest faq — visitors ask',
    expected: 3,
    why: 'visitors ask',
  },
  {
    what: 'an en dash before the reason',
    tasks: ['** TODO honest faq'],
    wanted: 'honest faq – visitors ask',
    expected: 3,
    why: 'visitors ask',
  },
  {
    what: 'two hyphens before the reason',
    tasks: ['** TODO honest faq'],
    wanted: 'honest faq -- visitors ask',
    expected: 3,
    why: 'visitors ask',
  },
  {
    what: 'a hyphen before the reason',
    tasks: ['** TODO honest faq'],
    wanted: 'honest faq - visitors ask',
    expected: 3,
    why: 'visitors ask',
  },
  {
    what: 'a title with the separator in it',
    tasks: ['** TODO 99-faq.svelte — honest faq'],
    wanted: '99-faq.svelte — honest faq — the audit flagged it',
    expected: 3,
    why: 'the audit flagged it',
  },
  {
    what: 'the longest title wins',
    tasks: ['** TODO faq', '** TODO faq — honest'],
    wanted: 'faq — honest — why',
    expected: 4,
    why: 'why',
  },
  {
    what: 'the longest title wins without a reason too',
    tasks: ['** TODO faq', '** TODO faq — honest'],
    wanted: 'faq — honest',
    expected: 4,
    why: '',
  },
  {
    what: 'a shorter title whose reason starts like another',
    tasks: ['** TODO faq', '** TODO faq — honest'],
    wanted: 'faq — honesty matters',
    expected: 3,
    why: 'honesty matters',
  },
  {
    what: 'U+2011 in the verdict',
    tasks: ['** TODO non-breaking title'],
    wanted: 'non\u2011breaking title — why',
    expected: 3,
    why: 'why',
    how: 'normalised',
  },
  {
    what: 'U+2011 on the board',
    tasks: ['** TODO non\u2011breaking title'],
    wanted: 'non-breaking title',
    expected: 3,
    how: 'normalised',
  },
  {
    what: 'U+2212 and U+2013',
    tasks: ['** TODO range 1\u20132'],
    wanted: 'range 1\u22122',
    expected: 3,
    how: 'normalised',
  },
  {
    what: 'curly quotes',
    tasks: ['** TODO the "desk" isn\'t'],
    wanted: 'the “desk” isn’t — y',
    expected: 3,
    why: 'y',
    how: 'normalised',
  },
  { what: 'a no-break space', tasks: ['** TODO two words'], wanted: 'two\u00A0words', expected: 3, how: 'normalised' },
  {
    what: 'a narrow no-break space before the dash',
    tasks: ['** TODO two words'],
    wanted: 'two words\u202F—\u202Fwhy',
    expected: 3,
    why: 'why',
    how: 'normalised',
  },
  {
    what: 'tabs and doubled spaces',
    tasks: ['** TODO two\t words'],
    wanted: 'two words',
    expected: 3,
    how: 'normalised',
  },
  { what: 'another case', tasks: ['** TODO Honest FAQ'], wanted: 'honest faq', expected: 3, how: 'normalised' },
  { what: 'NFD', tasks: ['** TODO café page'], wanted: 'cafe\u0301 page', expected: 3, how: 'normalised' },
  {
    what: 'the keyword before the title',
    tasks: ['** NEXT plan: groom'],
    wanted: 'NEXT plan: groom — why',
    expected: 3,
    why: 'why',
    how: 'normalised',
  },
  {
    what: 'a keyword that is not the present one',
    tasks: ['** NEXT plan: groom'],
    wanted: 'TODO plan: groom',
    expected: 3,
    how: 'normalised',
  },
  {
    what: 'a title that starts with a keyword',
    tasks: ['** TODO NEXT steps for onboarding'],
    wanted: 'NEXT steps for onboarding',
    expected: 3,
    how: 'exact',
  },
  {
    what: 'a doubled keyword on the board',
    tasks: ['*** DOING TODO blog: post'],
    wanted: 'blog: post — w',
    expected: 3,
    why: 'w',
    how: 'normalised',
  },
  {
    what: 'priority and tags on the board',
    tasks: ['** TODO [#A] ship it   :web:copy:'],
    wanted: 'ship it — now',
    expected: 3,
    why: 'now',
    how: 'exact',
  },
  {
    what: 'priority in the verdict',
    tasks: ['** TODO [#A] ship it'],
    wanted: '[#A] ship it — now',
    expected: 3,
    why: 'now',
  },
  {
    what: 'keyword, priority and tags in the verdict',
    tasks: ['** TODO [#A] ship it :web:'],
    wanted: 'TODO [#A] ship it :web: — now',
    expected: 3,
    why: 'now',
  },
  {
    what: 'quotes around the title',
    tasks: ['** TODO honest faq'],
    wanted: '"honest faq" — why',
    expected: 3,
    why: 'why',
  },
  { what: 'backticks around the title', tasks: ['** TODO honest faq'], wanted: '`honest faq`', expected: 3 },
  {
    what: 'curly quotes around the title',
    tasks: ['** TODO honest faq'],
    wanted: '“honest faq” — why',
    expected: 3,
    why: 'why',
  },
  {
    what: 'quotes that belong to the title',
    tasks: ['** TODO "desk" page'],
    wanted: '"desk" page — why',
    expected: 3,
    why: 'why',
    how: 'exact',
  },
  {
    what: 'a nested task',
    tasks: ['** TODO objective', '*** NEXT leaf', '***** TODO deep'],
    wanted: 'deep',
    expected: 5,
  },
  {
    what: 'a parent',
    tasks: ['** TODO objective: x', '*** NEXT leaf'],
    wanted: 'objective: x — w',
    expected: 3,
    why: 'w',
  },
  {
    what: 'a cancelled task by what it was called before',
    tasks: ['** CANCELLED eps — no — use'],
    wanted: 'eps — no',
    expected: 3,
  },
  {
    what: 'an open task before a cancelled one of that name',
    tasks: ['** CANCELLED eps — no use', '** TODO eps'],
    wanted: 'eps',
    expected: 4,
  },
  { what: 'duplicates', tasks: ['** TODO same', '** NEXT same'], wanted: 'same', expected: 'ambiguous' },
  {
    what: 'duplicates of which one is open',
    tasks: ['** DONE same', '** TODO same', '** CANCELLED same'],
    wanted: 'same',
    expected: 4,
  },
  {
    what: 'duplicates that are all done',
    tasks: ['** DONE same', '** DONE same'],
    wanted: 'same',
    expected: 'ambiguous',
  },
  {
    what: 'the same but for spelling, named exactly',
    tasks: ['** TODO a-b', '** TODO a\u2011b'],
    wanted: 'a-b',
    expected: 3,
  },
  {
    what: 'the same but for spelling, named by neither',
    tasks: ['** TODO a-b', '** TODO a\u2011b'],
    wanted: 'A–B',
    expected: 'ambiguous',
  },
  {
    what: 'a look-alike in the verdict',
    tasks: ['** TODO paypal clean-up'],
    wanted: 'раураl clean-up',
    expected: 'unresolved',
  },
  {
    what: 'a look-alike on the board',
    tasks: ['** TODO paypal clean-up', '** TODO pаypal clean-up'],
    wanted: 'paypal clean-up',
    expected: 'ambiguous',
  },
  {
    what: 'roman and arabic numbers are not look-alikes',
    tasks: ['** TODO part I', '** TODO part 1', '** TODO part l'],
    wanted: 'part 1',
    expected: 4,
  },
  {
    what: 'an invisible character in the verdict',
    tasks: ['** TODO honest faq'],
    wanted: 'hon\u200Best\u202E faq',
    expected: 3,
    how: 'normalised',
  },
  { what: 'a heading without a keyword', tasks: ['** notes'], wanted: 'notes', expected: 'unresolved' },
  { what: 'the sections', tasks: ['** TODO a'], wanted: 'log', expected: 'unresolved' },
  {
    what: 'a shortened title',
    tasks: ['** TODO strategy: initial landscape report'],
    wanted: 'strategy: initial landscape',
    expected: 'unresolved',
  },
  {
    what: 'a title that only begins like one',
    tasks: ['** TODO add'],
    wanted: 'add a section',
    expected: 'unresolved',
  },
  { what: 'nothing', tasks: ['** TODO', '** TODO a'], wanted: '', expected: 'unresolved' },
  {
    what: 'regular expression characters',
    tasks: ['** TODO (.*)+ [a-z]$'],
    wanted: '(.*)+ [a-z]$ — w',
    expected: 3,
    why: 'w',
  },
];

describe('matching', () => {
  for (const { what, tasks, wanted, expected, why, how } of cases) {
    test(what, () => {
      const match = matchTask(board(...tasks), wanted);
      assert.equal(match.kind === 'found' ? match.task.line : match.kind, expected, JSON.stringify(match));
      if (why !== undefined) assert.equal(match.kind === 'found' && match.why, why);
      if (how !== undefined) assert.equal(match.kind === 'found' && match.how, how);
    });
  }
  test('a unique beginning counts only where it is asked for, and only from 12 characters', () => {
    const plan = board(
      '** TODO strategy: initial landscape report',
      '** TODO strategy: internal tools',
      '** TODO short one',
    );
    assert.equal(matchTask(plan, 'strategy: initial l').kind, 'unresolved');
    assert.equal(matchTask(plan, 'strategy: initial l', { prefix: true }).kind, 'found');
    assert.equal(matchTask(plan, 'strategy: initial… — why', { prefix: true }).kind, 'found');
    assert.equal(matchTask(plan, 'strategy: in', { prefix: true }).kind, 'ambiguous');
    assert.equal(matchTask(plan, 'short', { prefix: true }).kind, 'unresolved');
  });
  test('a thousand tasks and a title of a megabyte come to an end', () => {
    const plan = board(
      ...Array.from({ length: 1000 }, (_, index) => `** TODO task number ${index} — with a dash`),
      `** TODO ${'x'.repeat(1_000_000)}`,
    );
    for (const wanted of [
      'task number 999 — with a dash — why',
      'y'.repeat(1_000_000),
      '*'.repeat(1_000_000),
      ' - '.repeat(300_000),
    ])
      endsFor(() => matchTask(plan, wanted));
  });
});

describe('verdicts', () => {
  const plan = board(
    '** TODO one',
    '** NEXT two',
    '** DOING three',
    '** DONE four',
    '** TODO five',
    '** TODO six',
    '** TODO seven',
    '** TODO eight',
    '*** NEXT eight a',
  );
  const apply = (section: string) => applyVerdicts(plan, parseVerdicts(section));
  const results = (section: string): string[] => apply(section).reports.map(({ result }) => result);

  test('the seed’s own lines are read', () => {
    const lines = parseVerdicts(
      '- pick up: one — ready\n- put down: two — blocked until then\n- keep course — still matches\n',
    );
    assert.deepEqual(
      lines.map(({ verb, rest }) => [verb, rest]),
      [
        ['pick up', 'one — ready'],
        ['put down', 'two — blocked until then'],
        ['keep course', 'still matches'],
      ],
    );
  });
  test('list marks, case, bold and Unicode hyphens do not matter; a colon does', () => {
    for (const line of [
      '- Pick up: one',
      '+ PICK UP: one',
      '1. pick\u2011up: one',
      '2) pick up : one',
      '- [ ] pick up: one',
      '- **pick up:** one',
      '- *pick up*: one',
      '  - pick up: one',
      '-   pick  up: one',
    ]) {
      assert.deepEqual(
        parseVerdicts(line).map(({ verb, rest }) => [verb, rest]),
        [['pick up', 'one']],
        line,
      );
    }
    assert.equal(parseVerdicts('- pick up one')[0]?.verb, 'unknown');
    assert.deepEqual(parseVerdicts('pick up: one\n* pick up: one\nprose'), []);
  });
  test('each becomes a move or a reason', () => {
    assert.deepEqual(
      results(
        '- pick up: one\n- put down: two\n- put down: three\n- pick up: four\n- pick up: nowhere\n- dance\n- keep course — yes',
      ),
      ['applied', 'applied', 'applied', 'refused', 'unresolved', 'unresolved', 'noop'],
    );
  });
  test('contradicting verdicts for one task apply none, and say so', () => {
    assert.deepEqual(results('- pick up: one — a\n- cancel: one — b\n- put down: two'), [
      'contradicted',
      'contradicted',
      'applied',
    ]);
    assert.equal(Buffer.compare(apply('- pick up: one\n- cancel: one — b').bytes, plan.bytes), 0);
  });
  test('the same verdict twice moves once', () =>
    assert.deepEqual(results('- pick up: one\n- pick up: one — again'), ['applied', 'noop']));
  test('at most five moves count', () => {
    assert.deepEqual(
      results('- pick up: one\n- put down: two\n- put down: three\n- pick up: five\n- pick up: six\n- pick up: seven'),
      ['applied', 'applied', 'applied', 'applied', 'applied', 'refused'],
    );
  });
  test('cancelling a parent does not cascade, and its open children are told', () => {
    const { bytes, reports } = apply('- cancel: eight — no use');
    assert.match(reports[0]?.reason ?? '', /1 open below it: eight a/u);
    assert.match(Buffer.from(bytes).toString(), /\*\* CANCELLED eight — no use\n\*\*\* NEXT eight a/u);
  });
  test('applying the same dream to its own result changes nothing', () => {
    const section = '- pick up: one — r\n- put down: two — s\n- cancel: five — t\n';
    const once = apply(section).bytes;
    const twice = applyVerdicts(parseBoard(once), parseVerdicts(section));
    // The cancelled task has its reason in its title now, so its verdict finds nothing; the others are no-ops.
    assert.equal(Buffer.compare(twice.bytes, once), 0);
  });
  test('replacement patterns in a reason are only text', () => {
    const { bytes } = apply('- cancel: one — $& $` $1 \\0');
    assert.match(Buffer.from(bytes).toString(), /\*\* CANCELLED one — \$& \$` \$1 \\0\n/u);
  });
});
