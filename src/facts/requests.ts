// What is still to be done of what was asked for, and in which session it was asked.
import type { Board } from '../board/board.ts';
import type { Call, StepRecord } from '../steps/steps.ts';
import { editsAmong } from './edits.ts';
import { type Asked, askedIn, doneOn, isAsking, type Landed, leftAsked, notDone, wantedOf } from './intent.ts';
import type { RunsKnown } from './still-open.ts';
import { commitsFor } from './whose-commits.ts';

export interface Requests {
  readonly asked: readonly string[];
  /** The last of them, if nothing was committed for it since. */
  readonly wanted: string | undefined;
  /** The session in which the last was asked, whatever was committed. */
  readonly wantedIn: string | null;
  /** The session that was asked worked, ended, and left nothing open: it may be done all the same, since not everything is committed. */
  readonly isWantedOver: boolean;
  readonly leftAsked: readonly string[];
}

export interface RequestSources {
  /** Of sessions that are over, and of all. */
  readonly intents: readonly StepRecord[];
  readonly allIntents: readonly StepRecord[];
  readonly calls: readonly Call[];
  readonly commits: readonly Landed[];
  readonly onBranches: readonly Landed[];
  readonly ownNames: ReadonlySet<string>;
  /** What is not committed, what was put away, and where edits count. */
  readonly changed: readonly { readonly path: string }[];
  readonly stashes: readonly { readonly time: string }[];
  readonly worktree: string;
  readonly sessions: Pick<RunsKnown, 'hasEnded'>;
  readonly looksDone: readonly { readonly task: string }[];
  readonly board: Board | undefined;
}

const mostAsked = 5;
const mostLeft = 4;

export function requestsOf(sources: RequestSources): Requests {
  const { intents, allIntents, calls, commits, onBranches, ownNames, looksDone, board } = sources;
  const { changed, stashes, worktree, sessions } = sources;
  const asked = askedIn(intents);
  const open = new Set(changed.map(({ path }) => path));
  const isAwaySince = ({ time }: Pick<Asked, 'time'>): boolean =>
    stashes.some((stash) => stash.time.slice(0, 19) >= time.slice(0, 19));
  const left = ({ run, time }: Asked): { readonly edited: readonly string[]; readonly isOpen: boolean } => {
    const since = calls.filter((call) => call.run === run && call.time >= time);
    const edited = editsAmong(since, worktree).map(({ path }) => path);
    const isOpen = edited.length > 0 && (isAwaySince({ time }) || edited.some((path) => open.has(path)));
    return { edited, isOpen };
  };
  const isFor = commitsFor({ calls, asked: askedIn(allIntents), ownNames, left });
  const last = wantedOf(asked, [...commits, ...onBranches], isFor);
  const isOver = ({ run, time }: Asked): boolean =>
    typeof run === 'string' && sessions.hasEnded(run) && calls.some((call) => call.run === run && call.time >= time);
  return {
    asked: asked.slice(-mostAsked).map(({ text }) => text),
    wanted: last?.text,
    // A shell may have written what no edit on record names.
    isWantedOver: last !== undefined && isOver(last) && changed.length === 0 && !isAwaySince(last),
    wantedIn: asked.findLast(isAsking)?.run ?? null,
    leftAsked: notDone(leftAsked(asked, commits, onBranches, isFor), [...looksDone, ...doneOn(board)]).slice(-mostLeft),
  };
}
