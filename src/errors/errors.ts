// The one error: a code, what happened, what to do next, and how to exit.

/**
 * Process exit codes; they are part of the public API (docs/exit-codes.md).
 *
 * 0 ok · 1 a bug · 2 usage, or the machine lacks something · 10 no home here · 11 held by somebody else · 12 a person is needed ·
 * 13 did not work now, will be tried again · 14 damaged
 */
export type ExitCode = 0 | 1 | 2 | 10 | 11 | 12 | 13 | 14;

/** Every code we may show, with the exit it means. A code never changes its meaning. */
export const exitOf = {
  E_USAGE: 2,
  E_NODE_TOO_OLD: 2,
  E_IN_CACHE: 2,
  E_NO_GIT: 2,
  E_GIT_TOO_OLD: 2,
  E_NOT_A_REPOSITORY: 2,
  E_BARE_REPOSITORY: 2,
  E_HOME_INSIDE_HOME: 2,
  E_NO_FOLDER: 2,
  E_BAD_NAME: 2,
  E_BAD_PATH: 2,
  E_BAD_STEP: 2,
  E_BAD_TITLE: 2,
  E_NO_SUCH_TASK: 2,
  E_AMBIGUOUS_TASK: 2,
  E_TASK_EXISTS: 2,
  E_NO_SUCH_STATE: 2,
  E_NO_SUCH_NIGHT: 2,
  E_NO_SUCH_MODEL: 2,
  E_NO_SUCH_FAILURE: 2,
  E_NO_SUCH_MEMORY: 2,
  E_NO_SUCH_INDEX: 2,
  E_INDEX_EXISTS: 2,
  E_NO_RUNNER: 2,
  E_CONFIG: 2,
  E_CONFIG_DANGEROUS: 2,
  E_NO_HOME: 10,
  E_REPO_BUSY: 11,
  E_REPO_LOCKED: 11,
  E_FENCED: 11,
  E_MOVE_REFUSED: 12,
  E_NOT_OURS: 12,
  E_NOT_UNDOABLE: 12,
  E_NO_PERMISSION: 12,
  E_NOT_OWNER: 12,
  E_NOT_A_FILE: 12,
  E_TOO_LARGE: 12,
  E_CONFLICT: 12,
  E_STALE: 12,
  E_CHANGED_MEANWHILE: 13,
  E_DISK: 13,
  E_GIT: 13,
  E_GIT_TIMEOUT: 13,
  E_BOARD_MISSING: 14,
  E_BOARD_BINARY: 14,
  E_LEDGER_BROKEN: 14,
  E_INDEX_DAMAGED: 14,
  E_CORPUS_DAMAGED: 14,
  E_FORMAT_NEWER: 12,
  E_BUG: 1,
} as const;

export type ErrorCode = keyof typeof exitOf;

/** What a hook loads is built into a file of its own, with an error class of its own: it is still ours. */
const ours: unique symbol = Symbol.for('dreamkeeper.error') as never;

/** Carries what a person needs: what happened, why, and what to do next. */
export class DreamkeeperError extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && ours in value;
  }

  readonly [ours] = true;
  override readonly name = 'DreamkeeperError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly exit: ExitCode;

  constructor(code: ErrorCode, message: string, options: { readonly hint: string; readonly cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.exit = exitOf[code];
  }
}

/** For the `catch` of a promise: what comes instead of a failure that was to be expected. A bug is thrown on. */
export function unlessBug<T>(instead: (error: DreamkeeperError) => T): (error: unknown) => T {
  return (error) => {
    if (error instanceof DreamkeeperError) return instead(error);
    throw error;
  };
}

/** The same for what is not waited for; nothing comes instead if nobody says what. */
export function tryOr<T>(ask: () => T): T | undefined;
export function tryOr<T, U>(ask: () => T, instead: (error: DreamkeeperError) => U): T | U;
export function tryOr(ask: () => unknown, instead: (error: DreamkeeperError) => unknown = () => undefined): unknown {
  try {
    return ask();
  } catch (error) {
    return unlessBug(instead)(error);
  }
}

/** The same in the middle of a `catch`. */
export function requireOurs(error: unknown): DreamkeeperError {
  if (error instanceof DreamkeeperError) return error;
  throw error;
}

/** Nothing private is written through a link, nor where something else lies; several hands keep to that. */
export function notOwnFolder(path: string): DreamkeeperError {
  return new DreamkeeperError('E_NOT_A_FILE', `${path} is not a folder of its own`, {
    hint: 'Run `dk doctor --fix`: it moves aside what is there, and makes a new folder. Nothing was changed.',
  });
}

/** The errno name of a failed system call (`ENOENT`, `EACCES`, …), or the code of an error of ours; undefined for anything else. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** What a call of the system gives; undefined if the system refuses, whatever its reason. A bug is thrown on. */
export function ifPossible<Result>(call: () => Result): Result | undefined {
  try {
    return call();
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
