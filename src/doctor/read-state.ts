// What the private state says of itself: open intents, those that ended badly, who sleeps.
import * as z from 'zod/mini';
import { withStore } from '../change/change.ts';
import { type DreamkeeperError, tryOr } from '../errors/errors.ts';
import type { Ended, FoundHome, Holder, Store, Unfinished, WaitingItem, World } from '../world/world.ts';

/** `none`: there is no store (yet, or any more). `refused`: it cannot be opened. */
export type State =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly error: DreamkeeperError }
  | {
      readonly kind: 'open';
      readonly unfinished: readonly Unfinished[];
      readonly ended: readonly Ended[];
      readonly undelivered: readonly WaitingItem[];
      readonly sleeper: Holder | undefined;
      readonly problems: readonly string[];
      readonly lastSealed: number;
    };

export function readState(world: World, home: FoundHome): State {
  return tryOr<State, State>(
    () => (world.stores.exists(home.privateDir) ? withStore(world, home, stateIn) : { kind: 'none' }),
    (error) => ({ kind: 'refused', error }),
  );
}

function stateIn(store: Store): State {
  return {
    kind: 'open',
    unfinished: store.unfinished(),
    ended: store.ended(50),
    undelivered: store.undelivered(),
    sleeper: store.holderOf('night'),
    problems: store.problems(),
    lastSealed: store.lastSealed(),
  };
}

/** The folder of its databases, if there is a private folder at all: to look must not make one. */
export function stateFolder(world: World, home: FoundHome): string | undefined {
  if (world.disk.at(home.privateDir)?.kind !== 'folder') return undefined;
  return world.stores.folder(home.privateDir);
}

const sealedFiles = z.object({ files: z.array(z.object({ path: z.string() })) });

/** The files that sealed changes are about: what lies there is on its way, and nobody's damage. */
export function onTheirWay(state: State): ReadonlySet<string> {
  if (state.kind !== 'open') return new Set();
  return new Set(state.unfinished.flatMap(({ body }) => filesIn(body)));
}

function filesIn(body: string): string[] {
  try {
    return sealedFiles.parse(JSON.parse(body)).files.map(({ path }) => path);
  } catch {
    // A body nobody can read is told about as a store that is damaged.
    return [];
  }
}
