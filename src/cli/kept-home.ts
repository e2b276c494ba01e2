// A home as the keeper gets it: opened for one tick, with whoever dreams and whoever wakes there.
import type { ModelAct } from '../config/config.ts';
import { DreamkeeperError, type ExitCode } from '../errors/errors.ts';
import { actsFor, type Keeping, type KeptHome, stepOnce } from '../keeper/keeper.ts';
import { daydreamOnce, keepFailure, sleepOnce } from '../night/night.ts';
import { type ChosenDreamer, type OpenHome, openActs, openModels, openOwnHome, openRunners } from '../wire/wire.ts';
import { workOnce } from '../work/work.ts';
import type { Standpoint } from '../world/world.ts';
import { happeningInWords } from './tell-events.ts';
import type { Terminal } from './terminal.ts';
import { unusable } from './unusable.ts';

/** A home by the folder it is found from. Read anew for each tick: settings and models count as they are then. */
export function keptHome(at: Standpoint): KeptHome {
  return { name: at.cwd, open: async () => keepingOf(await openOwnHome(at), at) };
}

export async function keepingOf(opened: OpenHome, at: Standpoint): Promise<Keeping> {
  return {
    ...opened,
    env: at.env,
    ...(await whoWakes(opened, at)),
    work: (request) => workOnce(opened, request),
    // Who dreams is asked when it is time to: most ticks do not sleep.
    sleep: async (options) => {
      const dreamer = await whoDreams(opened, at);
      const acts = actsFor(options.trigger, await openActs());
      return (await sleepOnce(opened, { ...options, acts, dreamer })).receipt;
    },
    daydream: async () => (await daydreamOnce(opened, await whoDreams(opened, at, 'daydream'))).kind,
  };
}

/** The operator's runner; a home that nobody was set up for is kept all the same, and sleeps. */
async function whoWakes(opened: OpenHome, at: Standpoint): Promise<Pick<Keeping, 'runner' | 'noRunner' | 'limit'>> {
  const { chosenRunner, limitOf } = await openRunners();
  try {
    return chosenRunner(opened, at);
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    return { runner: undefined, noRunner: `${error.message}. ${error.hint}`, limit: limitOf(opened) };
  }
}

const exits: Partial<Record<string, ExitCode>> = { held: 11, failed: 13, killed: 13, stopped: 13 };

/** One step of the cadence, now; `dk tick` in a home with a lifecycle. */
export async function stepNow(home: OpenHome, at: Standpoint, asJson: boolean, terminal: Terminal): Promise<void> {
  const keeping = await keepingOf(home, at);
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, onSignal);
  try {
    const { outcome, state, message, due } = await stepOnce(keeping, {
      signal: stop.signal,
      tell: (happening) => {
        if (!asJson) terminal.say(happeningInWords(happening));
      },
    });
    if (asJson) terminal.json({ step: { outcome, state, message, due } });
    else if (outcome === 'early')
      terminal.say(
        `Not now: ${message}${due === null ? '' : ` (${due.slice(0, 19).replace('T', ' ')} UTC)`}, after what came to nothing before.`,
      );
    terminal.leaveWith(exits[outcome] ?? 0);
  } finally {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.removeListener(name, onSignal);
  }
}

/** If the operator's settings cannot be read, that is on record, and rules dream: a mistake in there does not keep an agent from sleeping. */
export async function whoDreams(
  home: OpenHome,
  at: Standpoint,
  act: ModelAct = 'dream',
): Promise<ChosenDreamer | undefined> {
  const { chosenFor } = await openModels();
  try {
    return chosenFor(act, home, at);
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    if (act === 'dream') keepFailure(home, unusable(error));
    return undefined;
  }
}
