// The databases of one home: its locks and its store, wherever they had to go.
import { randomBytes } from 'node:crypto';
import { accessSync, constants, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DreamkeeperError, notOwnFolder } from '../errors/errors.ts';
import { type Held, tryLock } from './lock.ts';
import { identityAt } from './put-aside.ts';
import { hasCopy } from './sealed-copy.ts';
import { isWithoutLocks } from './sqlite.ts';
import { openStore } from './sqlite-store.ts';
import type { Store } from './store-types.ts';
import { databaseFolder, moveElsewhere } from './where.ts';

export interface PrivateDatabases {
  /** Takes the lock of this name in a home, or gives undefined if somebody else has it. */
  take(privateDir: string, name: string): Held | undefined;
  /** Whether there is a store; to look must not make it. */
  exists(privateDir: string): boolean;
  open(privateDir: string): Store;
  /** Where they lie; elsewhere than in the private folder if the disk has no locks. */
  folder(privateDir: string): string;
}

/** `say` is told once, when the databases of a home have to move. */
export function privateDatabases(
  env: Readonly<Record<string, string | undefined>>,
  say: (message: string) => void,
): PrivateDatabases {
  const folder = (privateDir: string): string => {
    const found = databaseFolder({ privateDir, env });
    if (found.isNew) say(moved(privateDir, found.folder));
    return found.folder;
  };
  const elsewhere = (privateDir: string, name: string): Held | undefined => {
    const other = moveElsewhere({ privateDir, env });
    say(moved(privateDir, other));
    return tryLock(join(other, name));
  };
  // Some disks without locks say "busy" to everybody. Asked once, when somebody seems to hold a lock: is even a new one held?
  let isTested = false;
  const isNobodys = (here: string): boolean => {
    if (isTested) return false;
    isTested = true;
    return !canLock(here);
  };
  return {
    folder,
    take: (privateDir, name) => {
      requireOwnFolder(privateDir);
      const here = folder(privateDir);
      try {
        const lock = tryLock(join(here, name));
        return lock === undefined && here === privateDir && isNobodys(here) ? elsewhere(privateDir, name) : lock;
      } catch (error) {
        if (!(error instanceof Error) || !isWithoutLocks(error.cause)) throw error;
        return elsewhere(privateDir, name);
      }
    },
    exists: (privateDir) => {
      if (!isOwnFolder(privateDir) || !mayUse(privateDir)) return false;
      const store = join(folder(privateDir), 'state.db');
      return identityAt(store) !== undefined || hasCopy(store);
    },
    open: (privateDir) => {
      requireOwnFolder(privateDir);
      return openStore(join(folder(privateDir), 'state.db'));
    },
  };
}

/** A link would lead what is private somewhere else. */
function isOwnFolder(privateDir: string): boolean {
  return lstatSync(privateDir, { throwIfNoEntry: false })?.isDirectory() === true;
}

function mayUse(privateDir: string): boolean {
  try {
    accessSync(privateDir, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    // Whatever the reason, the answer is no.
    return false;
  }
}

function requireOwnFolder(privateDir: string): void {
  if (!isOwnFolder(privateDir)) throw notOwnFolder(privateDir);
  if (mayUse(privateDir)) return;
  throw new DreamkeeperError('E_NO_PERMISSION', `${privateDir} cannot be used: no permission`, {
    hint: 'Nothing was changed. If the folder is yours, `dk doctor --fix` corrects its permissions.',
  });
}

/** Whether a lock that nobody can know of can be taken here. */
function canLock(folder: string): boolean {
  const path = join(folder, `lock-${randomBytes(8).toString('hex')}.db`);
  try {
    const lock = tryLock(path);
    lock?.release();
    return lock !== undefined;
  } finally {
    rmSync(path, { force: true });
  }
}

function moved(privateDir: string, folder: string): string {
  return `The file system of ${privateDir} has no file locks we can rely on; private state is kept in ${folder} from now on.`;
}
