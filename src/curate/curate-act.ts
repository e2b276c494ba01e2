// Curation as an act of a night: memory is put in order by small operations, by rules or as a model proposes, and nothing else is touched.
import type { Act, KeptAnswer, LeftOutLine, NotNow, ReadAnswer, Ready, Tonight } from '../asking/asking.ts';
import { rememberedNow } from '../facts/facts.ts';
import { mostTaken, takenSince, tellDamage } from '../journal/journal.ts';
import { memoryPath } from '../memory/memory.ts';
import type { AgentHome } from '../world/world.ts';
import { curatedByRules, type Seen } from './by-rules.ts';
import { settledWishes } from './decided.ts';
import { gonePaths } from './gone-paths.ts';
import { type Held, heldIn } from './held.ts';
import { type Operation, together, wishOf } from './operations.ts';
import { type Planned, planned } from './planned.ts';
import { type Curated, proposalOf, reachOf } from './proposal.ts';
import { isRisky } from './review.ts';
import { type Waiting, waitingFor } from './waiting.ts';

export const curateAct: Act = {
  name: 'curate',
  kind: 'curate',
  triggers: ['idle'],
  gather: async (home, tonight) => {
    const content = home.world.files.read(home.home.home, memoryPath);
    if (content === undefined)
      return not('noop', 'no-memory', `there is no ${memoryPath} yet, so there is nothing to put in order`);
    const memories = await rememberedNow(home);
    const damage = tellDamage(memories.ledger);
    if (damage !== undefined) return not('failed', 'ledger-broken', damage);
    const held = heldIn(content, memories);
    const seen = curatedByRules(held, await gonePaths(home, held), home.world.now());
    const looked: Looked = {
      held,
      memories,
      seen,
      tonight,
      settled: settledWishes(home.world, home.home, memories.ledger),
    };
    return ready(home, looked);
  },
};

function not(outcome: NotNow['outcome'], reason: string, message: string): NotNow {
  return { kind: 'not now', outcome, reason, message };
}

interface Looked extends Pick<Curated, 'memories'> {
  readonly held: readonly Held[];
  readonly seen: Seen;
  readonly tonight: Tonight;
  readonly settled: ReadonlySet<string>;
}

function ready(home: AgentHome, looked: Looked): Ready | NotNow {
  const { held } = looked;
  const outOfReach = held.filter(({ isOurs }) => !isOurs).length;
  const rules = sorted(home, looked, looked.seen.operations, looked.seen.questions, true);
  if (rules.planned.length + rules.waiting.length === 0)
    return not('noop', 'in-order', ['memory is in order', ...reachOf(held.length, outOfReach)].join('; '));
  const propose = (chosen: Sorted, leftOut: readonly LeftOutLine[], model: string): ReadAnswer => ({
    kind: 'proposal',
    proposal: proposalOf(home, {
      ...chosen,
      leftOut,
      model,
      memories: looked.memories,
      entries: held.length,
      outOfReach,
    }),
  });
  return {
    kind: 'ready',
    question: undefined,
    byRules: (model) => propose(rules, [], model),
    read: (_: KeptAnswer) => ({ kind: 'malformed', reason: 'nobody was asked' }),
  };
}

type Sorted = Pick<Curated, 'planned' | 'waiting' | 'later'> & { readonly leftOut: readonly LeftOutLine[] };

/** What is done tonight, what waits for a person, and what is left for another night or altogether. */
function sorted(
  home: AgentHome,
  { held, memories, tonight, settled }: Looked,
  operations: readonly Operation[],
  questions: readonly Operation[],
  isWithinShare: boolean,
): Sorted {
  const now = home.world.now();
  const leftOut: LeftOutLine[] = [];
  const sound = (given: readonly Operation[]): Planned[] =>
    given.flatMap((operation) => {
      if (settled.has(wishOf(operation))) return [];
      const plan = planned(operation, held);
      if (typeof plan !== 'string') return [plan];
      leftOut.push({ line: JSON.stringify(operation), why: plan, isVerdict: false });
      return [];
    });
  const { kept } = together(sound(operations).map(({ operation }) => operation));
  const plans = sound(kept);
  const waits = plans.filter((plan) => isRisky(home.settings, plan, now));
  const goes = plans.filter((plan) => !waits.includes(plan));
  const taken = takenSince(memories.ledger, new Date(now.getTime() - week));
  const room = Math.min(mostTaken.night(held.length), Math.max(0, mostTaken.week(held.length + taken) - taken));
  const chosen = isWithinShare ? within(goes, room) : goes;
  const by = { now, agent: home.agent, night: tonight.id };
  const asked = together([...kept, ...questions]).kept.filter((each) => questions.includes(each));
  const waiting: Waiting[] = [
    ...waits.slice(0, mostWaiting).map((plan) => waitingFor(plan, { ...by, kind: 'proposal' })),
    ...sound(asked)
      .slice(0, mostQuestions)
      .map((plan) => waitingFor(plan, { ...by, kind: 'question' })),
  ];
  return { planned: chosen, waiting, leftOut, later: goes.length - chosen.length };
}

const week = 7 * 24 * 60 * 60 * 1000;
/** A person reads a few a day, and no more. */
const mostWaiting = 10;
const mostQuestions = 3;

/** As many as a night may take out; what takes nothing out comes anyway. */
function within(plans: readonly Planned[], room: number): Planned[] {
  let left = room;
  return plans.filter(({ claim: { takes, brings } }) => {
    const fewer = Math.max(0, takes.length - brings.length);
    if (fewer > left) return false;
    left -= fewer;
    return true;
  });
}
