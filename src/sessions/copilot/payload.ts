// What Copilot CLI hands a hook on standard input: the event is the hook's word. From a plugin the same comes in other names.
import type { HarnessEvent, HarnessMessage } from '../event.ts';
import { heardIn } from '../heard.ts';
import { type JsonObject, objectIn, objectOf, textIn } from '../json-object.ts';
import { asked, begun, compacted, ended, nameOf, paused } from '../told.ts';
import { endedCall, failedCall, outputOf, type Told } from './call.ts';

/** What others say: of the web, and of servers, whose names stand before those of their tools. */
const foreign = /^(?:web_(?:fetch|search)|(?!dreamkeeper-)[\w.]+-[\w.-]+)$/u;

/** Reads it; undefined if it is not a payload at all. */
export function readCopilotPayload(json: string, word: string): HarnessMessage | undefined {
  const payload = objectIn(json);
  const cwd = payload === undefined ? undefined : textIn(payload, 'cwd');
  if (payload === undefined || cwd === undefined) return undefined;
  return {
    session: textIn(payload, 'sessionId') ?? textIn(payload, 'session_id') ?? null,
    cwd,
    transcript: textIn(payload, 'transcriptPath') ?? textIn(payload, 'transcript_path') ?? null,
    events: eventsOf(word, payload),
  };
}

function eventsOf(word: string, payload: JsonObject): readonly HarnessEvent[] {
  switch (word) {
    case 'session-start':
      return begun(payload);
    case 'session-end':
      return ended(payload);
    case 'prompt':
      return asked(textIn(payload, 'prompt'), nameOf(timeIn(payload), 'prompt'));
    // What its agent said last is in no payload.
    case 'stop':
      return paused(undefined);
    case 'compact':
      return compacted;
    case 'step': {
      const told = toldIn(payload);
      // A plugin has one word for both.
      if (textIn(payload, 'hook_event_name') === 'PostToolUseFailure')
        return [{ kind: 'call', report: failedCall(told) }];
      return [
        { kind: 'call', report: endedCall(told), output: outputOf(told), isAnswered: true },
        ...(foreign.test(told.tool) ? heardIn(told.text) : []),
      ];
    }
    case 'failed':
      return [{ kind: 'call', report: failedCall(toldIn(payload)) }];
    default:
      return [];
  }
}

function toldIn(payload: JsonObject): Told {
  const tool = textIn(payload, 'toolName') ?? textIn(payload, 'tool_name') ?? 'unknown';
  const input = payload.toolArgs ?? payload.tool_input;
  const answer = objectOf(payload.toolResult ?? payload.tool_result);
  return {
    tool: tool === 'Bash' ? 'bash' : tool,
    input,
    call: nameOf(timeIn(payload), `${tool} ${JSON.stringify(input ?? null)}`),
    text: textIn(answer, 'textResultForLlm') ?? textIn(answer, 'text_result_for_llm') ?? '',
    result: textIn(answer, 'resultType') ?? textIn(answer, 'result_type'),
    error: textIn(payload, 'error') ?? textIn(objectOf(payload.error), 'message'),
  };
}

function timeIn({ timestamp }: JsonObject): string | number | undefined {
  return typeof timestamp === 'string' || typeof timestamp === 'number' ? timestamp : undefined;
}
