// What is still to be done of what was asked for, and in which session it was asked.
import type { Board } from '../board/board.ts';
import type { Call, StepRecord } from '../steps/steps.ts';
import { askedIn, doneOn, type Landed, leftAsked, notDone, wantedOf } from './intent.ts';
import { commitsFor } from './whose-commits.ts';

export interface Requests {
  readonly asked: readonly string[];
  /** The last of them, if nothing was committed for it since, and the session it was asked in. */
  readonly wanted: string | undefined;
  readonly wantedIn: string | null;
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
  readonly looksDone: readonly { readonly task: string }[];
  readonly board: Board | undefined;
}

const mostAsked = 5;
const mostLeft = 4;

export function requestsOf(sources: RequestSources): Requests {
  const { intents, allIntents, calls, commits, onBranches, ownNames, looksDone, board } = sources;
  const asked = askedIn(intents);
  const isFor = commitsFor({ calls, asked: askedIn(allIntents), ownNames });
  const last = wantedOf(asked, [...commits, ...onBranches], isFor);
  return {
    asked: asked.slice(-mostAsked).map(({ text }) => text),
    wanted: last?.text,
    wantedIn: last?.run ?? null,
    leftAsked: notDone(leftAsked(asked, commits, onBranches, isFor), [...looksDone, ...doneOn(board)]).slice(-mostLeft),
  };
}
