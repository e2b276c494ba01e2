// The sleep of an agent that is a loop over OpenAI's chat or responses interface, or over any other that speaks as they do.
import { jsonIn } from '../text/text.ts';
import type { AgentSleeper } from '../verbs/verbs.ts';
import { secondsIn, setSleepTool, type Turns, turnsOf } from './turns.ts';

interface ChatTool {
  type: 'function';
  function: { name: 'set_sleep'; description: string; parameters: Record<string, unknown> };
}

interface ResponsesTool {
  type: 'function';
  name: 'set_sleep';
  description: string;
  parameters: Record<string, unknown>;
  strict: boolean;
}

/** A call as the chat interface has it. */
interface ChatCall {
  readonly id: string;
  readonly type: string;
  readonly function?: { readonly name: string; readonly arguments: string };
}

/** A call as the responses interface has it. */
interface ResponsesCall {
  readonly type: string;
  readonly call_id?: string;
  readonly name?: string;
  readonly arguments?: string;
}

export interface OpenAISleep extends Turns<object> {
  turn<Message extends object>(messages: readonly Message[]): Promise<Message[]>;
  readonly tool: ChatTool;
  readonly responsesTool: ResponsesTool;
  /** The result of a call of `set_sleep`, as a chat message; undefined for every other call. */
  answer(call: ChatCall): Promise<{ role: 'tool'; tool_call_id: string; content: string } | undefined>;
  /** The same as an item of the responses interface. */
  responsesAnswer(
    call: ResponsesCall,
  ): Promise<{ type: 'function_call_output'; call_id: string; output: string } | undefined>;
}

export function withSleep(sleeper: AgentSleeper): OpenAISleep {
  const { turn, end } = turnsOf<object>(sleeper);
  const { name, description, schema } = setSleepTool;
  const answered = (given: string | undefined): Promise<string> => sleeper.setSleep(secondsIn(jsonIn(given)) ?? 0);
  return {
    turn: turn as OpenAISleep['turn'],
    end,
    tool: { type: 'function', function: { name, description, parameters: { ...schema } } },
    responsesTool: { type: 'function', name, description, parameters: { ...schema }, strict: false },
    answer: async ({ id, function: made }) =>
      made?.name === name ? { role: 'tool', tool_call_id: id, content: await answered(made.arguments) } : undefined,
    responsesAnswer: async ({ type, call_id: id, name: called, arguments: given }) =>
      type === 'function_call' && called === name && id !== undefined
        ? { type: 'function_call_output', call_id: id, output: await answered(given) }
        : undefined,
  };
}
