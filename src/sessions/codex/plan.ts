// Codex's own to-do list: one tool tells it whole.
import type { HarnessEvent } from '../event.ts';
import { listIn, objectOf } from '../json-object.ts';
import { todoItems } from '../todo-list.ts';

/** Its tool is no step. */
export function isPlan(tool: string): boolean {
  return tool === 'update_plan';
}

export function planOf(input: unknown, call: string | undefined): HarnessEvent[] {
  const items = todoItems(listIn(objectOf(input), 'plan'), 'step');
  return items.length === 0 ? [] : [{ kind: 'todos', items, isWhole: true, call }];
}
