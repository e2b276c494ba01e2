// A world in which one call fails: the nth, whatever it is, with the error its hand would give.

import { fileErrorOf } from '../../src/disk/disk.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { storeErrorOf as storeTold } from '../../src/store/sqlite.ts';
import type { Repository, Store, World } from '../../src/world/world.ts';

export const errnos = ['ENOSPC', 'EIO', 'EMFILE', 'EROFS', 'EACCES'] as const;
export type Errno = (typeof errnos)[number];

/** The call that fails, counted from 0. `isRaw`: a probe throws as the system does, and not in our words. */
export interface Fault {
  readonly n: number;
  readonly errno: Errno;
  readonly isRaw?: boolean;
}

export interface FaultyWorld {
  readonly world: World;
  /** The names of all calls so far, in order. */
  readonly calls: readonly string[];
}

type Fail = (errno: Errno, isRaw: boolean) => unknown;

export function systemError(errno: Errno): Error {
  return Object.assign(new Error(`${errno}: injected`), { code: errno, errno: -1, syscall: 'write' });
}

/** SQLite's own numbers for what the system says: full, I/O, cannot open, read-only. */
const sqliteCodes: Readonly<Record<Errno, number>> = { ENOSPC: 13, EIO: 10, EMFILE: 14, EROFS: 8, EACCES: 14 };

const fileError: Fail = (errno) => fileErrorOf(systemError(errno), 'injected');
const storeError: Fail = (errno) =>
  storeTold(Object.assign(new Error(`injected ${errno}`), { errcode: sqliteCodes[errno] }), 'state.db');
const gitError: Fail = (errno) =>
  new DreamkeeperError('E_GIT', `git could not do it (exit 128: fatal: ${errno})`, {
    hint: 'Nothing was changed. Run `git fsck` in that repository if this repeats.',
  });
const probeError: Fail = (errno, isRaw) => (isRaw ? systemError(errno) : fileError(errno, false));

/** Functions whose failure changes nothing on the disk, or that cannot fail. */
const untouched = new Set([
  'hash',
  'close',
  'place',
  'objectFormat',
  'scratch',
  'isOn',
  'blobName',
  'underWay',
  'indexLock',
]);

/** Wraps a world; without a fault it only counts. */
export function faultyWorld(world: World, fault?: Fault): FaultyWorld {
  const calls: string[] = [];
  const isNow = (name: string): boolean => {
    calls.push(name);
    return fault !== undefined && calls.length - 1 === fault.n;
  };
  const step = (name: string, fail: Fail): void => {
    if (isNow(name)) throw fail(fault?.errno ?? 'EIO', fault?.isRaw === true);
  };
  const wrap = <T extends object>(prefix: string, hand: T, fail: Fail): T =>
    Object.fromEntries(
      Object.entries(hand).map(([name, each]: [string, unknown]) => [
        name,
        typeof each !== 'function' || untouched.has(name)
          ? each
          : (...args: readonly unknown[]): unknown => {
              step(`${prefix}.${name}`, fail);
              return (each as (...given: readonly unknown[]) => unknown)(...args);
            },
      ]),
    ) as T;
  const wrapRepository = (repository: Repository): Repository => ({
    ...wrap('repository', repository, gitError),
    // Here failing is a value.
    inside: (args, more) =>
      isNow(`repository.inside ${args[0] ?? ''}`)
        ? Promise.resolve({ kind: 'failed', exit: 128, stderr: `fatal: ${fault?.errno ?? ''}` })
        : repository.inside(args, more),
  });
  const git = wrap('git', world.git, gitError);
  return {
    calls,
    world: {
      ...world,
      probe: (name) => step(`probe.${name}`, probeError),
      files: wrap('files', world.files, fileError),
      lines: wrap('lines', world.lines, fileError),
      locks: wrap('locks', world.locks, storeError),
      git: { ...git, open: async (place, scratch) => wrapRepository(await git.open(place, scratch)) },
      stores: {
        ...world.stores,
        open: (privateDir): Store => {
          step('stores.open', storeError);
          return wrap('store', world.stores.open(privateDir), storeError);
        },
      },
    },
  };
}

/** A probe between hands: whoever throws there dies there. */
export function isBetween(name: string): boolean {
  return name.startsWith('probe.') && !/^probe\.(?:file|git)\./u.test(name);
}
