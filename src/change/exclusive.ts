// Of our own processes one changes a home at a time, and none while the person's git is in the middle of something.
import { DreamkeeperError } from '../errors/errors.ts';
import type { FoundHome, HeadState, Repository, World } from '../world/world.ts';

/** Somebody else may be faster a few times in a row, but not forever: forty times with growing pauses are about four seconds. */
export const attempts = 40;
/** A queue of forty agents is long; each takes a quarter of a second. */
export const patience = 200;
export const hasty = 8;
export const pauseAfter = (attempt: number): number => Math.min(10 * (attempt + 1), 120);

/** The lock of this home's changes; waits for it. Editors and gits of others know no such lock. */
export async function oneAtATime(world: World, home: FoundHome, tries: number): Promise<{ release(): void }> {
  world.files.makeFolder(home.privateDir, true);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const lock = world.locks.take(home.privateDir, 'lock.db');
    if (lock !== undefined) return lock;
    await world.pause(pauseAfter(attempt));
  }
  throw new DreamkeeperError('E_REPO_LOCKED', 'another dk has been changing this home for too long', {
    hint: 'Nothing was changed. Try again in a moment.',
  });
}

/** Another git holds the lock for the blink of an eye; whoever holds it longer is told about by `refuseIfBusy`. */
export async function waitForLock(
  world: World,
  repository: Repository,
  { ref }: HeadState,
  tries: number,
): Promise<void> {
  for (let attempt = 0; attempt < tries && repository.lockOn(ref) !== undefined; attempt += 1)
    await world.pause(pauseAfter(attempt));
}

/** Better to say so before anything is written than to leave half a change in the middle of somebody's merge. */
export function refuseIfBusy(repository: Repository, head: HeadState): void {
  const what = repository.underWay() ?? (head.ref === undefined ? 'detached HEAD' : undefined);
  if (what !== undefined) {
    throw new DreamkeeperError('E_REPO_BUSY', `the repository is in the middle of something (${what})`, {
      hint:
        what === 'detached HEAD'
          ? 'Nothing was changed. Switch to a branch first.'
          : `Nothing was changed. Finish or abort the ${what} first.`,
    });
  }
  const lock = repository.lockOn(head.ref);
  if (lock !== undefined) {
    throw new DreamkeeperError('E_REPO_LOCKED', `another git is at work: ${lock} is there`, {
      hint: 'Nothing was changed. Try again in a moment; if no git is running, remove that file.',
    });
  }
}
