// What was committed on other local branches: it is nobody's news of this tree, but who committed there did not do nothing.
import type { Board } from '../board/board.ts';
import type { BranchCommit, IsOurs, Repository, World } from '../world/world.ts';
import type { Asked } from './day-works.ts';
import { finishedIn } from './finished.ts';

export interface Branched {
  /** All that is known, newest first; and that of this cycle. */
  readonly known: readonly BranchCommit[];
  readonly cycle: readonly BranchCommit[];
  /** The open tasks it may have finished, there. */
  readonly done: readonly DoneOnBranch[];
}

/** An open task that a commit on another branch may have finished. */
export interface DoneOnBranch {
  readonly task: string;
  readonly branch: string;
}

export const nothingBranched: Branched = { known: [], cycle: [], done: [] };

export interface BranchSources {
  readonly world: World;
  readonly repository: Repository | undefined;
  readonly isOurs: IsOurs | undefined;
  readonly head: string | null;
  readonly board: Board | undefined;
  readonly asked: readonly Asked[];
  /** When this cycle began, and when the oldest request that still counts was made. */
  readonly since: string;
  readonly earliest: string | undefined;
}

export async function branchesIn(sources: BranchSources): Promise<Branched> {
  const { world, repository, isOurs, head, board, asked, since, earliest = since } = sources;
  if (repository === undefined || head === null) return nothingBranched;
  const known = await world.git.onBranches(repository, head, earliest < since ? earliest : since, isOurs);
  if (known.length === 0) return nothingBranched;
  const { finished } = finishedIn({
    ...{ board, landed: known, lastBefore: '', asked, inFlight: [], lastNight: undefined, isNight: false },
  });
  return {
    known,
    cycle: known.filter(({ time }) => time.slice(0, 19) >= since.slice(0, 19)),
    // What the board itself says, it says here as well.
    done: finished.flatMap(({ task, commit }) => {
      const made = known.find(({ id }) => id === commit);
      return made === undefined ? [] : [{ task, branch: made.branch }];
    }),
  };
}

/** Where nothing is on record, a cycle begins with the dream before it. */
export function earliest(start: string, night: string | undefined): string {
  return night !== undefined && night < start ? night : start;
}

/** Requests without those of which the next commit was made elsewhere: it was not for them that something landed here. */
export function askedHere(
  asked: readonly Asked[],
  landed: readonly { readonly time: string }[],
  { known }: Branched,
): readonly Asked[] {
  if (known.length === 0) return asked;
  const firstAfter = (commits: readonly { readonly time: string }[], time: string): string =>
    commits.findLast((commit) => commit.time.slice(0, 19) > time.slice(0, 19))?.time ?? '9';
  return asked.filter(({ time }) => firstAfter(known, time) >= firstAfter(landed, time));
}
