// The nth call fails, for every n: the home is as before or as after, never between, and the next tick puts it right.
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { DreamkeeperError, errnoOf } from '../../src/errors/errors.ts';
import type { Lived } from '../day.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import {
  type Act,
  acts,
  difference,
  fingerprint,
  nextTick,
  type Sleeper,
  type State,
  same,
  sleeperIn,
  stateOf,
  tidy,
  unfinishedIn,
} from './nth-acts.ts';
import { type Errno, errnos, type Fault, faultyWorld, isBetween } from './nth-world.ts';

// Nothing here is about power cuts; without a disk that really syncs, hundreds of nights take seconds.

const isFull = process.env.DREAMKEEPER_NTH === 'all';
const atOnce = 3;

interface Case extends Fault {
  readonly name: string;
}

/** Which errors are tried on which call: in the everyday run one each, going round; in the soak all. */
function casesFor(calls: readonly string[]): Case[] {
  return calls.flatMap((name, n) => {
    const tried: readonly Errno[] = isFull ? errnos : errnos.filter((_, index) => index === n % errnos.length);
    return tried.flatMap((errno): Case[] => {
      const told: Case = { n, name, errno };
      const raw: Case = { n, name, errno, isRaw: true };
      // Inside a hand the system speaks; between hands one kind is enough, unless there is time.
      if (!name.startsWith('probe.')) return [told];
      return isFull ? [told, raw] : n % 2 === 0 || !isBetween(name) ? [raw] : [told];
    });
  });
}

interface Stage {
  readonly act: Act;
  readonly lived: Lived;
  readonly before: State;
  readonly after: State;
  /** States from which the next tick put everything right. */
  readonly healed: Set<string>;
}

async function disturbed(box: Sandbox, stage: Stage, fault: Case, at: number): Promise<void> {
  const { act, lived, before, after, healed } = stage;
  const folder = box.path(`${act.time.replace(':', '')}-${at}`);
  cpSync(lived.project, folder, { recursive: true, preserveTimestamps: true });
  try {
    const sleeper = sleeperIn(lived, folder, act.time, 1000);
    const outcome = await outcomeOf(act, { ...sleeper, world: faultyWorld(sleeper.world, fault).world }, fault);
    const now = await stateOf(sleeper);
    const isOpen = unfinishedIn(sleeper) > 0;
    const isAfter = now.files === after.files && (same(now, after) || isOpen);
    const place = same(now, before) ? 'before' : isAfter ? 'after' : 'between';
    if (!(isBetween(fault.name) && isOpen))
      assert.notEqual(
        place,
        'between',
        `open: ${isOpen}\nfrom before:\n${difference(now, before)}\nfrom after:\n${difference(now, after)}`,
      );
    // What it says of itself is so.
    if (outcome !== undefined && !isBetween(fault.name))
      assert.equal(outcome.happened, place === 'after', `it is as ${place}, but told: ${outcome.told}`);
    // Equal states heal equally: it is tried once for each.
    const known = await fingerprint(sleeper);
    if (healed.has(known)) return;
    const next = sleeperIn(lived, folder, act.time, 5000);
    await nextTick(act, next);
    assert.equal(difference(await stateOf(next), after), '', 'after the next tick');
    await tidy(next);
    healed.add(known);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the act said; undefined if it threw what it may throw. */
async function outcomeOf(
  act: Act,
  sleeper: Sleeper,
  fault: Case,
): Promise<{ happened: boolean; told: string } | undefined> {
  try {
    return await act.run(sleeper);
  } catch (error) {
    if (fault.isRaw === true && errnoOf(error) === fault.errno) return undefined;
    assert.ok(
      error instanceof DreamkeeperError,
      `not one of ours: ${error instanceof Error ? error.stack : String(error)}`,
    );
    assert.notEqual(error.code, 'E_BUG');
    assert.notEqual(error.hint, '');
    return { happened: false, told: `${error.code} ${error.message}` };
  }
}

for (const act of acts) {
  test(`${act.name}: every call fails once`, async (t) => {
    const box = sandbox(t);
    const lived = await act.prepare(box);
    const first = box.path('first');
    cpSync(lived.project, first, { recursive: true, preserveTimestamps: true });
    const sleeper = sleeperIn(lived, first, act.time, 1000);
    const before = await stateOf(sleeper);
    const { world, calls } = faultyWorld(sleeper.world);
    assert.equal((await act.run({ ...sleeper, world })).happened, true);
    const after = await stateOf(sleeper);
    assert.equal(same(before, after), false);
    const counted = [...calls];
    await nextTick(act, sleeperIn(lived, first, act.time, 5000));
    assert.equal(difference(await stateOf(sleeper), after), '', 'undisturbed, it happens once');
    await tidy(sleeper);

    // Of a night every eighth; of the others, which go the same way through the same rooms, every twentieth; all of them in the soak.
    const share = Number(process.env.DREAMKEEPER_FAULT_SHARE ?? (act === acts[0] ? 8 : 20));
    const queue = [...casesFor(counted).entries()].filter(([at]) => at % share === 0);
    const total = queue.length;
    const stage: Stage = { act, lived, before, after, healed: new Set() };
    const failed: string[] = [];
    const worker = async (): Promise<void> => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const [at, fault] = next;
        try {
          await disturbed(box, stage, fault, at);
        } catch (error) {
          const what = `${fault.name} (call ${fault.n}) fails with ${fault.errno}${fault.isRaw === true ? ', raw' : ''}`;
          failed.push(`${what}: ${error instanceof Error ? error.message.slice(0, 1500) : String(error)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    t.diagnostic(`${counted.length} calls, ${total} failures of them, ${stage.healed.size} different states healed`);
    assert.equal(failed.length, 0, `${failed.length} of ${total}:\n${failed.join('\n\n')}`);
  });
}
