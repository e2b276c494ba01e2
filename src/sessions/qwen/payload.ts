// What Qwen Code hands a hook on standard input. Unknown events and fields are no error.
import type { HarnessEvent, HarnessMessage } from '../event.ts';
import { heardIn } from '../heard.ts';
import { type JsonObject, listIn, objectOf, textIn } from '../json-object.ts';
import { todoItems } from '../todo-list.ts';
import { asked, begun, compacted, ended, messageIn, paused } from '../told.ts';
import { endedCall, failedCall, outputOf, refusedCall } from './call.ts';

/** What others say: the answers of servers that are not ours, and of the web. */
const foreign = /^(?:web_fetch|web_search|mcp__(?!dreamkeeper__).+)$/u;
const todos = 'todo_write';

/** Reads it; undefined if it is not a payload at all. */
export function readQwenPayload(json: string): HarnessMessage | undefined {
  return messageIn(json, eventsOf);
}

function eventsOf(event: string, payload: JsonObject): readonly HarnessEvent[] {
  const tool = textIn(payload, 'tool_name') ?? 'unknown';
  switch (event) {
    case 'SessionStart':
      return begun(payload);
    case 'SessionEnd':
      return ended(payload);
    case 'PreCompact':
      return compacted;
    // It also says so after each answer of a tool, without words.
    case 'UserPromptSubmit':
      return asked(textIn(payload, 'prompt'), textIn(payload, 'prompt_id'));
    case 'Stop':
      return paused(textIn(payload, 'last_assistant_message'));
    case 'PostToolUse': {
      if (tool === todos) return listed(payload);
      const answer = objectOf(payload.tool_response);
      return [
        {
          ...{ kind: 'call', report: endedCall(tool, payload), isAnswered: true },
          output: outputOf(tool, textIn(answer, 'returnDisplay')),
        },
        ...(foreign.test(tool) ? heardIn(answer.llmContent) : []),
      ];
    }
    case 'PostToolUseFailure':
      if (tool === todos) return [];
      return [{ kind: 'call', report: failedCall(tool, payload), output: outputOf(tool, textIn(payload, 'error')) }];
    // Of calls that were made it says nothing new.
    case 'PostToolBatch':
      return listIn(payload, 'tool_calls')
        .map(objectOf)
        .filter((call) => objectOf(call.tool_response).execution_status === 'not_started')
        .slice(0, 50)
        .map((call) => ({ kind: 'call', report: refusedCall(call) }));
    default:
      return [];
  }
}

function listed(payload: JsonObject): HarnessEvent[] {
  const items = todoItems(listIn(objectOf(payload.tool_input), 'todos'), 'content');
  return [{ kind: 'todos', items, isWhole: true, call: textIn(payload, 'tool_use_id') }];
}
