// A sleeper for the agent of another program: it counts, warns, sleeps and wakes as a run of ours does, and throws nothing for what a home or a model can do.
import { dirname } from 'node:path';
import { changeId } from '../change/change.ts';
import type { DreamkeeperError } from '../errors/errors.ts';
import { clampedSleep } from '../fatigue/fatigue.ts';
import {
  askedOf,
  asleepNow,
  type FellAsleep,
  isLogged,
  letPass,
  logSaid,
  type Sleeper,
  sleeperFor,
  trimming,
} from '../sleeper/sleeper.ts';
import { checkStepReport, isIntent, type StepReport } from '../steps/steps.ts';
import { trim } from '../trim/trim.ts';
import { wokeInProgram } from '../wake/wake.ts';
import { type OpenHome, openConsolidating, openOwnHome, openRecorder, type Recorder, realWorld } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { init } from './init.ts';
import { myStats } from './my-stats.ts';
import type { AgentSleeper, SleepDue, SleepEnded, SleeperEvent, SleeperRequest } from './sleeper-types.ts';
import { troubles, wordsOf } from './troubles.ts';
import { wakeProgram } from './wake-program.ts';

/** A home as it was found, and what of it is at work. */
interface Opened {
  readonly home: OpenHome;
  readonly inner: Sleeper;
  readonly run: string;
  readonly recorder: Pick<Recorder, 'head' | 'worktree'>;
  /** Why the model that was named cannot be asked; rules consolidate instead. */
  readonly problem: DreamkeeperError | undefined;
}

export async function openSleeper(at: Standpoint, request: SleeperRequest = {}): Promise<AgentSleeper> {
  const closing = new AbortController();
  const signal = request.signal === undefined ? closing.signal : AbortSignal.any([closing.signal, request.signal]);
  let opened: Opened | undefined;
  /** A home that is made once and gone later is not made again: somebody took it away. */
  let isFounded = false;
  let counted = 0;
  let turns = 0;
  let hasBegun = false;
  let hasConsolidated = false;
  let sleeping: Promise<SleepEnded> | undefined;
  /** What it was given to tell its agent lately. */
  let given: readonly string[] = [];

  const tell = (event: SleeperEvent): void => {
    try {
      request.on?.(event);
    } catch (error) {
      at.complain?.(`whoever listens to a sleeper failed at "${event.kind}": ${wordsOf(error)}`);
    }
  };
  const trouble = troubles();
  const failed = (during: string, error: unknown): void => {
    const event = trouble.failed(during, error);
    if (event !== undefined) tell(event);
  };
  /** Whatever goes wrong is told, and the agent goes on without. */
  const tried = async <Result>(
    during: string,
    without: Result,
    act: (to: Opened) => Result | Promise<Result>,
  ): Promise<Result> => {
    try {
      if (opened === undefined) {
        opened = await open(at, { ...request, home: isFounded ? undefined : request.home });
        isFounded = true;
        if (opened.problem === undefined) trouble.worked('model');
        else failed('model', opened.problem);
      }
      if (opened.home.world.places.off(opened.home.home) !== undefined) return without;
      const result = await act(opened);
      trouble.worked(during);
      return result;
    } catch (error) {
      // What was read of the home may be what is wrong with it.
      opened = undefined;
      failed(during, error);
      return without;
    }
  };

  const put = ({ home: { world, home, agent }, run, recorder }: Opened, report: StepReport): void => {
    counted += 1;
    const { worktree } = recorder;
    world.lines.step(home, report, { run, agent, seq: counted, time: world.now(), ...recorder.head(), worktree });
  };

  const due = ({ home, inner }: Opened): SleepDue | undefined => {
    const asleep = asleepNow(home);
    if (asleep === undefined) return inner.shouldSleep();
    const left = Date.parse(asleep.until) - home.world.now().getTime();
    return { seconds: Math.max(1, Math.ceil(left / 1000)), why: 'asleep' };
  };

  const fall = (wish: SleepDue, isWaiting: boolean): Promise<SleepEnded> =>
    tried<SleepEnded>('sleep', awake, async ({ home, inner, run }) => {
      tell({ kind: 'falling asleep', seconds: wish.seconds, why: wish.why });
      if (wish.why === 'asleep') {
        const until = asleepNow(home)?.until ?? null;
        if (isWaiting) await letPass(home, wish.seconds, signal);
        return { kind: signal.aborted ? 'stopped' : isWaiting ? 'woke' : 'asleep', until, consolidation: null };
      }
      const left = (): number => (isWaiting ? Number.POSITIVE_INFINITY : 0);
      // Whoever listens hears of the consolidation when it is done, and not when the time has passed.
      const fallen = ({ receipt }: FellAsleep): void => {
        if (receipt === null) return;
        if (receipt.acts.some(({ name, outcome }) => name === 'consolidate' && outcome === 'ran'))
          hasConsolidated = true;
        tell({ kind: 'consolidated', ...shortReceipt(receipt) });
      };
      const asked = { seconds: wish.seconds, why: wish.why };
      const { fell, kind } = await inner.sleep(asked, { run, turns, left, signal, fallen });
      const consolidation = fell.receipt === null ? null : shortReceipt(fell.receipt);
      return { kind: isWaiting || kind === 'stopped' ? kind : 'asleep', until: fell.until, consolidation };
    });

  /** Two that want it at once sleep once. */
  const asleepFor = (asked: SleepDue, isWaiting: boolean): Promise<SleepEnded> => {
    sleeping ??= fall(asked, isWaiting)
      .then((ended) => {
        if (ended.kind === 'asleep' && ended.until !== null) tell({ kind: 'asleep', until: ended.until });
        return ended;
      })
      .finally(() => {
        sleeping = undefined;
      });
    return sleeping;
  };

  const close = async (): Promise<void> => {
    closing.abort();
    await sleeping;
  };

  return {
    beforeStep: () =>
      tried('beforeStep', undefined, ({ inner }) => {
        turns += 1;
        const text = inner.beforeStep();
        if (text !== undefined) tell({ kind: 'warned', text });
        return text;
      }),
    afterStep: (step) =>
      tried('afterStep', undefined, (to) => {
        const { refused } = step;
        const checked = checkStepReport(step);
        // What a tool gave is nobody's wish, whatever the tool is called.
        const tool = isIntent(checked) ? `${checked.tool} tool` : checked.tool;
        put(to, { ...checked, tool, ...(refused === true ? { refused } : {}) });
        to.inner.afterStep({ tool, isRefused: refused === true });
      }),
    onMessage: ({ role, content }) =>
      tried('onMessage', undefined, (to) => {
        const { home, run } = to;
        logSaid(home, { t: home.world.now().toISOString(), run, role, content });
        if (role !== 'user' || home.settings.record?.prompts === false) return;
        for (const report of askedOf(content, given)) put(to, report);
      }),
    setSleep: (wanted) =>
      tried('setSleep', 'you cannot sleep now', ({ inner }) => {
        if (!(Number.isFinite(wanted) && wanted > 0)) return 'set_sleep takes a number of seconds above 0';
        inner.wants(wanted);
        return `you will sleep for ${clampedSleep(wanted)} seconds when the calls of this turn are done`;
      }),
    shouldSleep: () => tried('shouldSleep', undefined, due),
    sleep: async (wish = {}) => {
      const asked: SleepDue | undefined =
        wish.seconds === undefined
          ? await tried('sleep', undefined, due)
          : { seconds: wish.seconds, why: wish.why ?? 'nap' };
      return asked === undefined ? awake : asleepFor(asked, wish.wait !== false);
    },
    wake: async () => {
      // A process that began in the middle of a sleep goes on sleeping first.
      const rest = await tried('wake', undefined, due);
      if (rest?.why === 'asleep' && (await asleepFor(rest, true)).kind !== 'woke') return '';
      return tried('wake', '', async ({ home, inner }) => {
        // What an agent begins with is more than what it is told after a sleep: also what is to be done, and what it was about.
        const isBegin = !hasBegun;
        const now = { ...(await wakeProgram(at, isBegin)), isLogged: isLogged(home) };
        const message = inner.wake((slept, news) => wokeInProgram(home, { ...slept, isBegin }, news, now)) ?? '';
        hasBegun = true;
        if (message !== '') given = [...given.slice(-9), message.trim()];
        tell({ kind: 'woke', message });
        return message;
      });
    },
    trim: (messages, options = {}) => {
      try {
        const how =
          opened === undefined
            ? { when: 'full' as const }
            : trimming(opened.home, hasConsolidated, opened.home.home.home);
        const { messages: left, ...what } = trim(messages, { ...how, ...options });
        hasConsolidated = false;
        if (what.dropped + what.shortened > 0) tell({ kind: 'trimmed', ...what });
        return [...left];
      } catch (error) {
        failed('trim', error);
        return [...messages];
      }
    },
    stats: () => tried('stats', undefined, () => myStats(at)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const awake: SleepEnded = { kind: 'awake', until: null, consolidation: null };

async function open(at: Standpoint, { model, home: path, agent }: SleeperRequest): Promise<Opened> {
  if (path !== undefined && (await isNothing(path, at)))
    await init({ ...at, cwd: dirname(path) }, { home: path, agent });
  const { consolidatingFor, standpointWith, whyNotNamed } = await openConsolidating();
  const place = standpointWith(at, model);
  const [home, recorder] = await Promise.all([openOwnHome(place), openRecorder(place)]);
  home.world.files.makeFolder(home.home.privateDir, true);
  const run = changeId(home.world, 'r');
  const problem = whyNotNamed(home, place, model);
  return { home, run, recorder, problem, inner: await sleeperFor(home, consolidatingFor(home, place, model), run) };
}

/** A folder that is not there, or has nothing in it. */
async function isNothing(path: string, at: Standpoint): Promise<boolean> {
  const { disk } = await realWorld(at.env, at.complain);
  return disk.at(path) === undefined || disk.names(path).length === 0;
}

function shortReceipt({
  id,
  outcome,
  reason,
  message,
  commit,
  acts,
}: NonNullable<FellAsleep['receipt']>): NonNullable<SleepEnded['consolidation']> {
  const isDeep = acts.some(({ name, outcome: came }) => name === 'deep' && came === 'ran');
  return { id, outcome, reason, message, commit, deep: isDeep };
}
