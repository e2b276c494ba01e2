// What looks done, as verdicts of the builtin dreamer: each task once, with the commit that finished it.
import { type Board, parseVerdicts, type Task, titlesOf } from '../board/board.ts';
import { netOf } from '../change/change.ts';
import { bodyHash, commitNamed, type Facts, type FinishedTask, hasOpenBelow, lookingDone } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { type DreamLine, isDream } from '../journal/journal.ts';
import { oneLine, present } from '../text/text.ts';
import { short } from './input.ts';
import { type GivenVerdict, spelledVerdict } from './spelled-verdict.ts';

/** `done: <task> — <commit>` for all that may be closed by a verdict, and was not said of it in this state before. */
export function finishedNow(facts: Facts, board: Board): GivenVerdict[] {
  const { looksDone } = facts;
  if (looksDone.length === 0) return [];
  const titles = titlesOf(board);
  const isSaid = saidBefore(facts);
  const over = lookingDone(board, looksDone);
  const sure = lookingDone(
    board,
    looksDone.filter(({ isSure }) => isSure),
  );
  const open = [...over].map((index) => board.headings[index] as Task);
  // A part before the whole.
  const inOrder = looksDone.toSorted((one, other) => Number(one.commit === null) - Number(other.commit === null));
  return present(
    inOrder.map((each) => {
      const task = open.find(({ title }) => title === each.task);
      if (task === undefined || task.isProtected || ['WAITING', 'BLOCKED'].includes(task.state)) return undefined;
      // What only has to be closed is closed with the last of what lies below it.
      const isOpen = hasOpenBelow(board, task, each.commit === null ? sure : over);
      if (!each.isSure || isOpen || isSaid(task)) return undefined;
      return spelledVerdict(titles, 'done', task, reasonOf(facts, each));
    }),
  );
}

/** What the ledger keeps: all that commits finished, or may have, and what a dreamer says is done by one. What the board says, it says again. */
export function finishedSoFar(facts: Facts, verdicts: readonly GivenVerdict[]): NonNullable<DreamLine['finished']> {
  const { board, looksDone } = facts;
  if (board === undefined) return [];
  const said = verdicts.flatMap(({ line, task, from }): FinishedTask[] => {
    const verdict = parseVerdicts(`- ${line}`)[0];
    const commit = verdict?.verb === 'done' ? commitNamed(facts, verdict.rest) : undefined;
    if (commit === undefined || task === null || from === null) return [];
    return [{ task, from, commit, why: 'a dream said so', isSure: true }];
  });
  const seen = looksDone.filter(({ commit }) => commit !== null);
  const all = new Map([...seen, ...said].map((each) => [each.task, each]));
  for (const each of seen) if (each.isSure) all.set(each.task, each);
  return [...lookingDone(board, [...all.values()])].flatMap((index) => {
    const task = board.headings[index] as Task;
    const each = all.get(task.title);
    return each?.from === task.state ? [{ ...each, body: bodyHash(board, task) }] : [];
  });
}

/** A subject is somebody's words: one that cannot stand in a journal is left out, and the commit has a name. */
function reasonOf({ settings, landed, commits }: Facts, { commit, why }: FinishedTask): string {
  if (commit === null) return why;
  const subject = [...landed, ...commits].find(({ id }) => id === commit)?.subject;
  const isTold = subject !== undefined && !readsLikeOrder(subject) && netOf(settings).isClean(subject);
  return isTold ? `${short(commit)} ${oneLine(subject, 72)}` : short(commit);
}

function saidBefore({ evidence, agent }: Facts): (task: Task) => boolean {
  const said = new Set(
    evidence
      .filter(isDream)
      .filter((night) => night.agent === agent)
      .flatMap(({ verdicts }) => verdicts)
      .filter(({ line }) => parseVerdicts(`- ${line}`)[0]?.verb === 'done')
      .map(({ task, from }) => `${from} ${task}`),
  );
  return ({ title, state }) => said.has(`${state} ${title}`);
}
