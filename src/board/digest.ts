// The board in few characters: every task before any prose, what is open first, no line cut.
import { decodeUtf8, oneLine, wholeLines } from '../text/text.ts';
import { bodyOf } from './body.ts';
import { type Board, type Task, tasksOf } from './parse.ts';

/** A title longer than this is prose; its beginning names it well enough. */
const longestTitle = 300;

/** `digest` lists tasks, each behind its `mark`; `prefix` is the first characters of the file, as some like it. */
export function boardDigest(
  board: Board,
  most: number,
  mode: 'digest' | 'prefix' = 'digest',
  mark: (task: Task) => string = () => '',
): string {
  if (mode === 'prefix') return wholeLines(decodeUtf8(board.bytes).split(/\r?\n/u), most).join('\n');
  const tasks = tasksOf(board);
  const rank = (task: Task): number =>
    task.isDone ? 3 : ['DOING', 'STARTED'].includes(task.state) ? 0 : task.state === 'NEXT' ? 1 : 2;
  const ordered = tasks.toSorted((one, other) => rank(one) - rank(other) || one.index - other.index);
  const lines = ordered.map((task) => mark(task) + lineOf(task));
  // Room for the line that says what is left out, if anything is.
  const isAll = lines.reduce((length, line) => length + line.length + 1, 0) <= most + 1;
  const shown = wholeLines(lines, isAll ? most : most - 60);
  const left = ordered.slice(shown.length);
  const open = left.filter((task) => !task.isDone).length;
  const count = left.length === 0 ? [] : [`(and ${open} more open, ${left.length - open} done)`];
  const counted = [...shown, ...count].join('\n');
  // A limit too small even for that has room for nothing.
  const used = counted.length <= most ? counted : shown.join('\n');
  const prose = ordered
    .filter((task) => !task.isDone)
    .flatMap((task) => {
      const body = bodyOf(board, task).filter((line) => line.trim() !== '');
      return body.length === 0
        ? []
        : [[`[${task.state} ${oneLine(task.title, 80)}]`, ...body.map((line) => oneLine(line, 300))]];
    });
  const texts = left.length > 0 ? [] : wholeLines(prose.flat(), most - used.length - 1);
  return [used, ...texts].filter((part) => part !== '').join('\n');
}

function lineOf({ level, state, title, tags, priority, agent }: Task): string {
  const tagged = tags.length === 0 ? '' : ` :${tags.join(':')}:`;
  const claimed = agent === undefined ? '' : ` (claimed by ${agent})`;
  return `${'*'.repeat(level)} ${state} ${priority === undefined ? '' : `[#${priority}] `}${oneLine(title, longestTitle)}${tagged}${claimed}`;
}
