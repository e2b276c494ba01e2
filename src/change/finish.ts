// What a killed process left sealed is finished by whichever of us comes next.
import { requireOurs, tryOr } from '../errors/errors.ts';
import type { FoundHome, Repository, Store, World } from '../world/world.ts';
import type { Desk } from './apply.ts';
import { carryOut } from './carry-out.ts';
import { attempts, oneAtATime } from './exclusive.ts';
import { deliverWaiting, isSenseless, nowDeliverable } from './outbox.ts';
import { type Intent, parsePlanned, placeOf } from './plan.ts';
import { lastingObstacle, setAside } from './set-aside.ts';

/** `waits` names the change that could not be finished now, and why. */
export interface Finished {
  readonly finished: readonly string[];
  readonly waits: { readonly id: string; readonly why: string } | undefined;
}

const nothing: Finished = { finished: [], waits: undefined };

/**
 * Finishes every change of this home that was sealed and not done. For verbs that only look: gives up at once if another process is at
 * work (unless `isPatient`: then after some seconds), and never throws for what a repository or a disk may be in the middle of.
 */
export async function finishChanges(world: World, home: FoundHome, isPatient = false): Promise<Finished> {
  let store: Store | undefined;
  try {
    if (!world.stores.exists(home.privateDir)) return nothing;
    store = world.stores.open(home.privateDir);
    if (store.unfinished().length === 0 && nowDeliverable(store).length === 0) return nothing;
    const lock = isPatient ? await oneAtATime(world, home, attempts) : world.locks.take(home.privateDir, 'lock.db');
    if (lock === undefined) return nothing;
    try {
      return await finishAll(world, home, await world.git.open(home.repository, home.privateDir), store);
    } finally {
      lock.release();
    }
  } catch (error) {
    return { finished: [], waits: { id: '', why: requireOurs(error).message } };
  } finally {
    store?.close();
  }
}

/** The same for whoever holds the lock of this home's changes. */
export async function finishAll(
  world: World,
  home: FoundHome,
  repository: Repository,
  store: Store,
): Promise<Finished> {
  // Nobody else of us is committing: whatever lies about is a dead one's.
  world.git.reclaim(repository);
  deliverWaiting({ world, home }, store);
  const finished: string[] = [];
  for (const sealed of store.unfinished()) {
    const { id, body, images, outbox } = sealed;
    world.probe('recover');
    const planned = parsePlanned(body);
    if (planned === undefined || outbox.some(isSenseless)) {
      // It is shown to a person, and does not stand in anybody's way.
      setAside(world, home, store, sealed, 'its plan cannot be read by this version');
      continue;
    }
    // Another worktree's is for whoever comes by there.
    if (planned.place !== placeOf(repository)) continue;
    const intent = { planned, images };
    const desk = { world, home, repository, store, written: new Map() };
    try {
      sweep(desk, intent);
      const done = await carryOut(desk, intent, outbox, true);
      if (done.kind === 'waits') return { finished, waits: { id, why: done.why } };
    } catch (error) {
      const why = await lastingObstacle(desk, intent, requireOurs(error));
      if (why === undefined) throw error;
      setAside(world, home, store, sealed, why);
      continue;
    }
    finished.push(id);
  }
  return { finished, waits: undefined };
}

function sweep({ world, home }: Desk, intent: Intent): void {
  const paths = intent.planned.files.flatMap(({ isTheirs, path }) => (isTheirs === true ? [] : [path]));
  const sweepAll = (): void => world.files.sweep(home.home, paths);
  // Paths that cannot be: whoever carries the change out says so, unless it has landed long since.
  tryOr(sweepAll, () => undefined);
}
