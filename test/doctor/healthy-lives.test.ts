// No false alarm: homes after generated lives, in every shape and after everything a person may do to them, are well.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { diagnose } from '../../src/doctor/doctor.ts';
import { undoChange } from '../../src/history/history.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { liveDay } from '../day.ts';
import { generateDay } from '../generated-day.ts';
import { sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { sleepOnce } from '../sleep.ts';

/** How many lives; each is looked at some ten times. */
const lives = Number(process.env.DREAMKEEPER_DOCTOR_LIVES ?? (isFull ? 3 : 2));
let looks = 0;

async function well(world: World, home: FoundHome, when: string): Promise<void> {
  looks += 1;
  const { findings } = await diagnose({ ...world, now: () => new Date() }, home);
  const alarms = findings.filter(({ level }) => level !== 'info');
  assert.deepEqual(alarms, [], `${when}: ${JSON.stringify(alarms, null, 1)}`);
}

describe('lives', { concurrency: 3 }, () => {
  for (let seed = 1; seed <= lives; seed += 1)
    test(`seed ${seed}`, async (t) => {
      const box = sandbox(t);
      const script = generateDay(seed * 7919);
      const lived = await liveDay(box, 'project', script);
      const { world, home } = lived.at(script.sleepAt);
      const at = (minutes: number): ReturnType<typeof lived.at> => {
        const time = new Date(Date.parse(`2026-06-10T${script.sleepAt}:00Z`) + minutes * 60_000);
        return lived.at(time.toISOString().slice(11, 16));
      };
      const git = (cwd: string, ...args: readonly string[]): void => {
        const ran = spawnSync('git', args, { cwd, env: box.env, encoding: 'utf8' });
        assert.equal(ran.status, 0, `git ${args.join(' ')}: ${ran.stderr}`);
      };
      await well(world, home, 'after the day');
      await sleepOnce(at(0), { env: {}, isForced: true });
      await well(world, home, 'after a night');
      await wakeUp(at(10));
      await well(world, home, 'after a wake');
      await sleepOnce(at(60), { env: {}, isForced: true });
      await well(world, home, 'after a second night');

      // Somebody in the middle of their work.
      appendFileSync(join(home.home, 'plan.org'), '** TODO theirs\n');
      if (seed % 2 === 0) git(home.home, 'add', 'plan.org');
      mkdirSync(join(home.home, 'notes'), { recursive: true });
      writeFileSync(join(home.home, 'notes/mine.md'), '- mine\n');
      await well(world, home, 'with edits');
      await wakeUp(at(70));
      await well(world, home, 'after a wake with edits');
      await undoChange(world, home, { wanted: 'last', agent: 'waldo', keep: 50 });
      await well(world, home, 'after an undo');
      if (seed % 3 === 0) {
        await undoChange(world, home, { wanted: 'last', isRedo: true, agent: 'waldo', keep: 50 }).catch(
          () => undefined,
        );
        await well(world, home, 'after a redo');
      }

      const clone = box.path('clone');
      git(box.folder, 'clone', '-q', home.home, clone);
      const cloned = world.places.find({ cwd: clone, env: {} });
      assert.ok(cloned !== undefined);
      await well(world, cloned, 'a clone');
      if (seed % 4 === 0) {
        git(clone, 'sparse-checkout', 'set', '--no-cone', '/*', '!/rem/');
        await well(world, cloned, 'a clone without its journal on disk');
        git(clone, 'sparse-checkout', 'disable');
      }
      const project = box.path('other');
      git(box.folder, 'init', '-q', '-b', 'main', project);
      mkdirSync(join(project, '.git/dreamkeeper'), { recursive: true });
      writeFileSync(join(project, '.git/dreamkeeper/home'), `${clone}\n`);
      const linked = world.places.find({ cwd: project, env: {} });
      assert.ok(linked?.shape === 'elsewhere');
      await sleepOnce({ ...at(120), home: linked }, { env: {}, isForced: true });
      await well(world, linked, 'a home elsewhere, after a night');

      if (seed % 2 === 1) git(lived.project, 'stash', '-q');
      git(lived.project, 'worktree', 'add', '-q', '-b', 'feat', box.path('tree'));
      const seen = world.places.find({ cwd: box.path('tree'), env: {} });
      assert.ok(seen !== undefined);
      await well(world, seen, 'from another worktree');
    });
});

test('that were enough', () => assert.ok(looks >= lives * 10, `${looks} looks`));
