// The library: what other programs may rely on.
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

/** A verb as the library has it: the home is known already. */
type Bound<Of> = Of extends verbs.Verb<infer Given, infer Result> ? (...given: Given) => Promise<Result> : never;

/** A home, and every verb on it. Each reads the home as it is at that moment, and does exactly what the command of its name does. */
export interface Home extends AsyncDisposable {
  /** Where it lies. */
  readonly path: string;
  readonly sleep: Bound<typeof verbs.sleep>;
  readonly sleepInput: Bound<typeof verbs.sleepInput>;
  readonly sleepPrompt: Bound<typeof verbs.sleepPrompt>;
  readonly wake: Bound<typeof verbs.wake>;
  readonly status: Bound<typeof verbs.status>;
  readonly doctor: Bound<typeof verbs.doctor>;
  readonly undo: Bound<typeof verbs.undo>;
  readonly why: Bound<typeof verbs.why>;
  readonly remember: Bound<typeof verbs.remember>;
  readonly memory: Bound<typeof verbs.memory>;
  readonly record: Bound<typeof verbs.record>;
  readonly steps: Bound<typeof verbs.steps>;
  readonly off: Bound<typeof verbs.off>;
  readonly on: Bound<typeof verbs.on>;
  readonly run: Bound<typeof verbs.run>;
  readonly tick: Bound<typeof verbs.tick>;
  readonly keep: Bound<typeof verbs.keep>;
  readonly keepService: Bound<typeof verbs.keepService>;
  readonly board: {
    readonly list: Bound<typeof verbs.board>;
    readonly next: Bound<typeof verbs.boardNext>;
    readonly lint: Bound<typeof verbs.boardLint>;
    readonly move: Bound<typeof verbs.boardMove>;
    readonly add: Bound<typeof verbs.boardAdd>;
    readonly log: Bound<typeof verbs.boardLog>;
  };
  readonly journal: {
    readonly read: Bound<typeof verbs.journal>;
    readonly list: Bound<typeof verbs.journalList>;
    readonly daydreams: Bound<typeof verbs.daydreams>;
  };
  readonly nights: {
    readonly list: Bound<typeof verbs.nights>;
    readonly sessions: Bound<typeof verbs.sessions>;
    readonly show: Bound<typeof verbs.night>;
    readonly verify: Bound<typeof verbs.verify>;
  };
  readonly models: {
    readonly list: Bound<typeof verbs.models>;
    readonly use: Bound<typeof verbs.useModel>;
    readonly test: Bound<typeof verbs.testModel>;
  };
  readonly lifecycle: {
    readonly init: Bound<typeof verbs.lifecycleInit>;
    readonly lint: Bound<typeof verbs.lifecycleLint>;
    readonly show: Bound<typeof verbs.lifecycleShow>;
  };
}

/**
 * Finds the home from a folder. Throws a DreamkeeperError with code `E_NO_HOME` if there is none; whatever else may be wrong with it is
 * said by the verbs. Closing it (`await using`) stops what is under way and waits for it; what was sealed by then is finished.
 */
export async function openHome(options: HomeOptions = {}): Promise<Home> {
  const at = placeOf(options);
  const { home: path } = await whereHome(at);
  const closing = new AbortController();
  const going = new Set<Promise<unknown>>();
  const bind =
    <Given extends readonly unknown[], Result>(verb: verbs.Verb<Given, Result>): Bound<verbs.Verb<Given, Result>> =>
    (...given) => {
      const request = given[0] as { readonly signal?: AbortSignal } | undefined;
      const signals = [closing.signal, options.signal, request?.signal].filter((each) => each !== undefined);
      const signal = AbortSignal.any(signals);
      if (signal.aborted) return Promise.reject(signal.reason);
      // Every request may say when to stop; those that cannot wait long do not listen.
      const asked = verb(at, ...([{ ...request, signal }] as unknown as Given));
      const ended = asked.finally(() => going.delete(ended)).catch(() => undefined);
      going.add(ended);
      return asked;
    };
  return {
    path,
    sleep: bind(verbs.sleep),
    sleepInput: bind(verbs.sleepInput),
    sleepPrompt: bind(verbs.sleepPrompt),
    wake: bind(verbs.wake),
    status: bind(verbs.status),
    doctor: bind(verbs.doctor),
    undo: bind(verbs.undo),
    why: bind(verbs.why),
    remember: bind(verbs.remember),
    memory: bind(verbs.memory),
    record: bind(verbs.record),
    steps: bind(verbs.steps),
    off: bind(verbs.off),
    on: bind(verbs.on),
    run: bind(verbs.run),
    tick: bind(verbs.tick),
    keep: bind(verbs.keep),
    keepService: bind(verbs.keepService),
    board: {
      list: bind(verbs.board),
      next: bind(verbs.boardNext),
      lint: bind(verbs.boardLint),
      move: bind(verbs.boardMove),
      add: bind(verbs.boardAdd),
      log: bind(verbs.boardLog),
    },
    journal: { read: bind(verbs.journal), list: bind(verbs.journalList), daydreams: bind(verbs.daydreams) },
    nights: {
      list: bind(verbs.nights),
      sessions: bind(verbs.sessions),
      show: bind(verbs.night),
      verify: bind(verbs.verify),
    },
    models: { list: bind(verbs.models), use: bind(verbs.useModel), test: bind(verbs.testModel) },
    lifecycle: { init: bind(verbs.lifecycleInit), lint: bind(verbs.lifecycleLint), show: bind(verbs.lifecycleShow) },
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await Promise.all(going);
    },
  };
}

/** Makes a home, as `dk init` does. */
export function init({
  cwd,
  env,
  complain,
  ...request
}: verbs.InitRequest & Omit<HomeOptions, 'signal'> = {}): Promise<verbs.Founded> {
  return verbs.init(placeOf({ cwd, env, complain }), request);
}

function placeOf({ cwd, env = process.env, complain }: HomeOptions): ReturnType<typeof standpoint> {
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
export type * from './verbs/verbs.ts';
