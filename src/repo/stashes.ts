// Work that was put away with `git stash`: git's own log of it, and how many files each has in it.
import { join } from 'node:path';
import { readTheirs } from '../disk/disk.ts';
import { unlessBug } from '../errors/errors.ts';
import { safeObject } from './names.ts';
import type { Repository } from './repository.ts';

export interface Stash {
  /** As git counts them: the newest is `stash@{0}`. */
  readonly name: string;
  readonly commit: string;
  /** ISO 8601, in whole seconds. */
  readonly time: string;
  /** The branch it was put away on, as git wrote it down; null on none, or where it does not say. */
  readonly branch: string | null;
  /** Files in it, those with it that git did not know; undefined where that cannot be told. */
  readonly files: number | undefined;
}

/** So many are looked into, each with two questions to git. */
const mostLooks = 2;
/** The newest part of a long log is enough. */
const largestLog = 1024 * 1024;
const line = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*> (\d{1,12}) [-+]\d{4}(?:\t(.*))?$/gmu;

/** Those that were put away since a time, newest first. Without git where there are none, and nothing where git keeps no such log. */
export async function stashesSince(repository: Repository, since: string): Promise<readonly Stash[]> {
  const file = readTheirs(join(repository.place.commonDir, 'logs', 'refs'), 'stash', largestLog);
  if (file.kind !== 'file') return [];
  const logged = [...Buffer.from(file.content).toString('utf8').matchAll(line)].toReversed();
  const young = logged
    .map(([, , commit = '', seconds, said = ''], at) => ({
      name: `stash@{${at}}`,
      commit,
      time: new Date(Number(seconds) * 1000).toISOString(),
      branch: /^(?:WIP on|On) ((?!\(no branch\))[^:]+):/u.exec(said)?.[1] ?? null,
    }))
    .filter(({ time }) => time.slice(0, 19) >= since.slice(0, 19))
    .slice(0, mostLooks);
  const found: Stash[] = [];
  for (const each of young) {
    const files = await filesIn(repository, each.commit).catch(unlessBug(() => undefined));
    found.push({ ...each, files });
  }
  return found;
}

/** What differs from the commit it was made on, and the files of its third parent. */
async function filesIn(repository: Repository, commit: string): Promise<number> {
  const shown = await repository.throughLens(['rev-list', '--parents', '--max-count=1', safeObject(commit)]);
  const [, base, , untracked] = shown.toString('latin1').trim().split(' ');
  if (base === undefined) return 0;
  const changed = await repository.throughLens(['diff-tree', '-r', '-z', '--name-only', '--no-renames', base, commit]);
  const added =
    untracked === undefined
      ? Buffer.alloc(0)
      : await repository.throughLens(['ls-tree', '-r', '-z', '--name-only', '--full-tree', safeObject(untracked)]);
  const names = (output: Buffer): number => output.toString('latin1').split('\0').length - 1;
  return names(changed) + names(added);
}
