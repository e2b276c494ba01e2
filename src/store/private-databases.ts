// The databases of one home: its locks and its store, wherever they had to go.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Held, tryLock } from './lock.ts';
import { isWithoutLocks } from './sqlite.ts';
import { openStore } from './sqlite-store.ts';
import type { Store } from './store-types.ts';
import { databaseFolder, moveElsewhere } from './where.ts';

export interface PrivateDatabases {
  /** Takes the lock of this name, or gives undefined if somebody else has it. */
  take(privateDir: string, name: string): Held | undefined;
  exists(privateDir: string): boolean;
  open(privateDir: string): Store;
  /** Where they lie. */
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
  return {
    folder,
    take: (privateDir, name) => {
      try {
        return tryLock(join(folder(privateDir), name));
      } catch (error) {
        if (!(error instanceof Error) || !isWithoutLocks(error.cause)) throw error;
        const elsewhere = moveElsewhere({ privateDir, env });
        say(moved(privateDir, elsewhere));
        return tryLock(join(elsewhere, name));
      }
    },
    exists: (privateDir) => existsSync(privateDir) && existsSync(join(folder(privateDir), 'state.db')),
    open: (privateDir) => openStore(join(folder(privateDir), 'state.db')),
  };
}

function moved(privateDir: string, folder: string): string {
  return `The disk of ${privateDir} has no locks we can rely on; private state is kept in ${folder} from now on.`;
}
