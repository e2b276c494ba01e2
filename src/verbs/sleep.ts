// Sleep: one night, now; or what it would see and be told, without one.
import type { Act } from '../asking/asking.ts';
import { askedActs, type ModelAct } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { actsFor } from '../keeper/keeper.ts';
import { keepFailure, type Receipt, showInput, showPrompt, sleepOnce } from '../night/night.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { type HomeAnyhow, openActs, openHomeAnyhow, openModels, unusable } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface SleepRequest {
  /** Also if the gate is shut or nothing is new. */
  readonly force?: boolean | undefined;
  /** Only these acts; without it those that are due by hand. */
  readonly only?: readonly string[] | undefined;
  /** This model, this once: `provider/model`, a command, or `builtin`. */
  readonly model?: string | undefined;
  /** Dreams, and writes nothing. */
  readonly dryRun?: boolean | undefined;
  /** Stops what is asked; what was sealed by then is finished. */
  readonly signal?: AbortSignal | undefined;
}

/** The receipt of the night. Of a dry one also the entry that would be written. */
export interface Slept extends Omit<Receipt, 'v'> {
  readonly text?: string | null;
}

/** What stopped it is in the receipt; thrown is only what keeps it from beginning, and that leaves a receipt, too. */
export async function sleep(at: Standpoint, request: SleepRequest = {}): Promise<Slept> {
  const isDry = request.dryRun === true;
  const home = await openHomeAnyhow(at);
  const acts = actsNamed(request.only, await openActs(request.only === undefined ? 'hand' : undefined));
  refuseToBegin(home, isDry);
  const dreamers = Object.fromEntries(
    await Promise.all(
      acts.map(async ({ name }) => [name, await dreamerFor(home, at, actAsked(name), request.model, isDry)] as const),
    ),
  );
  const { force: isForced = false, signal } = request;
  const { receipt, text } = await sleepOnce(home, { isForced, isDry, env: at.env, dreamers, acts, signal });
  const { v: _, ...shown } = receipt;
  return isDry ? { ...shown, text } : shown;
}

/** What the sleeper would see. */
export async function sleepInput(at: Standpoint): Promise<{ readonly input: string }> {
  const home = await openHomeAnyhow(at);
  refuseToBegin(home, true);
  return { input: await showInput(home) };
}

export interface PromptRequest {
  /** `dream` if nobody says. */
  readonly act?: string | undefined;
  readonly model?: string | undefined;
}

/** What a model would be told. */
export async function sleepPrompt(
  at: Standpoint,
  { act = 'dream', model }: PromptRequest = {},
): Promise<Omit<Awaited<ReturnType<typeof showPrompt>>, 'schema'>> {
  const home = await openHomeAnyhow(at);
  refuseToBegin(home, true);
  const { source, takesTurn } = await dreamerFor(home, at, actAsked(act), model, true);
  const meant = (await openActs()).find(({ name }) => name === act) ?? 'daydream';
  const { version, system, prompt, withheld } = await showPrompt(
    home,
    meant,
    source.kind === 'command' ? 'text' : 'schema',
    takesTurn !== undefined,
  );
  return { version, system, prompt, withheld };
}

function refuseToBegin({ stranger, error, ...home }: HomeAnyhow, isLooking: boolean): void {
  if (stranger !== undefined && !isLooking) throw stranger;
  if (error === undefined) return;
  // Also a night that could not even begin leaves its reason.
  if (!isLooking) keepFailure(home, error);
  throw error;
}

async function dreamerFor(
  home: HomeAnyhow,
  at: Standpoint,
  act: ModelAct,
  model: string | undefined,
  isDry: boolean,
): Promise<ReturnType<Awaited<ReturnType<typeof openModels>>['chosenFor']>> {
  const { chosenFor } = await openModels();
  try {
    return chosenFor(act, home, at, model);
  } catch (problem) {
    if (problem instanceof DreamkeeperError && !isDry) keepFailure(home, unusable(problem));
    throw problem;
  }
}

/** An act that no model can be chosen for by name goes by the choice for dreams. */
function actAsked(name: string): ModelAct {
  return askedActs.find((act) => act === name) ?? 'dream';
}

/** Those that are named, in the order of a night; without a name those that are due by hand. */
function actsNamed(names: readonly string[] | undefined, acts: readonly Act[]): readonly Act[] {
  if (names === undefined) return actsFor('hand', acts);
  const unknown = names.find((name) => !acts.some((act) => act.name === name));
  if (unknown !== undefined)
    throw new DreamkeeperError('E_USAGE', `a night has no act \`${printSafe(oneLine(unknown, 40))}\``, {
      hint: `You can name: ${acts.map(({ name }) => name).join(', ')}.`,
    });
  return acts.filter(({ name }) => names.includes(name));
}
