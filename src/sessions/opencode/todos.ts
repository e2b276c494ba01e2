// OpenCode's own to-do list: one tool tells it whole.
import type { TodoItem } from '../event.ts';
import { type JsonObject, listIn, objectOf, textIn } from '../json-object.ts';

const states: ReadonlyMap<string, TodoItem['state']> = new Map([
  ['pending', 'open'],
  ['in_progress', 'doing'],
  ['completed', 'done'],
  ['cancelled', 'done'],
]);

export function itemsOf(input: JsonObject): TodoItem[] {
  return listIn(input, 'todos')
    .map(objectOf)
    .map((todo) => {
      // Cut where it is recorded, and not before: half of a credential is not recognised as one.
      const text = textIn(todo, 'content')?.slice(0, 2000);
      return { id: undefined, text, state: states.get(textIn(todo, 'status') ?? '') ?? 'open' };
    });
}
