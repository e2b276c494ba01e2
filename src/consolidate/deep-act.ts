// Deep sleep as an act of a night: it comes with every tenth consolidation, prunes what may be forgotten, and writes priorities and the diary.
import type { Act, LeftOutLine, MemoryClaims, NotNow, Proposal, ReadAnswer, Ready, Tonight } from '../asking/asking.ts';
import { type FileEdit, netOf } from '../change/change.ts';
import { tryOr } from '../errors/errors.ts';
import {
  type Facts,
  gatherFacts,
  groundsOf,
  homeBytes,
  homeText,
  ownObservations,
  privateWordsIn,
  prunedObservations,
} from '../facts/facts.ts';
import { fatigueLimits } from '../fatigue/fatigue.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { tellDamage } from '../journal/journal.ts';
import { archivePath } from '../memory/memory.ts';
import {
  type DreamEntryLine,
  diaryPath,
  dreamsIn,
  dreamsPath,
  type Observation,
  observationsIn,
  observationsPath,
  prioritiesPath,
  selfFolder,
  withDeepDone,
} from '../observations/observations.ts';
import { counted, oneLine } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import { selfAttributes } from './attributes.ts';
import { type DeepSaid, readDeep } from './deep-answer.ts';
import { deepPrompt, deepPromptVersion } from './deep-prompt.ts';
import { diaryFrom, printPriorities, prioritiesFrom, withDiary } from './deep-rules.ts';
import { pruned, supersededIn } from './prune.ts';

const temperature = 0.3;

export const deepAct: Act = {
  name: 'deep',
  kind: 'deep',
  triggers: ['fatigue', 'nap'],
  gather: async (home, tonight) => notNow(home, tonight) ?? ready(home),
};

/** Deep sleeps that are owed: one for every ten consolidations that were not light. One that failed is made up for with the next. */
export function isDeepDue(dreams: readonly DreamEntryLine[], every: number): boolean {
  const full = dreams.filter(({ light }) => light !== true);
  const done = full.findLastIndex(({ deep }) => deep) + 1;
  return Math.floor(full.length / every) > Math.floor(done / every);
}

const dreamsOf = ({ world, home, settings, agent }: AgentHome): DreamEntryLine[] =>
  dreamsIn(homeBytes(world, home, dreamsPath(selfFolder(settings, agent))));

function notNow(home: AgentHome, { isForced }: Tonight): NotNow | undefined {
  const dreams = dreamsOf(home);
  const every = fatigueLimits(home.settings).deepEvery;
  if (dreams.length > 0 && (isForced || isDeepDue(dreams, every))) return undefined;
  const full = dreams.filter(({ light }) => light !== true).length;
  const next = (Math.floor(full / every) + 1) * every;
  const message = `the next deep sleep comes with consolidation ${next}; there were ${full}`;
  return { kind: 'not now', outcome: 'noop', reason: 'not-due', message };
}

interface Material {
  readonly home: AgentHome;
  readonly folder: string;
  readonly now: Date;
  readonly facts: Facts;
  readonly dreams: readonly DreamEntryLine[];
  readonly bytes: Uint8Array;
  readonly observations: readonly Observation[];
  readonly priorities: string;
}

async function ready(home: AgentHome): Promise<Ready | NotNow> {
  const { world, home: place, settings, agent } = home;
  const facts = await gatherFacts({ ...home, purpose: 'dream' });
  const damage = tellDamage(facts.ledger);
  if (damage !== undefined) return { kind: 'not now', outcome: 'failed', reason: 'ledger-broken', message: damage };
  const folder = selfFolder(settings, agent);
  const bytes = homeBytes(world, place, observationsPath(folder)) ?? new Uint8Array();
  const observations = observationsIn(bytes);
  const material: Material = {
    ...{ home, folder, now: world.now(), facts, bytes, observations },
    ...{ dreams: dreamsOf(home), priorities: homeText(world, place, prioritiesPath(folder)) },
  };
  const byRules: DeepSaid = { nominations: [], priorities: [], diary: [] };
  return {
    kind: 'ready',
    question: {
      ...{ version: deepPromptVersion, schema: undefined, temperature },
      about: [agent, material.dreams.at(-1)?.t ?? '', observations.map(({ id }) => id)],
      prompt: (code, form) => deepPrompt(home, material, code, form),
      offline: () => 'SUPERSEDED:\nnone\n\nPRIORITIES:\nnone\n\nDIARY:\nnone\n',
    },
    byRules: (model) => propose(material, byRules, model),
    read: ({ text, code }, model) => {
      const read = readDeep(text);
      return read.kind === 'malformed' ? read : propose(material, read.said, model, code);
    },
  };
}

function propose(material: Material, said: DeepSaid, model: string, code = ''): ReadAnswer {
  return { kind: 'proposal', proposal: proposalOf(material, said, model, code, new Set()) };
}

/** Every step is guarded by itself: what goes wrong in one is told, and takes nothing from the others. */
function proposalOf(
  material: Material,
  said: DeepSaid,
  model: string,
  code: string,
  keeps: ReadonlySet<string>,
): Proposal {
  const { home, folder, now, dreams, observations, bytes, facts } = material;
  const { world, home: place, agent } = home;
  const leftOut: LeftOutLine[] = [];
  const leave = (line: string, why: string): void => {
    leftOut.push({ line: oneLine(line, 300), why, isVerdict: false });
  };
  const step = <Result>(name: string, does: () => Result): Result | undefined =>
    tryOr(does, ({ message }) => {
      leave(name, message);
      return undefined;
    });
  const sound = soundFor(material, code);
  const soundLines = (lines: readonly string[]): string[] =>
    lines.filter((line) => {
      const why = sound(line);
      if (why !== undefined) leave(line, why);
      return why === undefined;
    });
  const path = observationsPath(folder);
  const prune = step('prune', () => {
    const { superseded, refused } = supersededIn(
      bytes,
      now,
      said.nominations.filter(({ reason }) => sound(reason) === undefined),
    );
    for (const { id, by, why } of refused) leave(`${id} by ${by}`, why);
    const ours = ownObservations(facts.ledger, agent);
    const kept = new Set([...keeps, ...prunedObservations(facts.ledger, agent)]);
    const archive = homeBytes(world, place, archivePath);
    return pruned({ path, now, known: { ours, superseded }, observations: bytes, archive, keeps: kept });
  });
  const gone = new Set(prune?.gone.map(({ observation }) => observation.id));
  const left = observations.filter(({ id, until }) => !gone.has(id) && (until === undefined || until > now));
  const net = netOf(home.settings);
  const priorities = step('priorities', () =>
    prioritiesFrom(soundLines(said.priorities), dreams, left).map((line) => net.redact(line)),
  );
  const diary = step('diary', () => {
    const own = soundLines(said.diary.map((line) => oneLine(line, 900)).slice(0, 20));
    return (own.length > 0 ? own : diaryFrom(dreams, gone.size)).map((line) => net.redact(line));
  });
  const edits: FileEdit[] = [
    ...(prune?.edits ?? []),
    ...(priorities === undefined ? [] : [{ path: prioritiesPath(folder), edit: () => printPriorities(priorities) }]),
    ...(diary === undefined
      ? []
      : [
          {
            ...({ path: diaryPath(folder), rule: 'append', undo: 'reverse' } as const),
            edit: (content: Uint8Array | undefined) => withDiary(content, now.toISOString(), diary),
          },
        ]),
    ...(prune === undefined ? [] : [{ path: dreamsPath(folder), edit: withDeepDone }]),
    selfAttributes,
  ];
  const what = `${counted(gone.size, 'observation')} into the archive`;
  const memory: MemoryClaims | undefined =
    prune === undefined || prune.operations.length === 0
      ? undefined
      : {
          operations: prune.operations,
          forgets: prune.forgets,
          frame: prune.frame,
          without: (names) =>
            proposalOf(
              material,
              said,
              model,
              code,
              new Set([...keeps, ...[...names].map((name) => name.replace('prune ', ''))]),
            ),
        };
  return {
    ...{ edits, leftOut, model, memory },
    part: { pruned: [...gone], dreams: dreams.length },
    ...{ reason: 'deep-sleep', subject: `sleep: deep sleep, ${what}`, message: `deep sleep: ${what}` },
  };
}

/** Why a line of a model is not taken. What the notes say was gathered, too. */
function soundFor(
  { home, facts, observations, dreams, priorities }: Material,
  code: string,
): (text: string) => string | undefined {
  const noted = [
    ...observations.map(({ fact }) => fact),
    ...dreams.slice(-10).flatMap(({ reflection, priority }) => [reflection, priority]),
    priorities,
  ];
  const grounds = groundsOf({ ...facts, asked: [...facts.asked, ...noted] });
  const isPrivate = privateWordsIn(facts);
  const net = netOf(home.settings);
  return (text) => {
    if (text.includes('[REDACTED') || !net.isClean(text)) return 'there is a credential in it';
    if (readsLikeOrder(text)) return 'it reads like an order';
    if (isPrivate(text)) return 'it repeats what is private';
    if (code !== '' && text.includes(code)) return 'it repeats the question';
    const invented = grounds.ungrounded(text);
    return invented === undefined ? undefined : `${oneLine(invented, 80)} was not gathered`;
  };
}
