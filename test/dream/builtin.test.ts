// The builtin dreamer on days nobody wrote: every limit holds, it names nothing that is not in its facts, and it never changes its mind.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dreamByRules, printInput } from '../../src/dream/dream.ts';
import { type Facts, gatherFacts } from '../../src/facts/facts.ts';
import { type DreamEntry, limits, printEntry, wordsIn } from '../../src/journal/journal.ts';
import { type DayEvent, liveDay } from '../day.ts';
import { fc } from '../drawn.ts';
import { overrunsOf } from '../journal/overruns.ts';
import { sandbox } from '../sandbox.ts';

const files = ['src/parser.ts', 'src/invoice/totals.ts', 'docs/guide.md', 'test/parser.test.ts', 'a b.txt', 'ünï.txt'];
const titles = ['mend src/parser.ts', 'invoice: wrong totals', 'honest pricing page', 'write the guide', 'speed'];
const event: fc.Arbitrary<Omit<DayEvent, 'at'>> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ edit: fc.constantFrom(...files), content: fc.string({ maxLength: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ read: fc.constantFrom(...files) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      run: fc.constantFrom(
        'npm test',
        'npm run lint',
        'npm test && npm run lint',
        'cd web && npm test',
        'npm test | tail',
        'npm test && npm publish',
        'git push origin main',
        'ls',
      ),
      exit: fc.constantFrom(0, 0, 1, 127),
      durationMs: fc.constantFrom(0, 40_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ start: fc.constantFrom('npm test', 'npm run dev') }) },
  { weight: 1, arbitrary: fc.record({ prompt: fc.constantFrom('go on', 'please mend the parser') }) },
);
const tasks = fc
  .uniqueArray(
    fc.record({ state: fc.constantFrom('TODO', 'NEXT', 'DOING', 'DONE'), title: fc.constantFrom(...titles) }),
    { selector: ({ title }) => title, maxLength: 5 },
  )
  .map((list) => `* board\n${list.map(({ state, title }) => `** ${state} ${title}\n- [ ] a box of it\n`).join('')}`);
const script = fc.record({
  board: tasks,
  shape: fc.constantFrom('nested', 'one'),
  events: fc.array(event, { maxLength: 14 }),
  commitAt: fc.option(fc.nat({ max: 13 })),
});

/** What an entry names: paths, commits, and what stands in quotes or backticks. */
function namesIn({ tale, goals, blueSky, fears, verdicts, carry }: DreamEntry): string[] {
  const text = [tale, ...goals, ...blueSky, ...fears, ...verdicts, carry.next ?? ''].join('\n');
  return [
    ...[...text.matchAll(/(?<![\w./-])[\p{L}\w-]+(?:\/[\p{L}\w.-]+)+|\b[\w-]+\.(?:ts|md|txt)\b/gu)].map(
      // The dot that ends a sentence is none of it.
      ([path]) => path.replace(/\.$/u, ''),
    ),
    ...[...text.matchAll(/\b[0-9a-f]{7}\b/gu)].map(([id]) => id),
    ...[...text.matchAll(/"([^"\n]+)"/gu)].map(([, title = '']) => title),
    ...[...text.matchAll(/`([^`\n]+)`/gu)].map(([, command = '']) => command),
    ...verdicts.flatMap((line) => /^(?:pick up|put down): (.*) — /u.exec(line)?.[1] ?? []),
    ...carry.midFlight,
    ...(carry.doing === null ? [] : [carry.doing]),
  ];
}

function assertSound(facts: Facts): DreamEntry {
  const { entry } = dreamByRules(facts, 'n-abcdefgh23');
  const text = printEntry(entry);
  assert.deepEqual(overrunsOf(entry), []);
  assert.ok(wordsIn(entry.tale) <= limits.taleWords);
  assert.ok(entry.verdicts.length >= 1 && entry.verdicts.length <= 2);
  const dashes = (text.split('* carry\n')[1] ?? '').split(':RECEIPTS:')[0]?.match(/^- /gmu)?.length ?? 0;
  assert.ok(dashes >= 2 && dashes <= 4, `${dashes} dashes`);
  const input = printInput(facts);
  assert.deepEqual(
    namesIn(entry).filter((name) => !input.includes(name)),
    [],
    `not in the input:\n${input}\n${text}`,
  );
  assert.equal(printEntry(dreamByRules(facts, 'n-abcdefgh23').entry), text);
  return entry;
}

describe('any day', () => {
  for (const [index, { board, shape, events, commitAt }] of fc
    .sample(script, { numRuns: 25, seed: 20261115 })
    .entries())
    test(`day ${index}`, async (t) => {
      const day = events.flatMap((each, at): DayEvent[] => {
        const time = `09:${String(at + 10)}`;
        const happens = { ...each, at: time };
        return at === commitAt
          ? [happens, { at: time, write: 'landed.txt', content: 'x' }, { at: time, commit: 'work: it landed' }]
          : [happens];
      });
      const lived = await liveDay(sandbox(t), 'day', { shape, board, before: { 'src/parser.ts': 'old\n' }, day });
      const facts = await gatherFacts({ ...lived.at('10:00'), purpose: 'dream' });
      assertSound(facts);
      const again = await gatherFacts({ ...lived.at('10:00'), purpose: 'dream' });
      assert.equal(printInput(again), printInput(facts));
      assert.equal(printEntry(dreamByRules(again, 'n-x').entry), printEntry(dreamByRules(facts, 'n-x').entry));
    });
});

describe('days that are too long to be told whole', () => {
  test('sixty files in flight: those that are named are in the input', async (t) => {
    const day = Array.from(
      { length: 60 },
      (_, index): DayEvent => ({ at: '09:30', write: `many/f${String(index).padStart(2, '0')}.txt`, content: 'x' }),
    );
    day.push({ at: '09:59:59', edit: 'zz/last.txt', content: 'x' });
    const lived = await liveDay(sandbox(t), 'day', { shape: 'nested', board: '* board\n', before: {}, day });
    const entry = assertSound(await gatherFacts({ ...lived.at('10:00'), purpose: 'dream' }));
    assert.equal(entry.carry.midFlight.length, 12);
  });
  test('three hundred tasks: the one a verdict names is in the input', async (t) => {
    const board = `* board\n${Array.from({ length: 300 }, (_, index) => `** TODO task number ${index} of many\n`).join('')}** TODO mend src/parser.ts\n`;
    const day = [{ at: '09:00', edit: 'src/parser.ts', content: 'x' }];
    const lived = await liveDay(sandbox(t), 'day', { shape: 'nested', board, before: {}, day });
    const entry = assertSound(await gatherFacts({ ...lived.at('10:00'), purpose: 'dream' }));
    assert.match(entry.verdicts[0] ?? '', /^pick up: mend src\/parser\.ts/u);
  });
});
