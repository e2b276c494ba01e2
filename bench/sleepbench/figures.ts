// Figures of many lives: a mean for each measure, and how sure it is.
import type { Lived } from './live.ts';
import { type Count, type Counts, type Measure, type MeasureName, measures } from './measures/measure.ts';

/** A mean over lives with its 95 % confidence interval; null if nothing was there to measure. */
export interface Figure {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** In how many lives there was something to measure. */
  readonly lives: number;
}

export type Figures = Readonly<Partial<Record<MeasureName, Figure | null>>>;

export interface Told {
  readonly arm: string;
  readonly about: string;
  readonly offers: readonly string[];
  readonly figures: Figures;
  /** Means of each day, for a plot. */
  readonly days: readonly Readonly<Partial<Record<MeasureName, number | null>>>[];
}

/** 97.5 % points of Student's t, for 1 to 30 degrees of freedom. */
const student = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

export function figureOf(counts: readonly (Count | undefined)[], unit: Measure['unit']): Figure | null {
  const values = counts.flatMap((count) => (count === undefined || count.of === 0 ? [] : [count.got / count.of]));
  if (values.length === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const freedom = values.length - 1;
  const error = freedom === 0 ? 0 : Math.sqrt(spread / freedom / values.length) * (student[freedom - 1] ?? 1.96);
  const [least, most] = bounds[unit];
  return {
    mean: rounded(mean),
    low: rounded(Math.max(least, mean - error)),
    high: rounded(Math.min(most, mean + error)),
    lives: values.length,
  };
}

/** Memory can shrink; nothing else can be less than nothing. */
const bounds: Readonly<Record<Measure['unit'], readonly [least: number, most: number]>> = {
  '%': [0, 1],
  number: [0, Number.POSITIVE_INFINITY],
  tokens: [0, Number.POSITIVE_INFINITY],
  characters: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
};

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** What an arm did in all its lives. */
export function figuresOf(lives: readonly Lived[]): Pick<Told, 'figures' | 'days'> {
  const each = (pick: (lived: Lived) => Counts | undefined, name: MeasureName, unit: Measure['unit']): Figure | null =>
    figureOf(
      lives.map((lived) => pick(lived)?.get(name)),
      unit,
    );
  const length = Math.max(0, ...lives.map(({ days }) => days.length));
  return {
    figures: Object.fromEntries(measures.map(({ name, unit }) => [name, each(({ whole }) => whole, name, unit)])),
    days: Array.from({ length }, (_, day) =>
      Object.fromEntries(
        measures.map(({ name, unit }) => [name, each(({ days }) => days[day], name, unit)?.mean ?? null]),
      ),
    ),
  };
}
