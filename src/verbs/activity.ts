// Activity: somebody is there now, said by a program whose work nobody else records.
import { keepActivity } from '../keeper/keeper.ts';
import { openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface Active {
  readonly agent: string;
  /** What counts from now on as the newest sign of anybody. */
  readonly time: string;
}

export async function activity(at: Standpoint, _: object = {}): Promise<Active> {
  const home = await openOwnHome(at);
  return { agent: home.agent, time: keepActivity(home) };
}
