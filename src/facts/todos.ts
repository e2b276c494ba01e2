// The harness's own to-do list, put together from what was recorded of it. Most people never fill a board; this is what they have.
import type { StepRecord } from '../steps/steps.ts';
import { oneLine } from '../text/text.ts';

export interface Todo {
  readonly text: string;
  readonly state: 'open' | 'doing' | 'done';
}

const states = { '[ ]': 'open', '[-]': 'doing', '[x]': 'done' } as const;

/** The list as the newest run that kept one left it. */
export function todosOf(records: readonly StepRecord[]): Todo[] {
  const lists = records.filter(({ tool }) => tool === 'todo');
  const run = lists.at(-1)?.run;
  let todos = new Map<string, Todo>();
  for (const { args = {}, run: ofRun } of lists) {
    if (ofRun !== run) continue;
    if (args.whole === true) todos = new Map();
    for (const [name, value] of Object.entries(args)) {
      const [, mark = '', text] = (typeof value === 'string' && /^(\[[ x?-]\])(?: (.+))?$/u.exec(value)) || [];
      if (!/^(?:\d+|#.{1,40})$/u.test(name) || mark === '') continue;
      const before = todos.get(name);
      todos.set(name, {
        text: text === undefined ? (before?.text ?? '') : oneLine(text, 200),
        state: states[mark as keyof typeof states] ?? before?.state ?? 'open',
      });
    }
  }
  return [...todos.values()].filter(({ text }) => text !== '');
}

/** What is left of it, what is being done first. */
export function openTodos(todos: readonly Todo[]): Todo[] {
  return [...todos.filter(({ state }) => state === 'doing'), ...todos.filter(({ state }) => state === 'open')];
}
