// How many lines of a file came and went, as git counts them: what is left when the longest common part is taken away.
import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { linesOfNew } from '../../src/repo/repo.ts';
import type { LineCount, World } from '../../src/world/world.ts';
import type { Objects } from './objects.ts';
import type { Kept } from './places.ts';

/** As `repo/line-counts.ts`, for files of a size that a test has. */
export function countsOf(
  objects: Objects,
  kept: Kept,
  head: string | undefined,
  files: Parameters<World['git']['lineCounts']>[2],
): ReadonlyMap<string, LineCount> {
  const committed = kept.filesOf(head);
  return new Map(
    files.slice(0, 40).flatMap(({ path, kind }) => {
      const full = join(kept.place.worktree, path);
      const before = committed.get(path);
      const count =
        kind === 'new'
          ? { added: linesOfNew(full), removed: 0 }
          : head === undefined
            ? none
            : difference(before === undefined ? undefined : objects.blob(before.blob), contentOf(full));
      return count.added + count.removed === 0 ? [] : [[path, count] as const];
    }),
  );
}

const none: LineCount = { added: 0, removed: 0 };

function contentOf(path: string): Uint8Array | undefined {
  if (!existsSync(path)) return undefined;
  return lstatSync(path).isSymbolicLink() ? readlinkSync(path, 'buffer') : readFileSync(path);
}

function difference(before: Uint8Array = new Uint8Array(), after: Uint8Array = new Uint8Array()): LineCount {
  if ([before, after].some((bytes) => bytes.subarray(0, 8000).includes(0))) return none;
  const [one, other] = [before, after].map(
    (bytes) =>
      Buffer.from(bytes)
        .toString('latin1')
        .match(/[^\n]*\n|[^\n]+$/gu) ?? [],
  ) as unknown as [string[], string[]];
  let above = Array<number>(other.length + 1).fill(0);
  for (const line of one) {
    const row = [0];
    for (const [at, each] of other.entries())
      row.push(line === each ? (above[at] ?? 0) + 1 : Math.max(above[at + 1] ?? 0, row[at] ?? 0));
    above = row;
  }
  const common = above.at(-1) ?? 0;
  return { added: other.length - common, removed: one.length - common };
}
