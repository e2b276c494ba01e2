// The library: what other programs may rely on.
import { resolve } from 'node:path';
import { DreamkeeperError } from './errors/errors.ts';
import * as verbs from './verbs/verbs.ts';
import { standpoint, whereHome } from './wire/wire.ts';

export interface HomeOptions {
  /** Where the agent works; its home is found from there. Default: the current folder. */
  readonly cwd?: string | undefined;
  /** Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Stops what is under way, as closing the home does. */
  readonly signal?: AbortSignal | undefined;
  /** Hears what is said beside a result; without it, that goes to standard error. */
  readonly complain?: ((message: string) => void) | undefined;
}

/** Every verb on a home, as the library names it. */
const onHome = {
  sleep: verbs.sleep,
  sleepExplain: verbs.sleepExplain,
  sleepInput: verbs.sleepInput,
  sleepPrompt: verbs.sleepPrompt,
  wake: verbs.wake,
  status: verbs.status,
  report: verbs.report,
  metrics: verbs.metrics,
  myStats: verbs.myStats,
  doctor: verbs.doctor,
  adopt: verbs.adopt,
  undo: verbs.undo,
  why: verbs.why,
  remember: verbs.remember,
  recall: verbs.recall,
  memory: verbs.memory,
  record: verbs.record,
  steps: verbs.steps,
  off: verbs.off,
  on: verbs.on,
  nap: verbs.nap,
  activity: verbs.activity,
  message: verbs.message,
  messages: verbs.messages,
  run: verbs.run,
  tick: verbs.tick,
  keep: verbs.keep,
  keepService: verbs.keepService,
};
const onParts = {
  board: {
    list: verbs.board,
    next: verbs.boardNext,
    lint: verbs.boardLint,
    move: verbs.boardMove,
    done: verbs.boardDone,
    add: verbs.boardAdd,
    log: verbs.boardLog,
  },
  journal: { read: verbs.journal, list: verbs.journalList, daydreams: verbs.daydreams },
  nights: { list: verbs.nights, sessions: verbs.sessions, show: verbs.night, verify: verbs.verify, prove: verbs.prove },
  models: { list: verbs.models, use: verbs.useModel, test: verbs.testModel },
  memory: {
    prefetch: verbs.memoryPrefetch,
    read: verbs.memoryRead,
    search: verbs.memorySearch,
    sync: verbs.memorySync,
    list: verbs.memoryList,
    show: verbs.memoryShow,
    pin: verbs.memoryPin,
    unpin: verbs.memoryUnpin,
    forget: verbs.memoryForget,
    restore: verbs.memoryRestore,
    whose: verbs.memoryWhose,
  },
  pending: { list: verbs.pending, approve: verbs.pendingApprove, reject: verbs.pendingReject },
  recall: { text: verbs.recallText },
  index: { add: verbs.indexAdd, update: verbs.indexUpdate, list: verbs.indexList, remove: verbs.indexRemove },
  adopt: { places: verbs.adoptPlaces },
  steps: { dismiss: verbs.stepsDismiss },
  report: { page: verbs.reportPage, week: verbs.reportWeek },
  wake: { list: verbs.wakeList, show: verbs.wakeShow },
  lifecycle: { init: verbs.lifecycleInit, lint: verbs.lifecycleLint, show: verbs.lifecycleShow },
};

interface Stoppable {
  readonly signal?: AbortSignal | undefined;
}

/** Verbs as the library has them: the home is known already, and each may be told to stop. */
type Bound<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends verbs.Verb<infer Given, infer Result>
    ? (
        ...given: [] extends Given ? [request?: Given[0] & Stoppable] : [request: Given[0] & Stoppable]
      ) => Promise<Result>
    : never;
};

/** A home, and every verb on it. Each reads the home as it is at that moment, and does exactly what the command of its name does. */
export interface Home extends AsyncDisposable, Bound<typeof onHome> {
  /** Where it lies. */
  readonly path: string;
  /** Stops what is under way and waits for it; what was sealed by then is finished. */
  close(): Promise<void>;
  readonly board: Bound<typeof onParts.board>;
  readonly journal: Bound<typeof onParts.journal>;
  readonly nights: Bound<typeof onParts.nights>;
  readonly models: Bound<typeof onParts.models>;
  readonly pending: Bound<typeof onParts.pending>;
  readonly lifecycle: Bound<typeof onParts.lifecycle>;
  readonly index: Bound<typeof onParts.index>;
  readonly memory: Bound<typeof onHome>['memory'] & Bound<typeof onParts.memory>;
  readonly recall: Bound<typeof onHome>['recall'] & Bound<typeof onParts.recall>;
  readonly adopt: Bound<typeof onHome>['adopt'] & Bound<typeof onParts.adopt>;
  readonly steps: Bound<typeof onHome>['steps'] & Bound<typeof onParts.steps>;
  readonly report: Bound<typeof onHome>['report'] & Bound<typeof onParts.report>;
  readonly wake: Bound<typeof onHome>['wake'] & Bound<typeof onParts.wake>;
}

/**
 * Finds the home from a folder. Throws a DreamkeeperError with code `E_NO_HOME` if there is none; whatever else may be wrong with it is
 * said by the verbs. `close()` stops what is under way and waits for it; what was sealed by then is finished.
 */
export async function openHome(options: HomeOptions = {}): Promise<Home> {
  const at = placeOf(options);
  const { home: path } = await whereHome(at);
  const closing = new AbortController();
  const going = new Set<Promise<unknown>>();
  const call = (verb: verbs.Verb<never[], unknown>, request?: { readonly signal?: AbortSignal }): Promise<unknown> => {
    const signals = [closing.signal, options.signal, request?.signal].filter((each) => each !== undefined);
    const signal = AbortSignal.any(signals);
    if (signal.aborted) return Promise.reject(signal.reason);
    // Every request may say when to stop; those that cannot wait long do not listen.
    const asked = verb(at, ...([{ ...request, signal }] as never[]));
    const ended = asked.catch(() => undefined).finally(() => going.delete(ended));
    going.add(ended);
    return asked;
  };
  const bind = <Of extends object>(of: Of): Bound<Of> =>
    Object.fromEntries(
      Object.entries(of).map(([name, verb]) => [name, (request?: object) => call(verb, request)]),
    ) as Bound<Of>;
  const whole = bind(onHome);
  const close = async (): Promise<void> => {
    closing.abort();
    await Promise.all(going);
  };
  return {
    path,
    ...whole,
    board: bind(onParts.board),
    journal: bind(onParts.journal),
    nights: bind(onParts.nights),
    models: bind(onParts.models),
    pending: bind(onParts.pending),
    lifecycle: bind(onParts.lifecycle),
    index: bind(onParts.index),
    memory: Object.assign(whole.memory, bind(onParts.memory)),
    recall: Object.assign(whole.recall, bind(onParts.recall)),
    adopt: Object.assign(whole.adopt, bind(onParts.adopt)),
    steps: Object.assign(whole.steps, bind(onParts.steps)),
    report: Object.assign(whole.report, bind(onParts.report)),
    wake: Object.assign(whole.wake, bind(onParts.wake)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A verb that needs no home to be there, as the library has it: with the place in its request. */
type Anywhere<Of> =
  Of extends verbs.Verb<infer Given, infer Result>
    ? (...given: [] extends Given ? [request?: Placed<Given[0]>] : [request: Placed<Given[0]>]) => Promise<Result>
    : never;
type Placed<Request> = Request & Omit<HomeOptions, 'signal'>;

/** Makes a home, as `dk init` does. */
export const init: Anywhere<typeof verbs.init> = anywhere(verbs.init);
/** The programs of agents that are on this machine, and whether our hooks are in them, as `dk install` without a name finds them. */
export const findHarnesses: Anywhere<typeof verbs.findHarnesses> = anywhere(verbs.findHarnesses);
/** Exactly what `install` would change, as `dk install --dry-run` shows it. */
export const planInstall: Anywhere<typeof verbs.planInstall> = anywhere(verbs.planInstall);
/** Puts our hooks into the settings of a harness, and makes a home if there is none, as `dk install --yes` does. */
export const install: Anywhere<typeof verbs.install> = anywhere(verbs.install);
/** Exactly what `uninstall` would change, as `dk uninstall --dry-run` shows it. */
export const planUninstall: Anywhere<typeof verbs.planUninstall> = anywhere(verbs.planUninstall);
/** Puts everything back as it was before us, as `dk uninstall --yes` does. */
export const uninstall: Anywhere<typeof verbs.uninstall> = anywhere(verbs.uninstall);

function anywhere<Request, Result>(
  verb: verbs.Verb<[request: Request], Result>,
): (request?: Placed<Request>) => Promise<Result> {
  return ({ cwd, env, complain, ...request } = {} as Placed<Request>) =>
    verb(placeOf({ cwd, env, complain }), request as unknown as Request);
}

export interface SleeperOptions extends verbs.SleeperRequest {
  /** The folder of the home, or a folder of a project that has one. A folder that is not there, or is empty, becomes a home. */
  readonly home: string;
  /** Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Hears what is said beside a result; without it, that goes to standard error. */
  readonly complain?: ((message: string) => void) | undefined;
}

/**
 * A sleeper for an agent of yours: it tires, naps, consolidates, sleeps deeply and wakes as an agent of ours does. It throws nothing for what a home or
 * a model can do; the event `trouble` tells of it. Several may be in one process, each with a home or an agent of its own.
 */
export async function createSleeper(options: SleeperOptions): Promise<verbs.AgentSleeper> {
  const { home, agent, env = process.env, complain, ...request } = options;
  if (typeof home !== 'string' || home === '')
    throw new DreamkeeperError('E_USAGE', 'a sleeper needs a home', {
      hint: "Name its folder: `createSleeper({ home: 'memory' })`.",
    });
  const path = resolve(home);
  // Whoever names a home means that one, whatever the surroundings say.
  const { DREAMKEEPER_HOME: _, ...around } = env;
  const place = {
    cwd: path,
    env: { ...around, ...(agent === undefined ? {} : { DREAMKEEPER_AGENT: agent }) },
    complain,
  };
  return verbs.openSleeper(placeOf(place), { ...request, agent, home: path });
}

function placeOf({ cwd, env = process.env, complain }: HomeOptions): ReturnType<typeof standpoint> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 22 || (major === 22 && minor < 18))
    throw new DreamkeeperError(
      'E_NODE_TOO_OLD',
      `dreamkeeper needs Node 22.18 or later; this is ${process.versions.node}`,
      { hint: 'Run your program with a newer Node (https://nodejs.org).' },
    );
  const here = { cwd: () => cwd ?? process.cwd(), env };
  return standpoint(complain === undefined ? here : { ...here, complain });
}

export {
  applyVerdicts,
  type Board,
  matchTask,
  moveTask,
  parseBoard,
  parseVerdicts,
  pickTask,
  type Task,
  tasksOf,
} from './board/board.ts';
export { DreamkeeperError, type ErrorCode } from './errors/errors.ts';
export { type DreamEntry, parseEntry, printEntry } from './journal/journal.ts';
export { findSecrets, redactSecrets } from './secrets/secrets.ts';
export { parseSteps, tellSteps } from './steps/steps.ts';
export { type ProviderMessage, type Trimmed, type TrimOptions, trim } from './trim/trim.ts';
export type * from './verbs/verbs.ts';
