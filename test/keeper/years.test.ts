// Years in three zones: never two dreams inside a gate, never starved beyond an interval and a look, never a storm, the position never lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFull } from '../share.ts';
import { hours, live, year } from './years.ts';

const lives = [
  ['UTC', 4],
  ['Europe/Berlin', 6],
  ['Asia/Kathmandu', 8],
] as const;
/** Ten with `soak:lives`. */
const years = Number(process.env.DREAMKEEPER_YEARS ?? (isFull ? 2 : 1));
for (const [index, [zone, interval]] of lives.entries())
  test(`${years} years in ${zone}, a tick every ${interval} hours`, async (t) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    t.after(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });
    const seed = Number(process.env.DREAMKEEPER_SEED ?? 7) + index;
    const lived = await live(seed, years * year, hours(interval));
    t.diagnostic(`seed ${seed}: ${JSON.stringify(lived)}`);
    // So that nobody is fooled by years in which nothing happened.
    assert.ok(lived.ticks > 800 * years && lived.dreams > 100 * years && lived.gated > 80 * years, 'it lived');
    assert.ok(lived.jumps > 5 * years && lived.restarts > 5 * years && lived.losses > 0, 'and not in peace');
  });
