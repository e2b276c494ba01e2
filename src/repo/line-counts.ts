// How much of a file is not committed: the lines that came, and the lines that went.
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from '../disk/disk.ts';
import { ifPossible } from '../errors/errors.ts';
import type { ChangedFile } from './changed-files.ts';
import { safeObject } from './names.ts';
import { linesOf, type Repository } from './repository.ts';

export interface LineCount {
  readonly added: number;
  readonly removed: number;
}

/** More files than this are not counted: nobody reads so many figures. */
const mostFiles = 40;
/** What is larger was hardly written by hand. */
const largestCounted = 1024 * 1024;

/**
 * By path, for the first of these files: those that git knows held against a commit, new ones counted whole. What is no text, too large, or
 * cannot be read has no figures; nor has anything whose old content is not here.
 */
export async function lineCounts(
  repository: Repository,
  head: string | undefined,
  files: readonly Pick<ChangedFile, 'path' | 'exact' | 'kind'>[],
): Promise<ReadonlyMap<string, LineCount>> {
  const { worktree } = repository.place;
  if (worktree === undefined) return new Map();
  const counted = files.filter(({ exact }) => exact === undefined).slice(0, mostFiles);
  const isSmall = (path: string): boolean =>
    (ifPossible(() => lstatSync(onDisk(join(worktree, path)), { throwIfNoEntry: false })?.size) ?? 0) <= largestCounted;
  const fresh = counted.flatMap(({ path, kind }) => {
    const added = kind === 'new' ? linesOfNew(onDisk(join(worktree, path))) : 0;
    return added === 0 ? [] : [[path, { added, removed: 0 }] as const];
  });
  const known = counted.filter(({ path, kind }) => kind !== 'new' && isSmall(path)).map(({ path }) => path);
  if (head === undefined || known.length === 0) return new Map(fresh);
  const question = ['diff', '--numstat', '-z', '--no-renames', '--no-ext-diff', '--no-textconv'];
  const said = await repository.inside([...question, '--ignore-submodules=all', safeObject(head), '--', ...known]);
  // Figures are an extra: without them the names are still true.
  return new Map([...fresh, ...(said.kind === 'ok' ? linesOf(said.stdout, '\0').flatMap(countIn) : [])]);
}

/** A file of which only the mode changed, or that is no text, has no figures. */
function countIn(line: string): (readonly [string, LineCount])[] {
  const [, added, removed, path] = /^(\d+)\t(\d+)\t(.+)$/su.exec(line) ?? [];
  const count = { added: Number(added), removed: Number(removed) };
  return path === undefined || count.added + count.removed === 0 ? [] : [[path, count]];
}

/** The lines of a file that git does not know; 0 if it is none, no text, or too large. */
export function linesOfNew(path: string | Buffer): number {
  // It may be gone by now, or not ours to read.
  const content = ifPossible(() => {
    const found = lstatSync(path);
    return found.isFile() && found.size <= largestCounted ? readFileSync(path) : undefined;
  });
  if (content === undefined || content.length === 0 || content.subarray(0, 8000).includes(0)) return 0;
  let lines = content.at(-1) === 10 ? 0 : 1;
  for (let at = content.indexOf(10); at !== -1; at = content.indexOf(10, at + 1)) lines += 1;
  return lines;
}
