// Claude Code's own to-do list: told whole by one tool, or entry by entry by two others.
import type { HarnessEvent } from '../event.ts';
import { type JsonObject, listIn, objectOf, textIn } from '../json-object.ts';
import { todoItems, todoState } from '../todo-list.ts';

/** The names of its tools; they are no steps. */
export function isTodoTool(tool: string): boolean {
  return /^(?:TodoWrite|TodoRead|Task(?:Create|Update|List|Get))$/u.test(tool);
}

/** What a call of them changed; nothing if it only looked. */
export function todosOf(payload: JsonObject): HarnessEvent[] {
  const tool = textIn(payload, 'tool_name');
  const input = objectOf(payload.tool_input);
  const call = textIn(payload, 'tool_use_id');
  if (tool === 'TodoWrite') {
    return [{ kind: 'todos', items: todoItems(listIn(input, 'todos'), 'content'), isWhole: true, call }];
  }
  const answer = objectOf(payload.tool_response);
  const id = textIn(objectOf(answer.task), 'id') ?? textIn(answer, 'taskId') ?? textIn(input, 'taskId');
  if (answer.success === false) return [];
  if ((tool !== 'TaskCreate' && tool !== 'TaskUpdate') || id === undefined) return [];
  const state = todoState(textIn(input, 'status')) ?? (tool === 'TaskCreate' ? 'open' : undefined);
  return [{ kind: 'todos', items: [{ id, text: short(textIn(input, 'subject')), state }], isWhole: false, call }];
}

/** Cut where it is recorded, and not before: half of a credential is not recognised as one. */
function short(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.slice(0, 2000);
}
