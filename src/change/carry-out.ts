// A sealed change carried out: apply and commit, outbox, done. Whoever finds one that is not done runs this, and nothing else.

import { DreamkeeperError, requireOurs } from '../errors/errors.ts';
import { ledgerPath } from '../journal/journal.ts';
import type { OutboxItem } from '../world/world.ts';
import { type Desk, isOnDisk } from './apply.ts';
import { type LandOutcome, landFiles, settledCommit } from './commit.ts';
import { commitOfChange } from './commit-of-change.ts';
import { followLedger } from './known-ledger.ts';
import { rememberMade } from './made-here.ts';
import { deliver, isDeliverable } from './outbox.ts';
import type { Intent } from './plan.ts';
import { takeBack } from './take-back.ts';

/**
 * What came of it. `overtaken` means that nothing of it is left anywhere, and it may be planned anew; only in the files of `stays` somebody
 * went on writing on top of ours, so that it could not be taken out, and is there to stay.
 */
export type CarriedOut =
  | { readonly kind: 'done'; readonly commit: string | undefined; readonly note: string | undefined }
  | { readonly kind: 'waits'; readonly why: string }
  | { readonly kind: 'overtaken'; readonly path: string; readonly stays: readonly string[] };

/**
 * An intent is `sealed` until it is finished, and there is no state in between: how far an earlier process came is read off the files and
 * the branch. A file with the content it should have is not written again; a commit that holds this change is not made again; an item of
 * the outbox that was delivered is gone. So this function may be killed at any line and run again by anybody.
 *
 * From `sealed` it goes to `done` (everything is where it should be, or left to the person's own commit), to `dropped` (somebody else wrote
 * one of the files, and everything is as if the change had never been), or, if even that is impossible, to `parked` for a person to look
 * at. While the repository is busy it stays `sealed`.
 */
export async function carryOut(
  desk: Desk,
  intent: Intent,
  outbox: readonly OutboxItem[],
  isAgain: boolean,
): Promise<CarriedOut> {
  const { world, repository } = desk;
  const earlier = isAgain ? await commitOnEitherBranch(desk, intent, intent.planned.base.ref) : undefined;
  if (earlier === undefined) {
    const busy = isAgain ? repository.underWay() : undefined;
    if (busy !== undefined) return { kind: 'waits', why: `a ${busy} is under way` };
    // Made for another branch than the one we are on now: it is not for this one, so it is as if it had never been.
    const { ref } = isAgain ? await repository.head() : { ref: undefined };
    if (isAgain && ref !== undefined && ref !== intent.planned.base.ref) {
      const by = `the branch (${ref} by now)`;
      const left = await takeBack(desk, intent, true);
      if (left.length > 0) throw halfMade(desk, intent, by, left);
      return dropped(desk, intent, by, []);
    }
  }
  const landed =
    earlier === undefined
      ? await unlessDone(desk, intent, await landOrTakeBack(desk, intent, isAgain))
      : ({ kind: 'landed', commit: earlier, note: undefined } as const);
  if (landed.kind === 'theirs') {
    const stays = await takeBack(desk, intent, isAgain);
    // A dead one's change cannot be planned anew.
    if (isAgain && stays.length > 0) throw halfMade(desk, intent, landed.path, stays);
    return dropped(desk, intent, landed.path, stays);
  }
  if (landed.kind === 'held') {
    // Whoever is still there to be told is told, and nothing has happened; a dead one's change waits, and so does one that has landed.
    if (isAgain || landed.isCommitted === true || isOnDisk(desk, intent)) return { kind: 'waits', why: landed.why };
    desk.store.finish(intent.planned.id, 'dropped', landed.why);
    throw new DreamkeeperError(landed.code, landed.why, {
      hint:
        landed.code === 'E_REPO_LOCKED'
          ? 'Nothing was changed. Try again when that is over; if no git is running, remove the lock file.'
          : 'Nothing was changed. Finish, commit or unstage that first; `dk doctor` says more.',
    });
  }
  world.probe('committed');
  return { kind: 'done', commit: landed.commit, note: wrapUp(desk, intent, outbox, landed.commit, landed.note) };
}

/** A file is not as it was planned on: perhaps because somebody else of us has carried this very change out while we were stopped. */
async function unlessDone(desk: Desk, intent: Intent, landed: LandOutcome): Promise<LandOutcome> {
  if (landed.kind !== 'theirs') return landed;
  const commit = await commitOnEitherBranch(desk, intent, intent.planned.base.ref);
  return commit === undefined ? landed : { kind: 'landed', commit, note: undefined };
}

/** A full disk, a file that may not be written, a git that fails: better none of it than a half that waits for room. */
async function landOrTakeBack(desk: Desk, intent: Intent, isAgain: boolean): Promise<LandOutcome> {
  const { store, repository } = desk;
  const { id, base } = intent.planned;
  try {
    // Known before the first byte of it is: what lies on disk when this is killed is not taken for somebody else's.
    const line = lineIn(intent);
    if (line !== undefined) rememberMade(desk.world, desk.home, { id, line }, false);
    return await landFiles(desk, intent, isAgain);
  } catch (error) {
    // Unless it has landed: then what failed came after, and is for the next of us.
    if (await hasLanded(desk, intent))
      return { kind: 'held', code: 'E_REPO_BUSY', why: reasonOf(error), isCommitted: true };
    // A dead one's change only goes forward: whoever made it is not there to make it again.
    if (isAgain) throw error;
    if (!store.isUnfinished(id) || (await repository.head()).commit !== (base.commit ?? undefined)) throw error;
    if ((await takeBack(desk, intent, isAgain)).length === 0) store.finish(id, 'dropped', reasonOf(error));
    throw error;
  }
}

async function hasLanded(desk: Desk, intent: Intent): Promise<boolean> {
  const { commit } = await desk.repository.head();
  return commit !== undefined && (await commitOfChange(desk, intent, commit)) !== undefined;
}

/** The hash of the line of the ledger that speaks of this change, if it brings one. */
function lineIn(intent: Intent): string | undefined {
  const { id, files } = intent.planned;
  const ledger = files.find(({ path }) => path === ledgerPath);
  const text = Buffer.from((ledger && intent.images.get(ledger.after)) ?? []).toString('utf8');
  const line = text.split('\n').findLast((each) => each.includes(`"id":"${id}"`));
  return line === undefined ? undefined : /"hash":"([0-9a-f]{64})"\}\r?$/u.exec(line)?.[1];
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown');

function dropped({ store }: Desk, { planned }: Intent, path: string, stays: readonly string[]): CarriedOut {
  store.finish(planned.id, 'dropped', `${path} was written by somebody else`);
  return { kind: 'overtaken', path, stays };
}

function halfMade({ store }: Desk, { planned }: Intent, path: string, left: readonly string[]): DreamkeeperError {
  const why = `${path} was written by somebody else, and ${left.join(', ')} could not be put back`;
  store.finish(planned.id, 'parked', why);
  return new DreamkeeperError('E_CONFLICT', `the change ${planned.id} is half made: ${why}`, {
    hint: 'Nothing of theirs was overwritten. Compare with `git diff` in the home, then run `dk doctor`.',
  });
}

/** The outbox, and the end. It has landed: whatever fails now is done by the next of us, and is no failure of the change. */
function wrapUp(
  desk: Desk,
  intent: Intent,
  outbox: readonly OutboxItem[],
  commit: string | undefined,
  note: string | undefined,
): string | undefined {
  const { world, home, store } = desk;
  const { planned } = intent;
  try {
    const line = lineIn(intent);
    const made = { id: planned.id, ...(line === undefined ? {} : { line }), commit: commit ?? null };
    // Before it is done, which is durable at once.
    rememberMade(world, home, made, true);
    for (const item of outbox.filter(isDeliverable)) deliver(desk, store, item, commit);
    world.probe('outbox');
    followLedger(world, home, planned);
    store.finish(planned.id, 'done', note ?? '');
    world.probe('done');
    return note;
  } catch (error) {
    return note ?? `the change is made; the next dk finishes what is left (${requireOurs(error).message})`;
  }
}

/** On the branch we are on, or on the one it was made for: a change that landed is not made again because somebody switched. */
async function commitOnEitherBranch(desk: Desk, intent: Intent, ref: string | null): Promise<string | undefined> {
  const head = await desk.repository.head();
  const here = await settledCommit(desk, intent, head.commit);
  if (here !== undefined || ref === null || head.ref === ref) return here;
  const tip = await desk.repository.tip(ref);
  if (tip === undefined) return undefined;
  return commitOfChange(desk, intent, tip);
}
