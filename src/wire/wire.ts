// Puts the real world together: the only room that takes hands by value.
import { DreamkeeperError } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import type { AgentHome, FoundHome, Off, Standpoint, World } from '../world/world.ts';
import { operatorFile } from './operator-file.ts';
import { realWorld } from './real-world.ts';
import { toStandardError } from './standpoint.ts';
import { refuseOthersPlaces, strangerTo } from './stranger.ts';

export type { ChosenDreamer, Operator } from './dreamer.ts';

/** Lets everybody else go first: nobody waits for us. */
export function lowerPriority(): void {
  try {
    process.getBuiltinModule('node:os').setPriority(10);
  } catch {
    // Not allowed here; then we go on as we are.
  }
}

export { openActs } from './acts.ts';
export { harnesses } from './harnesses.ts';
export { type DropReason, dropReasonOf, type HookHome, type LastPack, openHookHome, type Teller } from './hook-home.ts';
export type { OwnModel } from './own-model.ts';
export { realWorld } from './real-world.ts';
export { openRecorder, type Recorder } from './recorder.ts';
export { standpoint } from './standpoint.ts';
export { refuseOthersPlaces, strangerTo } from './stranger.ts';
export { unusable } from './unusable.ts';

/** The home that is found from here. Throws `E_NO_HOME`. */
export async function whereHome(at: Standpoint): Promise<FoundHome> {
  return (await import('../home/home.ts')).requireHome(at);
}

/** Where the operator's settings lie, or would lie. */
export async function whereOperator(at: Standpoint): Promise<string> {
  return operatorFile(at, (await import('node:path')).join);
}

/** What a harness told, in the words of our record. */
export async function openReports(): Promise<Pick<typeof import('../sessions/sessions.ts'), 'reportOf'>> {
  return import('../sessions/sessions.ts');
}

/** The switch of the home found from here, or of all homes of this person. */
export async function openSwitch(
  at: Standpoint,
  isEverywhere: boolean,
): Promise<{
  set(off: { readonly since: string; readonly until: string | null } | undefined): void;
  state(): Off | undefined;
  now(): Date;
}> {
  const homes = await import('../home/home.ts');
  const home = isEverywhere ? undefined : homes.requireHome(at);
  await refuseOthersPlaces([home?.home ?? (at.env.XDG_STATE_HOME || at.env.HOME)], at);
  return {
    set: (off) => {
      if (home !== undefined) homes.keepOffPeriod(home.privateDir, new Date());
      homes.switchTo(home?.privateDir, at.env, off);
    },
    state: () => homes.switchedOff(home?.privateDir ?? '/nowhere', at.env, new Date()),
    now: () => new Date(),
  };
}

/** A home with its settings read and checked. */
export interface OpenHome extends AgentHome {
  /** Why a change that an earlier process left could not be finished; undefined if none is left. */
  readonly waiting: string | undefined;
  /** Why nothing can be written: the home is somebody else's. Then `world` can only look. */
  readonly stranger: DreamkeeperError | undefined;
}

/** As `openHome`, for verbs that write: whoever must not is told before anything is done. */
export async function openOwnHome(at: Standpoint): Promise<OpenHome> {
  const opened = await openHome(at);
  if (opened.stranger !== undefined) throw opened.stranger;
  return opened;
}

/** Finds the home from here and reads its settings. */
export async function openHome(at: Standpoint): Promise<OpenHome> {
  const [{ requireHome, names }, config, { join }] = await Promise.all([
    import('../home/home.ts'),
    import('../config/config.ts'),
    import('node:path'),
  ]);
  const home = requireHome(at);
  const { world, stranger } = await worldFor(home, at);
  // What a killed process and its guard could not take away any more.
  (await import('../programs/programs.ts')).sweepScratch(at.env);
  const opened = withSettings(world, home, at, { ...config, join, names });
  const { withForeignWord } = await import('./foreign-word.ts');
  const settings = withForeignWord(world, home, at, opened.settings);
  const waiting = stranger === undefined ? await finishEarlier(world, home, at) : undefined;
  const { identity } = settings;
  return { ...opened, world: { ...opened.world, identity }, settings, stranger, waiting };
}

/** The real world; in somebody else's home one that can only look. */
export async function worldFor(home: FoundHome, at: Standpoint): Promise<Pick<OpenHome, 'world' | 'stranger'>> {
  const [real, stranger] = await Promise.all([realWorld(at.env, at.complain, at.harnesses), strangerTo(home, at)]);
  const world = at.changed?.(real) ?? real;
  if (stranger === undefined) return { world, stranger };
  const { onlyLooking } = await import('./only-looking.ts');
  return { world: await onlyLooking(world, home, stranger), stranger };
}

/** Whatever a person asks for, what a killed process left is finished first. */
async function finishEarlier(
  world: World,
  home: FoundHome,
  { complain = toStandardError }: Standpoint,
): Promise<string | undefined> {
  if (!world.stores.exists(home.privateDir)) return undefined;
  const { finishChanges } = await import('../change/change.ts');
  const { finished, waits } = await finishChanges(world, home);
  // Never silent: what appears now was asked for by somebody else.
  if (finished.length > 0) complain(`Finished first what an earlier dk left: ${finished.join(', ')}.`);
  return waits?.why;
}

/** A home whose settings may have been unreadable; then they are as if there were none, and `error` says why. */
export interface HomeAnyhow extends OpenHome {
  readonly error: DreamkeeperError | undefined;
}

/** As `openHome`, for verbs that have to go on: waking, and looking at what is there. */
export async function openHomeAnyhow(at: Standpoint): Promise<HomeAnyhow> {
  try {
    return { ...(await openHome(at)), error: undefined };
  } catch (error) {
    if (!(error instanceof DreamkeeperError) || error.code === 'E_NO_HOME') throw error;
    const { DREAMKEEPER_AGENT: named, ...env } = at.env;
    // The name in the environment cannot be one: the home's own agent is meant.
    if (error.code === 'E_BAD_NAME' && named !== undefined) return { ...(await openHomeAnyhow({ ...at, env })), error };
    const { requireHome } = await import('../home/home.ts');
    const home = requireHome(at);
    const { world, stranger } = await worldFor(home, at);
    const waiting = stranger === undefined ? await finishEarlier(world, home, at) : undefined;
    // Nothing is moved on the board of somebody whose wishes could not be read.
    return { world, home, settings: { verdicts: 'off' }, agent: 'agent', waiting, stranger, error };
  }
}

interface Readers
  extends Pick<typeof import('../config/config.ts'), 'agentOf' | 'settingsFor' | 'isAgentName' | 'parseHomeSettings'> {
  readonly join: typeof import('node:path').join;
  readonly names: typeof import('../home/home.ts').names;
}

function withSettings(
  world: World,
  home: FoundHome,
  at: Standpoint,
  { agentOf, settingsFor, isAgentName, parseHomeSettings, join, names }: Readers,
): AgentHome {
  const bytes = world.files.read(home.home, names.settings) ?? new Uint8Array();
  const settings = parseHomeSettings(bytes, join(home.home, names.settings), operatorFile(at, join));
  const agent = agentOf(settings, at.env.DREAMKEEPER_AGENT);
  if (!isAgentName(agent)) {
    throw new DreamkeeperError(
      'E_BAD_NAME',
      `DREAMKEEPER_AGENT is "${printSafe(agent)}", which cannot be an agent's name`,
      { hint: 'Lower-case letters, digits, - and _, at most 64.' },
    );
  }
  return { world, home, settings: settingsFor(settings, agent), agent };
}

/** The operator's settings, and the models they choose. Loaded by whoever sleeps or asks about models, and by no hook. */
export function openModels(): Promise<typeof import('./dreamer.ts')> {
  return import('./dreamer.ts');
}

/** Who turns texts into vectors, as the operator's settings say. Loaded by whoever recalls. */
export function openEmbedding(): Promise<typeof import('./chosen-embedder.ts')> {
  return import('./chosen-embedder.ts');
}

/** Who runs the agent, as the operator's settings say. Loaded by whoever runs one. */
export function openRunners(): Promise<typeof import('./runner.ts')> {
  return import('./runner.ts');
}

/** The night of a sleep that an agent wants or needs. Loaded by whoever lets one sleep. */
export function openConsolidating(): Promise<typeof import('./consolidating.ts')> {
  return import('./consolidating.ts');
}
