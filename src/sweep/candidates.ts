// The deep phase: each memory that was asked for, and what becomes of it. Counts decide first, then whose words they are, then what stands in them.
import { netOf } from '../change/change.ts';
import type { Memories, Note } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { sketchFrom, sweepsOf } from '../journal/journal.ts';
import { areAlike, isLikeAny, isQuoteOf, memoryPath, sketchOf } from '../memory/memory.ts';
import { oneLine, withoutInvisible } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import { byRank, type Scored, scored } from './rank.ts';
import type { SweepRules } from './rules.ts';
import type { Tally } from './tally.ts';

/** What may hold a memory back, in the order in which it is asked. The first that does is the one that is counted. */
export const gates = [
  'promoted',
  'stands',
  'missing',
  'origin',
  'recalls',
  'days',
  'queries',
  'score',
  'removed',
  'quote',
  'credential',
  'order',
  'length',
  'like',
  'cap',
] as const;
export type Gate = (typeof gates)[number];

/** A memory that was asked for. Passed, if no gate is named. */
export interface Candidate extends Scored {
  /** Undefined if it stands nowhere any more. */
  readonly note: Note | undefined;
  readonly gate: Gate | undefined;
  /** In words, about this memory; '' if it passed. */
  readonly why: string;
}

/** Longer ones are no single fact. */
export const longestPromoted = 1000;

/** Each of them, those that pass first and in their order, the others by rank. */
export function candidatesAmong(
  { settings }: Pick<AgentHome, 'settings'>,
  { notes, marks, ledger }: Pick<Memories, 'notes' | 'marks' | 'ledger'>,
  tallies: ReadonlyMap<string, Tally>,
  rules: SweepRules,
  now: number,
): readonly Candidate[] {
  const byId = new Map(notes.map((note) => [note.id, note]));
  const earlier = new Map(
    sweepsOf(ledger).flatMap((sweep) => sweep.promoted.map((each) => [each.memory, { ...each, sweep }])),
  );
  const isInMemory = ({ places }: Note): boolean => places.some(({ path }) => path === memoryPath);
  const isThere = (id: string): boolean => {
    const note = byId.get(id);
    return note !== undefined && isInMemory(note);
  };
  const removed = [
    ...[...earlier.values()].flatMap(({ memory, sketch }) => (isThere(memory) ? [] : [{ sketch: sketchFrom(sketch) }])),
    ...[...marks.removed].flatMap(([id, { sketch }]) => (byId.has(id) && !marks.forgotten.has(id) ? [] : [{ sketch }])),
  ];
  const standing = rules.dedupe ? notes.filter(isInMemory).map(({ text }) => sketchOf(text)) : [];
  const told = notes.filter(isInMemory);
  const { isClean } = netOf(settings);
  const all = [...tallies]
    .map(([id, tally]) => ({ note: byId.get(id), one: scored(id, tally, now, rules) }))
    .toSorted((a, b) => byRank(a.one, b.one));
  const passed: string[] = [];
  const judged = all.map(({ note, one }): Candidate => {
    const held = (gate: Gate, why: string): Candidate => ({ ...one, note, gate, why });
    const before = earlier.get(one.id);
    if (before !== undefined)
      return held(
        'promoted',
        `it was promoted on ${before.sweep.time.slice(0, 10)} (${before.sweep.night})${before.sweep.isUndone ? ', and that was taken back' : ''}`,
      );
    if (note === undefined) return held('missing', 'it stands in no file any more');
    if (isInMemory(note)) return held('stands', `it stands in ${memoryPath} already`);
    const whose = notEarned(note);
    if (whose !== undefined) return held('origin', whose);
    const [failed] = one.failed;
    if (failed !== undefined) return held(failed, tellCount(one, rules));
    if (marks.forgotten.has(one.id) || isLikeAny(note.text, removed))
      return held('removed', 'somebody took it out of memory, in these words or in others');
    const quoted = told.find((each) => isQuoteOf(note.text, each.text));
    if (quoted !== undefined) return held('quote', `it only says again what stands in ${memoryPath} (${quoted.id})`);
    const text = oneLine(withoutInvisible(note.text), longestPromoted + 1);
    if (!isClean(text)) return held('credential', 'it has a credential in it');
    if (readsLikeOrder(text)) return held('order', 'it reads like an order to whoever reads memory');
    if (text.length > longestPromoted) return held('length', `it has more than ${longestPromoted} characters`);
    const sketch = sketchOf(note.text);
    if (rules.dedupe && [...standing, ...passed].some((other) => areAlike(other, sketch)))
      return held('like', 'another one that says almost the same is in memory, or comes before it');
    if (passed.length >= rules.mostPromotions)
      return held('cap', `${rules.mostPromotions} others come before it in this sweep`);
    passed.push(sketch);
    return { ...one, note, gate: undefined, why: '' };
  });
  return judged.toSorted((a, b) => Number(a.gate !== undefined) - Number(b.gate !== undefined));
}

/** What only came back because we said it, or what strangers said, earns nothing. */
function notEarned({ origin, isEcho }: Note): string | undefined {
  if (origin === 'sleep') return 'a sleep wrote it';
  if (origin === 'untrusted') return 'it repeats what a page or a foreign tool said';
  return isEcho ? 'it was written down after a pack or a memory had told it' : undefined;
}

/** What it has, and what it would need. */
export function tellCount({ failed, tally, score }: Scored, rules: SweepRules): string {
  const said = {
    recalls: `recalled ${tally.recalls} of ${rules.minRecalls} times`,
    days: `on ${tally.days} of ${rules.minDays} days`,
    queries: `by ${tally.queries} of ${rules.minQueries} different questions`,
    score: `score ${score.toFixed(2)} of ${rules.minScore}`,
  };
  return failed.map((gate) => said[gate]).join(', ');
}

/** Pairs that say almost the same: of those that pass, and with what stands in memory. */
export function nearDuplicates(
  passed: readonly Candidate[],
  notes: readonly Note[],
): readonly (readonly [string, string])[] {
  const coming = passed.flatMap(({ id, note }) => (note === undefined ? [] : [{ id, sketch: sketchOf(note.text) }]));
  const there = notes
    .filter(({ places }) => places.some(({ path }) => path === memoryPath))
    .map(({ id, text }) => ({ id, sketch: sketchOf(text) }));
  return coming.flatMap(({ id, sketch }, at) =>
    [...coming.slice(at + 1), ...there]
      .filter((other) => areAlike(sketch, other.sketch))
      .map((other) => [id, other.id] as const),
  );
}
