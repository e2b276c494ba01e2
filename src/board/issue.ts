// Something that is wrong, on the board: a task under `issues`, and when the same is seen again, a count instead of a second one.
import { escapeOrg, matchKey, normaliseText } from '../text/text.ts';
import { endOf, insertLines, sectionCalled, withTask } from './edit.ts';
import { type Board, parseBoard, tasksOf } from './parse.ts';
import { backlogOf } from './pick.ts';
import { withProperty } from './property-edit.ts';

export interface Issue {
  readonly title: string;
  readonly body?: string | undefined;
}

const longestBody = 2000;

/** The board with it, and how often it was seen by now. A title that would be read as something else is refused. */
export function withIssue(
  board: Board,
  { title, body = '' }: Issue,
): { readonly bytes: Uint8Array; readonly seen: number } {
  const section = sectionCalled(board, 'issues');
  const { key } = matchKey(title);
  const known = tasksOf(board).find(
    (task) =>
      section !== undefined &&
      task.index > section.index &&
      task.index < section.subtreeEnd &&
      !task.isDone &&
      matchKey(task.title).key === key,
  );
  if (known !== undefined) {
    const seen = (known.seen ?? 1) + 1;
    return { bytes: withProperty(board, known, 'SEEN', String(seen)), seen };
  }
  const place = section === undefined ? parseBoard(insertLines(board, endOf(board, undefined), ['* issues'])) : board;
  const under = sectionCalled(place, 'issues');
  const added = parseBoard(withTask(place, { title, state: backlogOf(place), under }));
  const issues = sectionCalled(added, 'issues');
  const task = issues === undefined ? undefined : tasksOf(added).findLast(({ index }) => index < issues.subtreeEnd);
  if (task === undefined) throw new TypeError('it was added');
  const counted = parseBoard(withProperty(added, task, 'SEEN', '1'));
  const again = counted.headings[task.index];
  const prose = escapeOrg(normaliseText(body).slice(0, longestBody).trim());
  const bytes = prose === '' ? counted.bytes : insertLines(counted, endOf(counted, again), prose.split('\n'));
  return { bytes, seen: 1 };
}
