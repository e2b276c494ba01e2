// kill -9 at every place a process can be at, again and again, in lives made from a seed: afterwards nothing is lost, twice, torn, forged or left.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { realWorld } from '../../src/wire/wire.ts';
import { root, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { live, liveQuietly } from './deaths.ts';
import { doctorFor } from './doctor.ts';
import type { Lab } from './life.ts';
import { makeTemplates } from './person.ts';
import { figures, killsIn, newTally } from './tally.ts';

const kills = Number(process.env.DREAMKEEPER_KILLS ?? (isFull ? 12 : 8));
const seed = Number(process.env.DREAMKEEPER_SEED ?? 1);
/** In a soak each place often; here those that lives come by. */
const least = Math.floor(kills / 100);
/** `DREAMKEEPER_LIFE=7` lives only that one again, with the same seed. */
const only = process.env.DREAMKEEPER_LIFE;

/** Every place the sources name; an index is made and killed in a test of its own (`test/indexes/killed.test.ts`). */
function placesInSources(): string[] {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('indexes/'),
  );
  const named = sources.flatMap((name) => [
    ...readFileSync(join(root, 'src', name), 'utf8').matchAll(/\bprobe(?:\?\.)?\('([^']+)'\)/gu),
  ]);
  return [...new Set(named.map(([, place = '']) => place))].toSorted();
}

test(`${kills} kills`, async (t) => {
  const box = sandbox(t);
  const lab: Lab = {
    ...{ box, templates: makeTemplates(box), world: await realWorld(box.env), seed },
    ...{ places: new Map(), tally: newTally(), ask: doctorFor(box) },
  };
  // One life comes by every place; in a soak, and in a full run, one of the other shape, too.
  await Promise.all((isFull || least > 0 ? [0, 1] : [0]).map((number) => liveQuietly(lab, number)));
  assert.deepEqual(lab.tally.faults, []);
  const places = [...new Set([...lab.places.values()].flatMap((found) => [...found.keys()]))].toSorted();
  assert.deepEqual(places, placesInSources(), 'a place that no life comes by');

  const { tally } = lab;
  let next = 2;
  const isDone = (share: number): boolean => killsIn(tally) >= kills * share && tally.nights >= (kills / 2) * share;
  const someLives = async (share: number): Promise<void> => {
    while (!isDone(share) && tally.faults.length < 20) {
      next += 1;
      await live(lab, next - 1);
    }
  };
  // Most of them first; then the places that were seldom met; then the rest.
  if (only === undefined) await Promise.all([someLives(0.8), someLives(0.8)]);
  else await live(lab, Number(only));
  if (only === undefined && tally.faults.length === 0)
    for (const place of places)
      for (let more = 0; more < 30 && (tally.kills.get(place) ?? 0) < least; more += 1) {
        next += 2;
        await Promise.all([live(lab, next - 2, place), live(lab, next - 1, place)]);
      }
  if (only === undefined) await Promise.all([someLives(1), someLives(1)]);
  t.diagnostic(figures(tally, seed));
  for (const fault of tally.faults) t.diagnostic(`${fault.ill}: ${fault.what} (${fault.where})`);
  assert.deepEqual(tally.faults, []);
  if (only !== undefined) return;
  assert.ok(tally.inRecovery >= kills / 10);
  for (const place of places) assert.ok((tally.kills.get(place) ?? 0) >= least, `${place} too seldom`);
});
