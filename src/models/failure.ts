// No answer, as a value, where the provider says nothing of the kind: nobody was asked, a program failed, or the model refused in words.
import type { FailureReason, ModelFailure, Spent } from './model-types.ts';

export const nothingSpent: Spent = { input: 0, output: 0, isEstimated: false, bytes: 0, milliseconds: 0, usd: 0 };

export function failure(reason: FailureReason, message: string, spent: Spent): ModelFailure {
  return { kind: 'failed', reason, message, status: null, retryAfter: null, spent };
}

const openings =
  /^\W{0,3}(?:(?:i['’]?m|i am) (?:sorry|unable|not able)|sorry[,.]|i (?:can['’]?t|cannot|can not|won['’]?t|will not|must decline)|unfortunately,? i (?:can|am)|as an ai\b)/iu;

/** The failure, if a text says no instead of answering: it begins so, and has neither heading nor object in it. */
export function refusalIn(text: string, spent: Spent): ModelFailure | undefined {
  const isRefusal = openings.test(text.trim()) && !/^\* /mu.test(text) && !text.includes('{');
  return isRefusal ? failure('refused', 'the model refused to answer', spent) : undefined;
}
