// Which files the agent was in the middle of: changed, not committed, and touched since the last commit or by this cycle.
import type { ChangedFile } from '../world/world.ts';
import type { EditAt } from './checks.ts';

/** The paths, most recently touched first. A file that lay there changed before the last commit, and nobody touched since, is not in flight. */
export function inFlightOf(
  changed: readonly ChangedFile[],
  edits: readonly EditAt[],
  lastCommit: string | undefined,
): string[] {
  const editedAt = new Map(edits.map(({ path, time }) => [path, time]));
  return changed
    .map(({ path, written }) => ({
      path,
      edited: editedAt.get(path),
      touched: [editedAt.get(path) ?? '', written ?? ''].toSorted()[1] ?? '',
    }))
    .filter(
      // A commit's time has whole seconds; what was written in the same second counts as after it.
      ({ edited, touched }) =>
        edited !== undefined || lastCommit === undefined || touched.slice(0, 19) >= lastCommit.slice(0, 19),
    )
    .toSorted((one, other) =>
      one.touched < other.touched ? 1 : one.touched > other.touched ? -1 : one.path < other.path ? -1 : 1,
    )
    .map(({ path }) => path);
}
