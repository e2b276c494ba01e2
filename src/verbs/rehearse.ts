// Rehearse: a home kept on a clock that runs ahead. All is as the operator's settings say, but the model only plays: it fails at first, then it answers as rules would.
import { type HomeHappening, stepOnce } from '../keeper/keeper.ts';
import { openOwnHome } from '../wire/wire.ts';
import type { ModelOutcome, Standpoint, World } from '../world/world.ts';
import { keepingOf } from './kept-home.ts';

export interface RehearseRequest {
  readonly ticks: number;
  /** What the clock shows at the first of them. */
  readonly from: Date;
  /** So often it fails before it answers. */
  readonly failures: number;
  onHappening(happening: HomeHappening, time: Date): void;
}

export async function rehearse(at: Standpoint, { ticks, from, failures, onHappening }: RehearseRequest): Promise<void> {
  const opened = await openOwnHome(at);
  let now = from.getTime();
  let asked = 0;
  const spent = { input: 0, output: 0, isEstimated: true, bytes: 0, milliseconds: 0, usd: 0 };
  const ask: World['models']['ask'] = (_, { byRules }): Promise<ModelOutcome> => {
    asked += 1;
    return Promise.resolve(
      asked > failures
        ? { kind: 'answer', text: byRules(), spent }
        : { kind: 'failed', reason: 'server', message: 'it answered 503', status: 503, retryAfter: null, spent },
    );
  };
  const world: World = {
    ...opened.world,
    now: () => new Date(now),
    pause: () => Promise.resolve(),
    models: { ...opened.world.models, ask },
  };
  const keeping = await keepingOf({ ...opened, world }, at);
  const tell = (happening: HomeHappening): void => onHappening(happening, new Date(now));
  for (let tick = 0, waitedFor: string | null | undefined; tick < ticks; tick += 1) {
    const { due, delay } = await stepOnce(keeping, { waitedFor, tell });
    waitedFor = due;
    now += delay;
  }
}
