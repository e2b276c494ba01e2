// The sleep of an agent that runs by the AI SDK: what `generateText`, `streamText` and `ToolLoopAgent` take, ready to be spread into their settings.
import type { AgentSleeper } from '../verbs/verbs.ts';
import { observerOf, restedMessages, secondsIn, setSleepTool } from './turns.ts';

/** What `set_sleep` takes, as the standard that the AI SDK reads schemas by. */
interface SecondsSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => { readonly value: { seconds: number } } | { readonly issues: readonly { readonly message: string }[] };
    readonly types?: { readonly input: { seconds: number }; readonly output: { seconds: number } } | undefined;
    readonly jsonSchema: {
      readonly input: (options: unknown) => Record<string, unknown>;
      readonly output: (options: unknown) => Record<string, unknown>;
    };
  };
}

export interface SetSleepTool {
  readonly description: string;
  readonly inputSchema: SecondsSchema;
  readonly execute: (input: { seconds: number }) => Promise<string>;
}

export interface AISDKSleep<Tools> {
  readonly tools: Tools & { readonly set_sleep: SetSleepTool };
  readonly prepareStep: <Message extends object>(step: {
    readonly stepNumber: number;
    readonly messages: readonly Message[];
  }) => Promise<{ messages: Message[] } | undefined>;
  readonly onStepEnd: (step: { readonly content: readonly object[] }) => Promise<void>;
}

/** One for each call of `generateText`, or for each agent: `generateText({ model, prompt, ...withSleep(sleeper, tools) })`. */
export function withSleep<Tools extends object = Record<never, never>>(
  sleeper: AgentSleeper,
  tools: Tools = {} as Tools,
): AISDKSleep<Tools> {
  const { observe } = observerOf<object>(sleeper);
  const { name, description, schema } = setSleepTool;
  const json = (): Record<string, unknown> => ({ ...schema });
  const inputSchema: SecondsSchema = {
    '~standard': {
      version: 1,
      vendor: 'dreamkeeper',
      validate: (value) => {
        const seconds = secondsIn(value);
        return seconds === undefined
          ? { issues: [{ message: '`seconds` is a number above 0' }] }
          : { value: { seconds } };
      },
      jsonSchema: { input: json, output: json },
    },
  };
  return {
    tools: { ...tools, [name]: { description, inputSchema, execute: ({ seconds }) => sleeper.setSleep(seconds) } },
    prepareStep: async ({ stepNumber, messages }) => {
      if (stepNumber === 0)
        await observe(messages.slice(-1).filter((message) => Reflect.get(message, 'role') === 'user'));
      const rested = await restedMessages(sleeper, messages);
      return rested.length === messages.length && rested.every((each, at) => each === messages[at])
        ? undefined
        : { messages: rested };
    },
    onStepEnd: ({ content }) => observe([{ role: 'assistant', content }]),
  };
}
