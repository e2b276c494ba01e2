// What a whole night came to, from what its acts came to.
import { emptyBill, type Proposal, sumOf } from '../asking/asking.ts';
import { present } from '../text/text.ts';
import type { ActDone } from './one-act.ts';
import { billed } from './opening.ts';
import type { Receipt } from './receipt.ts';

/** From what matters most to whoever reads only one line. */
const byWeight: readonly Receipt['outcome'][] = ['ran', 'failed', 'rejected', 'held', 'gated', 'noop'];

/** What one receipt says of all of them. `note` is told besides. */
export function resultOf(
  acts: readonly ActDone[],
  note?: string,
): Omit<Receipt, 'v' | 'id' | 'session' | 'agent' | 'trigger' | 'commit' | 'startedAt' | 'endedAt'> {
  // Of several that ran, the last has the word: it is the one whose name the commit has.
  const main =
    acts.findLast(({ outcome }) => outcome === 'ran') ??
    acts.toSorted((one, other) => byWeight.indexOf(one.outcome) - byWeight.indexOf(other.outcome))[0];
  const dream = dreamOf(acts);
  const { outcome = 'noop', reason = 'no-acts', message = 'nothing is due', model = 'builtin' } = main ?? {};
  const others = acts
    .filter((done) => done !== main && !(done.outcome === 'noop' || done.outcome === 'gated'))
    .map((done) => `${done.act.name}${done.outcome === 'ran' ? '' : ` ${done.outcome}`}: ${done.message}`);
  return {
    outcome,
    reason,
    model,
    ...billed(acts.map(({ bill }) => bill).reduce(sumOf, emptyBill)),
    message: present([message, ...others, note]).join('; '),
    leftOut: acts.flatMap(({ proposal }) => [...(proposal?.leftOut ?? [])]),
    verdicts: [...(dream?.verdicts ?? [])],
    entry: dream === undefined ? null : `rem/${dream.file}`,
    kind: acts.some(({ act }) => act.kind === 'rem') || acts.length === 0 ? 'rem' : 'night',
    acts: acts.map(({ act: { name, kind }, bill, outcome, reason, message, model, figures }) => ({
      name,
      kind,
      outcome,
      reason,
      message,
      model,
      ...billed(bill),
      ...(figures === undefined ? {} : { figures }),
    })),
  };
}

/** The dream among what they propose, if there is one. */
export function dreamOf(acts: readonly Pick<ActDone, 'proposal'>[]): Proposal['dream'] {
  return acts.find(({ proposal }) => proposal?.dream !== undefined)?.proposal?.dream;
}
