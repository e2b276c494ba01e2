// Which files the agent was in the middle of: changed, not committed, and touched since the last commit or by this cycle.

import type { EditAt } from '../checks/checks.ts';
import type { ChangedFile, LoggedCommit } from '../world/world.ts';

/**
 * The paths, most recently touched first. A recorded edit counts if the file was not committed after it; else the file has to be touched
 * since the last commit: what lay there changed before that, and nobody touched since, is not in flight.
 */
export function inFlightOf(
  changed: readonly ChangedFile[],
  edits: readonly EditAt[],
  commits: readonly Pick<LoggedCommit, 'time' | 'files'>[],
): string[] {
  const editedAt = new Map(edits.map(({ path, time }) => [path, time]));
  const committedAt = new Map(
    commits.toReversed().flatMap(({ time, files }) => files.map((path) => [path, time] as const)),
  );
  // A commit's time has whole seconds; what was written in the same second counts as after it.
  const isAfter = (time: string, commit: string | undefined): boolean =>
    commit === undefined || time.slice(0, 19) >= commit.slice(0, 19);
  return changed
    .map(({ path, written }) => {
      const edited = editedAt.get(path);
      const isOpen = edited !== undefined && isAfter(edited, committedAt.get(path));
      return { path, isOpen, touched: [isOpen ? edited : '', written ?? ''].toSorted()[1] ?? '' };
    })
    .filter(({ isOpen, touched }) => isOpen || isAfter(touched, commits[0]?.time))
    .toSorted((one, other) =>
      one.touched < other.touched ? 1 : one.touched > other.touched ? -1 : one.path < other.path ? -1 : 1,
    )
    .map(({ path }) => path);
}
