// The record of the day since the last dream: what is new in it, what was edited, and what its checks say.
import { createHash } from 'node:crypto';
import { type CheckRun, certainOf, checkRuns, type EditAt, passedChecks } from '../checks/checks.ts';
import type { Digested, DreamLine } from '../journal/journal.ts';
import { type Call, callsOf, isIntent, type StepRecord } from '../steps/steps.ts';
import { editsAmong, withEditsInPlace } from './edits.ts';
import type { ProjectFacts } from './facts-types.ts';
import { type Standing, standingOf } from './failures.ts';
import { readsAmong } from './reads.ts';

export interface Cycle extends Standing {
  /** This agent's records since the last dream. */
  readonly fresh: readonly StepRecord[];
  /** Those of the cycle that is spoken of, and when it began. */
  readonly spokenOf: readonly StepRecord[];
  readonly start: string;
  /** Edits since then, and all on record. */
  readonly edits: readonly EditAt[];
  readonly allEdits: readonly EditAt[];
  /** Files that were looked into since then, the last at the end. */
  readonly reads: readonly string[];
  readonly runs: readonly CheckRun[];
  readonly passed: readonly CheckRun[];
  /** What was wanted in this tree in the last days, by prompts and to-do lists. */
  readonly intents: readonly StepRecord[];
  /** The same with what runs that are at work want. */
  readonly allIntents: readonly StepRecord[];
  /** The calls made here. */
  readonly calls: readonly Call[];
  /** The last record that was read; null if there is none. */
  readonly cursor: Digested['steps'];
}

export interface CycleSources {
  readonly records: readonly StepRecord[];
  readonly nights: readonly DreamLine[];
  readonly agent: string;
  readonly now: string;
  readonly purpose: 'dream' | 'wake';
  /** Runs that are at work and not this one: what they want is theirs. */
  readonly atWork: readonly string[];
  readonly project: Pick<ProjectFacts, 'branch' | 'head' | 'changed'>;
  readonly worktree: string;
  /** Where a step was made that names no worktree. */
  readonly mainWorktree: string;
  isWork(path: string): boolean;
  /** When something else than a commit moved HEAD here. */
  readonly moves: readonly string[];
  /** Whether a run is not over yet; undefined if nobody knows. */
  isOpen?: ((run: string) => boolean) | undefined;
  /** Beginnings of commands that check something here, beside the usual ones. */
  readonly checks: readonly string[];
}

/** What was wanted longer ago than this is not spoken of any more. */
const intentCounts = 3 * 24 * 60 * 60 * 1000;
/** And what failed longer ago than this is no news to a session, even if nothing is known of it since. */
const redCounts = 3 * 24 * 60 * 60 * 1000;

export function cycleOf(sources: CycleSources): Cycle {
  const { records, nights, agent, now, purpose, atWork, worktree, mainWorktree, isWork, checks, project } = sources;
  const mine = records.filter((record) => (record.agent ?? agent) === agent);
  const fresh = newRecords(mine, nights.at(-1));
  const spokenOf = purpose === 'dream' ? fresh : newRecords(mine, nights.at(-2));
  const start = spokenOf[0]?.time ?? now;
  const before = newRecords(mine, nights.at(purpose === 'dream' ? -2 : -3));
  // Checks and edits of everybody who worked in this tree.
  const isHere = (record: StepRecord): boolean => (record.worktree ?? mainWorktree) === worktree;
  const calls = callsOf(records.filter((record) => !isIntent(record) && isHere(record)));
  const allEdits = editsAmong(calls, worktree).filter(({ path }) => isWork(path));
  const runs = certainOf(checkRuns(calls, checks), sources.moves);
  const recent = new Date(Date.parse(now) - intentCounts).toISOString();
  const allIntents = mine.filter((record) => isIntent(record) && isHere(record) && record.time >= recent);
  const last = mine.at(-1);
  return {
    fresh,
    spokenOf,
    start,
    allEdits,
    runs,
    edits: allEdits.filter(({ time }) => time >= start),
    // Asked for only by whoever has nothing else to tell.
    get reads() {
      const since = calls.filter(({ time }) => time >= start);
      return readsAmong(since, worktree).filter(isWork);
    },
    ...standingOf({
      ...{ records, calls, runs, project, atWork, worktree, mainWorktree },
      edits: withEditsInPlace(allEdits, calls, worktree).filter(({ path }) => isWork(path)),
      start: earliestOf(spokenOf, now),
      startBefore: earliestOf(before, now),
      redSince: new Date(Date.parse(now) - redCounts).toISOString(),
      // A dream tells what its own cycle and the one before it knew.
      isTale: purpose === 'dream',
      isOpen: sources.isOpen ?? (() => false),
      isWork,
      checks,
    }),
    passed: passedChecks(runs),
    intents: allIntents.filter(({ run }) => !atWork.includes(run ?? '')),
    allIntents,
    calls,
    cursor: last === undefined ? null : cursorOf(last),
  };
}

/** The call in the middle of which a session was killed is put on record later than those after it. */
function earliestOf(records: readonly StepRecord[], otherwise: string): string {
  return records.reduce((first, { time }) => (time < first ? time : first), otherwise);
}

/** What was recorded after a dream's own last step; if that line is gone, what is younger than it. */
export function newRecords(records: readonly StepRecord[], night: DreamLine | undefined): readonly StepRecord[] {
  return recordsAfter(records, night?.digested.steps ?? null);
}

/** What stands behind a record in the order of the file, whatever the clock said; if that record is gone, what is younger than it. */
export function recordsAfter(records: readonly StepRecord[], cursor: Digested['steps']): readonly StepRecord[] {
  if (cursor === null) return records;
  const isLast = (record: StepRecord): boolean =>
    record.time === cursor.time && cursorOf(record).sha256 === cursor.sha256;
  const at = records.findLastIndex(isLast);
  return at === -1 ? records.filter(({ time }) => time > cursor.time) : records.slice(at + 1);
}

export function cursorOf(record: StepRecord): { readonly time: string; readonly sha256: string } {
  return { time: record.time, sha256: createHash('sha256').update(JSON.stringify(record)).digest('hex') };
}
