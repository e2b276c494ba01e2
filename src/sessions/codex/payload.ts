// What Codex hands a hook on standard input. Unknown events and fields are no error.
import type { HarnessEvent, HarnessMessage } from '../event.ts';
import { heardIn } from '../heard.ts';
import { type JsonObject, textIn } from '../json-object.ts';
import { asked, begun, compacted, ended, messageIn, paused } from '../told.ts';
import { endedCall, outputOf } from './call.ts';
import { isPlan, planOf } from './plan.ts';

/** What others say: the answers of servers that are not ours, and of the web. */
const foreign = /^(?:web_search|mcp__(?!dreamkeeper__).+)$/u;

/** Reads it; undefined if it is not a payload at all. */
export function readCodexPayload(json: string): HarnessMessage | undefined {
  return messageIn(json, eventsOf);
}

function eventsOf(event: string, payload: JsonObject): readonly HarnessEvent[] {
  switch (event) {
    case 'SessionStart':
      return begun(payload);
    case 'SessionEnd':
      return ended(payload);
    case 'PreCompact':
      return compacted;
    case 'UserPromptSubmit':
      return asked(textIn(payload, 'prompt'), textIn(payload, 'turn_id'));
    case 'Stop':
      return paused(textIn(payload, 'last_assistant_message'));
    case 'PostToolUse': {
      const tool = textIn(payload, 'tool_name') ?? 'unknown';
      if (isPlan(tool)) return planOf(payload.tool_input, textIn(payload, 'tool_use_id'));
      const { tool_response: answer } = payload;
      const call: HarnessEvent = {
        ...{ kind: 'call', report: endedCall(tool, payload), isAnswered: true },
        output: outputOf(tool, answer),
      };
      return [call, ...(foreign.test(tool) ? heardIn(answer) : [])];
    }
    default:
      return [];
  }
}
