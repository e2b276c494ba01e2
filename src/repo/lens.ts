// A git folder of our own through which a repository's objects are read and written, so that its configuration is never even parsed.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, inFileWords, readWhole, requireOwnFolder, writeWhole } from '../disk/disk.ts';

/** Objects are looked at through it; refs and the index are not in it. */
export interface Lens {
  readonly gitDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** Goes before the command: a shallow clone's history ends where its own file says. */
  readonly args: readonly string[];
}

export interface LensOptions {
  /** A folder of ours; the lens is made in it if it is not there. */
  readonly folder: string;
  readonly commonDir: string;
  readonly objectFormat: 'sha1' | 'sha256';
  readonly isShallow: boolean;
}

const configs = {
  sha1: '[core]\n\trepositoryformatversion = 0\n\tbare = true\n',
  sha256: '[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n',
};

/** Makes the lens, or finds it. What somebody changed in it is put back: it is configuration too. */
export function openLens({ folder, commonDir, objectFormat, isShallow }: LensOptions): Lens {
  const name = `lens-${objectFormat}`;
  const gitDir = join(folder, name);
  inFileWords(folder, () => {
    for (const own of [folder, gitDir]) requireOwnFolder(own);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    keep(folder, `${name}/config`, configs[objectFormat]);
    keep(folder, `${name}/HEAD`, 'ref: refs/heads/none\n');
    mkdirSync(join(gitDir, 'refs'), { recursive: true, mode: 0o700 });
    mkdirSync(join(gitDir, 'objects'), { recursive: true, mode: 0o700 });
  });
  return {
    gitDir,
    // A file `commondir` planted in it would lead git to a configuration elsewhere; named here, it is not read.
    env: { GIT_COMMON_DIR: gitDir, GIT_OBJECT_DIRECTORY: join(commonDir, 'objects') },
    args: isShallow ? ['--shallow-file', join(commonDir, 'shallow')] : [],
  };
}

function keep(folder: string, path: string, content: string): void {
  const bytes = Buffer.from(content);
  if (hashOf(readWhole(folder, path)) !== hashOf(bytes)) writeWhole(folder, path, bytes, { mode: 0o600 });
}
