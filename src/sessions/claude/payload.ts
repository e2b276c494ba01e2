// What Claude Code hands a hook on standard input. Unknown events and fields are no error.
import type { HarnessEvent, HarnessMessage } from '../event.ts';
import { type JsonObject, listIn, objectOf, textIn } from '../json-object.ts';
import { asked, begun, compacted, ended, messageIn, paused } from '../told.ts';
import { batchedCall, endedCall, failedCall, outputOf } from './call.ts';
import { heardFrom } from './heard.ts';
import { isSaid } from './said.ts';
import { isTodoTool, todosOf } from './todos.ts';

/** Reads it; undefined if it is not a payload at all. */
export function readClaudePayload(json: string): HarnessMessage | undefined {
  return messageIn(json, eventsOf);
}

function eventsOf(event: string, payload: JsonObject): readonly HarnessEvent[] {
  const tool = textIn(payload, 'tool_name') ?? '';
  switch (event) {
    case 'SessionStart':
      return begun(payload);
    case 'SessionEnd':
      return ended(payload);
    case 'Stop':
      return paused(textIn(payload, 'last_assistant_message'));
    case 'PreCompact':
      return compacted;
    case 'UserPromptSubmit': {
      const text = textIn(payload, 'prompt') ?? '';
      return isSaid(text) ? asked(text, textIn(payload, 'prompt_id')) : [];
    }
    case 'PostToolUse':
      return isTodoTool(tool)
        ? todosOf(payload)
        : [
            {
              ...{ kind: 'call', report: endedCall(payload), isAnswered: true },
              output: outputOf(tool, payload.tool_response),
            },
            ...heardFrom(tool, payload.tool_response),
          ];
    case 'PostToolUseFailure':
      return isTodoTool(tool)
        ? []
        : [{ kind: 'call', report: failedCall(payload), output: outputOf(tool, payload.error) }];
    case 'PostToolBatch':
      return listIn(payload, 'tool_calls')
        .map(objectOf)
        .filter((call) => !isTodoTool(textIn(call, 'tool_name') ?? ''))
        .slice(0, 50)
        .map((call) => {
          const output = outputOf(textIn(call, 'tool_name') ?? '', call.tool_response);
          return { kind: 'call', report: batchedCall(call), output };
        });
    default:
      return [];
  }
}
