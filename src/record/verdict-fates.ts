// What became of one verdict after it was given: the first sign that it was right or wrong, or none so far.
import type { DreamLine, VerdictOutcome } from '../journal/journal.ts';
import type { Sight, Standing } from './boards-then.ts';

export type Fate =
  | 'done'
  | 'stayed down'
  | 'stayed cancelled'
  | 'came true'
  | 'picked up again'
  | 'put down again'
  | 'cancelled later'
  | 'reopened'
  | 'taken back'
  | 'came otherwise'
  | 'named no task'
  | 'named nothing real'
  | 'only repeated'
  | 'refused'
  | 'overtaken'
  | 'no move'
  | 'advice'
  | 'no sign'
  | 'passed over'
  | 'waiting';

export type Judgement = 'right' | 'wrong' | 'open' | 'neutral';

export interface Fated {
  readonly fate: Fate;
  readonly judgement: Judgement;
}

const right = (fate: Fate): Fated => ({ fate, judgement: 'right' });
const wrong = (fate: Fate): Fated => ({ fate, judgement: 'wrong' });
export const neutral = (fate: Fate): Fated => ({ fate, judgement: 'neutral' });
export const waiting: Fated = { fate: 'waiting', judgement: 'open' };
export const namedNothing: Fated = wrong('named nothing real');
export const onlyRepeated: Fated = wrong('only repeated');
export const takenBack: Fated = wrong('taken back');

/** What is put down or cancelled and stays so for this many nights was rightly so; what becomes of it after that is another story. */
const settles = 3;
/** Nobody did anything about it for this many nights: then it says nothing about the dreamer. */
const patience = 6;

const pickedUp: readonly Standing[] = ['next', 'doing', 'done'];

/** What came after a verdict. */
export interface Afterwards {
  /** What its wake wrote down. */
  readonly outcome: VerdictOutcome;
  /** The verdict as the night gave it. */
  readonly given: DreamLine['verdicts'][number];
  /** Its night or wake was taken back. */
  readonly isUndone: boolean;
  /** It was told and not carried out. */
  readonly isAdvice: boolean;
  /** Sights of the board after it. */
  readonly sights: readonly Sight[];
  /** How many nights of this agent lie between two places in the ledger, the second one included. */
  nights(after: number, until: number): number;
  /** Where in the ledger it was dealt with, and where that ends. */
  readonly at: number;
  readonly end: number;
}

export function fateOf(after: Afterwards): Fated {
  const { outcome, given, isUndone, isAdvice } = after;
  if (outcome.move === 'keep course' || outcome.result === 'noop') return neutral('no move');
  if (outcome.result === 'applied') return isUndone ? takenBack : afterMove(after);
  // The task was there when this was dreamt, and its owner moved or renamed it before anybody woke: nobody's mistake.
  if (given.task !== null && outcome.from !== given.from) return neutral('overtaken');
  if (outcome.result === 'unresolved' || outcome.result === 'ambiguous') return wrong('named no task');
  if (outcome.result === 'refused' && isAdvice) return isUndone ? neutral('advice') : afterAdvice(after);
  return wrong('refused');
}

function afterMove(after: Afterwards): Fated {
  if (after.outcome.move === 'pick up') return afterPickUp(after);
  return after.outcome.move === 'put down'
    ? unlessBroken(after, pickedUp, 'picked up again', 'stayed down')
    : unlessBroken(after, [...pickedUp, 'down', 'other'], 'reopened', 'stayed cancelled');
}

/** The first that happens to it counts: a task that had to be put down again was not the one to pick up. */
function afterPickUp({ outcome, sights, nights, at, end }: Afterwards): Fated {
  let before: Standing = 'next';
  let changed = at;
  for (const sight of sights) {
    const standing = sight.standing(outcome.task ?? '');
    if (standing === 'done') return right('done');
    if (standing === 'down') return wrong('put down again');
    if (standing === 'cancelled') return wrong('cancelled later');
    if (standing !== undefined && standing !== before) [before, changed] = [standing, sight.at];
  }
  return nights(changed, end) < patience ? waiting : neutral('no sign');
}

function unlessBroken(after: Afterwards, breaking: readonly Standing[], broken: Fate, kept: Fate): Fated {
  const { outcome, sights, nights, at, end } = after;
  for (const sight of sights) {
    const standing = sight.standing(outcome.task ?? '');
    if (standing === undefined) continue;
    if (breaking.includes(standing)) return wrong(broken);
    if (nights(at, sight.at) >= settles) return right(kept);
  }
  return nights(at, end) < patience ? waiting : neutral('no sign');
}

/** Told and not carried out: it was right if somebody did the same anyway soon after, wrong if they did the opposite. */
function afterAdvice({ outcome, sights, nights, at, end }: Afterwards): Fated {
  const { move } = outcome;
  for (const sight of sights) {
    if (nights(at, sight.at) > patience) break;
    const standing = sight.standing(outcome.task ?? '');
    if (standing === undefined) continue;
    if (move === 'pick up' && pickedUp.includes(standing)) return right('came true');
    if (move === 'pick up' && standing === 'cancelled') return wrong('came otherwise');
    if (move !== 'pick up' && standing === 'done') return wrong('came otherwise');
    if (standing === 'cancelled' || (move === 'put down' && standing === 'down')) return right('came true');
  }
  return { fate: 'advice', judgement: nights(at, end) < patience ? 'open' : 'neutral' };
}
