// Two keepers of one home: the tick lock keeps them apart, and this note tells the second one for whom it waits.
import * as z from 'zod/mini';
import { withStore } from '../change/change.ts';
import { jsonIn } from '../text/text.ts';
import type { World } from '../world/world.ts';
import type { Keeping } from './keeping.ts';

const note = z.object({
  who: z.string(),
  since: z.iso.datetime(),
  beat: z.iso.datetime(),
  /** It comes again before this; a note that is older is nobody's. */
  until: z.iso.datetime(),
});

type Self = Pick<World, 'now' | 'self' | 'isAlive'>;
type Home = Pick<Keeping, 'world' | 'home' | 'agent'>;

const memo = ({ agent }: Home): string => `keeper:${agent}`;

/** Another keeper that lives: its process is there, on this machine, and it is not later than it said it would be. */
export function otherKeeper(
  home: Home,
  { now, self, isAlive }: Self,
  slice: number,
): { readonly who: string; readonly since: string } | undefined {
  const { world } = home;
  if (!world.stores.exists(home.home.privateDir)) return undefined;
  const said = parse(withStore(world, home.home, (store) => store.memo(memo(home))));
  if (said === undefined || said.who === self) return undefined;
  const [, pid, host] = /^process (\d+) on (.*)$/u.exec(said.who) ?? [];
  if (pid === undefined || !self.endsWith(` on ${host}`)) return undefined;
  const clock = now().getTime();
  // A beat from the future is of a clock that went back; its process says whether it lives.
  const isLate = clock > Date.parse(said.until) || Date.parse(said.beat) > clock + 3 * slice;
  return isLate || isAlive(Number(pid)) === false ? undefined : { who: said.who, since: said.since };
}

/** From now on it is ours, until the moment we come again. */
export function takeHome(home: Home, { now, self }: Self, { since, until }: { since: string; until: number }): void {
  const value = { who: self, since, beat: now().toISOString(), until: new Date(until).toISOString() };
  withStore(home.world, home.home, (store) => store.setMemo(memo(home), JSON.stringify(value)));
}

/** Nobody's any more, if it was ours. */
export function leaveHome(home: Home, { self }: Self): void {
  withStore(home.world, home.home, (store) => {
    if (parse(store.memo(memo(home)))?.who === self) store.setMemo(memo(home), undefined);
  });
}

/** One of another version, or torn, is as if there were none. */
function parse(text: string | undefined): z.infer<typeof note> | undefined {
  return note.safeParse(jsonIn(text)).data;
}
