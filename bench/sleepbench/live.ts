// One life with one arm: it is told what happens, sleeps, wakes and is asked, and every morning is measured.
import type { Arm, Given, Memory, Night } from './arm.ts';
import { type Day, type Life, truthAt } from './life.ts';
import { measureAnswers, measurePinnedTold } from './measures/answers.ts';
import { newHarm } from './measures/harm.ts';
import { added, type Counts, share } from './measures/measure.ts';
import { measureMemory } from './measures/memory.ts';
import { measureOrientation } from './measures/orient.ts';
import { linesOf, newReader } from './measures/says.ts';
import { type Given as GivenVerdicts, measureVerdicts } from './measures/verdicts.ts';

/** What the bench reads of a pack and of an answer. */
export const longestPack = 4000;
export const mostPassages = 5;
export const longestPassage = 400;

/** What each day counted by itself; of the whole life what is counted once. */
export interface Lived {
  readonly days: readonly Counts[];
  readonly whole: Counts;
}

export async function live(arm: Arm, life: Life, given: Omit<Given, 'seed'>): Promise<Lived> {
  const memory = await arm.open({ ...given, seed: life.seed });
  const reader = newReader(life.facts);
  const harm = newHarm(reader, life);
  const verdictsGiven: GivenVerdicts = { said: new Map(), waiting: new Set(), found: new Set() };
  const days: Counts[] = [];
  let before: Night['memory'] = [];
  try {
    for (const day of life.days) {
      const truth = truthAt(life, day.end);
      const lived = await liveDay(memory, day);
      const { night, pack, asked, verdicts = [], receipts } = lived;
      harm.look({ moment: day.end, memory: night.memory, pack, asked, verdicts });
      const counts: Counts[] = [
        measureMemory(reader, truth, night.memory, before),
        measureAnswers(reader, truth, pack, asked),
        measurePinnedTold(reader, truth, pack),
        measureOrientation(truth, pack, day),
        new Map([['cost', share(night.spent.tokens, 1)]]),
        // So that a plot can show them growing; of the whole life the last counts.
        harm.counts(day.end),
      ];
      if (lived.verdicts !== undefined)
        counts.push(measureVerdicts(life, truth, verdicts, { moment: day.end, given: verdictsGiven }));
      if (receipts !== undefined)
        counts.push(new Map([['silent ticks', share(receipts.some(({ reason }) => reason.trim() !== '') ? 0 : 1, 1)]]));
      days.push(counts.reduce(added));
      before = night.memory;
    }
  } finally {
    await memory.close?.();
  }
  return { days, whole: wholeOf(days) };
}

type LivedDay = Awaited<ReturnType<typeof liveDay>>;

async function liveDay(memory: Memory, day: Day) {
  for (const event of day.events) await memory.write(event);
  const night = await memory.sleep(day.sleepAt);
  const receipts = await memory.receipts?.();
  const verdicts = await memory.verdicts?.();
  const pack = linesOf([(await memory.wake(day.wakeAt)).slice(0, longestPack)]);
  const asked: { question: Day['questions'][number]; passages: readonly string[] }[] = [];
  for (const question of day.questions) {
    const passages = (await memory.ask(question.text, day.wakeAt)).slice(0, mostPassages);
    asked.push({ question, passages: passages.map((each) => each.slice(0, longestPassage)) });
  }
  return { night, receipts, verdicts, pack, asked };
}

/** Sums of all days; of harm, of what is mixed up and of what is junk, as it is at the end. */
function wholeOf(days: readonly Counts[]): Counts {
  const last = days.at(-1) ?? new Map();
  const sum = days.reduce(added, new Map());
  return new Map([...sum, ...[...last].filter(([name]) => atTheEnd.has(name))]);
}

const atTheEnd: ReadonlySet<string> = new Set([
  'poison',
  'leaks',
  'wrong merges',
  'false lines',
  'junk',
  'pinned kept',
]);

/** Nights taken back: a life of its own, because what was undone is not dreamt again. */
export async function liveUndone(arm: Arm, life: Life, given: Omit<Given, 'seed'>): Promise<Counts> {
  const memory = await arm.open({ ...given, seed: life.seed });
  try {
    const { undo } = memory;
    if (undo === undefined) return new Map();
    let same = 0;
    for (const day of life.days) {
      for (const event of day.events) await memory.write(event);
      const before = await undo.text();
      await memory.sleep(day.sleepAt);
      await undo.last(day.wakeAt);
      if ((await undo.text()) === before) same += 1;
    }
    return new Map([['undone', share(same, life.days.length)]]);
  } finally {
    await memory.close?.();
  }
}

export type { LivedDay };
