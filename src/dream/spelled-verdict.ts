// A verdict as it stands in the journal: its task named so that nobody can take it for another.
import { matchAmong, type Task, type Titles } from '../board/board.ts';
import { oneLine } from '../text/text.ts';

/** A verdict with the task it is about and the state that task had. */
export interface GivenVerdict {
  readonly line: string;
  readonly task: string | null;
  readonly from: string | null;
}

/** The line for a task; quoted if its bare title would be read as another's, and left out if even that would. */
export function spelledVerdict(titles: Titles, verb: string, task: Task, why: string): GivenVerdict | undefined {
  const reason = why === '' ? '' : ` — ${why}`;
  const spelled = [task.title, `"${task.title}"`].find((title) => {
    const match = matchAmong(titles, `${title}${reason}`);
    return match.kind === 'found' && match.task.index === task.index;
  });
  if (spelled === undefined) return undefined;
  return { line: oneLine(`${verb}: ${spelled}${reason}`), task: task.title, from: task.state };
}
