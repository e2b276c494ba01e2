// Init: a home for an agent's memory, founded; or what that would take.
import { resolve } from 'node:path';
import { excludesOf, foundHome, type HomePlan, type InitStep, inShort, placesOf, prepareHome } from '../adopt/adopt.ts';
import { realWorld, refuseOthersPlaces } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface InitRequest {
  /** Home and project in one repository, here. */
  readonly here?: boolean | undefined;
  /** The home anywhere else, from where whoever asks stands. */
  readonly home?: string | undefined;
  /** The name the agent of a new home goes by; `agent` if nobody says. */
  readonly agent?: string | undefined;
  /** Says what would be done, and does nothing. */
  readonly dryRun?: boolean | undefined;
}

type Place = Pick<HomePlan, 'home' | 'shape' | 'why'>;
export type Founded =
  | (Place & { readonly dryRun: true; readonly steps: readonly string[] })
  | (Place & { readonly steps: readonly InitStep[]; readonly commit: string | null });

export async function init(
  at: Standpoint,
  { here = false, home, agent = 'agent', dryRun }: InitRequest = {},
): Promise<Founded> {
  // Where they stand is not always where this process began. An empty path is for the check that follows.
  const request = { ...at, here, home: home ? resolve(at.cwd, home) : home, agent };
  const world = await realWorld(at.env, at.complain);
  const plan = await prepareHome(world, request);
  await refuseOthersPlaces(placesOf(plan), at);
  const place = { home: plan.home, shape: plan.shape, why: plan.why };
  if (dryRun === true) return { dryRun, ...place, steps: stepsOf(plan) };
  const { steps, commit } = await foundHome(world, request, plan);
  return { ...place, steps, commit: commit ?? null };
}

function stepsOf(plan: HomePlan): string[] {
  const excludes = (isOwn: boolean): string[] =>
    excludesOf(plan)
      .filter((each) => each.isOwn === isOwn)
      .map(
        ({ commonDir, lines }) =>
          `make sure that ${inShort(lines)} ${lines.length === 1 ? 'is' : 'are'} in ${commonDir}/info/exclude`,
      );
  return [
    ...excludes(false),
    ...(plan.makeFolder ? [`make the folder ${plan.home}`] : []),
    ...(plan.makeRepository ? [`make a git repository in ${plan.home}`] : []),
    ...excludes(true),
    'write plan.org and dreamkeeper.yaml, if they are not there',
    ...(plan.link === undefined ? [] : [`note in ${plan.link.commonDir}/dreamkeeper/home where the home is`]),
    'commit those two files, if they are not committed',
  ];
}
