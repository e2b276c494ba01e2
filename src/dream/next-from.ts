// Where the next run goes on, as a model would have it: it may choose among what is in flight, and the host says it in its own words.
import { isFree, type Task, tasksOf } from '../board/board.ts';
import { type Facts, lookingDone, namedPath, namesOf, stillFails } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { matchKey } from '../text/text.ts';
import type { Question } from './answer.ts';
import { asksForMove } from './dictated.ts';
import { nothingSpeaks, type Weighing } from './evidence.ts';

/**
 * The sentence for the carry; undefined if nothing that is in flight is named. `byRules` is what the facts say by themselves: whoever says
 * the same is right. A task that is named leads if anything of the cycle speaks for it, even where something of this cycle fails; that is said beside it. A file leads only where nothing does.
 */
export function nextFrom(
  { facts, reasons, choice }: Pick<Weighing, 'facts' | 'reasons' | 'choice'>,
  { tasks }: Question,
  said: string,
  byRules: string | null,
): { readonly next: string | null; readonly flaw: string | undefined } {
  const { steps, inFlight, board, agent } = facts;
  const text = matchKey(said).key;
  const isSame = byRules !== null && text.includes(matchKey(byRules).key);
  const isNothing = text === '' || /^(?:nothing|none|n\/a|null)\b/u.test(text);
  if (isSame || isNothing) return { next: byRules, flaw: undefined };
  // Whoever names what fails, and perhaps a task with it, means that.
  if (steps.failures.some(({ command }) => text.includes(matchKey(command).key)))
    return { next: byRules, flaw: undefined };
  const over = board === undefined ? undefined : lookingDone(board, facts.looksDone);
  const open =
    board === undefined
      ? []
      : tasksOf(board).filter((task) => isOpen(task) && over?.has(task.index) !== true && isFree(board, task, agent));
  const isUsable = new Set(open.map(({ index }) => index));
  const byId = [...text.matchAll(/\bt-[a-z0-9]{4,8}\b/gu)]
    .map(([id]) => tasks.get(id))
    .find((task) => task !== undefined && isUsable.has(task.index));
  const byTitle = open
    .filter(({ title }) => title.length >= 4 && text.includes(matchKey(title).key))
    .toSorted((one, other) => other.title.length - one.title.length)[0];
  const chosen = byId ?? byTitle;
  const task = chosen === undefined || board === undefined || asksForMove(chosen.title, board) ? undefined : chosen;
  const path = namedPath(said, inFlight) ?? inFlight.find((each) => /\s/u.test(each) && said.includes(each));
  const where = path === undefined || readsLikeOrder(path) ? undefined : namesOf([path]).join('');
  // A task of which nothing speaks leads nobody away from what does.
  if (task !== undefined && !choice.trusting && reasons.goOn(task) === undefined)
    return { next: byRules, flaw: nothingSpeaks };
  if (task !== undefined)
    return {
      next: `${['DOING', 'STARTED'].includes(task.state) ? 'go on with' : 'start'} "${task.title}"${where === undefined ? '' : ` in ${where}`}${besideIt(facts)}`,
      flaw: undefined,
    };
  if (steps.failures.length > 0) return { next: byRules, flaw: 'what failed comes first' };
  return where === undefined
    ? { next: byRules, flaw: 'it names no task that is open here, and no file in flight' }
    : { next: `finish and commit ${where}`, flaw: undefined };
}

/** What of this cycle fails, for whoever reads the carry; a wake asks the facts again. */
function besideIt({ steps }: Facts): string {
  const failure = steps.failures.findLast(({ command }) => !readsLikeOrder(command));
  return failure === undefined ? '' : stillFails(failure);
}

/** A done task is nobody's next, one that waits has its reasons, and a title that reads like an order is not handed on. */
function isOpen({ isDone, isProtected, state, title }: Task): boolean {
  return !isDone && !isProtected && !['WAITING', 'BLOCKED'].includes(state) && !readsLikeOrder(title);
}
