// Whether the times of files are those of this machine's own clock: what another machine wrote down may be any time.
import { fstatSync, statfsSync } from 'node:fs';
import type { PinnedFolder } from './pinned-folder.ts';

/** Filesystems of this machine's own kernel, by the number that Linux gives them. */
const ownKinds: ReadonlySet<number> = new Set([
  // ext2 to ext4, XFS, Btrfs, F2FS, ZFS, bcachefs, tmpfs, overlayfs.
  ...[0xef53, 0x5846_5342, 0x9123_683e, 0xf2f5_2010, 0x2fc1_2fc1, 0xca45_1a4e, 0x0102_1994, 0x794c_7630],
]);

/** The device of a folder, if its times can be relied on. */
export function ownTimesIn({ descriptor, at }: PinnedFolder): number | undefined {
  if (process.platform !== 'linux' || descriptor === undefined) return undefined;
  return ownKinds.has(statfsSync(at('.')).type) ? fstatSync(descriptor).dev : undefined;
}
