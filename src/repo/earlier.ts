// What files were before they were changed or taken away: from the newest such commit back.
import { pathText, safePath } from '../disk/disk.ts';
import { safeObject } from './names.ts';
import type { Repository } from './repository.ts';

/** One version of a file that is not the newest. */
export interface EarlierVersion {
  readonly path: string;
  readonly blob: string;
  /** In bytes. */
  readonly size: number;
  /** The last commit that has it. */
  readonly commit: string;
  /** When the one came that has it no more, ISO 8601 in UTC. */
  readonly until: string;
}

/**
 * The earlier versions of some files, or of those in some folders, as the newest `most` commits that touched one left them behind. The newest
 * come first; each content of a path once; links are none. What a merge dropped is not told.
 */
export async function earlierVersions(
  repository: Repository,
  head: string,
  paths: readonly string[],
  most: number,
): Promise<readonly EarlierVersion[]> {
  const plain = ['--no-color', '--no-renames', '--no-abbrev', '--no-ext-diff', '--no-textconv', '--no-show-signature'];
  const log = ['log', '-z', '--raw', ...plain, '--format=%H%x00%P%x00%cI', `--max-count=${most}`, safeObject(head)];
  const fields = pathText(await repository.throughLens([...log, '--', ...paths.map(safePath)])).split('\0');
  const found = new Map<string, Omit<EarlierVersion, 'size'>>();
  // Read by count, as the log is: three fields, then two for each file, of which the first begins with a colon.
  for (let at = 0; at + 3 <= fields.length; ) {
    const [commit = '', parents = '', time = ''] = fields.slice(at, at + 3);
    at += 3;
    if (!/^[0-9a-f]{40,64}$/u.test(commit)) break;
    const [parent = ''] = parents.split(' ');
    for (; /^\n?:\d/u.test(fields[at] ?? ''); at += 2) {
      const [, mode, blob = ''] = /^\n?:(\d+) \d+ ([0-9a-f]+) /u.exec(fields[at] ?? '') ?? [];
      const path = fields[at + 1] ?? '';
      if (!mode?.startsWith('100') || parent === '' || found.has(`${blob} ${path}`)) continue;
      found.set(`${blob} ${path}`, { path, blob, commit: parent, until: new Date(time).toISOString() });
    }
    // Between two commits stands an empty field.
    while (fields[at] === '') at += 1;
  }
  const sizes = await sizesOf(repository, [...new Set([...found.values()].map(({ blob }) => blob))]);
  return [...found.values()].flatMap((each) => {
    const size = sizes.get(each.blob);
    return size === undefined ? [] : [{ ...each, size }];
  });
}

async function sizesOf(repository: Repository, blobs: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (blobs.length === 0) return new Map();
  const input = blobs.map((blob) => `${safeObject(blob)}\n`).join('');
  const answer = (await repository.throughLens(['cat-file', '--batch-check'], { input })).toString('latin1');
  return new Map(
    [...answer.matchAll(/^([0-9a-f]+) blob (\d+)$/gmu)].map(([, blob = '', size]): [string, number] => [
      blob,
      Number(size),
    ]),
  );
}
