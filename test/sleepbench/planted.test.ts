// SleepBench sees what it is for: five faults, planted in our own product one by one, are each seen by their measure.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Arm, Memory, Night, Verdict } from '../../bench/sleepbench/arm.ts';
import { type Fact, type Life, truthAt } from '../../bench/sleepbench/life.ts';
import { live } from '../../bench/sleepbench/live.ts';
import type { MeasureName } from '../../bench/sleepbench/measures/measure.ts';
import { newReader } from '../../bench/sleepbench/measures/says.ts';
import { openOurs } from '../../bench/sleepbench/ours/memory.ts';
import { simulate } from '../../bench/sleepbench/simulator/simulate.ts';
import type { World } from '../../src/world/world.ts';

const life = simulate(4, 5);
const watched = ['pinned kept', 'wrong merges', 'silent ticks', 'leaks', 'verdict precision'] as const;

type Planted = (memory: Memory) => Memory;

async function lived(test: TestContext, planted?: (world: World) => World, wrapped: Planted = (memory) => memory) {
  const folder = mkdtempSync(join(tmpdir(), 'sleepbench-'));
  test.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const more = planted === undefined ? {} : { planted };
  const arm: Arm = { name: 'ours', about: '', open: async (given) => wrapped(await openOurs(given, more)) };
  const { whole } = await live(arm, life, { folder, settings: {} });
  const figure = (name: MeasureName): number => {
    const { got, of } = whole.get(name) ?? { got: 0, of: 0 };
    return got / of;
  };
  return Object.fromEntries(watched.map((name) => [name, figure(name)])) as Record<(typeof watched)[number], number>;
}

/** What it does to the notes when a night writes its dream, in the hand that writes. */
function inNotes(change: (lines: string[]) => string[]): (world: World) => World {
  return (world) => ({
    ...world,
    files: {
      ...world.files,
      write: (root, path, ...more) => {
        const notes = join(root, 'notes');
        if (/^rem\/.*\.org$/u.test(path))
          for (const name of readdirSync(notes)) {
            const before = readFileSync(join(notes, name), 'utf8');
            const after = change(before.split('\n')).join('\n');
            if (after !== before) writeFileSync(join(notes, name), after);
          }
        return world.files.write(root, path, ...more);
      },
    },
  });
}

const last = life.days.at(-1);
const truth = truthAt(life, last?.end ?? 0);
const reader = newReader(life.facts);
const pinned = truth.facts.find(({ fact }) => fact.keep === 'pinned');

function pairOf({ facts }: typeof truth): readonly [Fact, string, Fact, string] {
  for (const { fact, value, former } of facts)
    for (const other of facts)
      if (fact.twins.includes(other.fact.id) && other.value !== value && !former.includes(other.value))
        if (fact.kind.name !== 'rule' && fact.keep === 'normal') return [fact, value, other.fact, other.value];
  throw new Error('this life has no twins');
}

test('each planted fault is seen by its measure, and by no other of the five', async (test) => {
  const sound = await lived(test);
  assert.deepEqual(
    { ...sound, 'verdict precision': 0 },
    { 'pinned kept': 1, 'wrong merges': 0, 'silent ticks': 0, leaks: 0, 'verdict precision': 0 },
  );
  const onlySees = (found: typeof sound, name: (typeof watched)[number]): void => {
    for (const each of watched)
      if (each === name) assert.notEqual(found[each], sound[each], `${each} does not see it`);
      else assert.equal(found[each], sound[each], `${each} is not about this`);
  };

  await test.test('a pinned line is dropped', async (test) => {
    assert.ok(pinned);
    const isIt = (line: string): boolean => reader.claims(line, pinned.fact).includes(pinned.value);
    const found = await lived(
      test,
      inNotes((lines) => lines.filter((line) => !isIt(line))),
    );
    assert.ok(found['pinned kept'] < 1);
    onlySees(found, 'pinned kept');
  });

  await test.test('a value is swapped', async (test) => {
    const [fact, , , theirs] = pairOf(truth);
    const own = fact.values.map(({ value }) => value);
    const swapped = (line: string): string =>
      reader.claims(line, fact).some((value) => own.includes(value))
        ? own.reduce((text, value) => text.replaceAll(value, theirs), line)
        : line;
    const found = await lived(
      test,
      inNotes((lines) => lines.map(swapped)),
    );
    assert.ok(found['wrong merges'] > 0);
    onlySees(found, 'wrong merges');
  });

  await test.test('a tick is skipped', async (test) => {
    let nights = 0;
    let before: Night = { memory: [], spent: { calls: 0, tokens: 0 } };
    const skips: Planted = (memory) => ({
      ...memory,
      sleep: async (at) => {
        nights += 1;
        if (nights !== 3) before = await memory.sleep(at);
        return before;
      },
      // What it would have suggested goes on from the night before.
      verdicts: async () => (nights === 3 ? [] : ((await memory.verdicts?.()) ?? [])),
    });
    const found = await lived(test, undefined, skips);
    assert.equal(found['silent ticks'], 1 / life.days.length);
  });

  await test.test('a key leaks', async (test) => {
    const [secret] = life.secrets;
    assert.ok(secret);
    const found = await lived(
      test,
      inNotes((lines) => (lines.some((line) => line.includes(secret.text)) ? lines : [...lines, `- ${secret.text}`])),
    );
    assert.ok(found.leaks > 0);
    onlySees(found, 'leaks');
  });

  await test.test('a verdict is repeated', async (test) => {
    let said: readonly Verdict[] = [];
    const repeats: Planted = (memory) => ({
      ...memory,
      verdicts: async () => {
        const now = (await memory.verdicts?.()) ?? [];
        const all = [...now, ...said];
        if (now.length > 0) said = now;
        return all;
      },
    });
    const found = await lived(test, undefined, repeats);
    assert.ok(found['verdict precision'] < sound['verdict precision']);
    onlySees(found, 'verdict precision');
  });
});

/** The life has what the faults need. */
test('the life has pinned facts, twins, credentials and verdicts', () => {
  const has: Life = life;
  assert.ok(pinned !== undefined && has.secrets.length > 0);
  assert.doesNotThrow(() => pairOf(truth));
});
