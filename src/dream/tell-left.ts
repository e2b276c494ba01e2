// What was left behind otherwise than as an open file: work that was put away, and sessions that ended without a word.
import { amountOf, type Facts } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { clock, oneLine } from '../text/text.ts';

/** What was put away in this cycle; a commit's time has whole seconds. */
export function stashesTold({ stashes, steps }: Facts): string[] {
  return stashes
    .filter(({ time }) => time.slice(0, 19) >= steps.cycleStart.slice(0, 19))
    .map((stash) => `${amountOf(stash, true)} put away in ${stash.name}.`);
}

/** What it was in the middle of is told as far as it does not read like an order. */
export function goneTold({ gone }: Facts): string[] {
  return gone.map(({ began, inTheMiddle }) => {
    const call = inTheMiddle === undefined ? '' : oneLine(inTheMiddle, 80);
    const where = call === '' || readsLikeOrder(call) ? '' : `, in the middle of ${call}`;
    return `The session of ${clock(began)} ended without a word${where}.`;
  });
}
