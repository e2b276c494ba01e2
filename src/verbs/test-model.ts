// Test of a model: one small real call, counted like every other, and what came of it.
import { type Asking, askWithinLimits } from '../asking/asking.ts';
import { openModels, openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface TestRequest {
  /** The model that would dream, if none is named. */
  readonly name?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TestedModel {
  readonly model: string;
  /** `ready`, `strange` if it did not answer what it was asked, or why there is no answer. */
  readonly outcome: string;
  readonly message: string;
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly usd: number | null;
  readonly milliseconds: number;
}

/** Asks for a word that nobody can know. */
export async function testModel(at: Standpoint, { name, signal }: TestRequest = {}): Promise<TestedModel> {
  const [opened, { chosenFor }] = await Promise.all([openOwnHome(at), openModels()]);
  const { world } = opened;
  const dreamer = chosenFor('dream', opened, at, name);
  const code = world.random(4);
  const began = world.now().getTime();
  const asked = await askWithinLimits(opened, dreamer, { ...smallQuestion(code), signal });
  const milliseconds = world.now().getTime() - began;
  const { input, output, usd, calls } = asked.bill;
  const spent = { calls, tokens: { input, output }, usd, milliseconds };
  const model = dreamer.name;
  if (asked.kind === 'failed') return { model, outcome: asked.reason, message: asked.message, ...spent };
  return asked.text.includes(code)
    ? { model, outcome: 'ready', message: `it answers (${asked.form})`, ...spent }
    : { model, outcome: 'strange', message: 'it answers, but not what it was asked', ...spent };
}

function smallQuestion(code: string): Asking {
  const word = {
    type: 'object',
    properties: { word: { type: 'string' } },
    required: ['word'],
    additionalProperties: false,
  };
  return {
    ...{ act: 'test', night: `test-${code}`, temperature: 0, schema: word, isForced: true },
    prompt: (form) => ({
      system: 'You repeat a word.',
      prompt:
        form === 'text'
          ? `Answer with this word and nothing else: ${code}`
          : `Answer with the JSON object {"word": "${code}"} and nothing else.`,
    }),
    byRules: () => code,
  };
}
