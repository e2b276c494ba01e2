// A disk of its own in a file: what was not synced is not in the file, so a copy of it is the disk after a power cut.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

export interface Disks {
  readonly folder: string;
  /** A new, empty disk. */
  make(name: string): string;
  /** Mounts a disk so that nothing gets on it by itself; gives the folder. */
  mount(image: string): string;
  umount(folder: string): void;
  /** The disk as it is this moment, whatever is still in memory. */
  cut(image: string): string;
}

function run(tool: string, ...args: readonly string[]): void {
  const ran = spawnSync(tool, args, { encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`${tool} ${args.join(' ')}: ${ran.stderr}${ran.error?.message ?? ''}`);
}

/** Disks that are gone when the test is; undefined, with the test skipped, where nobody may mount. */
export function disksFor(test: TestContext): Disks | undefined {
  const folder = mkdtempSync(join(process.platform === 'linux' ? '/dev/shm' : tmpdir(), 'dk-power-'));
  const mounted = new Set<string>();
  const umount = (at: string): void => {
    run('umount', at);
    mounted.delete(at);
  };
  test.after(() => {
    for (const at of mounted) spawnSync('umount', ['-l', at]);
    rmSync(folder, { recursive: true, force: true });
  });
  let count = 0;
  const disks: Disks = {
    ...{ folder, umount },
    make: (name) => {
      const image = join(folder, name);
      run('truncate', '-s', '48M', image);
      run('mkfs.ext4', '-qF', image);
      return image;
    },
    mount: (image) => {
      count += 1;
      const at = join(folder, `mount-${count}`);
      mkdirSync(at);
      run('mount', '-o', 'loop,commit=600,noauto_da_alloc', image, at);
      mounted.add(at);
      return at;
    },
    cut: (image) => {
      count += 1;
      const copy = join(folder, `cut-${count}`);
      run('cp', '--sparse=always', image, copy);
      return copy;
    },
  };
  try {
    umount(disks.mount(disks.make('first try')));
    return disks;
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    if (process.env.DREAMKEEPER_NO_SKIP === '1') throw error;
    test.skip(`a disk of its own needs root, loop devices and ext4 (${why})`);
    return undefined;
  }
}
