// Everything a keeper has to say, as one union: people read it as lines, programs as JSON, tests as it is.
import type { CadenceProblem } from '../lifecycle/lifecycle.ts';
import type { RunOutcome } from '../work/work.ts';

/** What happened in one home. */
export type HomeHappening =
  /** Another keeper has this home; it is looked at again. */
  | { readonly event: 'waiting'; readonly who: string; readonly since: string }
  /** A tick that does something begins. */
  | { readonly event: 'tick'; readonly state: string | null; readonly hits: number }
  /** It is not time, or not to be: nothing is done. */
  | { readonly event: 'gated'; readonly state: string | null; readonly why: string }
  /** Another process is in the middle of a tick here. */
  | { readonly event: 'held'; readonly who: string }
  | { readonly event: 'run-started'; readonly state: string | null; readonly kind: string; readonly runner: string }
  | {
      readonly event: 'run-ended';
      readonly run: string;
      readonly state: string | null;
      readonly outcome: RunOutcome | 'stopped';
      readonly message: string;
      readonly task: string | null;
    }
  | {
      readonly event: 'night';
      readonly id: string;
      readonly outcome: string;
      readonly reason: string;
      readonly message: string;
    }
  | { readonly event: 'daydream'; readonly outcome: 'written' | 'failed' }
  /** `isKept`: the last good one goes on. */
  | { readonly event: 'lifecycle-broken'; readonly problems: readonly CadenceProblem[]; readonly isKept: boolean }
  /** Something that its owner should know, said once. */
  | { readonly event: 'notice'; readonly message: string }
  /** Something that is not the business of a run or a night; it is tried again. */
  | { readonly event: 'failed'; readonly message: string }
  | { readonly event: 'next'; readonly due: string; readonly state: string | null; readonly hits: number };

/** What happened to the keeper itself. */
export type OwnHappening =
  | { readonly event: 'started'; readonly who: string; readonly homes: number }
  | { readonly event: 'stopping'; readonly running: number }
  | { readonly event: 'stopped' };

export type KeeperEvent = { readonly time: string } & (
  | OwnHappening
  | ({ readonly home: string; readonly agent: string } & HomeHappening)
);

/** Told by whoever does one tick; where and when is added by whoever listens. */
export type Tell = (happening: HomeHappening) => void;
