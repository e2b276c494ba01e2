// What Gemini CLI hands a hook on standard input. Unknown events and fields are no error.
import type { HarnessEvent, HarnessMessage } from '../event.ts';
import { heardIn } from '../heard.ts';
import { type JsonObject, listIn, objectOf, textIn } from '../json-object.ts';
import { todoItems } from '../todo-list.ts';
import { asked, begun, ended, messageIn, nameOf, paused } from '../told.ts';
import { endedCall, outputOf } from './call.ts';

/** What others say: the answers of servers that are not ours, and of the web. */
const foreign = /^(?:web_fetch|google_web_search|mcp_(?!dreamkeeper_).+)$/u;
/** What hooks said at the start of the session stands before the first prompt. */
const besides = /^<hook_context>[\s\S]*?<\/hook_context>\s*/u;

/** Reads it; undefined if it is not a payload at all. */
export function readGeminiPayload(json: string): HarnessMessage | undefined {
  return messageIn(json, eventsOf);
}

function eventsOf(event: string, payload: JsonObject): readonly HarnessEvent[] {
  const time = textIn(payload, 'timestamp');
  switch (event) {
    case 'SessionStart':
      return begun(payload);
    case 'SessionEnd':
      return ended(payload);
    case 'BeforeAgent':
      return asked(textIn(payload, 'prompt')?.replace(besides, ''), nameOf(time, 'prompt'));
    case 'AfterAgent':
      return paused(textIn(payload, 'prompt_response'));
    case 'AfterTool': {
      const tool = textIn(payload, 'tool_name') ?? 'unknown';
      const call = nameOf(time, `${tool} ${JSON.stringify(payload.tool_input ?? null)}`);
      if (tool === 'write_todos') {
        const items = todoItems(listIn(objectOf(payload.tool_input), 'todos'), 'description');
        return [{ kind: 'todos', items, isWhole: true, call }];
      }
      return [
        {
          ...{ kind: 'call', report: endedCall(tool, payload, call), isAnswered: true },
          output: outputOf(tool, payload.tool_response),
        },
        ...(foreign.test(tool) ? heardIn(objectOf(payload.tool_response).llmContent) : []),
      ];
    }
    default:
      return [];
  }
}
