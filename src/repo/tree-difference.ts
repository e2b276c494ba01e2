// Two trees compared: which paths differ, and what each has there.
import { safeObject } from './names.ts';
import { unlessMissing } from './partial-clone.ts';
import type { Repository } from './repository.ts';

/** A path's blob in the one and in the other tree; undefined where it does not exist. */
export interface PathDifference {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The same content, but executable or a link now, or no longer. */
  readonly isModeOnly: boolean;
}

/** The tree of a commit, or undefined if the commit is not here. */
export async function treeOf(repository: Repository, commit: string): Promise<string | undefined> {
  const answer = await repository.throughLens(['cat-file', '--batch'], { input: `${safeObject(commit)}\n` });
  return /^[0-9a-f]+ commit \d+\ntree ([0-9a-f]+)\n/u.exec(answer.toString('latin1'))?.[1];
}

/** Compares two trees; undefined if one of them is not here. */
export async function differenceOf(
  repository: Repository,
  before: string,
  after: string,
): Promise<readonly PathDifference[] | undefined> {
  if (before === after) return [];
  const known = await repository.throughLens(['cat-file', '--batch-check'], {
    input: `${safeObject(before)}\n${safeObject(after)}\n`,
  });
  if (known.toString().match(/ tree \d+$/gmu)?.length !== 2) return undefined;
  // Of a partial clone the root may be here, and a folder below it not.
  const listed = await unlessMissing(
    repository,
    () => repository.throughLens(['diff-tree', '-r', '-z', '--no-renames', '--raw', before, after]),
    () => undefined,
  );
  if (listed === undefined) return undefined;
  const fields = listed.toString('utf8').split('\0');
  const differences: PathDifference[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, one = '', other = ''] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) /u.exec(fields[at] ?? '') ?? [];
    const isModeOnly = one === other;
    const blob = (name: string): string | undefined => (/^0*$/u.test(name) ? undefined : name);
    differences.push({ path: fields[at + 1] ?? '', before: blob(one), after: blob(other), isModeOnly });
  }
  return differences;
}
