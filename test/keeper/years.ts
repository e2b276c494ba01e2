// Years of an agent's life in seconds: a clock that jumps, runs that fail and die, a keeper that is restarted; and what is true of all of it.
import { setImmediate as soon } from 'node:timers/promises';
import type { LedgerLine } from '../../src/journal/journal.ts';
import { printLedgerLine } from '../../src/journal/ledger.ts';
import { keepHomes } from '../../src/keeper/keep.ts';
import { canonicalCadence } from '../../src/lifecycle/lifecycle.ts';
import type { RunOutcome } from '../../src/work/work.ts';
import type { Store } from '../../src/world/world.ts';
import { memoryStore } from '../store/memory-store.ts';
import { ended, type Imagined, imagine, imaginedTime, receipt } from './imagined.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
export const hours = (count: number): number => count * hour;
export const year: number = 365.25 * day;

/** The same numbers for the same seed. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The cadence as somebody would count it on fingers: six places, three of them the same state. */
const fingers = ['wake_add 0', 'wake_add 1', 'wake_add 2', 'wake_audit 0', 'rem 0', 'wake_plan 0'] as const;

function counted(finger: number, outcome: RunOutcome): number {
  if (outcome === 'done') return (finger + 1) % fingers.length;
  // The rest of the adds is skipped, never a state.
  if (outcome === 'no_work') return finger < 3 ? 3 : (finger + 1) % fingers.length;
  return finger;
}

export interface Lived {
  readonly ticks: number;
  readonly gated: number;
  readonly dreams: number;
  readonly jumps: number;
  readonly restarts: number;
  readonly losses: number;
}

/** Lives so long, and throws as soon as anything is not as it should be. The gate is longer than a cycle may be, so that it is often shut. */
export async function live(seed: number, long: number, interval: number): Promise<Lived> {
  const [gate, slice] = [6.5 * interval, interval / 3];
  const random = dice(seed);
  const chance = (share: number): boolean => random() < share;
  const between = (least: number, most: number): number => Math.floor(least + random() * (most - least));
  // Whatever is thrown in a tick is told and tried again, so what is wrong is kept here.
  let wrong: string | undefined;
  const must = (isSo: boolean, otherwise: string): void => {
    if (!isSo) wrong ??= `${otherwise}, after ${Math.round(time.passed / day)} days`;
  };
  const time = imaginedTime(Date.parse('2027-01-01T00:00:00Z'));
  const lived = { ticks: 0, gated: 0, dreams: 0, jumps: 0, restarts: 0, losses: 0 };

  /** How far the clock has run ahead of real time so far; only that may open a gate early. */
  let ahead = 0;
  let lastBack = 0;
  const maybeJump = (share: number): void => {
    if (!chance(share)) return;
    const jump = between(1, 60) * (chance(0.5) ? minute : chance(0.7) ? hour : 6 * hour) * (chance(0.5) ? 1 : -1);
    time.clock += jump;
    if (jump > 0) ahead += jump;
    else lastBack = time.passed;
    lived.jumps += 1;
  };
  const takes = (most: number): void => {
    const long = between(1000, most);
    time.passed += long;
    time.clock += long;
    maybeJump(0.004);
  };
  time.onWait = () => maybeJump(0.0008);

  let finger = 0;
  /** What the ledger would say, if everything else were lost. */
  let inLedger = 0;
  let prev: string | null = null;
  let lines: string[] = [];
  const write = (line: LedgerLine, next: number): void => {
    const printed = printLedgerLine(line, prev);
    prev = /"hash":"([0-9a-f]{64})"\}$/u.exec(printed)?.[1] ?? null;
    lines = [...lines.slice(-30), printed];
    home.files.set('rem/ledger.jsonl', `${lines.join('\n')}\n`);
    inLedger = next;
  };

  let pending: RunOutcome | undefined;
  let isDreamPending = false;
  let isDead = false;
  let die = (): void => undefined;
  const never = new Promise<never>(() => undefined);
  const death = (): Promise<never> => {
    isDead = true;
    die();
    return never;
  };

  // Never starved: from the end of a tick (or a start) to the next one, in time that really passed.
  let calm = 0;
  let calmAhead = 0;
  let isAfterStart = true;
  let isAfterGate = false;
  let isInTick = false;
  let isGated = false;
  const tickBegins = (): void => {
    lived.ticks += 1;
    const waited = time.passed - calm;
    must(waited <= interval + slice, `starved for ${waited / minute} min`);
    const least = isAfterStart ? minute : isAfterGate ? 1000 : interval;
    must(waited + ahead - calmAhead >= least, `stormed after ${waited / 1000} s`);
  };

  const outcomeOf = (): RunOutcome => {
    const rolled = random();
    return rolled < 0.72 ? 'done' : rolled < 0.84 ? 'no_work' : rolled < 0.95 ? 'failed' : 'killed';
  };
  let lastDream: { readonly passed: number; readonly ahead: number; isKept: boolean } | undefined;
  const home: Imagined = imagine('home', time.now, {
    work: async ({ cadence, claims }) => {
      must(`${cadence?.state} ${cadence?.hits}` === fingers[finger], 'the position was lost');
      const at = { state: cadence?.state ?? '', hits: cadence?.hits ?? 0 };
      if (claims)
        write(
          {
            kind: 'run',
            id: 'r-abcdefghij',
            agent: 'agent',
            time: time.now().toISOString(),
            cadence: at,
            task: '',
            board: null,
          },
          finger,
        );
      takes(15 * minute);
      if (chance(0.01)) return death();
      pending = outcomeOf();
      return { ...ended, outcome: pending };
    },
    sleep: async ({ cadence, interval: asked }) => {
      must(`${cadence?.state} ${cadence?.hits}` === fingers[finger], 'the position was lost');
      must(asked === gate, 'another gate');
      const begun = { passed: time.passed, ahead, isKept: false };
      const when = time.now().toISOString();
      takes(2 * minute);
      if (chance(0.01)) return death();
      if (chance(0.04)) return receipt(chance(0.5) ? 'held' : 'gated');
      pending = outcomeOf();
      if (pending !== 'done') return receipt(pending === 'no_work' ? 'noop' : chance(0.5) ? 'failed' : 'rejected');
      // One that landed and was not noted, because the process died, is only known to the ledger: a clock that goes back hides it.
      if (lastDream !== undefined && (lastDream.isKept || lastBack < lastDream.passed)) {
        const apart = begun.passed - lastDream.passed + (begun.ahead - lastDream.ahead);
        must(apart >= gate, `two dreams ${apart / minute} min apart`);
      }
      lastDream = begun;
      isDreamPending = true;
      lived.dreams += 1;
      write(
        {
          ...{ kind: 'night', id: 'n-abcdefghij', agent: 'agent', time: when, model: 'builtin', entry: 'rem/x.org' },
          ...{ sha256: 'a'.repeat(64), echo: false, head: null, branch: null, verdicts: [], doing: [] },
          digested: { steps: null, board: null, changed: 'a'.repeat(64) },
          ...(cadence === undefined ? {} : { cadence }),
        },
        counted(finger, 'done'),
      );
      return receipt('ran');
    },
    daydream: () => Promise.resolve(chance(0.5) ? 'gated' : 'written'),
  });
  home.settings = { keeper: { interval } };
  home.files.set('lifecycle.org', canonicalCadence.replace('50m', `${gate}`));

  /** A store that a process can die before or after writing to. */
  const mortal = (kept: Store): Store => ({
    ...kept,
    setMemo: (name, value) => {
      const isConclusion = name === 'cadence:agent' && pending !== undefined;
      if (isConclusion && chance(0.003)) {
        isDead = true;
        throw new Error('died before it was written');
      }
      kept.setMemo(name, value);
      if (!isConclusion || pending === undefined) return;
      finger = counted(finger, pending);
      if (isDreamPending && lastDream !== undefined) lastDream.isKept = true;
      isDreamPending = false;
      pending = undefined;
      if (!chance(0.003)) return;
      isDead = true;
      throw new Error('died after it was written');
    },
  });
  home.store = mortal(memoryStore());

  while (time.passed < long && wrong === undefined) {
    const dead = Promise.withResolvers<void>();
    die = dead.resolve;
    isDead = false;
    [pending, isDreamPending] = [undefined, false];
    const life = lived.restarts;
    const stop = new AbortController();
    [calm, calmAhead, isAfterStart, isAfterGate] = [time.passed, ahead, true, false];
    [isInTick, isGated] = [false, false];
    const kept = keepHomes([home], {
      ...{ world: { now: time.now, self: 'process 1 on here', isAlive: () => true }, signal: stop.signal, slice },
      onEvent: ({ event }) => {
        if (life !== lived.restarts) return;
        if (event === 'tick' || (event === 'gated' && !isInTick)) tickBegins();
        if (event === 'tick') isInTick = true;
        if (event === 'gated') {
          isGated = true;
          lived.gated += 1;
        }
        // The first says only when it will come.
        if (event !== 'next' || !(isInTick || isGated)) return;
        [calm, calmAhead, isAfterStart, isAfterGate] = [time.passed, ahead, false, isGated];
        [isInTick, isGated] = [false, false];
      },
      wait: async (milliseconds, signal) => {
        // Whatever can be done without waiting is done first; and nobody waits in a life that is over.
        await soon();
        if (life !== lived.restarts) return never;
        if (isDead) return death();
        if (signal.aborted) return;
        if (time.passed >= long || wrong !== undefined || chance(0.0006)) stop.abort();
        if (!signal.aborted) time.pass(milliseconds);
      },
    });
    await Promise.race([kept, dead.promise]);
    home.locks.clear();
    lived.restarts += 1;
    const down = chance(0.8) ? between(1000, hour) : between(hour, 9 * day);
    time.passed += down;
    time.clock += down;
    maybeJump(0.25);
    if (!chance(0.1)) continue;
    home.store = mortal(memoryStore());
    finger = inLedger;
    lived.losses += 1;
  }
  if (wrong !== undefined) throw new Error(`${wrong} (seed ${seed})`);
  return lived;
}
