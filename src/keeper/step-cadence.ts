// One tick of a kept home: at most one state of its lifecycle, and what came of it kept in one piece.
import { cadenceMemo, finishChanges, withStore } from '../change/change.ts';
import { type Cadence, settled, stateOf } from '../lifecycle/lifecycle.ts';
import { type CadenceMemory, memoryAfter, withoutFuture } from './cadence-memory.ts';
import { type Keeping, knownOf, sleepLeft } from './keeping.ts';
import { problemLine } from './lifecycle-file.ts';
import { baseOf, delayAfter, type Pace, paceOf, settling } from './schedule.ts';
import { daydream, doState, gateOf } from './step-state.ts';
import type { Stepped, StepRequest, TickEnd } from './step-types.ts';
import { stepWithout } from './step-without.ts';

/**
 * The machine, from its top; whatever applies first ends the tick.
 *
 *     switched off            → off      nothing is touched
 *     another tick here       → held     by the kernel's lock, which is gone with its process
 *     done by somebody else   → early    another moment is kept than the one that was waited for
 *     what was left sealed    is finished, and goes before anything new
 *     lifecycle broken        → failed   unless there was a good one: that one goes on
 *     the agent asked for it  → gated    until then
 *     no lifecycle            → the agent runs; the dream goes on beside (step-without.ts)
 *     the state's gate shut   → gated    and a moment to daydream
 *     wake, and no runner     → unready  it is told, and counts as no try
 *     rem                     → a night:  dreamt is done, no news is no_work, held and gated are gated, all else failed
 *     wake                    → a run:    done, no_work, failed, killed; stopped if we were asked to; then a moment to daydream
 *
 * `done` counts and may move on, `no_work` moves on, everything else stays where it is (lifecycle/step.ts). That a tick began is kept before it
 * does anything; position, clocks, streak and what comes next are kept in one write after it. A process that dies between the two leaves the
 * state as it was, and it is done again: as if the run had been killed.
 */
export async function stepOnce(keeping: Keeping, request: StepRequest): Promise<Stepped> {
  const { world, home, agent, settings } = keeping;
  const pace = paceOf(settings);
  const off = world.places.off(home);
  if (off !== undefined) {
    const message = `Dreamkeeper is off ${off.where}`;
    request.tell({ event: 'gated', state: null, why: message });
    return { outcome: 'off', state: null, message, due: null, delay: baseOf(pace) };
  }
  world.files.makeFolder(home.privateDir, true);
  const lock = world.locks.take(home.privateDir, `tick-${agent}.db`);
  if (lock === undefined) return held(keeping, request, pace);
  try {
    return await locked(keeping, request, pace);
  } finally {
    lock.release();
  }
}

async function locked(keeping: Keeping, request: StepRequest, pace: Pace): Promise<Stepped> {
  const { world, home } = keeping;
  const known = knownOf(keeping, true);
  const { lifecycle } = known;
  const now = world.now();
  const early = earlyBy(known.memory, request, pace, now);
  if (early > 0) {
    const message = 'it is not due yet';
    return { outcome: 'early', state: known.memory.state, message, due: known.memory.due, delay: early };
  }
  const { waits } = await finishChanges(world, home, true);
  // Whatever holds it up (a merge, a lock of git) holds up our own commits as well.
  if (waits !== undefined) request.tell({ event: 'failed', message: `an earlier change waits: ${waits.why}` });
  if (lifecycle.kind !== 'none' && (lifecycle.kind === 'broken' || lifecycle.problems.length > 0))
    request.tell({ event: 'lifecycle-broken', problems: lifecycle.problems, isKept: lifecycle.kind === 'cadence' });
  const cadence = lifecycle.kind === 'cadence' ? lifecycle.cadence : undefined;
  // Without a lifecycle the position is left as it is: there may be one again.
  const { state, hits } = cadence === undefined ? known.memory : settled(cadence, known.memory);
  const memory: CadenceMemory = {
    ...withoutFuture(known.memory, now),
    state,
    hits,
    lifecycle: lifecycle.kind === 'cadence' ? lifecycle.sha256 : known.memory.lifecycle,
    lastTick: now.toISOString(),
  };
  const tick: Tick = { keeping, request, pace, cadence, memory };
  if (lifecycle.kind === 'broken') {
    const [first] = lifecycle.problems;
    return conclude(tick, { outcome: 'failed', message: first === undefined ? '' : problemLine(first) });
  }
  const asleep = sleepLeft(keeping, now);
  if (asleep > 0) {
    const until = new Date(now.getTime() + asleep).toISOString();
    return conclude(tick, { outcome: 'gated', opensIn: asleep, message: `asleep until ${until}, as the agent wished` });
  }
  if (cadence === undefined) {
    begin(tick);
    if (keeping.runner !== undefined) request.tell({ event: 'tick', state: null, hits: 0 });
    const { ended, beside } = await stepWithout(keeping, request);
    return { ...conclude(tick, ended), beside };
  }
  const shut = await gateOf(keeping, cadence, memory, now);
  if (shut !== undefined) {
    const gated = conclude(tick, { outcome: 'gated', ...shut });
    await daydream(keeping, request.tell);
    return gated;
  }
  const isWake = stateOf(cadence, memory.state)?.kind === 'wake';
  if (isWake && keeping.runner === undefined) return unready(tick);
  begin(tick);
  request.tell({ event: 'tick', state: memory.state, hits: memory.hits });
  const stepped = conclude(tick, await doState(keeping, request, cadence, memory));
  // A night has said what there was to say; after any other run there is a moment to daydream.
  if (isWake && stepped.outcome !== 'stopped') await daydream(keeping, request.tell);
  return stepped;
}

interface Tick {
  readonly keeping: Keeping;
  readonly request: StepRequest;
  readonly pace: Pace;
  readonly cadence: Cadence | undefined;
  readonly memory: CadenceMemory;
}

/** Before anything is done: that it began, and who does it, for whoever finds the lock taken. */
function begin({ keeping: { world, home, agent }, memory }: Tick): void {
  withStore(world, home, (store) => {
    store.setMemo(`tick:${agent}`, JSON.stringify({ who: world.self, since: memory.lastTick }));
    store.setMemo(cadenceMemo(agent), JSON.stringify({ ...memory, due: null }));
  });
}

function conclude({ keeping, request, pace, cadence, memory }: Tick, ended: TickEnd): Stepped {
  const { world, home, agent } = keeping;
  const now = world.now();
  const { outcome, message, opensIn } = ended;
  const next = memoryAfter(memory, { cadence, outcome, pace, now, opensIn });
  withStore(world, home, (store) => store.setMemo(cadenceMemo(agent), JSON.stringify(next)));
  const state = cadence === undefined ? null : memory.state;
  if (outcome === 'gated') request.tell({ event: 'gated', state, why: message });
  else if (outcome === 'failed' && ended.isTold !== true) request.tell({ event: 'failed', message });
  const delay = next.due === null ? baseOf(pace) : Date.parse(next.due) - now.getTime();
  if (next.due !== null)
    request.tell({
      event: 'next',
      due: next.due,
      ...(cadence === undefined ? { state: null, hits: 0 } : { state: next.state, hits: next.hits }),
    });
  return { outcome, state, message, due: next.due, delay };
}

/** What is missing is told before anything is tried: no streak, no wait that grows. */
function unready(tick: Tick): Stepped {
  const why = 'no program is set up to run, so nothing is tried; `dk help run` says how';
  const stepped = conclude(tick, { outcome: 'gated', message: why });
  return { ...stepped, outcome: 'unready', message: tick.keeping.noRunner ?? why };
}

/**
 * How long it is until this tick is due, if that is not now. What is kept to be further away than any wait is of a clock that went back since,
 * and binds nobody.
 */
function earlyBy({ due, streak }: CadenceMemory, { waitedFor, isForced }: StepRequest, pace: Pace, now: Date): number {
  if (due === null || due === waitedFor || isForced === true) return 0;
  if (waitedFor === undefined && streak === null) return 0;
  const left = Date.parse(due) - now.getTime();
  return left > delayAfter(pace, streak) ? 0 : left;
}

function held({ world, home, agent }: Keeping, { tell }: StepRequest, pace: Pace): Stepped {
  const said = withStore(world, home, (store) => store.memo(`tick:${agent}`));
  const who = /"who":"([^"\\]{1,200})"/u.exec(said ?? '')?.[1] ?? 'another process';
  tell({ event: 'held', who });
  const message = `another tick is under way here (${who})`;
  return { outcome: 'held', state: null, message, due: null, delay: Math.min(settling, baseOf(pace)) };
}
