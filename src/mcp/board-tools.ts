// Tools for the plan: what is on it, what comes next, taking a task, finishing it, and writing down what is wrong.
import * as z from 'zod/mini';
import { boardAdd, boardNext, board as boardVerb, type ShownTask, useTool } from '../verbs/verbs.ts';
import { type Asked, adds, type McpTool, settles, type Told, tool } from './tool.ts';

const title = z.string().check(z.minLength(1), z.maxLength(1000));
const task = title.check(z.describe('its title, or the beginning of it: at least 12 characters that no other has'));

const board = tool({
  name: 'board',
  title: 'The plan',
  does: 'The tasks of the plan. do: list (the usual one; open tasks, what is under way first), next (the one to take), or add (a new task; give its title).',
  effect: adds,
  example: '{"do": "next"} or {"do": "add", "title": "write the FAQ"}',
  schema: z.strictObject({
    do: z.optional(z.enum(['list', 'next', 'add'])),
    all: z.optional(z.boolean().check(z.describe('list: also what is done'))),
    title: z.optional(z.string().check(z.minLength(1), z.maxLength(300), z.describe('add: in one line'))),
    under: z.optional(title.check(z.describe('add: the task or heading it goes under'))),
  }),
  target: ({ do: what = 'list', title: given }) => (what === 'add' ? (given ?? '') : what),
  use: async (asked, { do: what = 'list', all, title: given, under }) => {
    if (what === 'add' && given === undefined)
      return { text: 'Nothing was added: give the title of the task.', isError: true };
    if (what === 'add') return added(asked, given ?? '', under);
    return what === 'next' ? next(asked) : list(asked, all === true);
  },
});

async function list({ at, words }: Asked, isAll: boolean): Promise<Told> {
  const found = await boardVerb(at, { open: !isAll });
  const under = found.tasks.filter(({ state }) => /^(?:DOING|STARTED)$/u.test(state));
  const tasks = [...under, ...found.tasks.filter((each) => !under.includes(each))].slice(0, 100);
  const more = found.tasks.length - tasks.length;
  const ours = [
    tasks.length === 0 ? 'There is no open task.' : 'The tasks, with their states.',
    ...(more > 0 ? [`${more} more are not shown.`] : []),
  ];
  const next = found.next === null ? [] : [`next: ${found.next}`];
  return { text: words.text(ours, [...tasks.map(lineOf), ...next].join('\n'), 'dk board'), data: { ...found, tasks } };
}

async function next({ at, words }: Asked): Promise<Told> {
  const found = await boardNext(at);
  const { task: one } = found;
  if (one === null) return { text: 'There is nothing to take.', data: found };
  return {
    text: words.text(['The task to take next. `claim` it before you work on it.'], lineOf(one), 'dk board'),
    data: found,
  };
}

async function added({ at, words }: Asked, wanted: string, under: string | undefined): Promise<Told> {
  const made = await boardAdd(at, { title: wanted, under });
  return { text: words.text(['Added.'], `${made.state} ${made.task}`, 'dk board'), data: made };
}

function lineOf({ state, title: named, level, agent, tags }: ShownTask): string {
  const who = agent === null ? '' : ` (${agent})`;
  const marks = tags.length === 0 ? '' : ` :${tags.join(':')}:`;
  return `${'  '.repeat(Math.min(6, Math.max(0, level - 1)))}${state} ${named}${marks}${who}`;
}

const claim = tool({
  name: 'claim',
  title: 'Take a task',
  does: 'as ours',
  effect: settles,
  example: '{"task": "write the FAQ"}',
  schema: z.strictObject({ task }),
  target: (given) => given.task,
  use: (asked, given) => used(asked, 'claim', given),
});

const finish = tool({
  name: 'finish',
  title: 'Finish a task',
  does: 'A task is done: DONE on the board, and a dated line in the log, in one commit. Call it when the work is committed; say in the note which commit or what proves it.',
  effect: settles,
  example: '{"task": "write the FAQ", "note": "shipped in 1a2b3c4, npm test passes"}',
  schema: z.strictObject({
    task,
    note: z.optional(z.string().check(z.maxLength(2000), z.describe('the commit, or what proves that it is done'))),
  }),
  target: (given) => given.task,
  use: (asked, given) => used(asked, 'finish', given),
});

const fileIssue = tool({
  name: 'file_issue',
  title: 'File an issue',
  does: 'as ours',
  effect: adds,
  example: '{"title": "the build fails on Node 24", "body": "npm run build ends with exit 1"}',
  schema: z.strictObject({
    title: z.string().check(z.minLength(1), z.maxLength(300)),
    body: z.optional(z.string().check(z.maxLength(4000))),
  }),
  target: (given) => given.title,
  use: (asked, given) => used(asked, 'file_issue', given),
});

async function used({ at, words, run }: Asked, name: 'claim' | 'finish' | 'file_issue', given: object): Promise<Told> {
  const { isOk, text, data } = await useTool(at, { tool: name, given, run });
  return {
    text: words.text([isOk ? 'Done.' : 'Nothing was changed.'], text, 'dk board'),
    data: data ?? {},
    isError: !isOk,
  };
}

export const boardTools: readonly McpTool[] = [board, claim, finish, fileIssue];
