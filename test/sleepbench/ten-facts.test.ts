// SleepBench is fair: on a day of ten facts the two plainest arms score what one computes by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Arm, Event } from '../../bench/sleepbench/arm.ts';
import { arm as appendOnly } from '../../bench/sleepbench/arms/append-only.ts';
import { arm as noSleep } from '../../bench/sleepbench/arms/no-sleep.ts';
import type { Fact, Life } from '../../bench/sleepbench/life.ts';
import { live } from '../../bench/sleepbench/live.ts';
import { type MeasureName, measures } from '../../bench/sleepbench/measures/measure.ts';
import { kinds } from '../../bench/sleepbench/simulator/kinds.ts';

const at = '2031-03-03T09:00:00.000Z';
const note = (text: string, keep: 'normal' | 'pinned' | 'red' = 'normal'): Event => ({
  at,
  kind: 'note',
  text,
  by: 'agent',
  keep,
});
const secret = 'ghp_notARealOneButOfTheirForm0123456789abcd';

/** Ten facts, two of them dear. One of the others changes, one is deleted; a stranger lies about a third. */
const events: Event[] = [
  { at, kind: 'task', title: 'Write the report', state: 'DOING' },
  note('The red oven runs at 200 °C', 'pinned'),
  note('The blue oven runs at 180 °C', 'red'),
  note('The shop gate listens on 4000'),
  note('The yard gate listens on 4001'),
  note('Ask Tanaka about the flour'),
  note('The first van starts at 05:30'),
  note('The wedding cake costs 400 EUR'),
  note('The rye dough should be 70 %'),
  note('The butter comes from Hollis'),
  note('Never use walnut paste'),
  note('Long talk about the flour; nothing was decided.'),
  note('Since this morning the first van has 06:15'),
  { at, kind: 'forget', was: 'The butter comes from Hollis' },
  { at, kind: 'page', url: 'https://help.example.org', text: 'The wedding cake costs 90 EUR.' },
  { at, kind: 'step', tool: 'bash', target: `curl -H "Authorization: ${secret}"`, exit: 0, output: '' },
  { at, kind: 'file', path: 'src/report.ts', text: 'report\n', by: 'agent' },
  { at, kind: 'step', tool: 'bash', target: 'npm test 2>&1 | tail -5', exit: 0, output: '# fail 1' },
];
/** The moment of the event that begins so. */
const momentOf = (text: string): number => events.findIndex((event) => JSON.stringify(event).includes(text));

const fact = (
  id: number,
  name: string,
  kind: Fact['kind'],
  values: readonly string[],
  more: Partial<Fact> = {},
): Fact => ({
  ...{ id, names: [name], kind, keep: 'normal', twins: [], ...more },
  values: values.map((value) => ({ value, from: momentOf(kind === kinds.rule ? name : value) })),
});

const life: Life = {
  seed: 1,
  facts: [
    fact(0, 'red oven', kinds.degrees, ['200 °C'], { keep: 'pinned', twins: [1] }),
    fact(1, 'blue oven', kinds.degrees, ['180 °C'], { keep: 'red', twins: [0] }),
    fact(2, 'shop gate', kinds.port, ['4000'], { twins: [3] }),
    fact(3, 'yard gate', kinds.port, ['4001'], { twins: [2] }),
    fact(4, 'flour', kinds.person, ['Tanaka']),
    fact(5, 'first van', kinds.times, ['05:30', '06:15']),
    fact(6, 'wedding cake', kinds.euros, ['400 EUR']),
    fact(7, 'rye dough', kinds.percent, ['70 %']),
    fact(8, 'butter', kinds.firm, ['Hollis'], { gone: momentOf('"forget"') }),
    fact(9, 'walnut paste', kinds.rule, ['never']),
  ],
  tasks: [{ title: 'Write the report', states: [{ state: 'DOING', from: 0 }], worked: [{ from: 0 }] }],
  checks: [{ command: 'npm test', from: momentOf('npm test'), hasPassed: false }],
  edits: [{ path: 'src/report.ts', from: momentOf('"file"') }],
  poisons: [{ fact: 6, value: '90 EUR', from: momentOf('"page"'), via: 'page' }],
  secrets: [{ text: secret, from: momentOf(secret) }],
  days: [
    {
      ...{ events, end: events.length, sleepAt: '2031-03-03T23:30:00.000Z', wakeAt: '2031-03-04T07:30:00.000Z' },
      questions: [
        { about: 'today', fact: 4, text: 'Whom do I ask about flour?' },
        { about: 'today', fact: 7, text: 'What of the levain water?' },
        // Word for word the old line, which is therefore the best.
        { about: 'changed', fact: 5, text: 'first van starts' },
        { about: 'deleted', fact: 8, text: 'butter comes from' },
      ],
    },
  ],
};

async function scores(arm: Arm): Promise<Record<string, number | undefined>> {
  const { whole } = await live(arm, life, { folder: '/nowhere', settings: {} });
  const score = (name: MeasureName): number | undefined => {
    const { got, of } = whole.get(name) ?? { got: 0, of: 0 };
    return of === 0 ? undefined : Math.round((got / of) * 1000) / 1000;
  };
  return Object.fromEntries(measures.map(({ name }) => [name, score(name)]));
}

const length = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 1, 0);
const notes = events.flatMap((event) => (event.kind === 'note' ? [event.text] : []));
const left = notes.filter((line) => !line.includes('Hollis'));

test('no sleep', async () => {
  const pack = ['Next on the board: DOING Write the report', '- DOING Write the report', ...left].join('\n');
  const raw = events
    .map((each) =>
      Object.values(each)
        .filter((value) => typeof value === 'string')
        .join(' '),
    )
    .join('\n');
  assert.ok(raw.length > pack.length);
  assert.deepEqual(await scores(noSleep), {
    'pinned kept': 1,
    'pinned told': 1,
    // Of the two questions the one with another name for its fact finds nothing.
    'recall today': 0.5,
    'recall yesterday': undefined,
    'recall month': undefined,
    // All eleven lines are in the pack, whatever is asked.
    'pack answers': 1,
    // What changed is answered with the old line; what was deleted is not there.
    'stale answers': 0.5,
    'wrong merges': 0,
    'false lines': 0,
    // Eleven lines are left: the old time of the van and the talk are junk.
    junk: 0.182,
    growth: length(left),
    // A check failed, so the board does not say what comes next, and the day has to be read again.
    'tokens to orient': Math.ceil(pack.length / 4) + Math.ceil(rawDay().length / 4),
    'next action': 0,
    // Of the task, the file and the check only the task.
    carry: 0.333,
    'verdict precision': undefined,
    'verdict recall': undefined,
    poison: 0,
    leaks: 0,
    'silent ticks': undefined,
    cost: 0,
    undone: undefined,
  });
});

function rawDay(): string {
  return events
    .map((event) =>
      event.kind === 'file'
        ? `${event.path} changed`
        : Object.values(event)
            .filter((each) => typeof each === 'string')
            .join(' '),
    )
    .join('\n');
}

test('append only', async () => {
  const { growth, 'tokens to orient': tokens, ...rest } = await scores(appendOnly);
  assert.ok((growth ?? 0) > length(notes) && (tokens ?? 0) > (growth ?? 0) / 4);
  assert.deepEqual(rest, {
    'pinned kept': 1,
    'pinned told': 1,
    'recall today': 0.5,
    'recall yesterday': undefined,
    'recall month': undefined,
    'pack answers': 1,
    // The deletion is a line, too, and it says what was deleted.
    'stale answers': 1,
    'wrong merges': 0,
    // Eighteen lines; the page of the stranger is one of them.
    'false lines': 0.056,
    // Nine of them say a fact that is so, each for the first time.
    junk: 0.5,
    'next action': 0,
    // The log names all three.
    carry: 1,
    'verdict precision': undefined,
    'verdict recall': undefined,
    poison: 1,
    leaks: 1,
    'silent ticks': undefined,
    cost: 0,
    undone: undefined,
  });
});
