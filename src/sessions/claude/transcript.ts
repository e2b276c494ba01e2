// A session as Claude Code keeps it: one JSON object a line, calls in the assistant's messages, their results in the user's.

import type { HarnessEvent } from '../event.ts';
import { type JsonObject, listIn, objectIn, objectOf, textIn } from '../json-object.ts';
import type { TimedEvent, Transcript } from '../kept.ts';
import { answerText, endedCall, failedCall, outputOf, startedCall } from './call.ts';
import { isSaid } from './said.ts';
import { isTodoTool, todosOf } from './todos.ts';

/** Reads one; lines that are torn or of other kinds are skipped. */
export function readClaudeTranscript(text: string): Transcript {
  // Cut off are lines where the session was killed, or where we began to read.
  const lines = text
    .split('\n')
    .map(objectIn)
    .filter((line) => line !== undefined);
  const results = new Map<string, JsonObject>();
  for (const line of lines)
    for (const block of blocksOf(line)) {
      const id = textIn(block, 'tool_use_id');
      if (block.type === 'tool_result' && id !== undefined)
        results.set(id, { ...block, answer: line.toolUseResult ?? null });
    }
  const events: TimedEvent[] = [];
  const unfinished: TimedEvent[] = [];
  for (const line of lines) {
    const time = timeOf(line);
    const cwd = textIn(line, 'cwd') ?? null;
    if (line.type === 'user') for (const event of promptOf(line)) events.push({ event, time, cwd });
    if (line.type !== 'assistant') continue;
    for (const block of blocksOf(line)) {
      if (block.type !== 'tool_use') continue;
      const id = textIn(block, 'id');
      const result = id === undefined ? undefined : results.get(id);
      const call = { tool_name: block.name, tool_input: block.input, tool_use_id: block.id };
      const found = eventsOf(call, result).map((event) => ({ event, time, cwd }));
      events.push(...found);
      if (result === undefined) unfinished.push(...found.filter(({ event }) => event.kind === 'call'));
    }
  }
  const first = (name: string): string | null =>
    lines.map((line) => textIn(line, name)).find((value) => value !== undefined) ?? null;
  return { session: first('sessionId'), cwd: first('cwd'), events, unfinished, said: saidIn(lines) };
}

/** The text of the last message that has any. A subagent speaks to its agent, and an error is the harness's own. */
function saidIn(lines: readonly JsonObject[]): Transcript['said'] {
  for (const line of lines.toReversed()) {
    if (line.type !== 'assistant' || line.isSidechain === true || line.isApiErrorMessage === true) continue;
    const texts = blocksOf(line).flatMap((block) => (block.type === 'text' ? (textIn(block, 'text') ?? []) : []));
    const text = texts.join('\n').trim();
    if (text !== '') return { text, time: timeOf(line) };
  }
  return undefined;
}

function eventsOf(call: JsonObject, result: JsonObject | undefined): HarnessEvent[] {
  const isTodo = isTodoTool(textIn(call, 'tool_name') ?? '');
  if (result === undefined) return isTodo ? [] : [{ kind: 'call', report: startedCall(call) }];
  if (isTodo) return result.is_error === true ? [] : todosOf({ ...call, tool_response: result.answer });
  const report =
    result.is_error === true
      ? failedCall({ ...call, error: answerText(result.content) })
      : endedCall({ ...call, tool_response: result.answer });
  const answer = result.is_error === true ? answerText(result.content) : (result.answer ?? result.content);
  return [{ kind: 'call', report, output: outputOf(textIn(call, 'tool_name') ?? '', answer) }];
}

function promptOf(line: JsonObject): HarnessEvent[] {
  if (line.isMeta === true || line.isSidechain === true || line.isCompactSummary === true) return [];
  const content = objectOf(line.message).content;
  const text =
    typeof content === 'string'
      ? content
      : blocksOf(line)
          .map((block) => textIn(block, 'text') ?? '')
          .join('\n');
  if (!isSaid(text)) return [];
  return [{ kind: 'prompt', text, id: textIn(line, 'promptId') ?? textIn(line, 'uuid') }];
}

function blocksOf(line: JsonObject): JsonObject[] {
  return listIn(objectOf(line.message), 'content').map(objectOf);
}

function timeOf(line: JsonObject): string | null {
  const time = textIn(line, 'timestamp');
  return time === undefined || Number.isNaN(Date.parse(time)) ? null : time;
}
