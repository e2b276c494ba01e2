// The tale: what happened, in the order in which a person would tell it. What, not how many.
import type { Facts } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { limits, wordsIn } from '../journal/journal.ts';
import { landedTold } from './input.ts';
import { lastTale } from './last-tale.ts';
import { branchesTold } from './tell-branches.ts';
import { tellLanded } from './tell-landed.ts';
import { goneTold, stashesTold } from './tell-left.ts';
import { headlineWithout } from './tell-quiet.ts';
import { boardSentence, earlierSentence, lastlyIn, troubleIn, withoutEcho } from './tell-state.ts';
import { worksIn } from './works.ts';

/** Checks that failed in this cycle and passed later in it, in the order in which they first failed. */
export function mendedIn({ steps }: Facts): string[] {
  const failed = new Set<string>();
  const mended = new Set<string>();
  for (const { command, result, time } of steps.runs) {
    if (time < steps.cycleStart) continue;
    if (result === 'failed') failed.add(command);
    if (result === 'passed' && failed.has(command)) mended.add(command);
  }
  const open = new Set([...steps.failures, ...steps.lastFailed].map(({ command }) => command));
  return [...failed].filter((command) => mended.has(command) && !open.has(command));
}

/** Tells it in at most 120 words: the first sentence says it all, then how it was left, and in the room between what else landed. */
export function tellTale(facts: Facts): string {
  const landed = landedTold(facts);
  const before = lastTale(facts);
  // Where nothing landed here, the first of them is the headline.
  const branches = branchesTold(facts).slice(landed.length === 0 ? 1 : 0);
  const state = [
    // Right behind the headline: there "it" is what failed.
    ...troubleIn(facts, mendedIn(facts), before),
    ...goneTold(facts),
    ...branches.map((said) => `${said}.`),
    ...lastlyIn(facts, before),
    ...stashesTold(facts),
  ];
  const kept = fitting(state, limits.taleWords - longestHeadline);
  const room = limits.taleWords - wordsIn(kept.join(' '));
  const told =
    landed.length === 0
      ? undefined
      : tellLanded(facts, worksIn(landed, broughtIn(facts) ? facts.lastNight?.time : undefined), room);
  const quiet = told === undefined ? headlineWithout(facts, before) : '';
  const [headline, more] = told ?? [quiet, earlierSentence(facts, quiet)];
  // Each part passed the guard alone; together they could still read as something else.
  const safe = [headline, ...more].filter((sentence) => !readsLikeOrder(sentence));
  const board = boardSentence(facts);
  // Only right behind it "it" is what failed.
  const left = board === undefined && safe.length === 1 ? withoutEcho(facts, headline, kept) : kept;
  const whole = [...safe, ...(board === undefined ? [] : [board]), ...left];
  return (wordsIn(whole.join(' ')) <= limits.taleWords ? whole : fitting([...safe, ...kept], limits.taleWords)).join(
    ' ',
  );
}

/** So many words are kept for the first sentence. */
const longestHeadline = 30;

/** The sentences that fit, in order; one that does not is left out, and a shorter one behind it may still stand. */
function fitting(sentences: readonly string[], most: number): string[] {
  let words = 0;
  return sentences.filter((sentence) => {
    const fits = words + wordsIn(sentence) <= most;
    if (fits) words += wordsIn(sentence);
    return fits;
  });
}

/** Somebody merged or pulled: then what is older than the last dream came by that. */
function broughtIn({ landed, steps }: Facts): boolean {
  const isMerge = landed.some(({ subject }) => /^Merge /u.test(subject));
  return isMerge || steps.records.some(({ target }) => /\bgit\b[^;&|]*\b(?:merge|pull)\b/u.test(target));
}
