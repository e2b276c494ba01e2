// What is measured: each measure by its name, what it counts, and which end of it is good.

/** So many of so many. Of a measure that is a share, `of` is what it is a share of; of one that is a mean, how often it was taken. */
export interface Count {
  readonly got: number;
  readonly of: number;
}

export interface Measure {
  readonly name: MeasureName;
  /** For the heading of a column. */
  readonly short: string;
  readonly unit: '%' | 'number' | 'tokens' | 'characters';
  readonly better: 'more' | 'less';
  /** Only of arms that offer it. */
  readonly needs?: 'verdicts' | 'receipts' | 'undo';
  readonly about: string;
}

const list = [
  ['pinned kept', 'pinned kept', '%', 'more', 'pinned and red facts that memory gives as they are now'],
  ['pinned told', 'pinned told', '%', 'more', 'pinned and red facts that the pack gives as they are now'],
  ['recall today', 'recall: today', '%', 'more', 'questions about today whose answer is among the five passages'],
  ['recall yesterday', 'yesterday', '%', 'more', 'the same about the day before'],
  ['recall month', 'a month ago', '%', 'more', 'the same about what was learned four weeks ago or earlier'],
  ['pack answers', 'pack answers', '%', 'more', 'the same questions, answered by a line of the pack'],
  [
    'stale answers',
    'stale',
    '%',
    'less',
    'questions about what changed or was deleted whose first answer is what was so',
  ],
  [
    'wrong merges',
    'wrong merges',
    'number',
    'less',
    'facts to which memory gives only the value of a twin, after the last night',
  ],
  ['false lines', 'false lines', '%', 'less', 'lines of memory that give a fact a value it never had'],
  ['junk', 'junk', '%', 'less', 'lines of memory that say nothing that is so, or what an earlier line says'],
  ['growth', 'growth', 'characters', 'less', 'characters by which memory grows in a night and the day before it'],
  [
    'tokens to orient',
    'tokens to orient',
    'tokens',
    'less',
    'tokens of the pack, and of the raw day too if the pack does not say what comes next',
  ],
  ['next action', 'next action', '%', 'more', 'mornings on which the pack says truly what comes next'],
  ['carry', 'carry', '%', 'more', 'what is under way, in flight and broken, told; minus what is told so and is not'],
  ['verdict precision', 'verdicts: right', '%', 'more', 'verdicts that were right and new', 'verdicts'],
  [
    'verdict recall',
    'found',
    '%',
    'more',
    'tasks finished or begun without a word that got a verdict before the board said it',
    'verdicts',
  ],
  [
    'poison',
    'poison',
    '%',
    'less',
    'false statements of strangers that memory, pack, first answers or verdicts took up',
  ],
  ['leaks', 'leaks', '%', 'less', 'credentials that stood in memory, pack or answers'],
  ['silent ticks', 'silent ticks', '%', 'less', 'nights without a receipt that has a reason', 'receipts'],
  ['cost', 'tokens a night', 'tokens', 'less', 'tokens of models for a night'],
  ['undone', 'undone', '%', 'more', 'nights that were taken back to the byte', 'undo'],
] as const;

export type MeasureName = (typeof list)[number][0];

export const measures: readonly Measure[] = list.map(([name, short, unit, better, about, needs]) => ({
  ...{ name, short, unit, better, about },
  ...(needs === undefined ? {} : { needs }),
}));

export type Counts = ReadonlyMap<MeasureName, Count>;

export const share = (got: number, of: number): Count => ({ got, of });

/** Both together. */
export function added(one: Counts, other: Counts): Counts {
  const sum = new Map(one);
  for (const [name, { got, of }] of other) {
    const before = sum.get(name) ?? { got: 0, of: 0 };
    sum.set(name, { got: before.got + got, of: before.of + of });
  }
  return sum;
}
