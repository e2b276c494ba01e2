// Which operations wait for a person before they are done: `review: off | risky | all`.
import type { HomeSettings } from '../config/config.ts';
import { prohibits, scopeOf } from '../memory/memory.ts';
import type { Held } from './held.ts';
import type { Planned } from './planned.ts';

const isBeside = (one: Held, other: Held | undefined): boolean =>
  other !== undefined && scopeOf(one.section) === scopeOf(other.section);
const week = 7 * 24 * 60 * 60 * 1000;

/** What takes out an entry that is older than a week is risky, and so is one of which nobody knows how old it is. */
export function isRisky(
  { review = 'risky' }: Pick<HomeSettings, 'review'>,
  { operation, step }: Planned,
  now: Date,
): boolean {
  const takesOut = operation.kind === 'demote' || operation.kind === 'supersede';
  // Whatever the setting and however young it is: a ban that is missing is noticed too late.
  if (takesOut && step.takes.some(({ raw }) => prohibits(raw))) return true;
  // Below another heading its words may mean something else.
  const isElsewhere = step.behind !== undefined && step.takes.some((each) => !isBeside(each, step.behind));
  if (operation.kind === 'move' && isElsewhere) return true;
  if (review !== 'risky') return review === 'all';
  if (!takesOut) return false;
  return step.takes.some(({ time }) => time === null || now.getTime() - Date.parse(time) > week);
}
