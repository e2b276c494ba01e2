// A curation that proposes and carries out, and an approval, killed at every place they come by: done once or not at all, and nothing waits twice.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { finishChanges } from '../../src/change/change.ts';
import { everWaiting } from '../../src/curate/curate.ts';
import { verifyNights } from '../../src/history/history.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { bundled } from '../built.ts';
import { root, type Sandbox, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { filler, homeWith } from './homes.ts';

function inAnother(box: Sandbox, folder: string, what: string, at: string): Promise<string> {
  const child = spawn(process.execPath, [bundled(root, 'test/curate/killed-child.ts'), folder, what, at], {
    env: box.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((done) => child.once('close', () => done(said.trim())));
}

/** Every fifth, and in a soak all of them. */
const share = isFull || process.env.DREAMKEEPER_KILLS !== undefined ? 1 : 5;

const lines = [
  ...filler(0, 20),
  { at: '2026-05-02T10:00:00Z', text: 'Run `npm test` before each commit.' },
  { at: '2026-05-03T10:00:00Z', text: 'Before every commit, run `npm test`.' },
  { at: '2026-05-04T10:00:00Z', text: 'The staging server listens on port 8080.' },
  { at: '2026-05-20T10:00:00Z', text: 'The staging server now listens on port 8081.' },
];

interface There {
  readonly memory: string;
  readonly archive: string;
  readonly waiting: number;
}

for (const what of ['sleep', 'approve'] as const)
  test(`${what}: killed at every ${share === 1 ? '' : 'fifth '}place`, async (t) => {
    const box = sandbox(t);
    const lived = await homeWith(box, lines, 'risky');
    const world = await realWorld(box.env);
    const homeAt = (folder: string) => {
      const home = world.places.find({ cwd: folder, env: {} });
      assert.ok(home);
      return home;
    };
    let asked = 'sleep';
    if (what === 'approve') {
      await inAnother(box, lived.project, 'sleep', '');
      asked = everWaiting(world, homeAt(lived.project))[0]?.id ?? '';
    }
    const copy = (name: string): string => {
      cpSync(lived.project, box.path(name), { recursive: true, preserveTimestamps: true });
      return box.path(name);
    };
    const there = (folder: string): There => {
      const read = (path: string): string =>
        existsSync(join(folder, '.dream', path)) ? readFileSync(join(folder, '.dream', path), 'utf8') : '';
      return {
        memory: read('MEMORY.md'),
        archive: read('memory/archive.md'),
        waiting: everWaiting(world, homeAt(folder)).length,
      };
    };
    const before = there(lived.project);
    const quiet = copy('quiet');
    const { seen } = JSON.parse(await inAnother(box, quiet, asked, '')) as { seen: [string, number][] };
    const after = there(quiet);
    assert.notEqual(after.memory, before.memory);
    const places = seen
      .flatMap(([place, times]) => (times === 1 ? [`${place}:1`] : [`${place}:1`, `${place}:${times}`]))
      .filter((_, at) => at % share === 0);
    const came = { before: 0, after: 0 };
    for (const place of places) {
      const folder = copy(place.replace(':', '-'));
      assert.equal(await inAnother(box, folder, asked, place), 'dead', place);
      assert.equal((await finishChanges(world, homeAt(folder))).waits, undefined, place);
      const now = there(folder);
      const isAfter = now.memory === after.memory;
      came[isAfter ? 'after' : 'before'] += 1;
      assert.deepEqual(
        [now.memory, now.archive],
        isAfter ? [after.memory, after.archive] : [before.memory, before.archive],
        place,
      );
      await inAnother(box, folder, asked, '');
      const again = there(folder);
      assert.deepEqual(
        [again.memory, again.archive, again.waiting],
        [after.memory, after.archive, after.waiting],
        `${place}, again`,
      );
      const { broken, uncommitted } = await verifyNights(world, homeAt(folder));
      assert.deepEqual([broken, uncommitted], [null, []], place);
    }
    t.diagnostic(`${places.length} places, ${came.before} before the seal, ${came.after} after it`);
    assert.ok(came.before >= 1 && came.after >= 1);
  });
