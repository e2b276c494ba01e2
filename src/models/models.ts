// Ask a language model; failure is an answer, not an exception.
import type { ModelSource } from '../config/config.ts';
import { askBuiltin } from './builtin.ts';
import { askProgram } from './command-model.ts';
import type { Talk, TalkOutcome } from './converse-types.ts';
import { refusalIn } from './failure.ts';
import type { ModelOutcome, ModelRequest, RunProgram } from './model-types.ts';

export type { OfferedTool, Talk, TalkAnswer, TalkMessage, TalkOutcome, ToolCall } from './converse-types.ts';
export { type FoundKey, readKey } from './key.ts';
export {
  type CallLimits,
  type FailureReason,
  failureReasons,
  type ModelFailure,
  type ModelOutcome,
  type ModelRequest,
  type Spent,
} from './model-types.ts';
export { type JsonQuestion, type JsonReply, postJson } from './post-json.ts';

export interface Outside {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly random: () => string;
  /** The real one unless a test has its own. */
  readonly send?: typeof fetch;
  /** What runs programs; without it no command can be asked. */
  readonly run?: RunProgram;
}

const nobody: RunProgram = () =>
  Promise.resolve({ kind: 'not-started', why: 'ENOSYS', said: new Uint8Array(), bytes: 0, complained: '' });

/** Asks once. Never throws for what a model, a network or a program can do. What speaks to providers is loaded when it is first asked. */
export async function askModel(source: ModelSource, request: ModelRequest, outside: Outside): Promise<ModelOutcome> {
  if (source.kind === 'builtin') return askBuiltin(request);
  const { env, random, send, run = nobody } = outside;
  const outcome =
    source.kind === 'command'
      ? await askProgram(source.argv, { env, random, run }, request)
      : await (await import('./http-model.ts')).askOverHttp(source, env, send, request);
  return outcome.kind === 'failed' ? outcome : (refusalIn(outcome.text, outcome.spent) ?? outcome);
}

/** Takes one turn of a conversation with tools. What speaks to providers is loaded when it is first asked. */
export async function converse(source: ModelSource, talk: Talk, { env, send }: Outside): Promise<TalkOutcome> {
  return (await import('./converse.ts')).converseWith(source, talk, env, send);
}
