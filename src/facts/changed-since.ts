// What was written after a check had failed: perhaps it is repaired by now, by hand or by what a session did last. Nobody knows until it is run again.
import { isProse, type OpenFailure } from '../checks/checks.ts';
import type { LoggedCommit } from '../world/world.ts';
import type { ProjectFacts } from './facts-types.ts';
import { isLeftover } from './leftovers.ts';

/** A failure that stands, and what was written since. */
export interface StandingFailure extends OpenFailure {
  /** Files that were committed or are uncommitted, and were written after it, the newest first. */
  readonly changedSince?: readonly string[];
}

export interface Writes {
  readonly commits: readonly Pick<LoggedCommit, 'time' | 'files'>[];
  readonly project: Pick<ProjectFacts, 'changed'>;
  isWork(path: string): boolean;
  /** When a file of this worktree was last written. */
  writtenAt(path: string): string | undefined;
}

/** So many failures, and for each so many files, are looked at. */
const mostFailures = 5;
const mostLooks = 200;

/** A commit alone changes nothing: what it has in it may have been there when the check ran. */
export function withChanges(failures: readonly OpenFailure[], writes: Writes): readonly StandingFailure[] {
  const from = failures.length - mostFailures;
  return failures.map((failure, at) => {
    const changedSince = at < from ? [] : changedAfter(failure, writes);
    return changedSince.length === 0 ? failure : { ...failure, changedSince };
  });
}

function changedAfter({ time, after }: OpenFailure, { commits, project, isWork, writtenAt }: Writes): string[] {
  const open = project.changed.flatMap(({ path, kind }) => (kind === 'deleted' ? [] : [path]));
  // A commit's time has whole seconds.
  const landed = commits.filter((commit) => commit.time.slice(0, 19) >= time.slice(0, 19));
  const paths = [...new Set([...open, ...landed.flatMap(({ files }) => files)])].filter(
    (path) => isWork(path) && !isLeftover(path),
  );
  const written = paths
    .slice(0, mostLooks)
    .map((path) => ({ path, at: writtenAt(path) ?? '' }))
    .filter(({ at }) => at > time)
    .toSorted((one, other) => (one.at < other.at ? 1 : Number(one.at > other.at) * -1));
  const code = written.filter(({ path }) => !isProse(path));
  // Words repair nothing that failed after edits to code.
  if (code.length === 0 && after.some((path) => !isProse(path))) return [];
  return (code.length > 0 ? code : written).map(({ path }) => path);
}
