// Curation as an act of a night: memory is put in order by small operations, by rules or as a model proposes, and nothing else is touched.
import type { Act, KeptAnswer, LeftOutLine, NotNow, ReadAnswer, Ready, Tonight } from '../asking/asking.ts';
import { rememberedNow } from '../facts/facts.ts';
import { mostTaken, takenSince, tellDamage } from '../journal/journal.ts';
import { memoryPath, troubleIn, troubleWords } from '../memory/memory.ts';
import { oneLine } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import { readOperations, whyHarmful } from './answer.ts';
import { curatedByRules, type Seen } from './by-rules.ts';
import { hasLeapt } from './clock.ts';
import { copyOf } from './copy.ts';
import { settledWishes } from './decided.ts';
import { goneAmong } from './gone.ts';
import { type Held, heldIn } from './held.ts';
import { fingerprint, type Turn, turnIn } from './judged.ts';
import { needed, type Operation, together, wishOf } from './operations.ts';
import { type Planned, planned } from './planned.ts';
import { answerSchema, curatePrompt, promptVersion } from './prompt.ts';
import { type Curated, openOf, proposalOf, reachOf } from './proposal.ts';
import { isRisky } from './review.ts';
import { rewritten } from './rewritten.ts';
import { turnPrompt, turnVersion } from './turn-prompt.ts';
import { openAmong } from './uncommitted.ts';
import { type Waiting, waitingFor } from './waiting.ts';

export const curateAct: Act = {
  name: 'curate',
  kind: 'curate',
  triggers: ['idle'],
  gather: async (home, tonight) => {
    const content = home.world.files.read(home.home.home, memoryPath);
    if (content === undefined)
      return not('noop', 'no-memory', `there is no ${memoryPath} yet, so there is nothing to put in order`);
    const trouble = troubleIn(content);
    if (trouble !== undefined) return not('failed', trouble, troubleWords[trouble]);
    const memories = await rememberedNow(home);
    const damage = tellDamage(memories.ledger);
    if (damage !== undefined) return not('failed', 'ledger-broken', damage);
    const all = heldIn(content, memories);
    const open = await openAmong(home, all);
    // Nothing rests on them either: what stays because of an entry that is gone tomorrow would be lost.
    const held = all.filter((each) => !open.has(each));
    const { world } = home;
    const isDated = !hasLeapt(
      memories.ledger.lines.flatMap(({ time }) => time ?? []),
      world.now(),
    );
    const seen = curatedByRules(held, await goneAmong(home, held), world.now(), isDated);
    const settled = settledWishes(world, home.home, memories.ledger);
    return ready(home, { content, held, open: open.size, memories, seen, tonight, settled });
  },
};

function not(outcome: NotNow['outcome'], reason: string, message: string): NotNow {
  return { kind: 'not now', outcome, reason, message };
}

interface Looked extends Pick<Curated, 'memories'> {
  readonly content: Uint8Array;
  readonly held: readonly Held[];
  /** How many entries no commit has yet. */
  readonly open: number;
  readonly seen: Seen;
  readonly tonight: Tonight;
  readonly settled: ReadonlySet<string>;
}

const noTools =
  '`dreaming.tools: agent` had no effect: it takes a model that is reached over HTTP, and `files` among the toolkits of `agent.org`';

/** It repeats what stands there, and makes nothing up. */
const temperature = 0;

function ready(home: AgentHome, looked: Looked): Ready | NotNow {
  const { held, memories, content, tonight, open } = looked;
  const outOfReach = held.filter(({ isOurs }) => !isOurs).length;
  const rules = sorted(home, looked, []);
  const turn = outOfReach === held.length ? undefined : turnIn(memories.ledger, home.agent, content, held);
  const isAsked = tonight.isAsked !== false && turn !== undefined && (!turn.isOld || tonight.isForced);
  if (rules.planned.length + rules.waiting.length === 0 && !isAsked && outOfReach === held.length && outOfReach > 0)
    return not('noop', 'out-of-reach', `nothing was changed: ${reachOf(held.length, outOfReach).join('')}`);
  if (rules.planned.length + rules.waiting.length === 0 && !isAsked)
    return not(
      'noop',
      'in-order',
      ['memory is in order', ...reachOf(held.length, outOfReach), ...openOf(open)].join('; '),
    );
  const wantsTools = home.settings.dreaming?.tools === 'agent';
  const copy =
    wantsTools && turn !== undefined && tonight.hasTools === true
      ? copyOf(
          home,
          content,
          held.filter((each) => turn.part.entries.includes(each)),
        )
      : undefined;
  const propose = (chosen: Sorted, leftOut: readonly LeftOutLine[], model: string, read?: Turn): ReadAnswer => ({
    kind: 'proposal',
    proposal: proposalOf(home, {
      ...{ ...chosen, model, memories, entries: held.length, outOfReach },
      leftOut: [...leftOut, ...chosen.leftOut],
      ...(read === undefined ? {} : { turn: read }),
      notes: [...openOf(open), ...(read !== undefined && wantsTools && copy === undefined ? [noTools] : [])],
    }),
  });
  return {
    kind: 'ready',
    question:
      !isAsked || turn === undefined
        ? undefined
        : {
            ...{ version: copy === undefined ? promptVersion : turnVersion, schema: answerSchema, temperature, copy },
            about: [home.agent, fingerprint(content), turn.part.index, home.settings.dreaming?.prompt ?? null],
            prompt: (code) =>
              copy === undefined ? curatePrompt(home, turn.part, code) : turnPrompt(home, copy, turn.part, code),
            offline: () => JSON.stringify({ operations: rules.planned.map(({ operation }) => operation) }),
          },
    byRules: (model) => propose(rules, [], model),
    read: ({ text, code, prompt }: KeptAnswer, model) => {
      if (copy !== undefined && prompt === turnVersion) {
        const { operations, leftOut } = rewritten(copy, text);
        return propose(sorted(home, looked, operations), leftOut, model, turn);
      }
      const ids = new Set((turn?.part.entries ?? []).map(({ id }) => id));
      const read = readOperations(text, ids, code);
      return read.kind === 'malformed'
        ? read
        : propose(sorted(home, looked, read.operations), read.leftOut, model, turn);
    },
  };
}

type Sorted = Pick<Curated, 'planned' | 'waiting' | 'later'> & { readonly leftOut: readonly LeftOutLine[] };

/** What is done tonight, what waits for a person, and what is left for another night or altogether. What rules see comes first. */
function sorted(home: AgentHome, looked: Looked, proposed: readonly Operation[]): Sorted {
  const { held, memories, tonight, settled, seen } = looked;
  const now = home.world.now();
  const leftOut: LeftOutLine[] = [];
  const leave = (operation: Operation, why: string): void => {
    leftOut.push({ line: oneLine(JSON.stringify(operation), 300), why, isVerdict: false });
  };
  const sound = (given: readonly Operation[]): Planned[] =>
    given.flatMap((operation) => {
      if (settled.has(wishOf(operation))) return [];
      const plan = planned(operation, held);
      if (typeof plan !== 'string') return [plan];
      leave(operation, plan);
      return [];
    });
  const byModel = sound(proposed).filter((plan) => {
    const why = whyHarmful(
      plan,
      needed(plan.operation).map((id) => held.find((each) => each.id === id)?.time ?? null),
    );
    if (why !== undefined) leave(plan.operation, why);
    return why === undefined;
  });
  const byRules = sound(seen.operations);
  const all = [...byRules, ...byModel];
  const { kept } = together(all.map(({ operation }) => operation));
  const plans = all.filter(({ operation }) => kept.includes(operation));
  const waits = plans.filter((plan) => isRisky(home.settings, plan, now));
  const goes = plans.filter((plan) => !waits.includes(plan));
  const taken = takenSince(memories.ledger, new Date(now.getTime() - week));
  const room = Math.min(mostTaken.night(held.length), Math.max(0, mostTaken.week(held.length + taken) - taken));
  const chosen = within(
    goes.filter((plan) => byRules.includes(plan)),
    room,
  );
  const more = goes.filter((plan) => byModel.includes(plan));
  // Who wants too much knows too little: then nothing that it wants to take out goes.
  const isTooMuch = fewer(more) > room - fewer(chosen);
  for (const plan of more)
    if (isTooMuch && fewer([plan]) > 0) leave(plan.operation, `a night takes out ${room} at most`);
  const asked = together([...kept, ...seen.questions]).kept.filter((each) => seen.questions.includes(each));
  const by = { now, agent: home.agent, night: tonight.id };
  const waiting: Waiting[] = [
    ...waits.slice(0, mostWaiting).map((plan) => waitingFor(plan, { ...by, kind: 'proposal' })),
    ...sound(asked)
      .slice(0, mostQuestions)
      .map((plan) => waitingFor(plan, { ...by, kind: 'question' })),
  ];
  return {
    planned: [...chosen, ...more.filter((plan) => !isTooMuch || fewer([plan]) === 0)],
    ...{ waiting, leftOut },
    later: goes.filter((plan) => byRules.includes(plan)).length - chosen.length,
  };
}

/** How many entries fewer there are after them. */
function fewer(plans: readonly Planned[]): number {
  return plans.reduce((sum, { claim: { takes, brings } }) => sum + Math.max(0, takes.length - brings.length), 0);
}

const week = 7 * 24 * 60 * 60 * 1000;
/** A person reads a few a day, and no more. */
const mostWaiting = 10;
const mostQuestions = 3;

/** As many as a night may take out; what takes nothing out comes anyway. */
function within(plans: readonly Planned[], room: number): Planned[] {
  let left = room;
  return plans.filter((plan) => {
    const many = fewer([plan]);
    if (many > left) return false;
    left -= many;
    return true;
  });
}
