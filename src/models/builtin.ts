// The builtin model: no network, no key. It says what the act's own rules say, in the form every other model is asked for.
import type { Model, ModelRequest } from './model-types.ts';

export const builtinModel: Model = {
  ask: (request: ModelRequest) => {
    const nothing = { input: 0, output: 0, isEstimated: false, bytes: 0, milliseconds: 0, usd: 0 };
    if (request.signal?.aborted === true)
      return Promise.resolve({
        kind: 'failed',
        reason: 'stopped',
        message: 'it was asked to stop',
        status: null,
        retryAfter: null,
        spent: nothing,
      });
    return Promise.resolve({ kind: 'answer', text: request.byRules(), spent: nothing });
  },
};
