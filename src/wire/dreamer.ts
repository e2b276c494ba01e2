// Which model a home's acts would be done with: the operator's own settings, read, checked, and put together with the home's.
import { existsSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import type { TakesTurn } from '../asking/asking.ts';
import {
  agentIn,
  type ChosenModel,
  chooseModel,
  limitsFrom,
  type ModelAct,
  type ModelLimits,
  type ModelSource,
  modelInAgentFile,
  nameOfSource,
  type OperatorSettings,
  parseOperatorSettings,
  runLimitsFrom,
  sourceNamed,
  turnLimitsFrom,
} from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { decodeUtf8, oneLine, printSafe } from '../text/text.ts';
import type { AgentHome, Standpoint, World } from '../world/world.ts';
import { operatorFile } from './operator-file.ts';

export interface Operator {
  /** Where their settings lie, or would lie. */
  readonly file: string;
  readonly bytes: Uint8Array | undefined;
  readonly settings: OperatorSettings;
  readonly limits: ModelLimits;
}

/** Reads them, or takes them as they are planned. A file that cannot be read is an error with a hint, because what it says is about money. */
export function openOperator(world: World, at: Standpoint, planned?: Uint8Array): Operator {
  const file = operatorFile(at, join);
  const bytes = planned ?? (existsSync(dirname(file)) ? world.files.read(dirname(file), basename(file)) : undefined);
  const settings = bytes === undefined ? {} : parseOperatorSettings(bytes, file);
  return { file, bytes, settings, limits: limitsFrom(settings) };
}

/** What the operator settled for an act in this home. */
export interface ChosenDreamer extends ChosenModel {
  readonly limits: ModelLimits;
  readonly takesTurn?: TakesTurn;
}

/** Who would do an act here. Reads settings and decides; nobody is asked. */
export function chosenFor(
  act: ModelAct,
  { world, home, settings, agent }: AgentHome,
  at: Standpoint,
  wanted?: string,
  known?: Operator,
): ChosenDreamer {
  // Rules can be asked for whatever the operator's settings are like.
  if (wanted === 'builtin')
    return { act, name: wanted, source: { kind: 'builtin' }, by: saidNow, passedOver: [], limits: limitsFrom({}) };
  const operator = known ?? openOperator(world, at);
  const definition = world.files.read(home.home, 'agent.org');
  const text = definition === undefined ? undefined : decodeUtf8(definition);
  const declared = text === undefined ? undefined : modelInAgentFile(text, agent);
  // A run with tools has limits of its own: it has many turns.
  const limits = act === 'work' ? runLimitsFrom(operator.settings) : operator.limits;
  const deciding = { home: settings, operator: operator.settings, env: at.env, agent, declared };
  const chosen = wanted === undefined ? chooseModel(act, deciding) : namedNow(act, wanted, operator);
  // Without files among its tools it could write nothing; and a program that is asked as a model has none of ours.
  const mayTurn =
    act === 'curate' && settings.dreaming?.tools === 'agent' && agentIn(text ?? '', agent).toolkits.includes('files');
  return !mayTurn || chosen.source.kind === 'builtin' || chosen.source.kind === 'command'
    ? { ...chosen, limits }
    : { ...chosen, limits: turnLimitsFrom(operator.settings), takesTurn };
}

const takesTurn: TakesTurn = async (home, dreamer, request) => {
  const { turnOnCopy } = await import('../work/work.ts');
  return turnOnCopy(home, dreamer, request);
};

const saidNow = 'named on the command line';

/** One that a person named just now: if it cannot be meant, that is their mistake to know, and nothing else is taken instead. */
function namedNow(act: ModelAct, wanted: string, { settings, file }: Operator): ChosenModel {
  const source = sourceNamed(wanted, settings);
  if (typeof source !== 'string') return { act, name: nameOfSource(source), source, by: saidNow, passedOver: [] };
  throw new DreamkeeperError('E_NO_SUCH_MODEL', `\`${printSafe(oneLine(wanted, 80))}\` cannot be asked: ${source}`, {
    hint: `\`dk models\` lists what ${printSafe(file)} has; \`dk models use\` adds one.`,
  });
}

/** Why a model could not be asked right now, without asking it: its key is not there, or its program. */
export async function whyNotReady(source: ModelSource, { env }: Standpoint): Promise<string | undefined> {
  if (source.kind === 'builtin') return undefined;
  if (source.kind === 'command') {
    const [program = ''] = source.argv;
    const places = program.includes('/') ? [''] : (env.PATH ?? '').split(delimiter).map((folder) => `${folder}/`);
    return places.some((folder) => existsSync(`${folder}${program}`))
      ? undefined
      : `there is no program \`${program}\``;
  }
  const { readKey } = await import('../models/models.ts');
  const key = readKey(source.key, env);
  return key.kind === 'missing' ? key.message : undefined;
}
