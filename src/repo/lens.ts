// A git folder of our own through which a repository's objects are read and written, so that its configuration is never even parsed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
  const gitDir = join(folder, `lens-${objectFormat}`);
  mkdirSync(join(gitDir, 'refs'), { recursive: true, mode: 0o700 });
  mkdirSync(join(gitDir, 'objects'), { recursive: true, mode: 0o700 });
  keep(join(gitDir, 'config'), configs[objectFormat]);
  keep(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n');
  return {
    gitDir,
    env: { GIT_OBJECT_DIRECTORY: join(commonDir, 'objects') },
    args: isShallow ? ['--shallow-file', join(commonDir, 'shallow')] : [],
  };
}

function keep(path: string, content: string): void {
  try {
    if (readFileSync(path, 'utf8') === content) return;
  } catch {
    // Not there yet.
  }
  writeFileSync(path, content, { mode: 0o600 });
}
