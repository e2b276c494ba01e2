// Long tables are tried in part every day, and whole with `npm run test:full`.

/** `DREAMKEEPER_FULL=1` tries every row. */
export const isFull: boolean = process.env.DREAMKEEPER_FULL === '1';

/** Every so many-th row, beginning with the first; all of them in a full run. */
export function some<Row>(rows: readonly Row[], every: number): readonly Row[] {
  return isFull ? rows : rows.filter((_, at) => at % every === 0);
}

/** How often something drawn anew is tried: a quarter of the times, and all of them in a full run. */
export function times(all: number): number {
  return isFull ? all : Math.ceil(all / 4);
}
