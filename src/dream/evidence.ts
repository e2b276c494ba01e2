// What a model's verdict has to stand on: the same that the rules would need, and where they only suspect, a commit that speaks of the task.
import type { Task, Verb } from '../board/board.ts';
import { commitNamed, type Facts, namedPath, type SpokenFor, spokenFor, textOf, wordsOf } from '../facts/facts.ts';
import { short } from './input.ts';

/** What the commits say of the open tasks; looked at when first asked, and then known. */
export type Spoken = (task: Task) => SpokenFor | undefined;

export function spokenIn(facts: Facts): Spoken {
  let known: ReadonlyMap<number, SpokenFor> | undefined;
  return ({ index }) => {
    if (facts.board === undefined) return undefined;
    known ??= spokenFor(facts, facts.board);
    return known.get(index);
  };
}

export type Judged = { readonly flaw: string } | { readonly why: string };

/** The reason as it is kept, or what the verdict lacks. */
export function judged(facts: Facts, spoken: Spoken, verb: Verb, task: Task, why: string): Judged {
  if (verb === 'done') return judgedDone(facts, spoken, task, why);
  const found = facts.looksDone.find((each) => each.task === task.title && each.from === task.state);
  if (verb === 'pick up' && found !== undefined)
    return { flaw: `it looks done, or may be (${found.commit === null ? found.why : short(found.commit)})` };
  if (verb === 'put down') {
    const by = workOn(facts, spoken, task);
    if (by !== undefined) return { flaw: `this cycle worked on it: ${by}` };
  }
  return { why };
}

/**
 * Done is what the rules are sure of, with or without a commit in the reason; else what a commit of this cycle speaks of that the reason names, or
 * the one by which the rules suspect it, as long as nothing of the task is open.
 */
function judgedDone(facts: Facts, spoken: Spoken, task: Task, why: string): Judged {
  const named = commitNamed(facts, why);
  const found = facts.looksDone.find((each) => each.task === task.title && each.from === task.state);
  if (found?.isSure === true) {
    const isNamed = found.commit === null || named !== undefined;
    return { why: isNamed ? why : [short(found.commit ?? ''), why].filter((part) => part !== '').join(' ') };
  }
  if (named === undefined) return { flaw: 'to call a task done, a verdict has to name the commit that finished it' };
  const { commits = [], against } = spoken(task) ?? {};
  if (against !== undefined) return { flaw: against };
  const isSpokenOf = commits.includes(named) || (found !== undefined && found.commit === named);
  return isSpokenOf ? { why } : { flaw: `${short(named)} is no commit of this cycle that speaks of it` };
}

/** The first thing of this cycle that was done for a task: a commit that speaks of it, or a file that it names by path or by two words. */
function workOn(facts: Facts, spoken: Spoken, task: Task): string | undefined {
  const { board, steps, inFlight } = facts;
  const commit = spoken(task)?.commits.at(-1);
  if (commit !== undefined) return short(commit);
  if (board === undefined) return undefined;
  const text = textOf(board, task);
  const paths = [...new Set([...steps.edits.map(({ path }) => path), ...inFlight])];
  const words = wordsOf(text);
  return (
    namedPath(text, paths) ?? paths.find((path) => [...wordsOf(path)].filter((word) => words.has(word)).length >= 2)
  );
}
