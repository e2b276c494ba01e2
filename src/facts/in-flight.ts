// Which files the agent was in the middle of: changed, not committed, and touched since the last commit or by this cycle.

import type { EditAt } from '../checks/checks.ts';
import type { ChangedFile, LoggedCommit } from '../world/world.ts';
import type { Facts } from './facts-types.ts';
import { isLeftover } from './leftovers.ts';

export interface Flight {
  /** Paths: work, the most recently touched first, and behind it what is loose. */
  readonly inFlight: readonly string[];
  /** Changed files that git does not know and that nobody wrote on record. They may be anything: nobody is told to commit them. */
  readonly loose: readonly string[];
  /** Changed files that git knows, and no edit of an agent is on record: perhaps a person's own. Nobody is told to commit them, either. */
  readonly unrecorded: readonly string[];
  /** What another session wrote last, and is still at work on. */
  readonly theirs: readonly string[];
}

export interface FlightSources {
  readonly changed: readonly ChangedFile[];
  /** The edits of this cycle, and all on record. */
  readonly edits: readonly EditAt[];
  readonly allEdits: readonly EditAt[];
  /** Those of other sessions that are at work now. */
  readonly othersEdits: readonly EditAt[];
  readonly commits: readonly Pick<LoggedCommit, 'time' | 'files'>[];
}

/**
 * A recorded edit counts if the file was not committed after it; else the file has to be touched since the last commit: what lay there changed
 * before that, and nobody touched since, is not in flight. What programs leave lying about never is.
 */
export function flightOf({ changed, edits, allEdits, othersEdits, commits }: FlightSources): Flight {
  const editedAt = new Map(edits.map(({ path, time }) => [path, time]));
  const isOnRecord = new Set(allEdits.map(({ path }) => path));
  const isLoose = ({ path, kind, isStaged }: ChangedFile): boolean =>
    kind === 'new' && isStaged !== true && !isOnRecord.has(path);
  const theirs = changed.map(({ path }) => path).filter(lastWrittenBy(othersEdits, allEdits));
  const committedAt = new Map(
    commits.toReversed().flatMap(({ time, files }) => files.map((path) => [path, time] as const)),
  );
  // A commit's time has whole seconds; what was written in the same second counts as after it.
  const isAfter = (time: string, commit: string | undefined): boolean =>
    commit === undefined || time.slice(0, 19) >= commit.slice(0, 19);
  const open = changed
    .filter((file) => !theirs.includes(file.path) && !(isLoose(file) && isLeftover(file.path)))
    .map((file) => {
      const edited = editedAt.get(file.path);
      const isOpen = edited !== undefined && isAfter(edited, committedAt.get(file.path));
      return { ...file, isOpen, touched: [isOpen ? edited : '', file.written ?? ''].toSorted()[1] ?? '' };
    })
    .filter(({ isOpen, touched }) => isOpen || isAfter(touched, commits[0]?.time))
    .toSorted(
      (one, other) =>
        Number(isLoose(one)) - Number(isLoose(other)) ||
        (one.touched < other.touched ? 1 : one.touched > other.touched ? -1 : one.path < other.path ? -1 : 1),
    );
  return {
    inFlight: open.map(({ path }) => path),
    loose: changed.filter(isLoose).map(({ path }) => path),
    unrecorded: changed.filter((file) => !isLoose(file) && !isOnRecord.has(file.path)).map(({ path }) => path),
    theirs,
  };
}

/** Whether the last edit on record of a path is among `theirs`. */
function lastWrittenBy(theirs: readonly EditAt[], all: readonly EditAt[]): (path: string) => boolean {
  if (theirs.length === 0) return () => false;
  const lastOf = (edits: readonly EditAt[]) => new Map(edits.map(({ path, time }) => [path, time]));
  const [others, any] = [lastOf(theirs), lastOf(all)];
  return (path) => others.has(path) && (others.get(path) ?? '') >= (any.get(path) ?? '');
}

/** What in flight is work: all of it but what is loose. */
export function workIn({ inFlight, loose }: Pick<Facts, 'inFlight' | 'loose'>): string[] {
  const isLoose = new Set(loose);
  return inFlight.filter((path) => !isLoose.has(path));
}

/** What of that an agent wrote on record: only this is to be finished and committed by one. */
export function ownWorkIn({ unrecorded, ...flight }: Pick<Facts, 'inFlight' | 'loose' | 'unrecorded'>): string[] {
  const isUnrecorded = new Set(unrecorded);
  return workIn(flight).filter((path) => !isUnrecorded.has(path));
}

/** What lies changed and uncommitted since before the last commit: not in flight, nobody else's, and no leftover of a program. */
export function leftBehind({
  project,
  inFlight,
  loose,
  theirs,
}: Pick<Facts, 'project' | 'inFlight' | 'loose' | 'theirs'>): string[] {
  const known = new Set([...inFlight, ...theirs, ...loose.filter(isLeftover)]);
  return project.changed.map(({ path }) => path).filter((path) => !known.has(path));
}
