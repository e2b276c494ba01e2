// In which session a commit was made, as far as the record of calls tells it: one session's commit does not carry out what another was asked.
import type { Call } from '../steps/steps.ts';
import { oneLine } from '../text/text.ts';
import { type Asked, type IsFor, isAsking, type Landed } from './intent.ts';

/** What makes commits, or brings some along. */
const makesCommits = /\b(?:commit|merge|rebase|cherry-pick|revert|pull|am)\b/u;
/** How long a call may have taken of which nobody told the start. */
const longestCall = 10 * 60 * 1000;

export interface Makers {
  /** The calls in this project, in any worktree. */
  readonly calls: readonly Call[];
  /** Everything asked for, also in sessions that are at work now. */
  readonly asked: readonly Asked[];
  /** Who moved HEAD here. Somebody else's commit was fetched, and is for nothing that was asked here. */
  readonly ownNames: ReadonlySet<string>;
  /** The files that the session of a request wrote since it was asked, and whether any of them is still open, or was put away since. */
  left(wish: Asked): { readonly edited: readonly string[]; readonly isOpen: boolean };
}

/**
 * Whether a commit may be for a request. One that a session made counts for what it was asked itself; if it was asked for nothing (it was only told to go on), it may be
 * for anything that was asked before. One that nobody made on record may be for anything, if it is not by a stranger.
 */
export function commitsFor({ calls, asked, ownNames, left }: Makers): IsFor {
  const making = calls.filter(({ target, outcome }) => makesCommits.test(target) && outcome !== 'unfinished');
  const makers = new Map<Landed, string | null | undefined>();
  const makerOf = (commit: Landed): string | null | undefined => {
    if (!makers.has(commit)) makers.set(commit, madeIn(making, commit));
    return makers.get(commit);
  };
  return (wish, commit) => {
    const maker = makerOf(commit);
    if (maker === undefined) {
      const { author = '' } = commit;
      const isOwn = ownNames.size === 0 || author === '' || [...ownNames].some((name) => oneLine(name, 80) === author);
      return isOwn && !isBesides(left(wish), commit) ? 'may be' : 'no';
    }
    if (maker === null || wish.run === undefined || wish.run === null) return 'may be';
    if (maker === wish.run) return 'own';
    const isForOwn = asked.some((each) => each.run === maker && each.time <= endOf(commit) && isAsking(each));
    return isForOwn ? 'no' : 'may be';
  };
}

/** Somebody committed other files while what was done for the request lies open, or is put away: that was not for it. */
function isBesides({ edited, isOpen }: ReturnType<Makers['left']>, { files = [] }: Landed): boolean {
  return isOpen && files.length > 0 && !files.some((path) => edited.includes(path));
}

/** The session of the call that made it; undefined if none is on record, or if it may have been one of several. */
function madeIn(making: readonly Call[], commit: Landed): string | null | undefined {
  const at = making.filter((call) => beginOf(call) <= endOf(commit) && commit.time.slice(0, 19) <= call.time);
  const exact = at.filter(({ head }) => head !== null && head === commit.id);
  const runs = new Set((exact.length > 0 ? exact : at).map(({ run = null }) => run));
  return runs.size === 1 ? [...runs][0] : undefined;
}

/** A commit's time has whole seconds. */
function endOf({ time }: Landed): string {
  return `${time.slice(0, 19)}.999Z`;
}

function beginOf({ started, time, durationMs }: Call): string {
  return started ?? new Date(Date.parse(time) - (durationMs ?? longestCall) - 1000).toISOString();
}
