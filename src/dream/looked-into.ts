// What was looked into without a trace in the tree: files that were read, and commands that were run.
import { isShell } from '../checks/checks.ts';
import type { Facts } from '../facts/facts.ts';
import { callsOf, isIntent, tellSteps } from '../steps/steps.ts';

/** A plan that is not in the repository is private, and so is its name. */
function hiddenIn({ plans }: Facts): string[] {
  return plans.flatMap(({ path, isTracked }) => (isTracked ? [] : [path]));
}

/** The files that were read, the last first. */
export function readsTold(facts: Facts): string[] {
  const hidden = new Set(hiddenIn(facts));
  return facts.steps.reads.filter((path) => !hidden.has(path)).toReversed();
}

/** Commands that only walk about, or speak to us. */
const isPlain = /^(?:cd|ls|pwd|echo|cat|head|tail|sed|which|true|sleep|dk|dreamkeeper)\b/u;
const longestCommand = 50;

/** The last two commands that a tale may name: short and whole, without quotes, and listed among the steps. */
export function commandsTold(facts: Facts): string[] {
  const records = facts.steps.records.filter((record) => !isIntent(record));
  const hidden = hiddenIn(facts);
  const told = callsOf(records).flatMap(({ tool, target, outcome }) => {
    const isWhole = target.length <= longestCommand && /^\S+ [^`"'$<>]+$/u.test(target) && !target.includes('…');
    const isTold =
      isShell(tool) && outcome !== 'failed' && outcome !== 'unfinished' && isWhole && !isPlain.test(target);
    return isTold && !hidden.some((path) => target.includes(path)) ? [target] : [];
  });
  const { lines } = tellSteps(records, facts.settings.rem?.steps ?? 25);
  return [...new Set(told.toReversed())]
    .filter((command) => lines.some((line) => line.includes(command)))
    .slice(0, 2)
    .toReversed();
}

/** Whether somebody wrote down a note for later. */
export function hasNoted({ steps }: Facts): boolean {
  return callsOf(steps.records).some(
    ({ tool, target, outcome }) =>
      outcome === 'ok' &&
      (tool === 'mcp__dreamkeeper__remember' ||
        (isShell(tool) && /(?:^|[;&|] *)(?:dk|dreamkeeper) remember\b/u.test(target))),
  );
}
