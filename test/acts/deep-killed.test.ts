// A night that consolidates and sleeps deeply, killed where it comes by: all of it landed or nothing did, the next one makes it whole, and nothing is there twice.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { finishChanges, withStore } from '../../src/change/change.ts';
import { verifyNights } from '../../src/history/history.ts';
import { archivedIn } from '../../src/memory/memory.ts';
import { dreamsIn, observationsIn, printDreamEntry } from '../../src/observations/observations.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { bundled } from '../built.ts';
import { consolidateSaying, dayIn } from '../consolidate/lived.ts';
import { root, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';

const now = '2026-06-13T12:00:00Z';
/** Every sixth, and in a soak all of them. */
const share = isFull || process.env.DREAMKEEPER_KILLS !== undefined ? 1 : 6;

interface Left {
  readonly dreams: number;
  readonly deep: number;
  readonly archived: readonly string[];
  readonly old: number;
  readonly ids: readonly string[];
  readonly pages: number;
  readonly priorities: string;
}

function leftIn(home: string): Left {
  const read = (path: string): Buffer =>
    existsSync(join(home, path)) ? readFileSync(join(home, path)) : Buffer.from('');
  const dreams = dreamsIn(read('.self/dreams.jsonl'));
  const observations = observationsIn(read('.self/observations.md'));
  return {
    dreams: dreams.length,
    deep: dreams.filter(({ deep }) => deep).length,
    archived: archivedIn(read('memory/archive.md')).map(({ id }) => id),
    old: observations.filter(({ day, level }) => day === '2026-06-10' && level === 'GRN').length,
    ids: observations.map(({ id }) => id),
    pages: read('.self/diary.md').toString().split('\n## ').length - 1,
    priorities: read('.self/priorities.md').toString(),
  };
}

test(share === 1 ? 'killed at every place' : 'killed at every sixth place', async (t) => {
  const box = sandbox(t);
  const lived = await dayIn(box);
  mkdirSync(join(lived.home.home, '.self'));
  const entry = {
    t: '2026-06-01T10:00:00.000Z',
    actions: 7,
    reflection: 'x',
    priority: 'y',
    observations: 1,
    deep: false,
  };
  writeFileSync(join(lived.home.home, '.self/dreams.jsonl'), `${printDreamEntry(entry)}\n`.repeat(8));
  assert.equal((await consolidateSaying(lived, '10:00')).outcome, 'ran');
  for (const at of [1, 2, 3, 4, 5, 6])
    lived.happen({ at: `2026-06-13T11:0${at}:00Z`, edit: 'src/a.ts', content: `b${at}\n` });
  const before = leftIn(lived.home.home);
  assert.deepEqual([before.dreams, before.old], [9, 3]);
  const copy = (name: string): string => {
    cpSync(lived.project, box.path(name), { recursive: true, preserveTimestamps: true });
    return box.path(name);
  };
  const night = (folder: string, at: string): Promise<string> => {
    const child = spawn(process.execPath, [bundled(root, 'test/acts/deep-child.ts'), folder, at, now], {
      env: box.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    return new Promise((done) => child.once('close', () => done(said.trim())));
  };
  const { seen, outcome } = JSON.parse(await night(copy('quiet'), '')) as { seen: [string, number][]; outcome: string };
  assert.equal(outcome, 'ran');
  const places = seen
    .flatMap(([place, times]) => (times === 1 ? [`${place}:1`] : [`${place}:1`, `${place}:${times}`]))
    .filter((_, at) => at % share === 0);
  const world = await realWorld(box.env);
  const came = { before: 0, after: 0 };
  for (const place of places) {
    const folder = copy(place.replace(':', '-'));
    assert.equal(await night(folder, place), 'dead', place);
    const home = world.places.find({ cwd: folder, env: {} });
    assert.ok(home);
    assert.equal((await finishChanges(world, home)).waits, undefined, place);
    const isThere = leftIn(home.home).dreams === 10;
    came[isThere ? 'after' : 'before'] += 1;
    const wanted = isThere
      ? { dreams: 10, deep: 1, archived: 3, old: 0, pages: 1 }
      : { dreams: 9, deep: 0, archived: 0, old: 3, pages: 0 };
    const whole = ({ archived, dreams, deep, old, pages }: Left) => ({
      dreams,
      deep,
      archived: archived.length,
      old,
      pages,
    });
    assert.deepEqual(whole(leftIn(home.home)), wanted, `finished after ${place}`);
    const again = JSON.parse(await night(folder, '')) as { outcome: string; reason: string };
    assert.deepEqual([again.outcome, again.reason], isThere ? ['noop', 'no-news'] : ['ran', 'deep-sleep'], place);
    const after = leftIn(home.home);
    assert.deepEqual(whole(after), { dreams: 10, deep: 1, archived: 3, old: 0, pages: 1 }, place);
    assert.equal(new Set(after.ids).size, after.ids.length, `${place}: a line twice`);
    assert.match(after.priorities, /^- Mend the lint\n/u, place);
    const { broken, uncommitted } = await verifyNights(world, home);
    assert.deepEqual([broken, uncommitted], [null, []], place);
    const calls = withStore(world, home, (store) => store.callsOn(now).filter(({ act }) => act === 'deep'));
    assert.ok(
      calls.length <= (place === 'ask:1' || place.startsWith('draft') ? 2 : 1),
      `${place}: asked ${calls.length} times`,
    );
  }
  t.diagnostic(`${places.length} places, ${came.before} before the seal, ${came.after} after it`);
  assert.ok(came.before >= 1 && came.after >= 1, JSON.stringify(came));
});
