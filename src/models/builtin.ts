// The builtin model: no network, no key. It says what the act's own rules say, in the form every other model is asked for.
import { failure, nothingSpent } from './failure.ts';
import type { ModelOutcome, ModelRequest } from './model-types.ts';

export function askBuiltin({ signal, byRules }: ModelRequest): ModelOutcome {
  if (signal?.aborted === true) return failure('stopped', 'it was asked to stop', nothingSpent);
  return { kind: 'answer', text: byRules(), spent: nothingSpent };
}
