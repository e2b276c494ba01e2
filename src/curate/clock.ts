// Whether today is what the clock says: one that leapt ahead would make everything seem over.

const dayLength = 24 * 60 * 60 * 1000;
/** Nobody is away for so long; a clock that lost its battery is. */
const leap = 180 * dayLength;
const trial = 7 * dayLength;

/** It leapt within the last days: between what was written down before and what comes after it lies half a year. `times` are those of the ledger. */
export function hasLeapt(times: readonly string[], now: Date): boolean {
  const known = times.map((time) => Date.parse(time)).filter((time) => time <= now.getTime());
  const all = [...known, now.getTime()].toSorted((one, other) => one - other);
  return all.some((time, at) => time > now.getTime() - trial && at > 0 && time - (all[at - 1] ?? time) > leap);
}
