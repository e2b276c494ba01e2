// Consolidation as an act of a night: what was lived through becomes observations, a reflection and a priority.
import type { Act, KeptAnswer, LeftOutLine, NotNow, Proposal, ReadAnswer, Ready, Tonight } from '../asking/asking.ts';
import { netOf } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type ConsolidatePart, consolidationsOf } from '../facts/facts.ts';
import { fatigueLimits } from '../fatigue/fatigue.ts';
import { tellDamage } from '../journal/journal.ts';
import {
  dreamsIn,
  dreamsPath,
  type Observed,
  observationId,
  observationsIn,
  observationsPath,
  selfFolder,
  withDreamEntry,
  withObservations,
} from '../observations/observations.ts';
import { clock, counted, inWords } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import { readConsolidation } from './answer.ts';
import { selfAttributes } from './attributes.ts';
import { type Thought, thinkByRules } from './by-rules.ts';
import { judged } from './judge.ts';
import { type Lived, livedThrough } from './lived.ts';
import { answerSchema, consolidatePrompt, type Known, promptVersion } from './prompt.ts';

/** With fewer actions than this there is nothing to think about: rules write it, and nobody is asked. */
export const lightBelow = 5;
/** It tells what was, and does not make things up. */
const temperature = 0.3;

export const consolidateAct: Act = {
  name: 'consolidate',
  kind: 'consolidate',
  triggers: ['fatigue', 'nap'],
  gather: async (home, tonight) => {
    const lived = await livedThrough(home);
    return whyNot(home, lived, tonight) ?? ready(home, lived, tonight);
  },
};

function whyNot({ settings }: AgentHome, lived: Lived, { trigger, isForced }: Tonight): NotNow | undefined {
  const { facts, last, end } = lived;
  const not = (outcome: NotNow['outcome'], reason: string, message: string): NotNow => {
    return { kind: 'not now', outcome, reason, message };
  };
  const unreadable = facts.problems.find((problem) => !problem.startsWith('the board: '));
  if (unreadable !== undefined) return not('failed', 'unreadable', unreadable);
  const damage = tellDamage(facts.ledger);
  if (damage !== undefined) return not('failed', 'ledger-broken', damage);
  const { dreamInterval: interval, limit } = fatigueLimits(settings);
  const passed = last === undefined ? Number.POSITIVE_INFINITY : Date.parse(end) - Date.parse(last.time);
  // Whoever is exhausted sleeps whenever the last time was; a clock that went back shuts the gate for its whole time, and never for longer.
  const isExhausted = trigger === 'fatigue' || lived.actions >= limit;
  if (!isExhausted && !isForced && passed >= 0 && passed < interval)
    return not(
      'gated',
      'interval',
      `the last consolidation was at ${clock(last?.time ?? end)}; the next one is possible in ${inWords(interval - passed)}`,
    );
  if (lived.actions === 0 && lived.prompts.length === 0 && lived.commits.length === 0)
    return not(
      'noop',
      'no-news',
      last === undefined
        ? 'nothing is on record yet: no action, no prompt, no commit'
        : `nothing is new since the consolidation of ${clock(last.time)}`,
    );
  return undefined;
}

function ready(home: AgentHome, lived: Lived, tonight: Tonight): Ready {
  const { world, home: place, settings, agent } = home;
  const folder = selfFolder(settings, agent);
  const there = observationsIn(world.files.read(place.home, observationsPath(folder)) ?? new Uint8Array());
  const known: Known = { there, last: dreamsIn(world.files.read(place.home, dreamsPath(folder))).at(-1) };
  const rules = cleaned(home, withoutSaid(thinkByRules(lived, there), there));
  const isLight = lived.actions < lightBelow;
  const propose = (thought: Thought, leftOut: readonly LeftOutLine[], model: string): ReadAnswer => ({
    kind: 'proposal',
    proposal: proposalOf(home, lived, { thought: cleaned(home, thought), leftOut, model, isLight, night: tonight.id }),
  });
  return {
    kind: 'ready',
    question: isLight
      ? undefined
      : {
          version: promptVersion,
          schema: answerSchema,
          temperature,
          about: [agent, lived.cursor, lived.actions, lived.commits.map(({ id }) => id), lived.last?.night ?? null],
          prompt: (code, form) => consolidatePrompt(lived, known, code, form),
          offline: () => printThought(rules),
        },
    byRules: (model) => propose(rules, [], model),
    read: ({ text, code }: KeptAnswer, model) => {
      const read = readConsolidation(text);
      if (read.kind === 'malformed') return read;
      const { leftOut, ...thought } = judged(read.said, { lived, rules, record: known, code }, settings);
      return propose(thought, leftOut, model);
    },
  };
}

/** A demand that stands there already is not said again; what fails the rules look up themselves. */
function withoutSaid(thought: Thought, there: readonly Observed[]): Thought {
  const said = new Set(
    there.flatMap(({ level, fact }) => (level === 'RED' && fact.startsWith('Asked: ') ? [fact] : [])),
  );
  return {
    ...thought,
    observations: thought.observations.filter(({ level, fact }) => level !== 'RED' || !said.has(fact)),
  };
}

/** A line with a credential in it is not kept: what is left of it would say nothing. */
function cleaned({ settings }: AgentHome, thought: Thought): Thought {
  const { redact, isClean } = netOf(settings);
  return {
    observations: thought.observations.filter(({ fact }) => isClean(fact)),
    reflection: redact(thought.reflection),
    priority: redact(thought.priority),
  };
}

function printThought({ observations, reflection, priority }: Thought): string {
  const lines = observations.map(({ level, clock: time, fact }) => `${level} ${time} ${fact}`);
  return `OBSERVATIONS:\n${lines.join('\n')}\n\nREFLECTION:\n${reflection}\n\nPRIORITY:\n${priority}\n`;
}

interface Consolidating {
  readonly thought: Thought;
  readonly leftOut: readonly LeftOutLine[];
  readonly model: string;
  readonly isLight: boolean;
  readonly night: string;
}

function proposalOf(
  home: AgentHome,
  lived: Lived,
  { thought, leftOut, model, isLight, night }: Consolidating,
): Proposal {
  const { settings, agent } = home;
  const folder = selfFolder(settings, agent);
  const { observations, reflection, priority } = thought;
  const { actions, cursor, end, last } = lived;
  const entry = {
    ...{ t: end, actions, reflection, priority, observations: observations.length, deep: false },
    ...(isLight ? { light: true } : {}),
    ...{ night, model },
  };
  const part: Omit<ConsolidatePart, 'name'> = {
    ...{ actions, light: isLight, steps: cursor },
    observed: observations.map(observationId),
  };
  const red = observations.filter(({ level }) => level === 'RED').length;
  const what = `${counted(observations.length, 'observation')}${red > 0 ? ` (${red} RED)` : ''} from ${counted(actions, 'action')}`;
  return {
    edits: [
      ...(observations.length === 0
        ? []
        : [
            {
              path: observationsPath(folder),
              edit: (content: Uint8Array | undefined) => withObservations(content, observations),
            },
          ]),
      {
        ...{ path: dreamsPath(folder), rule: 'append', undo: 'reverse' },
        edit: (content) => withDreamEntry(content, entry),
      },
      selfAttributes,
    ],
    part,
    ...{ reason: isLight ? 'light' : 'consolidated', subject: `sleep: ${what}`, model, leftOut },
    message: what,
    stillFits: (ledger) => {
      if (consolidationsOf(ledger, agent).at(-1)?.night === last?.night) return;
      throw new DreamkeeperError(
        'E_CHANGED_MEANWHILE',
        'another consolidation was written while this one was being made',
        { hint: 'Nothing was changed. The next one uses what is still new.' },
      );
    },
  };
}
