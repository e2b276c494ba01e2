// Doctor: what is wrong with a home, and what can safely be put right.
import { type Diagnosis, diagnose, diagnoseNoHome, type Finding, finding } from '../doctor/doctor.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { harnessFindingIds, lookAtHarnesses } from '../install/install.ts';
import { harnesses, realWorld, whereHome, worldFor } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { lookAtModels, modelFindingIds } from './model-findings.ts';

export interface DoctorRequest {
  /** Puts right what is provably safe. */
  readonly fix?: boolean | undefined;
  /** Looks for credentials in the files and their history, too. */
  readonly secrets?: boolean | undefined;
}

/** Other verbs finish first what a killed process left; the doctor only looks, and finishes it when asked to. */
export async function doctor(at: Standpoint, { fix, secrets }: DoctorRequest = {}): Promise<Diagnosis> {
  const world = await realWorld(at.env, at.complain, at.harnesses);
  try {
    const home = await whereHome(at);
    const { world: looked, stranger } = await worldFor(home, at);
    if (stranger !== undefined && fix === true) throw stranger;
    // Hooks are silent in somebody else's home: there is nothing to try.
    const lookAround = async (): Promise<Finding[]> =>
      stranger === undefined
        ? lookAtHarnesses(world, home, at)
        : [finding('not-owner', `${stranger.message}.`, stranger.hint)];
    return await diagnose(looked, home, {
      besides: {
        ids: ['not-owner', ...harnessFindingIds(Object.keys(at.harnesses ?? harnesses)), ...modelFindingIds],
        look: async () => [...(await lookAround()), ...(await lookAtModels(looked, home, at))],
      },
      isFixing: fix === true,
      withSecrets: secrets === true,
      ...(at.env.DREAMKEEPER_AGENT ? { agent: at.env.DREAMKEEPER_AGENT } : {}),
    });
  } catch (error) {
    const isLost = error instanceof DreamkeeperError && error.code === 'E_NO_HOME' && !at.env.DREAMKEEPER_HOME;
    const found = isLost ? diagnoseNoHome(world, at.cwd) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}
