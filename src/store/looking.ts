// The databases of somebody else's home, looked into and never touched: nothing is made, moved, put aside or brought forward.
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { DreamkeeperError } from '../errors/errors.ts';
import type { PrivateDatabases } from './private-databases.ts';
import { lookIntoStore } from './sqlite-store.ts';
import { notedFolder } from './where.ts';

/** `why` is what whoever wants more than to look is told. */
export function lookingDatabases(why: DreamkeeperError): Omit<PrivateDatabases, 'take'> {
  const folder = (privateDir: string): string => notedFolder(privateDir) ?? privateDir;
  return {
    folder,
    exists: (privateDir) => existsSync(join(folder(privateDir), 'state.db')),
    open: (privateDir) => {
      const path = join(folder(privateDir), 'state.db');
      // To read one that keeps a log beside it, SQLite would make files; ours never do.
      if (!existsSync(path) || keepsLog(path)) throw why;
      return lookIntoStore(path, why);
    },
  };
}

/** Whether the header says so: the two bytes that tell how it is read and written. */
function keepsLog(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(20);
    readSync(file, header, 0, 20, 0);
    return header[18] === 2 || header[19] === 2;
  } finally {
    closeSync(file);
  }
}
