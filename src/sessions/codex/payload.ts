// What Codex hands a hook on standard input. Unknown events and fields are no error.
import type { HarnessEvent, HarnessMessage } from '../event.ts';
import { heardIn } from '../heard.ts';
import { type JsonObject, objectIn, textIn } from '../json-object.ts';
import { endedCall, outputOf } from './call.ts';
import { isPlan, planOf } from './plan.ts';

/** What others say: the answers of servers that are not ours, and of the web. */
const foreign = /^(?:web_search|mcp__(?!dreamkeeper__).+)$/u;

/** Reads it; undefined if it is not a payload at all. */
export function readCodexPayload(json: string): HarnessMessage | undefined {
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

function eventsOf(event: string, payload: JsonObject): HarnessEvent[] {
  switch (event) {
    case 'SessionStart':
      return [{ kind: 'start', source: textIn(payload, 'source') ?? 'startup' }];
    case 'SessionEnd':
      return [{ kind: 'end', reason: textIn(payload, 'reason') ?? 'other' }];
    case 'PreCompact':
      return [{ kind: 'active', what: 'compact' }];
    case 'UserPromptSubmit': {
      const text = textIn(payload, 'prompt') ?? '';
      return text.trim() === '' ? [] : [{ kind: 'prompt', text, id: textIn(payload, 'turn_id') }];
    }
    case 'Stop': {
      const text = textIn(payload, 'last_assistant_message') ?? '';
      const said: HarnessEvent[] = text.trim() === '' ? [] : [{ kind: 'said', text }];
      return [{ kind: 'active', what: 'stop' }, ...said];
    }
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
