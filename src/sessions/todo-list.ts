// A to-do list that an agent keeps with one tool of its program: told whole each time.
import type { TodoItem } from './event.ts';
import { objectOf, textIn } from './json-object.ts';

const states: ReadonlyMap<string, TodoItem['state']> = new Map([
  ['pending', 'open'],
  ['in_progress', 'doing'],
  ['completed', 'done'],
  ['cancelled', 'done'],
  ['deleted', 'done'],
]);

/** Its entries; `words` is the field with what is to be done. */
export function todoItems(list: readonly unknown[], words: string): TodoItem[] {
  return list.map(objectOf).map((entry) => {
    // Cut where it is recorded, and not before: half of a credential is not recognised as one.
    const text = textIn(entry, words)?.slice(0, 2000);
    return {
      id: undefined,
      text: text?.trim() === '' ? undefined : text,
      state: todoState(textIn(entry, 'status')) ?? 'open',
    };
  });
}

export function todoState(word: string | undefined): TodoItem['state'] {
  return states.get(word ?? '');
}
