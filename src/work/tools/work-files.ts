// The files a run wrote, as part of a change: what the agent made of them is committed, what others left uncommitted stays so.
import { type FileEdit, heldBack, netOf } from '../../change/change.ts';
import { DreamkeeperError } from '../../errors/errors.ts';
import { printSafe } from '../../text/text.ts';
import type { Bench } from './tool.ts';

/** One edit for each file; none where the project is not ours to commit in. */
export function workFiles(bench: Bench): FileEdit[] {
  if (!bench.ground.isHome) return [];
  return [...bench.written].map(([path, before]) => ({
    path,
    isOnDisk: true,
    edit: (content) => withWork(bench, path, before, content),
  }));
}

/**
 * A file as it should be committed. On disk the work is done already; in the last commit it is not, and there it is joined with whatever
 * that has: if the file had edits of a person when the run began, those stay uncommitted.
 */
export async function withWork(
  { worker: { world, home }, ground, whole }: Bench,
  path: string,
  base: Uint8Array | undefined,
  content: Uint8Array | undefined,
): Promise<Uint8Array | undefined> {
  const { hash } = world.files;
  const disk = world.files.read(ground.root, path);
  // Gone again, and not by us: then there is nothing of ours to commit.
  if (disk === undefined || hash(content) === hash(disk)) return content;
  // It was there, and in no commit: somebody's own, and theirs to add.
  if (content === undefined && base !== undefined && !whole.has(path))
    throw new DreamkeeperError('E_CONFLICT', `${printSafe(path)} was there before, and nobody has committed it`, {
      hint: 'They have to commit it themselves.',
    });
  if (content === undefined || base === undefined || hash(base) === hash(content)) return disk;
  const repository = await world.git.open(home.repository, home.privateDir);
  const merged = await world.git.merge(repository, { base, ours: content, theirs: disk });
  if (merged !== undefined) return merged;
  throw new DreamkeeperError('E_CONFLICT', `${printSafe(path)} has edits of somebody else in the same lines`, {
    hint: 'They have to commit it themselves.',
  });
}

/** Why what was written must not be committed: a credential that was not there before. */
export function leakIn({ worker: { world, settings }, ground, written }: Bench): string | undefined {
  const net = netOf(settings);
  for (const [path, before] of written) {
    const why = heldBack(net, path, world.files.read(ground.root, path), before);
    if (why !== undefined) return `${printSafe(net.redact(path))} ${why}; take it out first`;
  }
  return undefined;
}
