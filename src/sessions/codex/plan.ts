// Codex's own to-do list: one tool tells it whole.
import type { HarnessEvent, TodoItem } from '../event.ts';
import { listIn, objectOf, textIn } from '../json-object.ts';

const states: ReadonlyMap<string, TodoItem['state']> = new Map([
  ['pending', 'open'],
  ['in_progress', 'doing'],
  ['completed', 'done'],
]);

/** Its tool is no step. */
export function isPlan(tool: string): boolean {
  return tool === 'update_plan';
}

export function planOf(input: unknown, call: string | undefined): HarnessEvent[] {
  const items = listIn(objectOf(input), 'plan')
    .map(objectOf)
    .map((item): TodoItem => {
      // Cut where it is recorded, and not before: half of a credential is not recognised as one.
      const text = textIn(item, 'step')?.slice(0, 2000);
      return { id: undefined, text, state: states.get(textIn(item, 'status') ?? '') ?? 'open' };
    });
  return items.length === 0 ? [] : [{ kind: 'todos', items, isWhole: true, call }];
}
