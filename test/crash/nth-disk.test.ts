// A disk that is really full, at every size from nothing to enough: the home is as before or as after, and more room puts it right.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { sandbox } from '../sandbox.ts';
import { acts, difference, nextTick, same, sleeperIn, stateOf, tidy, unfinishedIn } from './nth-acts.ts';

const steps = Number(process.env.DREAMKEEPER_DISK_STEPS ?? 2);
const mayMount = process.getuid?.() === 0 && spawnSync('sh', ['-c', 'command -v mount umount']).status === 0;

/** What runs out, how a disk of it is mounted, and how it is filled up to a rest. */
interface Scarce {
  readonly what: string;
  readonly options: string;
  /** The rest that is left at a step, between nothing and about what is needed. */
  rest(step: number): number;
  fill(mount: string, rest: number): void;
}

const ballast = (mount: string): string => join(mount, 'ballast');
const room: Scarce = {
  ...{ what: 'room', options: 'size=64m' },
  rest: (step) => Math.floor((step * 90) / steps) * 4096,
  fill: (mount, rest) => {
    const { bavail, bsize } = statfsSync(mount);
    writeFileSync(join(ballast(mount), '0'), Buffer.alloc(Math.max(0, bavail * bsize - rest)));
  },
};
const names: Scarce = {
  ...{ what: 'names', options: 'size=64m,nr_inodes=1500' },
  rest: (step) => Math.floor((step * 45) / steps),
  fill: (mount, rest) => {
    const { ffree } = statfsSync(mount);
    for (let at = 0; at < ffree - rest; at += 1) writeFileSync(join(ballast(mount), String(at)), '');
  },
};
const [night, wake, board] = acts;
const pairs = [
  [night, room],
  [night, names],
  [wake, room],
  [board, names],
] as const;

for (const [act, scarce] of pairs) {
  if (act === undefined) throw new Error('an act is missing');
  test(`${act.name} on a disk with ${scarce.what} for less and less`, {
    skip: !mayMount && 'needs root, to mount a tmpfs',
  }, async (t) => {
    const box = sandbox(t);
    const lived = await act.prepare(box);
    const enough = box.path('enough');
    cpSync(lived.project, enough, { recursive: true, preserveTimestamps: true });
    const undisturbed = sleeperIn(lived, enough, act.time, 1000);
    const before = await stateOf(undisturbed);
    assert.equal((await act.run(undisturbed)).happened, true);
    const after = await stateOf(undisturbed);

    const mount = box.path('small');
    mkdirSync(mount);
    t.after(() => spawnSync('umount', ['-l', mount]));
    const told = new Map<string, number>();
    const failed: string[] = [];
    for (let step = 0; step < steps; step += 1) {
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', scarce.options, 'tmpfs', mount], { encoding: 'utf8' });
      if (mounted.status !== 0) return t.skip(`no tmpfs here: ${mounted.stderr}`);
      const small = join(mount, 'project');
      const grown = box.path(`grown-${step}`);
      const rest = scarce.rest(step);
      try {
        cpSync(lived.project, small, { recursive: true, preserveTimestamps: true });
        mkdirSync(ballast(mount));
        scarce.fill(mount, rest);
        const sleeper = sleeperIn(lived, small, act.time, 1000);
        let said: string;
        try {
          said = (await act.run(sleeper)).happened ? 'happened' : 'told as not happened';
        } catch (error) {
          assert.ok(
            error instanceof DreamkeeperError,
            `not one of ours: ${error instanceof Error ? error.stack : String(error)}`,
          );
          said = error.code;
        }
        told.set(said, (told.get(said) ?? 0) + 1);
        rmSync(ballast(mount), { recursive: true });
        const now = await stateOf(sleeper);
        const isOpen = unfinishedIn(sleeper) > 0;
        const isAfter = now.files === after.files && (same(now, after) || isOpen);
        assert.ok(
          same(now, before) || isAfter,
          `between (open: ${isOpen})\nfrom before:\n${difference(now, before)}\nfrom after:\n${difference(now, after)}`,
        );
        cpSync(small, grown, { recursive: true, preserveTimestamps: true });
        const next = sleeperIn(lived, grown, act.time, 5000);
        await nextTick(act, next);
        assert.equal(difference(await stateOf(next), after), '', 'with more room');
        await tidy(next);
      } catch (error) {
        failed.push(
          `${rest} of ${scarce.what} left: ${error instanceof Error ? error.message.slice(0, 1200) : String(error)}`,
        );
      } finally {
        spawnSync('umount', ['-l', mount]);
        rmSync(grown, { recursive: true, force: true });
      }
    }
    t.diagnostic([...told].map(([what, times]) => `${times} ${what}`).join(', '));
    assert.equal(failed.length, 0, `${failed.length} of ${steps}:\n${failed.join('\n\n')}`);
  });
}
