// The seed's limits, the subject of a dream's commit, and the names entries go by.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type DreamEntry,
  emptyCarry,
  entriesAmong,
  entryName,
  subjectOf,
  timeOfEntry,
} from '../../src/journal/journal.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';
import { anyText } from './any-entry.ts';
import { overrunsOf } from './overruns.ts';

const dashes = (count: number): string[] => Array.from({ length: count }, (_, index) => `line ${index}`);
const words = (count: number): string =>
  dashes(count)
    .map((_, index) => `w${index}`)
    .join(' ');
const entry = (more: Partial<DreamEntry>): DreamEntry => ({
  ...{ header: { time: null, model: 'm', id: null, agent: null, branch: null, head: null }, tale: words(120) },
  ...{ goals: dashes(3), blueSky: dashes(2), fears: dashes(3), verdicts: [], carry: emptyCarry },
  ...more,
});

describe('limits', () => {
  test('at the edge nothing is overrun', () => {
    assert.deepEqual(overrunsOf(entry({})), []);
    assert.deepEqual(overrunsOf(entry({ goals: dashes(5), blueSky: dashes(3), fears: dashes(2), tale: '' })), []);
  });
  test('one over or under is named with its count', () => {
    assert.deepEqual(overrunsOf(entry({ tale: words(121) })), ['tale has 121 words, not at most 120']);
    for (const count of [0, 6])
      assert.deepEqual(overrunsOf(entry({ goals: dashes(count) })), [`goals has ${count} dashes, not 1 to 5`]);
    for (const count of [0, 4]) {
      assert.deepEqual(overrunsOf(entry({ blueSky: dashes(count) })), [`blue sky has ${count} dashes, not 1 to 3`]);
      assert.deepEqual(overrunsOf(entry({ fears: dashes(count) })), [`fears has ${count} dashes, not 1 to 3`]);
    }
  });
  test('all of them at once, and any white space between words', () => {
    const tale = words(121).replaceAll(' ', ' \n\t\u00a0 ');
    assert.equal(overrunsOf(entry({ tale, goals: [], blueSky: [], fears: [] })).length, 4);
    assert.deepEqual(overrunsOf(entry({ tale: `  ${words(120)}\n` })), []);
  });
});

describe('the subject of a dream', () => {
  const subject = (tale: string): string => {
    const text = subjectOf(tale);
    assert.ok(text.startsWith('rem: '), text);
    return text.slice(5);
  };
  test('the first sentence, without its end', () => {
    assert.equal(subject('Two commits landed. Then the gate failed.'), 'Two commits landed');
    assert.equal(subject('Did it pass? It did.'), 'Did it pass');
    assert.equal(subject('One line\nand another.'), 'One line');
  });
  test('a dot inside a name or a number ends no sentence', () => {
    assert.equal(subject('It mended src/app.ts in 1.5 hours. Then it slept.'), 'It mended src/app.ts in 1.5 hours');
  });
  test('nothing to say', () => {
    for (const tale of ['', '.', '\nlater', 'x'.repeat(61), `${'x'.repeat(80)} y`])
      assert.equal(subject(tale), 'a quiet cycle', tale);
  });
  test('a long sentence ends where a phrase ends', () => {
    const told: readonly (readonly [tale: string, subject: string])[] = [
      ['Trimmed line spaces; in table, added "--lazy and --fields" and set --print.', 'Trimmed line spaces'],
      [
        'Added a parser for quoted strings and a cache, and mended what broke there.',
        'Added a parser for quoted strings and a cache',
      ],
      [
        'Fixed the column type of all foreign keys in the tables of executions there.',
        'Fixed the column type of all foreign keys in the tables',
      ],
      ['Released 0.3.4: showed another button than copy if the site is not on https.', 'Released 0.3.4'],
      ['Replaced the word `one two three four five six seven eight nine ten eleven`.', 'Replaced the word …'],
    ];
    for (const [tale, expected] of told) assert.equal(subject(tale), expected);
  });
  test('what would be left out may be a condition: then one sees that something is', () => {
    assert.equal(
      subject('Made sure not to apply the power profile switching here if only one profile is available.'),
      'Made sure not to apply the power profile switching here …',
    );
  });
  test('sixty characters are not cut, sixty-one are, at a word', () => {
    const sixty = `${'word '.repeat(11)}words`;
    assert.equal(sixty.length, 60);
    assert.equal(subject(`${sixty}. More.`), sixty);
    assert.equal(subject(`${sixty}s. More.`), `${'word '.repeat(11)}…`);
    assert.equal(subject(`${sixty} more. More.`), `${'word '.repeat(11)}…`);
  });
  test('no separator hangs at its end', () => {
    for (const mark of [',', ';', ':', ' —', ' –', ' -', ' - —,'])
      assert.equal(subject(`${'word '.repeat(9)}word${mark} ${'z'.repeat(30)}`), `${'word '.repeat(9)}word`, mark);
  });
  test('whatever the tale is', () => {
    const tale = fc.oneof(
      anyText,
      fc
        .array(fc.constantFrom('word', 'two', '—', '-', ',', 'a,', 'b;', 'x:', '.', 'é', '👩‍💻', 'src/a.ts'), {
          maxLength: 40,
        })
        .map((all) => all.join(' ')),
    );
    fc.assert(
      fc.property(tale, (text) => {
        const told = subject(text.trim());
        assert.ok(told.length >= 1 && told.length <= 60, told);
        assert.ok(!told.includes('\n') && told === told.trim(), JSON.stringify(told));
        assert.ok(told.isWellFormed() || !text.isWellFormed());
        if (text.trim().length > 60 && told !== 'a quiet cycle') {
          const said = told.replace(/ …$/u, '');
          assert.ok(text.trim().startsWith(said));
          if (said.length > 50) assert.match(text.trim().slice(said.length), /^(?:\s|[.!?,;:—–-]|$)/u);
        }
      }),
      { numRuns: times(2000) },
    );
  });
  test('a sentence of sixty characters or fewer hangs on no separator either', () => {
    for (const tale of [
      'Two commits landed —',
      'Two commits landed,',
      'Two commits landed -. Then',
      'Two commits landed:\n- one',
    ])
      assert.equal(subject(tale), 'Two commits landed', tale);
  });
});

describe('names', () => {
  const at = '2026-06-10T14:30:59.999Z';
  test('the minute in UTC, and a number if it is taken', () => {
    const taken = new Set<string>();
    const given = Array.from({ length: 12 }, () => {
      const name = entryName(at, taken);
      taken.add(name);
      return name;
    });
    assert.deepEqual(given.slice(0, 3), ['2026-06-10-1430.org', '2026-06-10-1430-2.org', '2026-06-10-1430-3.org']);
    assert.equal(taken.size, 12);
    // The newest of a minute is the one written last: ten is more than two.
    assert.deepEqual(entriesAmong([...taken].toSorted()), given.toReversed());
  });
  test('a gap in the numbers is filled', () => {
    assert.equal(entryName(at, new Set(['2026-06-10-1430.org', '2026-06-10-1430-3.org'])), '2026-06-10-1430-2.org');
    assert.equal(entryName(at, new Set(['2026-06-10-1429.org'])), '2026-06-10-1430.org');
  });
  test('what is given is read back to the minute', () => {
    const time = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 30 }), (date, taken) => {
        const names = new Set<string>();
        for (let index = 0; index < taken; index += 1) names.add(entryName(date.toISOString(), names));
        assert.equal(names.size, taken);
        assert.equal(timeOfEntry(entryName(date.toISOString(), names)), `${date.toISOString().slice(0, 16)}:00.000Z`);
      }),
      { numRuns: times(300) },
    );
  });
  test('no entry: impossible dates, other shapes', () => {
    const impossible = [
      '2026-13-01-0000',
      '2026-00-10-0000',
      '2026-06-32-0000',
      '2026-06-10-2460',
      '2026-06-10-2500',
      '2026-06-00-1200',
    ];
    const shapes = [
      '2026-06-10',
      '2026-6-10-1430',
      '2026-06-10-14:30',
      'x2026-06-10-1430',
      '2026-06-10-1430-',
      '2026-06-10-1430-12345',
      '2026-06-10-1430-x',
    ];
    for (const stem of [...impossible, ...shapes]) assert.equal(timeOfEntry(`${stem}.org`), undefined, stem);
    for (const name of [
      '2026-06-10-1430',
      '2026-06-10-1430.md',
      '2026-06-10-1430.org.bak',
      '2026-06-10-1430.org\n',
      '/2026-06-10-1430.org',
      '../2026-06-10-1430.org',
      'Zoe/2026-06-10-1430.org',
      'zoe/sub/2026-06-10-1430.org',
      'zoe\\2026-06-10-1430.org',
      '.2026-06-10-1430.org',
    ])
      assert.equal(timeOfEntry(name), undefined, name);
  });
  test("below the name of an agent it is that agent's", () => {
    assert.equal(timeOfEntry('zoe/2026-06-10-1430-2.org'), '2026-06-10T14:30:00.000Z');
    const names = ['2026-06-10-1430.org', 'zoe/2026-06-10-1431.org', 'agent-2/2026-06-10-1429.org', 'zoe/notes.org'];
    assert.deepEqual(entriesAmong(names), [names[1], names[0], names[2]]);
  });
  test('no entry: a day its month does not have, an hour a day does not have', () => {
    for (const stem of ['2026-02-30-0000', '2026-02-29-1200', '2026-04-31-1200', '2026-06-10-2400'])
      assert.equal(timeOfEntry(`${stem}.org`), undefined, stem);
    assert.equal(timeOfEntry('2028-02-29-1200.org'), '2028-02-29T12:00:00.000Z');
  });
  test('newest first, whatever the order they come in', () => {
    const sorted = [
      '2027-01-01-0000.org',
      '2026-06-10-1430-10.org',
      '2026-06-10-1430-9.org',
      '2026-06-10-1430-2.org',
      '2026-06-10-1430.org',
      '2026-06-10-1429-99.org',
      '1999-12-31-2359.org',
    ];
    const others = ['manifest.json', 'ledger.jsonl', '.gitattributes', '2026-13-01-0000.org', 'README.org'];
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...sorted, ...others], { minLength: sorted.length + others.length }),
        (names) => {
          assert.deepEqual(entriesAmong(names), sorted);
        },
      ),
    );
  });
});
