// The carry from facts alone: a dream hands it over, and a wake without a dream makes the same.
import { readsLikeOrder } from '../guard/guard.ts';
import type { Carry } from '../journal/journal.ts';
import { underWay } from './doing.ts';
import type { Facts } from './facts-types.ts';
import { nextAction, nothingInFlight, seeWhatIsLeft } from './next-action.ts';
import { factOf } from './verified.ts';

const mostFiles = 12;
const mostChecks = 8;
/** With more uncommitted files than this, a receipt would be longer than the dream; then nothing is called verified. */
const mostCovered = 500;

/** So many are called by name at most. */
const mostNamed = 24;

/** Files as they are handed to a run, without those whose names read like orders. Only as many are looked at as can be named. */
export function handedOn(paths: readonly string[]): string[] {
  const named: string[] = [];
  let at = 0;
  for (; at < Math.min(paths.length, 4 * mostNamed) && named.length < mostNamed; at += 1) {
    const path = paths[at] ?? '';
    if (!readsLikeOrder(path)) named.push(path);
  }
  return [...named, ...paths.slice(at)];
}

/** The journal is committed; what was asked, the harness's own to-do list and plans that are not in the repository are private. */
export function withoutPrivate(facts: Facts): Facts {
  const plans = facts.plans.filter(({ isTracked }) => isTracked);
  return { ...facts, asked: [], wanted: undefined, leftAsked: [], todos: [], plans };
}

/** What the next run needs. */
export function carryOf(given: Facts): Carry {
  const facts = withoutPrivate(given);
  const { project, steps } = facts;
  // A file, command or task whose name reads like an order is not handed on: the next run trusts what stands here.
  const inFlight = handedOn(facts.inFlight);
  const failures = steps.failures.filter(({ command }) => !readsLikeOrder(command));
  const plans = facts.plans.filter(({ first, path }) => !readsLikeOrder(first) && !readsLikeOrder(path));
  const action = nextAction({ ...facts, plans, inFlight, steps: { ...steps, failures } });
  const next = readsLikeOrder(action) ? nothingInFlight : action;
  const doing = underWay(facts)[0]?.title ?? null;
  // A task of which the newest commits speak may be done to the last; where the next action does not say so, a note does.
  const isSpokenOf = doing !== null && !readsLikeOrder(doing) && facts.spokenOf.includes(doing);
  const isCoverable = project.changed.length <= mostCovered && project.moreChanged === 0;
  const checks = isCoverable ? facts.verified.filter(({ command }) => !readsLikeOrder(command)).slice(-mostChecks) : [];
  return {
    doing: doing === null || readsLikeOrder(doing) ? null : doing,
    next: next === nothingInFlight ? null : next,
    midFlight: inFlight.slice(0, mostFiles),
    moreMidFlight: Math.max(0, facts.inFlight.length - Math.min(inFlight.length, mostFiles)),
    verified: checks.map(factOf),
    covers:
      checks.length === 0
        ? null
        : {
            head: project.head,
            tree: project.tree,
            files: Object.fromEntries(project.changed.map(({ path, blob }) => [path, blob ?? null])),
          },
    other:
      isSpokenOf && !next.includes(seeWhatIsLeft)
        ? [`recent commits may have been for "${doing}": ${seeWhatIsLeft} it`]
        : [],
  };
}
