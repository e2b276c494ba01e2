// What a change is, before anybody makes it.
import type { HeadState, LeaseRef, OutboxItem, Repository } from '../world/world.ts';
import type { AllowedSecrets } from './net.ts';

/**
 * What happens to a file that somebody else wrote after the change was planned. `merge`: both, if they touch different lines. `append`: our
 * lines behind theirs. `yield`: theirs stays, ours can be made anew. `refuse`: theirs stays, and the change is not made.
 */
export type FileRule = 'merge' | 'append' | 'yield' | 'refuse';

/**
 * How what a change did to a file is taken back. `entry`: the dream goes if it is still as it was written. `moves`: by the moves that the ledger
 * tells of. `reverse`: exactly what was written there, and nothing that came later. `never`: it is a record of what was, or not ours.
 */
export type HowUndone = 'entry' | 'moves' | 'reverse' | 'never';

/** An edit of one file, as a function of its bytes, so that it can be made on disk and in the last commit alike. */
export interface FileEdit {
  readonly path: string;
  /** Gives the new bytes, the same to change nothing, or undefined to remove it; throws a DreamkeeperError if it does not fit this content. */
  edit(content: Uint8Array | undefined): Uint8Array | undefined | Promise<Uint8Array | undefined>;
  /** A file only the host writes: what is on disk is committed whole, also what a killed process left uncommitted. */
  readonly isHosts?: boolean;
  /** Somebody else's, of any name that git can hold: it is committed as it lies there, and never written. Together with `isHosts`. */
  readonly isTheirs?: boolean;
  /** It was made on disk before; what is missing is its commit. */
  readonly isOnDisk?: boolean;
  /** `merge` for what others write too, `yield` for a file of the host. */
  readonly rule?: FileRule;
  /** Kept in the commit, so that every clone knows. `reverse` for what others write too, `never` for a file of the host. */
  readonly undo?: HowUndone;
}

/** Edits of one or several files that belong together: one commit, or none. */
export interface Change extends AllowedSecrets {
  readonly files: readonly FileEdit[];
  /** Edits that go before them, chosen under the lock, when it is known where the branch ends. */
  first?(head: HeadState): Promise<readonly FileEdit[]>;
  /** The commit's subject, with its tag (`board: …`). */
  readonly subject: string;
  /** More about it, if there is more to say. */
  readonly body?: string | undefined;
  /** Lines below it, one each. */
  readonly list?: readonly string[] | undefined;
  readonly agent: string;
  /** Made by a sleep, and not by the agent. */
  readonly isAsleep?: boolean;
  /** The name of this change in the commit's trailer; a fresh one if it has none. */
  readonly id?: string;
  /** Whoever waits for this has no time: gives up after a few tries instead of seconds. */
  readonly isHasty?: boolean;
  /** The home's repository, if it is open already. */
  readonly repository?: Repository;
  /** The dream before this one. */
  readonly previous?: string | undefined;
  /** What is to be done once it has landed. */
  readonly outbox?: readonly OutboxItem[];
  /** The lease it is made under. */
  readonly lease?: LeaseRef | undefined;
}

/** One file of a plan, as it is on disk and as it will be: exactly these bytes land, or none. */
export interface StagedFile {
  readonly path: string;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
  /** The same in the last commit and in the next one; undefined if nothing of it is committed. */
  readonly committed: { readonly before: Uint8Array | undefined; readonly after: Uint8Array | undefined } | undefined;
}

/** Why a plan may not land, and whose part of it. */
export interface Refusal {
  readonly by: string;
  readonly why: string;
  /** The name of the check that says so, if it has one. */
  readonly check?: string | undefined;
  /** Only this operation of it is meant, by its name; without it all that it does. */
  readonly operation?: string | undefined;
}

/** Looks at the very bytes that would land, before anything is decided. */
export type ChangeCheck = (staged: readonly StagedFile[]) => Promise<readonly Refusal[]>;

export interface RefusedChange {
  readonly kind: 'refused';
  readonly refusals: readonly Refusal[];
}

/** `commit` is undefined if the change is only on disk, because the last commit has no place for it yet; `note` says so in words. */
export type Changed =
  | {
      readonly kind: 'changed';
      readonly id: string;
      readonly commit: string | undefined;
      readonly note: string | undefined;
    }
  | { readonly kind: 'unchanged'; readonly note: string | undefined };
