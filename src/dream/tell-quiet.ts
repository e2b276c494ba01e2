// The first sentence of a cycle without a commit: what was worked on, looked into, run and written down. Quiet is only one in which nothing was.

import { tasksOf } from '../board/board.ts';
import { type Facts, namesOf } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { longestSubject } from '../journal/journal.ts';
import { isIntent } from '../steps/steps.ts';
import { counted, present } from '../text/text.ts';
import { boardNews } from './board-news.ts';
import { capital, listed, named } from './clauses.ts';
import { editCounts } from './input.ts';
import { commandsTold, hasNoted, readsTold } from './looked-into.ts';
import { branchesTold } from './tell-branches.ts';
import { stashesTold } from './tell-left.ts';
import { failureClause, newestTold } from './tell-state.ts';

export function headlineWithout(facts: Facts, before: string): string {
  const { news, inFlight } = facts;
  const failure = failureClause(facts);
  const [onBranch] = branchesTold(facts);
  if (onBranch !== undefined) return `${onBranch}${failure === undefined ? '' : `, and ${failure}`}.`;
  const edited = editCounts(facts).map(({ path }) => path);
  const done = doneIn(facts);
  if (edited.length > 0) {
    const end = `, and ${failure ?? 'nothing was committed'}`;
    return `Worked on ${some(edited, longestSubject - 'Worked on '.length - end.length)}${end}.`;
  }
  // Whoever changed files did so without a recorded edit, by a command or by hand.
  const isPutAway = stashesTold(facts).length > 0;
  const nothing = news.files || isPutAway ? 'nothing was committed' : 'nothing was changed';
  const { closed, added } = boardNews(facts);
  // Who left a note, or closed a task, changed something, though no file of the work.
  const isMore = hasNoted(facts) || closed.length + added.length > 0;
  const end = failure ?? (isMore && !news.files && !isPutAway ? undefined : nothing);
  if (done.length > 0) return `${capital(listed(done))}${end === undefined ? '' : `, and ${end}`}.`;
  if (inFlight.length > 0) {
    const files = some(inFlight, longestSubject - ' were left uncommitted'.length);
    const open = `${files} ${inFlight.length === 1 ? 'was' : 'were'} left uncommitted`;
    const isStill = [' was left', ' were left', ' stayed'].some((how) => before.includes(`${files}${how} uncommitted`));
    return `${isStill ? `${files} stayed uncommitted, as before` : open}${failure === undefined ? '' : `, and ${failure}`}.`;
  }
  if (failure !== undefined) return `${capital(failure)}, and ${nothing}.`;
  if (news.isFirst) return whereItBegins(facts);
  if (closed.length + added.length > 0) return 'Only the board changed.';
  if (facts.steps.records.some((record) => !isIntent(record))) return `Looked around, and ${nothing}.`;
  return news.board ? 'The board changed, and nothing else did.' : 'The cycle was quiet.';
}

/** A first dream in which nothing was done: what is there is what it can tell. */
function whereItBegins({ commits, board }: Facts): string {
  const [newest] = commits;
  if (newest !== undefined && !readsLikeOrder(newest.subject))
    return `The newest commit was ${newestTold(newest, longestSubject - 'The newest commit was '.length)}.`;
  const open = board === undefined ? 0 : tasksOf(board).filter(({ isDone }) => !isDone).length;
  return open > 0 ? `The board had ${counted(open, 'open task')}.` : 'This was the first dream here.';
}

function some(paths: readonly string[], longest: number): string {
  const said = named(namesOf(paths), longest, 'file');
  // What comes after it, such as a failure, has to fit in the subject, too.
  return said.length <= longest ? said : named(namesOf(paths), longest);
}

/** What was done without a trace in the tree. */
function doneIn(facts: Facts): string[] {
  const reads = namesOf(readsTold(facts)).filter((name) => !readsLikeOrder(name));
  const commands = commandsTold(facts).filter((command) => !readsLikeOrder(command));
  const looked = reads.length === 0 ? undefined : `looked into ${named(reads, longestSubject - 'looked into '.length)}`;
  const ran = commands.length === 0 ? undefined : `ran ${listed(commands.map((command) => `\`${command}\``))}`;
  return present([looked, ran, hasNoted(facts) && 'left a note']);
}
