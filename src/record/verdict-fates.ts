// What became of one verdict after it was given: the first sign that it was right or wrong, or none so far.
import type { DreamLine, VerdictOutcome } from '../journal/journal.ts';
import { type Sight, type Standing, standingOf } from './boards-then.ts';

export type Judgement = 'right' | 'wrong' | 'open' | 'neutral';

/** Every fate, and what it says about whoever gave the verdict. */
export const judgements = {
  done: 'right',
  stayed: 'right',
  'came true': 'right',
  overruled: 'wrong',
  'named nothing': 'wrong',
  'only repeated': 'wrong',
  refused: 'wrong',
  waiting: 'open',
  'no move': 'neutral',
  'no sign': 'neutral',
} as const satisfies Readonly<Record<string, Judgement>>;

export type Fate = keyof typeof judgements;

/** What is put down or cancelled and stays so for this many nights was rightly so; what becomes of it after that is another story. */
const settles = 3;
/** Nobody did anything about it for this many nights: then it says nothing about the dreamer. */
const patience = 6;

const pickedUp: readonly Standing[] = ['next', 'doing', 'done'];

/** What came after a verdict. */
export interface VerdictHistory {
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

export function fateOf(after: VerdictHistory): Fate {
  const { outcome, given, isUndone, isAdvice } = after;
  if (outcome.move === 'keep course' || outcome.result === 'noop') return 'no move';
  if (outcome.result === 'applied') return isUndone ? 'overruled' : afterMove(after);
  // The task was there when this was dreamt, and its owner moved or renamed it before anybody woke: nobody's mistake.
  if (given.task !== null && outcome.from !== given.from) return 'no sign';
  if (outcome.result === 'unresolved' || outcome.result === 'ambiguous') return 'named nothing';
  if (outcome.result !== 'refused' || !isAdvice) return 'refused';
  return isUndone ? 'no sign' : afterAdvice(after);
}

function afterMove(after: VerdictHistory): Fate {
  if (after.outcome.move === 'pick up') return afterPickUp(after);
  if (after.outcome.move === 'done') return unlessBroken(after, ['down', 'next', 'doing']);
  return unlessBroken(after, after.outcome.move === 'put down' ? pickedUp : [...pickedUp, 'down', 'other']);
}

/** The first that happens to it counts: a task that had to be put down again was not the one to pick up. */
function afterPickUp({ outcome, sights, nights, at, end }: VerdictHistory): Fate {
  let before: Standing = 'next';
  let changed = at;
  for (const sight of sights) {
    const standing = sight.standing(outcome.task ?? '');
    if (standing === 'done') return 'done';
    if (standing === 'down' || standing === 'cancelled') return 'overruled';
    if (standing !== undefined && standing !== before) [before, changed] = [standing, sight.at];
  }
  return nights(changed, end) < patience ? 'waiting' : 'no sign';
}

function unlessBroken({ outcome, sights, nights, at, end }: VerdictHistory, breaking: readonly Standing[]): Fate {
  for (const sight of sights) {
    const standing = sight.standing(outcome.task ?? '');
    if (standing === undefined) continue;
    if (breaking.includes(standing)) return 'overruled';
    if (nights(at, sight.at) >= settles) return 'stayed';
  }
  return nights(at, end) < patience ? 'waiting' : 'no sign';
}

/** Told and not carried out: it was right if somebody did the same anyway soon after, wrong if they did the opposite. */
function afterAdvice({ outcome, sights, nights, at, end }: VerdictHistory): Fate {
  const { move } = outcome;
  const before = standingOf(outcome.from);
  for (const sight of sights) {
    if (nights(at, sight.at) > patience) break;
    const standing = sight.standing(outcome.task ?? '');
    if (standing === undefined) continue;
    if (move === 'done') {
      if (standing === 'done') return 'came true';
      // Given up is closed as well; to go on with it is to say that it is not done.
      if (standing === 'cancelled') return 'no sign';
      if (standing !== before) return 'overruled';
      continue;
    }
    if (move === 'pick up' && pickedUp.includes(standing)) return 'came true';
    if (move === 'pick up' && standing === 'cancelled') return 'overruled';
    if (move !== 'pick up' && standing === 'done') return 'overruled';
    if (standing === 'cancelled' || (move === 'put down' && standing === 'down')) return 'came true';
  }
  return nights(at, end) < patience ? 'waiting' : 'no sign';
}
