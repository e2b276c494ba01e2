// What Claude Code hands a hook on standard input. Unknown events and fields are no error.
import type { HarnessEvent, HarnessMessage } from '../event.ts';
import { type JsonObject, listIn, objectIn, objectOf, textIn } from '../json-object.ts';
import { batchedCall, endedCall, failedCall, outputOf } from './call.ts';
import { heardFrom } from './heard.ts';
import { isSaid } from './said.ts';
import { isTodoTool, todosOf } from './todos.ts';

/** Reads it; undefined if it is not a payload at all. */
export function readClaudePayload(json: string): HarnessMessage | undefined {
  const payload = objectIn(json);
  const event = payload === undefined ? undefined : textIn(payload, 'hook_event_name');
  if (payload === undefined || event === undefined) return undefined;
  return {
    session: textIn(payload, 'session_id') ?? null,
    cwd: textIn(payload, 'cwd') ?? null,
    transcript: textIn(payload, 'transcript_path') ?? null,
    events: eventsOf(event, payload),
  };
}

/** The last message of the turn. */
function saidIn(payload: JsonObject): HarnessEvent[] {
  const text = textIn(payload, 'last_assistant_message') ?? '';
  return text.trim() === '' ? [] : [{ kind: 'said', text }];
}

function eventsOf(event: string, payload: JsonObject): HarnessEvent[] {
  const tool = textIn(payload, 'tool_name') ?? '';
  switch (event) {
    case 'SessionStart':
      return [{ kind: 'start', source: textIn(payload, 'source') ?? 'startup' }];
    case 'SessionEnd':
      return [{ kind: 'end', reason: textIn(payload, 'reason') ?? 'other' }];
    case 'Stop':
      return [{ kind: 'active', what: 'stop' }, ...saidIn(payload)];
    case 'PreCompact':
      return [{ kind: 'active', what: 'compact' }];
    case 'UserPromptSubmit': {
      const text = textIn(payload, 'prompt') ?? '';
      return isSaid(text) ? [{ kind: 'prompt', text, id: textIn(payload, 'prompt_id') }] : [];
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
