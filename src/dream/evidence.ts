// What a model's verdict has to stand on: something of the cycle that speaks for the move; to call a task done, what the rules would need, or a commit that speaks of it.
import type { Task, Verb } from '../board/board.ts';
import type { VerdictChoice } from '../config/config.ts';
import { commitNamed, type Facts } from '../facts/facts.ts';
import { short } from './input.ts';
import { type Reasons, type Spoken, workOn } from './speaks-for.ts';

/** What was gathered, what in it speaks for a task, and what its owner wants done with a model's word. */
export interface Weighing {
  readonly facts: Facts;
  readonly spoken: Spoken;
  readonly reasons: Reasons;
  readonly choice: VerdictChoice;
}

export type Judged = { readonly flaw: string } | { readonly why: string };

export const nothingSpeaks = 'nothing in the record speaks for it';
/** Said of a move that may well be right: nobody is the worse for having suggested it. */
export const onlySuggested: string = `suggested, not carried out: ${nothingSpeaks}`;

/** The reason as it is kept, or what the verdict lacks. */
export function judged({ facts, spoken, reasons, choice }: Weighing, verb: Verb, task: Task, why: string): Judged {
  if (verb === 'done') return judgedDone(facts, spoken, task, why);
  const found = facts.looksDone.find((each) => each.task === task.title && each.from === task.state);
  if (verb !== 'cancel' && found !== undefined)
    return { flaw: `it looks done, or may be (${found.commit === null ? found.why : short(found.commit)})` };
  if (verb === 'put down') {
    const by = workOn(facts, spoken, task);
    if (by !== undefined) return { flaw: `this cycle worked on it: ${by}` };
  }
  const moves = { 'pick up': reasons.goOn, 'put down': reasons.letGo, cancel: reasons.giveUp } as const;
  // Where it is only told, it needs nothing behind it.
  const isEnough = choice.trusting || choice.moves !== 'apply' || moves[verb](task, why) !== undefined;
  return isEnough ? { why } : { flaw: onlySuggested };
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
