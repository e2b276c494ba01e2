// Ask a language model; failure is an answer, not an exception.
import type { ModelSource } from '../config/config.ts';
import { builtinModel } from './builtin.ts';
import { commandModel } from './command-model.ts';
import type { Talk, TalkOutcome } from './converse-types.ts';
import type { Model, ModelOutcome, ModelRequest, RunProgram } from './model-types.ts';
import { isRefusal } from './refusal.ts';

export type { OfferedTool, Talk, TalkAnswer, TalkMessage, TalkOutcome, ToolCall } from './converse-types.ts';
export { type FoundKey, readKey } from './key.ts';
export {
  type CallLimits,
  type FailureReason,
  failureReasons,
  type Model,
  type ModelFailure,
  type ModelOutcome,
  type ModelRequest,
  type Spent,
} from './model-types.ts';

export interface Outside {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly random: () => string;
  /** The real one unless a test has its own. */
  readonly send?: typeof fetch;
  /** What runs programs; without it no command can be asked. */
  readonly run?: RunProgram;
}

/** The model behind a source. What speaks to providers is loaded when it is first asked. */
export function openModel(source: ModelSource, { env, random, send, run = nobody }: Outside): Model {
  if (source.kind === 'builtin') return builtinModel;
  const model: Model =
    source.kind === 'command'
      ? commandModel(source.argv, { env, random, run })
      : { ask: async (request) => (await import('./http-model.ts')).httpModel(source, env, send).ask(request) };
  return { ask: async (request) => refusalTold(await model.ask(request)) };
}

const nobody: RunProgram = () =>
  Promise.resolve({ kind: 'not-started', why: 'ENOSYS', said: new Uint8Array(), bytes: 0, complained: '' });

function refusalTold(outcome: ModelOutcome): ModelOutcome {
  if (outcome.kind === 'failed' || !isRefusal(outcome.text)) return outcome;
  return {
    ...{ kind: 'failed', reason: 'refused', message: 'the model refused to answer' },
    ...{ status: null, retryAfter: null },
    spent: outcome.spent,
  };
}

/** Asks once. */
export function askModel(source: ModelSource, request: ModelRequest, outside: Outside): Promise<ModelOutcome> {
  return openModel(source, outside).ask(request);
}

/** Takes one turn of a conversation with tools. What speaks to providers is loaded when it is first asked. */
export async function converse(source: ModelSource, talk: Talk, { env, send }: Outside): Promise<TalkOutcome> {
  return (await import('./converse.ts')).converseWith(source, talk, env, send);
}
