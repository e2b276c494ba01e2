// The lease of a night: one at a time per home, whoever started it, and whoever has to wait is told for whom.
import { withStore } from '../change/change.ts';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import type { FoundHome, Holder, LeaseRef, Place, World } from '../world/world.ts';

export type Leased =
  | { readonly kind: 'leased'; readonly lease: LeaseRef; readonly before: Holder | undefined; end(): void }
  | { readonly kind: 'held'; readonly by: Holder | undefined }
  | { readonly kind: 'failed'; readonly error: DreamkeeperError };

/** A file that nothing else ever opens: closing any other descriptor of it would drop the lock. */
const lockFile = 'night.db';
const name = 'night';

/** The night that is under way in this home, whoever has it; undefined if there is none. One that was killed is none. */
export function nightUnderWay({ world, home }: Place): Holder | undefined {
  if (!world.stores.exists(home.privateDir)) return undefined;
  const holder = withStore(world, home, (store) => store.holderOf(name));
  if (holder === undefined || holder.hasEnded) return undefined;
  // It never said that it was done: the kernel knows whether it still is.
  const lock = world.locks.take(home.privateDir, lockFile);
  lock?.release();
  return lock === undefined ? holder : undefined;
}

/**
 * Takes the lease for a night. The lock is the kernel's, and is gone with its process; the number in the store grows with every holder, so
 * that one whose lock was taken away under it (its file deleted while it was stopped) can seal nothing any more.
 */
export function takeLease(world: World, home: FoundHome, id: string, nights: number): Leased {
  try {
    world.files.makeFolder(home.privateDir, true);
    const lock = world.locks.take(home.privateDir, lockFile);
    if (lock === undefined) return { kind: 'held', by: withStore(world, home, (store) => store.holderOf(name)) };
    try {
      const holder = { id, who: world.self, since: world.now().toISOString() };
      // If the store was lost, the ledger still knows about how many nights there were.
      const { number, before } = withStore(world, home, (store) => store.takeLease(name, holder, nights));
      const end = (): void => {
        try {
          // The lock is what counts; to the next holder this one looks as if it had been killed, and its receipt tells otherwise.
          tryOr(() => withStore(world, home, (store) => store.endLease({ name, number })));
        } finally {
          lock.release();
        }
      };
      return { kind: 'leased', lease: { name, number }, before, end };
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof DreamkeeperError) return { kind: 'failed', error };
    throw error;
  }
}
