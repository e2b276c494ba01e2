// What asking a model means, whoever it is: one request, one outcome, and what it cost either way.
import type { Form } from '../config/config.ts';

export interface ModelRequest {
  readonly system: string;
  readonly prompt: string;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly form: Form;
  /** The JSON schema of the answer, for the form `schema`. */
  readonly schema: Readonly<Record<string, unknown>> | undefined;
  /** What the act itself would say without any model. The builtin answers with it. */
  readonly byRules: () => string;
  readonly limits: CallLimits;
  readonly signal?: AbortSignal | undefined;
}

export interface CallLimits {
  /** Milliseconds for the whole call. */
  readonly total: number;
  /** Milliseconds without a single byte, once an answer has begun to come; in a stream from the start. */
  readonly idle: number;
  /** Bytes of the decoded answer. */
  readonly bytes: number;
  /** Bytes of all that comes, envelopes included. As many as the answer may have if nobody says; for a stream some times more. */
  readonly wire?: number | undefined;
}

/** What a call took, also one that failed. Tokens are estimated where nobody counted them. */
export interface Spent {
  readonly input: number;
  readonly output: number;
  readonly isEstimated: boolean;
  readonly bytes: number;
  readonly milliseconds: number;
  /** As the provider said it; null if it did not. */
  readonly usd: number | null;
}

/**
 * Why there is no answer. `key`: it is not where it should be, and nobody was called. `auth`: the provider does not take it. `request`: it
 * does not take what was asked. `rate`, `server`: later, perhaps. `redirect`: it sent us elsewhere, and we do not go. `network`, `timeout`:
 * no connection, or none that lasted. `too-big`, `garbage`: something came that is no answer. `truncated`: the answer has no end.
 * `refused`: the model would not. `command`: the program could not be run, or failed. `stopped`: we were asked to stop.
 */
export const failureReasons = [
  'key',
  'auth',
  'request',
  'rate',
  'server',
  'redirect',
  'network',
  'timeout',
  'too-big',
  'garbage',
  'truncated',
  'refused',
  'command',
  'stopped',
] as const;
export type FailureReason = (typeof failureReasons)[number];

export interface ModelFailure {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  /** For people, safe to print, without keys. */
  readonly message: string;
  /** What the provider's status was, if there was one. */
  readonly status: number | null;
  /** When the provider wants to be asked again, in milliseconds from now. */
  readonly retryAfter: number | null;
  readonly spent: Spent;
}

export type ModelOutcome = { readonly kind: 'answer'; readonly text: string; readonly spent: Spent } | ModelFailure;

/** How a program ended that was asked. */
export type RanProgram = { readonly said: Uint8Array; readonly bytes: number; readonly complained: string } & (
  | { readonly kind: 'ended'; readonly code: number | null }
  | { readonly kind: 'late' | 'stopped' | 'too-big' }
  | { readonly kind: 'not-started'; readonly why: string }
);

/** Runs a program in an empty folder of its own, under a wall clock, and leaves nothing of it. The room `programs` can; it is handed in, because hands do not reach for hands. */
export type RunProgram = (call: {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: string;
  readonly limit: number;
  readonly grace: number;
  readonly mostBytes: number;
  readonly mark: string;
  readonly signal: AbortSignal | undefined;
}) => Promise<RanProgram>;
