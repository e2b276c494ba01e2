// The keeper: one loop for many homes. Between ticks a home is a name and a moment, and nothing of it is open.
import { DreamkeeperError, unlessBug } from '../errors/errors.ts';
import type { World } from '../world/world.ts';
import { lastTickOf } from './cadence-memory.ts';
import type { HomeHappening, KeeperEvent, OwnHappening } from './events.ts';
import { beatOf, beatOnce } from './heartbeat.ts';
import { type Keeping, knownOf } from './keeping.ts';
import { isQuiet, type Quiet, quietAfter } from './quiet.ts';
import { afterLook, backoff, delayAtStart, paceOf, settling } from './schedule.ts';
import { leaveHome, otherKeeper, takeHome } from './second-keeper.ts';
import { stepOnce } from './step-cadence.ts';

/** A home to keep. It is opened for each tick, so that settings and files count as they are then. */
export interface KeptHome {
  /** As people know it: its path. */
  readonly name: string;
  open(): Promise<Keeping>;
}

export interface KeepOptions {
  readonly world: Pick<World, 'now' | 'self' | 'isAlive'>;
  /** Asks it to stop: nothing new begins, what runs is told, and is waited for. */
  readonly signal: AbortSignal;
  onEvent(event: KeeperEvent): void;
  /** Lets some milliseconds pass; ends at once, and without an error, when the signal says so. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** So many ticks at once. */
  readonly concurrency?: number;
  /** It looks at the clock at least this often, because clocks jump and machines sleep. */
  readonly slice?: number;
  /** No tick comes sooner than this after a start. */
  readonly floor?: number;
  /** How long a dream that goes on beside is waited for at the end. */
  readonly patience?: number;
  /** Stops those that it was waited for in vain, so that nothing goes on when the keeper has ended. Without it they are left to end with the process. */
  giveUp?(): void;
}

/** One home between two looks at the clock. */
interface Slot {
  readonly home: KeptHome;
  agent: string;
  /** When it is to be looked at. */
  at: number;
  /** When its heart beats next; undefined if it does not, or nobody knows yet. */
  beat: number | undefined;
  /** That was said after the last look at the clock, and by the clock as it is. */
  isFresh: boolean;
  /** The moment that is kept for its next tick, as it was last seen; undefined if nobody knows yet. */
  due: string | null | undefined;
  failures: number;
  /** The other keeper that was told of. */
  waitsFor: string | undefined;
  /** What was said of its lifecycle. */
  broken: string;
  /** What its last beat learned, if nothing came of it; and how to see from outside whether that still holds. */
  quiet: Quiet | undefined;
  sign: Keeping['sign'];
  isRunning: boolean;
  isDreaming: boolean;
}

interface Loop extends Required<Omit<KeepOptions, 'giveUp'>>, Pick<KeepOptions, 'giveUp'> {
  readonly since: string;
  readonly slots: readonly Slot[];
  readonly dreams: Set<Promise<void>>;
  /** Ends the wait that is under way: something has changed. */
  wake: () => void;
}

const usual = { concurrency: 2, slice: 30_000, floor: settling, patience: 60_000 } as const;

/** Keeps these homes until it is asked to stop. A home that fails is told of and tried again, later and later; the others go on. */
export async function keepHomes(homes: readonly KeptHome[], options: KeepOptions): Promise<void> {
  const { world, signal } = options;
  const now = world.now();
  const slots = homes.map(
    (home): Slot => ({
      home,
      agent: '',
      at: now.getTime(),
      beat: undefined,
      isFresh: true,
      due: undefined,
      failures: 0,
      waitsFor: undefined,
      broken: '',
      quiet: undefined,
      sign: undefined,
      isRunning: false,
      isDreaming: false,
    }),
  );
  const since = now.toISOString();
  const loop: Loop = { ...usual, ...options, since, slots, dreams: new Set(), wake: () => undefined };
  const running = new Set<Promise<void>>();
  signal.addEventListener('abort', () => loop.wake(), { once: true });
  own(loop, { event: 'started', who: world.self, homes: homes.length });
  for (let before = now.getTime(), passed = 0; !signal.aborted; ) {
    const clock = world.now().getTime();
    for (const slot of slots) {
      if (!slot.isFresh) {
        slot.at = afterLook(slot.at, before, passed, clock);
        if (slot.beat !== undefined) slot.beat = afterLook(slot.beat, before, passed, clock);
      }
      slot.isFresh = slot.isRunning;
    }
    // Quiet homes take no turn of anybody's.
    for (const slot of dueOf(slots, clock).filter((each) => !isLeftClosed(each, clock))) {
      if (running.size >= loop.concurrency) break;
      slot.isRunning = true;
      const looked = (slot.at <= clock ? look : beat)(slot, loop).finally(() => {
        slot.isRunning = false;
        slot.isFresh = true;
        running.delete(looked);
        loop.wake();
      });
      running.add(looked);
    }
    before = world.now().getTime();
    passed = await waitFor(loop, running.size < loop.concurrency ? nearest(slots, before) : loop.slice);
  }
  own(loop, { event: 'stopping', running: running.size });
  await Promise.all(running);
  await dreamsEnd(loop);
  for (const slot of slots) await leave(slot, loop);
  own(loop, { event: 'stopped' });
}

/** What goes on beside is waited for, but not for ever: a dream that does not end in time is taken up by the next keeper. */
async function dreamsEnd({ dreams, wait, patience, giveUp }: Loop): Promise<void> {
  if (dreams.size === 0) return;
  const ended = new AbortController();
  const all = Promise.all(dreams).then(() => ended.abort());
  await Promise.race([all, wait(patience, ended.signal)]);
  if (giveUp === undefined) return;
  giveUp();
  await all;
}

function dueOf(slots: readonly Slot[], now: number): Slot[] {
  return slots
    .filter((slot) => !slot.isRunning && nextOf(slot) <= now)
    .toSorted((one, other) => nextOf(one) - nextOf(other));
}

/** Its tick or its heartbeat, whichever comes first. */
const nextOf = ({ at, beat = Number.POSITIVE_INFINITY }: Slot): number => Math.min(at, beat);

/** Milliseconds until the next home is to be looked at. With many homes a little more, so that several are looked at together. */
function nearest(slots: readonly Slot[], now: number): number {
  const together = Math.floor(slots.length / 100);
  const next = slots.reduce((least, slot) => (slot.isRunning ? least : Math.min(least, nextOf(slot) - now)), Infinity);
  return Math.max(together, next);
}

/** Waits for the next moment, at most a slice; tells how much has passed for certain. */
async function waitFor(loop: Loop, wanted: number): Promise<number> {
  const milliseconds = Math.max(0, Math.min(loop.slice, wanted));
  const stir = new AbortController();
  // With a reason of its own, because to make the usual one costs more than the rest of this.
  loop.wake = () => stir.abort('stirred');
  await loop.wait(milliseconds, stir.signal);
  loop.wake = () => undefined;
  return stir.signal.aborted ? 0 : milliseconds;
}

/** One look at a home: the first says when its tick comes, every other is one. Whatever is thrown, the loop goes on. */
async function look(slot: Slot, loop: Loop): Promise<void> {
  const { world } = loop;
  try {
    const keeping = await slot.home.open();
    slot.agent = keeping.agent;
    const other = otherKeeper(keeping, world, loop.slice);
    if (other !== undefined) {
      if (slot.waitsFor !== other.who) tell(slot, loop, { event: 'waiting', who: other.who, since: other.since });
      slot.waitsFor = other.who;
      slot.due = undefined;
      slot.beat = undefined;
      slot.at = world.now().getTime() + 3 * loop.slice;
      return;
    }
    slot.waitsFor = undefined;
    if (slot.due === undefined) firstLook(slot, loop, keeping);
    else await tick(slot, loop, keeping);
    slot.failures = 0;
    setBeat(slot, loop, keeping);
    takeHome(keeping, world, { since: loop.since, until: slot.at + 3 * loop.slice });
  } catch (error) {
    slot.failures += 1;
    slot.at = world.now().getTime() + backoff(slot.failures);
    const hint = error instanceof DreamkeeperError ? `. ${error.hint}` : '';
    tell(slot, loop, { event: 'failed', message: `${error instanceof Error ? error.message : String(error)}${hint}` });
  }
}

/** Settings count as they are at each tick. A beat that is waited for already stays. */
function setBeat(slot: Slot, { world }: Loop, keeping: Keeping): void {
  const every = beatOf(keeping);
  const now = world.now().getTime();
  slot.beat = every === undefined ? undefined : Math.min(slot.beat ?? Number.POSITIVE_INFINITY, now + every);
}

/** A beat of a home in which nothing happened since the last one: it is not opened. */
function isLeftClosed(slot: Slot, now: number): boolean {
  const { quiet, sign, at } = slot;
  if (at <= now || quiet === undefined || !isQuiet(quiet, now, sign)) return false;
  slot.beat = now + quiet.every;
  return true;
}

/** One heartbeat of a home. What is thrown is told, and the next beat comes all the same. */
async function beat(slot: Slot, loop: Loop): Promise<void> {
  const { world } = loop;
  slot.beat = undefined;
  try {
    const from = world.now().getTime();
    slot.quiet = undefined;
    // Before anything is read: what is written from here on shows.
    const before = slot.sign?.();
    const keeping = await slot.home.open();
    slot.sign = keeping.sign;
    const learned = (stays: number): Quiet | undefined =>
      quietAfter(before, slot.sign?.(), { from, stays, every: beatOf(keeping) });
    // A dream that goes on beside has the lease; the next beat comes soon.
    if (!slot.isDreaming)
      slot.quiet = learned(await beatOnce(keeping, (happening) => tell(slot, loop, happening), loop.signal));
    setBeat(slot, loop, keeping);
  } catch (error) {
    slot.beat = world.now().getTime() + backoff(5);
    const hint = error instanceof DreamkeeperError ? `. ${error.hint}` : '';
    tell(slot, loop, {
      event: 'failed',
      message: `a heartbeat: ${error instanceof Error ? error.message : String(error)}${hint}`,
    });
  }
}

function firstLook(slot: Slot, loop: Loop, keeping: Keeping): void {
  const { world, floor } = loop;
  const { memory, lifecycle } = knownOf(keeping, false);
  const now = world.now().getTime();
  slot.due = memory.due;
  slot.at = now + delayAtStart(paceOf(keeping.settings), lastTickOf(memory), now, floor);
  const { state, hits } = memory;
  const where = lifecycle.kind === 'none' ? { state: null, hits: 0 } : { state, hits };
  tell(slot, loop, { event: 'next', due: new Date(slot.at).toISOString(), ...where });
}

async function tick(slot: Slot, loop: Loop, keeping: Keeping): Promise<void> {
  const { due: waitedFor, isDreaming } = slot;
  const { signal, world } = loop;
  let isBroken = false;
  const stepped = await stepOnce(keeping, {
    waitedFor,
    isDreaming,
    signal,
    tell: (happening) => {
      if (happening.event === 'lifecycle-broken') {
        isBroken = true;
        // Said once, and again when it is another mistake.
        const said = JSON.stringify(happening.problems);
        if (said === slot.broken) return;
        slot.broken = said;
      }
      tell(slot, loop, happening);
    },
  });
  if (!isBroken) slot.broken = '';
  slot.due = stepped.due;
  slot.at = world.now().getTime() + stepped.delay;
  const { beside } = stepped;
  if (beside === undefined) return;
  slot.isDreaming = true;
  const dream = beside.finally(() => {
    slot.isDreaming = false;
    loop.dreams.delete(dream);
  });
  loop.dreams.add(dream);
}

/** Says that nobody keeps it any more. If that cannot be said, whoever comes next finds out that we are gone. */
async function leave(slot: Slot, { world }: Loop): Promise<void> {
  if (slot.due === undefined) return;
  const open = slot.home.open().then((home) => leaveHome(home, world));
  await open.catch(unlessBug(() => undefined));
}

function tell({ home, agent }: Slot, { world, onEvent }: Loop, happening: HomeHappening): void {
  onEvent({ time: world.now().toISOString(), home: home.name, agent, ...happening });
}

function own({ world, onEvent }: Loop, happening: OwnHappening): void {
  onEvent({ time: world.now().toISOString(), ...happening });
}
