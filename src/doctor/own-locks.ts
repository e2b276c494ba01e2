// Locks of our own: who sleeps, and whether the files they are made of can still be locked.
import { join } from 'node:path';
import { tryOr } from '../errors/errors.ts';
import type { FoundHome, Place, World } from '../world/world.ts';
import { type Finding, finding } from './finding.ts';
import type { Patient } from './patient.ts';
import { stateFolder } from './read-state.ts';

const lockFiles = ['lock.db', 'night.db'];

export function checkLease({ world, home, state }: Patient): Finding[] {
  if (state.kind !== 'open' || state.sleeper === undefined || state.sleeper.hasEnded) return [];
  // Only if the lock is taken is somebody asleep; else that night was killed, and the next one says so.
  const folder = stateFolder(world, home);
  const seen = folder === undefined ? undefined : world.disk.at(join(folder, 'night.db'));
  if (seen?.kind !== 'file' || deadLocks({ world, home }).length > 0) return [];
  const lock = world.locks.take(home.privateDir, 'night.db');
  lock?.release();
  if (lock !== undefined) return [];
  const { who, since } = state.sleeper;
  return [
    finding('lease-held', `A night is under way: ${who}, since ${since}.`, 'Another sleep waits until it is over.'),
  ];
}

/** Locks that nobody can take any more. Usually they are empty: only the kernel knows who holds one. */
export function deadLocks({ world, home }: Place): string[] {
  const folder = stateFolder(world, home);
  if (folder === undefined) return [];
  return lockFiles.flatMap((name) => {
    const path = join(folder, name);
    const seen = world.disk.at(path);
    if (seen === undefined || (seen.kind === 'file' && (seen.size === 0 || isUsable(world, home, name)))) return [];
    return [path];
  });
}

function isUsable(world: World, home: FoundHome, name: string): boolean {
  return tryOr(
    () => {
      world.locks.take(home.privateDir, name)?.release();
      return true;
    },
    () => false,
  );
}

export function checkLockFiles(patient: Patient): Finding[] {
  return deadLocks(patient).map((path) =>
    finding(
      'locks-dead',
      `${path} cannot be used as a lock: it is not our lock file any more.`,
      '`dk doctor --fix` moves it into lost-and-found/, and Dreamkeeper makes a new one.',
      true,
    ),
  );
}
