// No answer, as a value, where no provider said anything about it.
import type { FailureReason, ModelFailure, Spent } from './model-types.ts';

export const nothingSpent: Spent = { input: 0, output: 0, isEstimated: false, bytes: 0, milliseconds: 0, usd: 0 };

export function failure(reason: FailureReason, message: string, spent: Spent): ModelFailure {
  return { kind: 'failed', reason, message, status: null, retryAfter: null, spent };
}
