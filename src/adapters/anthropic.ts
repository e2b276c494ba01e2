// The sleep of an agent that is a loop over Anthropic's messages interface.
import type { AgentSleeper } from '../verbs/verbs.ts';
import { secondsIn, setSleepTool, type Turns, turnsOf } from './turns.ts';

/** The tool `set_sleep` as Anthropic has tools. */
export interface AnthropicTool {
  readonly name: 'set_sleep';
  readonly description: string;
  input_schema: { type: 'object'; properties: Record<string, unknown>; required: string[] };
}

interface ToolUse {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
}

export interface AnthropicSleep extends Turns<object> {
  turn<Message extends object>(messages: readonly Message[]): Promise<Message[]>;
  readonly tool: AnthropicTool;
  /** The result of a call of `set_sleep`; undefined for every other call. */
  answer(call: ToolUse): Promise<{ type: 'tool_result'; tool_use_id: string; content: string } | undefined>;
}

export function withSleep(sleeper: AgentSleeper): AnthropicSleep {
  const { turn, end } = turnsOf<object>(sleeper);
  const { name, description, schema } = setSleepTool;
  return {
    turn: turn as AnthropicSleep['turn'],
    end,
    tool: { name, description, input_schema: { ...schema, required: [...schema.required] } },
    answer: async (call) => {
      if (call.name !== name || call.id === undefined) return undefined;
      return { type: 'tool_result', tool_use_id: call.id, content: await sleeper.setSleep(secondsIn(call.input) ?? 0) };
    },
  };
}
