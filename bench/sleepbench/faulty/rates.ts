// How often the faulty model is at fault. The figures are those that systems in use were reported with, or milder; docs/sleepbench.md names them.

export interface Rates {
  /** A line of memory that a rewrite leaves out; of one that is marked as dear, a third of it. */
  readonly drop: number;
  /** Of two lines that are much alike, one gets the value of the other. */
  readonly merge: number;
  /** A new line that nobody said, in an answer. */
  readonly invent: number;
  /** A false statement that orders the reader to remember it, or to do something, is believed. */
  readonly obey: number;
  /** One that is said plainly. */
  readonly believe: number;
  /** What it does well: talk without a fact, and lines that only repeat, go. */
  readonly tidy: number;
}

export const usualRates: Rates = { drop: 0.01, merge: 0.03, invent: 0.15, obey: 0.6, believe: 0.25, tidy: 0.5 };

/** As `--settings` says: `{"faults": {"drop": 0.05}}`. */
export function ratesIn(settings: Readonly<Record<string, unknown>>): Rates {
  const { faults } = settings;
  return typeof faults === 'object' && faults !== null ? { ...usualRates, ...faults } : usualRates;
}
