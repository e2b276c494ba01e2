// A model that a program has itself, asked like every other: within its limits, and with failure as an answer.
import { estimatedTokens, limitsFrom } from '../config/config.ts';
import { oneLine } from '../text/text.ts';
import type { ModelOutcome, ModelRequest, Standpoint } from '../world/world.ts';
import type { ChosenDreamer } from './dreamer.ts';

/** Gets a question, and gives the answer as text. */
export type OwnModel = (question: {
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}) => Promise<string>;

/** No program has this name; whoever would run it finds none. */
const argv = ['\0 a model of the program itself'] as const;

export function ownDreamer(act: ChosenDreamer['act']): ChosenDreamer {
  const limits = limitsFrom({});
  return {
    act,
    name: 'own',
    source: { kind: 'command', provider: 'own', argv: [...argv] },
    by: 'given by the program',
    passedOver: [],
    limits,
  };
}

/** Where somebody stands who has one. */
export function withOwnModel(at: Standpoint, model: OwnModel): Standpoint {
  return {
    ...at,
    changed: (real) => {
      const world = at.changed?.(real) ?? real;
      const { models } = world;
      return {
        ...world,
        models: {
          ...models,
          ask: (source, request) =>
            source.kind === 'command' && source.argv[0] === argv[0]
              ? askOwn(model, request, () => world.now().getTime())
              : models.ask(source, request),
        },
      };
    },
  };
}

async function askOwn(model: OwnModel, request: ModelRequest, clock: () => number): Promise<ModelOutcome> {
  const { system, prompt, maxTokens, limits, signal } = request;
  const began = clock();
  const timeout = AbortSignal.timeout(limits.total);
  const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const spent = (text: string) => ({
    input: estimatedTokens(system + prompt),
    output: estimatedTokens(text),
    isEstimated: true,
    bytes: Buffer.byteLength(text),
    milliseconds: Math.max(0, clock() - began),
    usd: null,
  });
  const failed = (
    reason: 'stopped' | 'timeout' | 'too-big' | 'garbage' | 'command',
    message: string,
  ): ModelOutcome => ({ ...{ kind: 'failed', reason, message, status: null, retryAfter: null, spent: spent('') } });
  if (signal?.aborted === true) return failed('stopped', 'it was asked to stop');
  try {
    const text: unknown = await Promise.race([model({ system, prompt, maxTokens, signal: stop }), rejectedBy(stop)]);
    if (typeof text !== 'string') return failed('garbage', 'the model of the program gave no text');
    if (Buffer.byteLength(text) > limits.bytes) return failed('too-big', 'the model of the program gave too much');
    return { kind: 'answer', text, spent: spent(text) };
  } catch (error) {
    if (stop.aborted && !timeout.aborted) return failed('stopped', 'it was asked to stop');
    if (timeout.aborted) return failed('timeout', 'the model of the program took too long');
    const why = error instanceof Error ? oneLine(error.message, 200) : 'unknown';
    return failed('command', `the model of the program failed: ${why}`);
  }
}

/** A model that does not heed its signal is waited for no longer. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
