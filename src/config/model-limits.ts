// What asking models may take: the operator's limits, and ours where none are set.
import type { OperatorSettings } from './operator-schema.ts';

/** Five things are counted, for a night and for a day. `usd` is undefined where nobody set a limit. */
export interface Allowance {
  readonly calls: number;
  readonly tokens: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly usd: number | undefined;
}

export interface ModelLimits {
  readonly night: Allowance;
  readonly day: Allowance;
  /** Milliseconds for one call. */
  readonly call: number;
  /** Tokens of the longest answer, if it is not the usual one. */
  readonly answer?: number;
}

export function limitsFrom({ budget = {} }: OperatorSettings): ModelLimits {
  return {
    night: {
      calls: budget.calls_per_night ?? 4,
      tokens: budget.tokens_per_night ?? 60_000,
      seconds: budget.seconds_per_night ?? 300,
      bytes: budget.bytes_per_night ?? 8 * 1024 * 1024,
      usd: budget.usd_per_night,
    },
    day: {
      calls: budget.calls_per_day ?? 60,
      tokens: budget.tokens_per_day ?? 500_000,
      seconds: budget.seconds_per_day ?? 3600,
      bytes: budget.bytes_per_day ?? 64 * 1024 * 1024,
      usd: budget.usd_per_day,
    },
    call: (budget.seconds_per_call ?? 120) * 1000,
  };
}

/** A day has room for so many runs that take all they may. */
const runsPerDay = 12;

/** The same for a waking run with tools, counted on its own: a run has many turns, and each sends all that was said before. */
export function runLimitsFrom(settings: OperatorSettings): ModelLimits {
  const { budget = {} } = settings;
  const run = {
    calls: budget.calls_per_run ?? 80,
    tokens: budget.tokens_per_run ?? 1_000_000,
    seconds: budget.seconds_per_run ?? 1800,
    bytes: budget.bytes_per_run ?? 32 * 1024 * 1024,
  };
  return {
    night: { ...run, usd: budget.usd_per_run },
    day: {
      calls: run.calls * runsPerDay,
      tokens: run.tokens * runsPerDay,
      seconds: run.seconds * runsPerDay,
      bytes: run.bytes * runsPerDay,
      usd: budget.usd_per_day,
    },
    call: limitsFrom(settings).call,
  };
}

/** The same for a night in which an act takes a turn with tools: it is some calls in a row, and one of them may write a whole file. */
export function turnLimitsFrom(settings: OperatorSettings): ModelLimits {
  const { budget = {} } = settings;
  const limits = limitsFrom(settings);
  const night = { calls: budget.calls_per_night ?? 20, tokens: budget.tokens_per_night ?? 200_000 };
  return { ...limits, night: { ...limits.night, ...night }, answer: 16_000 };
}

/** About so many characters are a token in what we send: measured, with all its paths and hashes. Prose has more, so this errs on the dear side. */
const charactersPerToken = 3.2;

export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}
