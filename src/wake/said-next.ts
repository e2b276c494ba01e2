// A dream's next action, said anew: what it names has to be there now, and is named as everything that others named.
import { isFree, tasksOf } from '../board/board.ts';
import { type Facts, lookingDone, type Naming } from '../facts/facts.ts';

/**
 * The sentence for a pack; undefined if it is none of those that our dreams write (`dream/next-from.ts`), or what it names is gone: then the
 * facts say what comes next.
 */
export function saidNext(
  next: string | null,
  { board, agent, project, looksDone, unrecorded }: Facts,
  names: Naming,
): string | undefined {
  const [, verb, title = '', where] =
    /^(go on with|start) "(.*?)"(?: in (.+?))?(?:; (?:.+ still fails|run .+ again))?$/u.exec(next ?? '') ?? [];
  const isChanged = (path: string): boolean => project.changed.some((file) => file.path === path);
  if (verb !== undefined) {
    const task =
      board === undefined
        ? undefined
        : tasksOf(board).find((each) => each.title === title && !each.isDone && isFree(board, each, agent));
    if (task === undefined || board === undefined || lookingDone(board, looksDone).has(task.index)) return undefined;
    const path = where === undefined ? undefined : unquoted(where);
    return `${verb} ${names.title(title)}${path !== undefined && isChanged(path) ? ` in ${names.path(path)}` : ''}`;
  }
  const [, finished] = /^finish and commit (.+)$/u.exec(next ?? '') ?? [];
  const path = finished === undefined ? undefined : unquoted(finished);
  // What perhaps a person is in the middle of is not for an agent to finish.
  return path !== undefined && isChanged(path) && !unrecorded.includes(path)
    ? `finish and commit ${names.path(path)}`
    : undefined;
}

/** A path as our own sentences spell it. */
function unquoted(path: string): string {
  if (!path.startsWith('"')) return path;
  try {
    return String(JSON.parse(path));
  } catch {
    // Somebody's own quotes: then it is no path of ours.
    return path;
  }
}
