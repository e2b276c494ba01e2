// Where the databases of a home lie: beside its other private files, or, where the disk knows no locks, in the person's own state folder.
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { DreamkeeperError, errnoOf, ifPossible } from '../errors/errors.ts';

export interface Whereabouts {
  /** The home's private folder. */
  readonly privateDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A note in the private folder that says where the databases went. */
const noteName = 'elsewhere';

/** Filesystems shared between machines, on which a lock may be local, late, or nothing at all: NFS, SMB, CIFS, SMB2, AFS, 9p, Ceph, vboxsf. */
const shared: ReadonlySet<number> = new Set([
  0x69_69, 0x51_7b, 0xff_53_4d_42, 0xfe_53_4d_42, 0x53_46_41_4f, 0x01_02_19_97, 0x00_c3_64_00, 0x78_6f_4d_54,
]);

/** The folder of the databases; moves them away from a disk that is shared between machines. `isNew` if that happened just now. */
export function databaseFolder({ privateDir, env }: Whereabouts): { readonly folder: string; readonly isNew: boolean } {
  const noted = readNote(privateDir);
  if (noted !== undefined) {
    inWords(noted, () => mkdirSync(noted, { recursive: true, mode: 0o700 }));
    return { folder: noted, isNew: false };
  }
  if (!isShared(privateDir)) return { folder: privateDir, isNew: false };
  return { folder: moveElsewhere({ privateDir, env }), isNew: true };
}

/** The folder outside, whether anything is in it or not. */
export function folderElsewhere({ privateDir, env }: Whereabouts): string {
  const state = env.XDG_STATE_HOME || join(env.HOME ?? '/tmp', '.local', 'state');
  return join(state, 'dreamkeeper', createHash('sha256').update(privateDir).digest('hex').slice(0, 16));
}

/** Makes it, and leaves the note. */
export function moveElsewhere({ privateDir, env }: Whereabouts): string {
  const folder = folderElsewhere({ privateDir, env });
  inWords(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(privateDir, noteName), `${folder}\n`, { mode: 0o600 });
  });
  return folder;
}

function inWords(folder: string, act: () => void): void {
  try {
    act();
  } catch (cause) {
    throw new DreamkeeperError(
      'E_DISK',
      `the private state should be in ${folder}, but cannot be used there (${errnoOf(cause) ?? '?'})`,
      {
        hint: `Make that folder usable. Or remove the file \`${noteName}\` in the private folder; then Dreamkeeper chooses another place.`,
        cause,
      },
    );
  }
}

/** Where they went, if they had to go elsewhere and whoever asks may know; asking makes nothing. */
export function notedFolder(privateDir: string): string | undefined {
  // What is not ours to read: then the databases are not either.
  return ifPossible(() => readNote(privateDir));
}

function readNote(privateDir: string): string | undefined {
  try {
    if (lstatSync(join(privateDir, noteName), { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    const folder = readFileSync(join(privateDir, noteName), 'utf8').trim();
    return isAbsolute(folder) ? folder : undefined;
  } catch (error) {
    // Where we may not look, whoever opens something there says so.
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errnoOf(error) ?? '')) return undefined;
    throw error;
  }
}

/** Where nobody can tell, a lock that does not work says so itself. */
function isShared(folder: string): boolean {
  return ifPossible(() => shared.has(statfsSync(folder).type)) === true;
}
