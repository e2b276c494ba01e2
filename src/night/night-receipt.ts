// What a whole night came to, from what its acts came to.
import { type Bill, emptyBill } from '../asking/asking.ts';
import type { ActDone } from './one-act.ts';
import { billed } from './opening.ts';
import type { Receipt } from './receipt.ts';

/** From what matters most to whoever reads only one line. */
const byWeight: readonly Receipt['outcome'][] = ['ran', 'failed', 'rejected', 'held', 'gated', 'noop'];

type Told = Pick<
  Receipt,
  | 'outcome'
  | 'reason'
  | 'message'
  | 'model'
  | 'tokens'
  | 'calls'
  | 'usd'
  | 'leftOut'
  | 'verdicts'
  | 'entry'
  | 'acts'
  | 'kind'
>;

/** One receipt for all of them. `more` is told besides. */
export function toldOf(acts: readonly ActDone[], more: readonly (string | undefined)[] = []): Told {
  // Of several that ran, the last has the word: it is the one whose name the commit has.
  const main =
    acts.findLast(({ outcome }) => outcome === 'ran') ??
    acts.toSorted((one, other) => byWeight.indexOf(one.outcome) - byWeight.indexOf(other.outcome))[0];
  const dream = acts.find(({ proposal }) => proposal?.dream !== undefined)?.proposal?.dream;
  const isSeveral = acts.length > 1;
  const { outcome = 'noop', reason = 'no-acts', message = 'nothing is due', model = 'builtin' } = main ?? {};
  const others = acts
    .filter((done) => done !== main && !(done.outcome === 'noop' || done.outcome === 'gated'))
    .map((done) => `${done.act.name}${done.outcome === 'ran' ? '' : ` ${done.outcome}`}: ${done.message}`);
  return {
    outcome,
    reason,
    model,
    ...billed(acts.map(({ bill }) => bill).reduce(together, emptyBill)),
    message: [message, ...(isSeveral ? others : []), ...more].filter((part) => part !== undefined).join('; '),
    leftOut: acts.flatMap(({ proposal }) => [...(proposal?.leftOut ?? [])]),
    verdicts: [...(dream?.verdicts ?? [])],
    entry: dream === undefined ? null : `rem/${dream.file}`,
    kind: acts.some(({ act }) => act.kind === 'rem') || acts.length === 0 ? 'rem' : 'night',
    acts: acts.map(({ act, bill, ...done }) => ({
      name: act.name,
      kind: act.kind,
      outcome: done.outcome,
      reason: done.reason,
      message: done.message,
      model: done.model,
      ...billed(bill),
    })),
  };
}

function together(one: Bill, other: Bill): Bill {
  return {
    calls: one.calls + other.calls,
    input: one.input + other.input,
    output: one.output + other.output,
    bytes: one.bytes + other.bytes,
    milliseconds: one.milliseconds + other.milliseconds,
    usd: one.usd === null || other.usd === null ? null : one.usd + other.usd,
  };
}
