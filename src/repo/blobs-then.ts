// What files were in commits, many asked for at once.
import { isPlainPath, pathText } from '../disk/disk.ts';
import { safeObject } from './names.ts';
import type { Repository } from './repository.ts';

interface Wanted {
  readonly commit: string;
  readonly path: string;
}

/** What some paths were in some commits; undefined where there was no such file. */
export async function blobsThen(
  repository: Repository,
  wanted: readonly Wanted[],
): Promise<readonly (string | undefined)[]> {
  if (wanted.length === 0) return [];
  if (!wanted.every(({ path }) => isPlainPath(path))) return amongAll(repository, wanted);
  const input = wanted.map(({ commit, path }) => `${safeObject(commit)}:${path}\n`).join('');
  const answer = await repository.throughLens(['cat-file', '--batch-check'], { input });
  return answer
    .toString('utf8')
    .split('\n')
    .slice(0, wanted.length)
    .map((line) => /^([0-9a-f]+) blob \d+$/u.exec(line)?.[1]);
}

/** The contents of some blobs, asked for at once; undefined where there is none. */
export async function contentsOf(
  repository: Repository,
  blobs: readonly string[],
): Promise<readonly (Uint8Array | undefined)[]> {
  if (blobs.length === 0) return [];
  const input = blobs.map((blob) => `${safeObject(blob)}\n`).join('');
  const answer = await repository.throughLens(['cat-file', '--batch'], { input });
  let at = 0;
  return blobs.map(() => {
    const end = answer.indexOf('\n', at);
    const size = /^[0-9a-f]+ blob (\d+)$/u.exec(answer.subarray(at, end).toString('latin1'))?.[1];
    at = end + 1;
    if (size === undefined) return undefined;
    const content = answer.subarray(at, at + Number(size));
    at += Number(size) + 1;
    return content;
  });
}

/** Names of others are no arguments, and may hold a line end: then all files of those commits are looked through. */
async function amongAll(repository: Repository, wanted: readonly Wanted[]): Promise<readonly (string | undefined)[]> {
  const known = new Map<string, ReadonlyMap<string, string>>();
  for (const commit of new Set(wanted.map((each) => each.commit))) {
    const listed = await repository.throughLens(['ls-tree', '-r', '-z', '--full-tree', safeObject(commit)]);
    const rows = pathText(listed)
      .split('\0')
      .flatMap((row): [string, string][] => {
        const [, blob, path] = /^\d+ blob ([0-9a-f]+)\t(.+)$/su.exec(row) ?? [];
        return blob === undefined || path === undefined ? [] : [[path, blob]];
      });
    known.set(commit, new Map(rows));
  }
  return wanted.map(({ commit, path }) => known.get(commit)?.get(path));
}
