// An outside program as a model: the prompt on its stdin, its stdout is the answer, and at the deadline it is gone with all it started.
import { estimatedTokens, startOf } from '../config/config.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { failure } from './failure.ts';
import type { CallLimits, FailureReason, ModelOutcome, ModelRequest, RanProgram, RunProgram } from './model-types.ts';
import { readReply } from './program-reply.ts';
import type { Trouble } from './trouble.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface ProgramOutside {
  readonly env: Env;
  readonly random: () => string;
  readonly run: RunProgram;
}

export async function askProgram(
  written: readonly string[],
  { env, random, run }: ProgramOutside,
  { system, prompt, maxTokens, limits, signal }: ModelRequest,
): Promise<ModelOutcome> {
  const started = performance.now();
  const input = `${system}\n\n${prompt}`;
  const program = written[0] ?? '';
  const { argv, besides, reply: form, lengthVariable } = startOf(written);
  const isTooLate = signal?.aborted === true;
  const length = lengthVariable === undefined ? {} : { [lengthVariable]: String(maxTokens) };
  const ended = await run({
    // In an empty folder of its own: it gets its facts from us, and finds nothing there, nor above, that somebody else put for it.
    argv,
    input,
    signal,
    mark: random(),
    env: { ...env, ...length, DREAMKEEPER_INSIDE: '1' },
    limit: limits.total,
    // It has nothing to save: at its limit it is gone.
    grace: 0,
    mostBytes: limits.bytes,
  });
  const said = decoded(ended.said);
  const reply = readReply(said ?? '', form);
  const wasRead = ended.kind !== 'not-started' && !isTooLate;
  const spent = {
    // All that goes to the provider counts, also what it adds itself.
    input: wasRead ? (reply.tokens?.input ?? estimatedTokens(input) + besides) : 0,
    output: reply.tokens?.output ?? estimatedTokens(reply.text),
    isEstimated: wasRead && reply.tokens === undefined,
    bytes: ended.bytes,
    milliseconds: Math.round(performance.now() - started),
    usd: null,
  };
  const failed = (reason: FailureReason, message: string): ModelOutcome =>
    failure(reason, printSafe(oneLine(message, 300)), spent);
  if (ended.kind !== 'ended') {
    const { reason, message } = troubleOf(ended, program, limits);
    return failed(reason, message);
  }
  const last = lastWords(reply.isFailure ? reply.text : ended.complained);
  if (ended.code !== 0) return failed('command', `\`${program}\` ended with ${ended.code ?? 'a signal'}${last}`);
  if (reply.isFailure) return failed('command', `\`${program}\` has no answer${last}`);
  if (said === undefined) return failed('garbage', `what \`${program}\` said is no UTF-8 text`);
  if (reply.text.trim() === '') return failed('garbage', `\`${program}\` said nothing${last}`);
  return { kind: 'answer', text: reply.text, spent };
}

function troubleOf(ended: Exclude<RanProgram, { kind: 'ended' }>, program: string, limits: CallLimits): Trouble {
  switch (ended.kind) {
    case 'late':
      return {
        reason: 'timeout',
        message: `\`${program}\` was not done within ${Math.round(limits.total / 100) / 10} s`,
      };
    case 'too-big':
      return { reason: 'too-big', message: `\`${program}\` said more than ${limits.bytes} bytes` };
    case 'stopped':
      return { reason: 'stopped', message: 'it was asked to stop' };
    case 'not-started':
      return { reason: 'command', message: `\`${program}\` could not be started (${ended.why})` };
  }
}

function decoded(said: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(said);
  } catch {
    // Bytes that are no text: the caller says so.
    return undefined;
  }
}

function lastWords(complained: string): string {
  const line = complained.trim().split('\n').at(-1) ?? '';
  return line === '' ? '' : `: ${line}`;
}
