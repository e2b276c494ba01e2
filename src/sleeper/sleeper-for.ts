// The one interface between an agent's loop and its sleep: before a step, after a step, whether to sleep, the sleep, and the waking.
import { withStore } from '../change/change.ts';
import { tryOr } from '../errors/errors.ts';
import { clampedSleep, fatigueLimits, isRestful } from '../fatigue/fatigue.ts';
import { nightUnderWay } from '../night/night.ts';
import { wrapUp } from '../steps/steps.ts';
import { oneLine } from '../text/text.ts';
import { type Slept, takeMessages, wokeUp } from '../wake/wake.ts';
import type { AgentHome } from '../world/world.ts';
import { lastSleep, sleepTold } from './asleep.ts';
import { type Consolidating, type FellAsleep, fallAsleep } from './fall-asleep.ts';
import { letPass } from './let-pass.ts';
import { logEvent } from './logs.ts';
import { type Tiredness, tiredness } from './tiredness.ts';

/** A step that ended. */
export interface Step {
  readonly tool: string;
  /** It was not made: there is no such tool, it is not offered, its arguments make no sense. */
  readonly isRefused: boolean;
}

export interface Due {
  readonly seconds: number;
  readonly why: 'nap' | 'fatigue';
}

/** `woke`: the time has passed, or somebody woke it. `asleep`: it sleeps longer than there is time for here. `stopped`: it was asked to stop. */
export interface SleepEnd {
  readonly kind: 'woke' | 'asleep' | 'stopped';
  readonly fell: FellAsleep;
}

export interface Sleeper {
  /** What the agent is to be told before its next turn, once; undefined if nothing. */
  beforeStep(): string | undefined;
  /** Counts one. */
  afterStep(step: Step): void;
  /** The agent wants to sleep; of several wishes the last one counts. */
  wants(seconds: number): void;
  /** Whether it sleeps now: because it wants to, or because it has to. */
  shouldSleep(): Due | undefined;
  /** Consolidates, and lets the time pass if it ends within `left` milliseconds. */
  sleep(due: Due, during: During): Promise<SleepEnd>;
  /** What it is told when it wakes; undefined if it has never slept. Whoever tells it in other words is asked in any case. */
  wake(tell?: Waking): string | undefined;
}

export type Waking = (slept: Slept, news: readonly string[]) => string;

export interface During {
  readonly run: string | null;
  readonly turns: number;
  /** Milliseconds. */
  left(): number;
  readonly signal: AbortSignal | undefined;
  /** Hears what came of the consolidation as soon as that is known, before the time passes. */
  readonly fallen?: ((fell: FellAsleep) => void) | undefined;
}

/** Of a message so much is told at once. */
const longestMessage = 400;

/** One for a run of ours; it knows what was done in runs before. */
export async function sleeperFor(home: AgentHome, consolidate: Consolidating, run: string | null): Promise<Sleeper> {
  const { settings } = home;
  const limits = fatigueLimits(settings);
  const known = await tiredness(home);
  let { actions } = known;
  let period = known.last?.night ?? '';
  let wish: number | undefined;
  /** A consolidation that did not work out is not tried again at once. */
  let notBefore = 0;
  return {
    beforeStep: () => {
      if (actions < limits.warning || actions >= limits.limit || wasWarned(home, period)) return undefined;
      rememberWarned(home, period);
      logEvent(home, 'warned', { run, actions });
      return wrapUp;
    },
    afterStep: ({ tool, isRefused }) => {
      if (!isRestful(tool) && !isRefused) actions += 1;
    },
    wants: (seconds) => {
      wish = clampedSleep(seconds);
    },
    shouldSleep: () => {
      if (actions >= Math.max(limits.limit, notBefore))
        return { seconds: clampedSleep(limits.deepPause / 1000), why: 'fatigue' };
      return wish === undefined ? undefined : { seconds: wish, why: 'nap' };
    },
    sleep: async ({ seconds, why }, { left, signal, turns, fallen }) => {
      // Whoever is exhausted and wanted to sleep longer sleeps longer.
      const wanted = Math.max(seconds, wish ?? 0);
      wish = undefined;
      const fell = await fallAsleep(home, { seconds: wanted, why, consolidate, run, turns, signal });
      const now = await tiredness(home);
      ({ actions } = now);
      period = now.last?.night ?? '';
      fallen?.(fell);
      notBefore = actions >= limits.limit ? actions + Math.max(1, limits.limit - limits.warning) : 0;
      if (fell.seconds * 1000 > left()) return { kind: 'asleep', fell };
      await letPass(home, fell.seconds, signal);
      return { kind: signal?.aborted === true ? 'stopped' : 'woke', fell };
    },
    wake: (tell) => wakeFrom(home, known, tell),
  };
}

/** Tells it of the sleep it comes from, and of what it knows. Whoever never consolidated and never slept begins without. */
function wakeFrom(home: AgentHome, { last: dreamt, lastStep }: Tiredness, tell?: Waking): string | undefined {
  const last = lastSleep(home);
  const isFirst = last === undefined && dreamt === undefined;
  if (isFirst && tell === undefined) return undefined;
  // While a night is under way they wait: whoever wakes after it is told.
  const isNight = nightUnderWay(home) !== undefined;
  const news = isNight ? [] : takeMessages(home).map(({ text }) => oneLine(text, longestMessage));
  const now = home.world.now().getTime();
  const isFresh = last !== undefined && last.isTold !== true;
  // Of a restart without a sleep nobody knows more than when the agent was last heard of.
  const [from, to] = isFresh ? [Date.parse(last.since), endOf(last, now)] : [Date.parse(lastStep ?? ''), now];
  const seconds = Number.isNaN(from) ? 0 : Math.max(0, Math.round((to - from) / 1000));
  const woken = isFresh && last.woken !== undefined ? { wanted: last.seconds, reason: last.woken.reason } : {};
  const slept = { seconds, night: isFresh ? last.night : null, ...woken };
  const message =
    tell === undefined
      ? wokeUp(home, slept, news)
      : tell({ ...slept, isRestart: !isFresh, isFirst: isFirst && lastStep === null }, news);
  if (isFresh) {
    sleepTold(home);
    logEvent(home, 'awake', { seconds, reason: last.woken?.reason ?? null });
  }
  return message;
}

/** One that nobody ended lasted until now: also while no process was there to wake anybody. */
function endOf({ woken }: NonNullable<ReturnType<typeof lastSleep>>, now: number): number {
  return woken === undefined ? now : Date.parse(woken.at);
}

const warnedMemo = (agent: string): string => `warned:${agent}`;

function wasWarned({ world, home, agent }: AgentHome, period: string): boolean {
  if (!world.stores.exists(home.privateDir)) return false;
  return withStore(world, home, (store) => store.memo(warnedMemo(agent))) === `since ${period}`;
}

function rememberWarned({ world, home, agent }: AgentHome, period: string): void {
  // If it cannot be remembered it is told once more, in the next run.
  tryOr(() => {
    world.files.makeFolder(home.privateDir, true);
    withStore(world, home, (store) => store.setMemo(warnedMemo(agent), `since ${period}`));
  });
}
