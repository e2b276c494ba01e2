// One change to a home: the file on disk and the commit that say the same.
import { join } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine } from '../text/text.ts';
import type { CommitResult, FoundHome, HeadState, Repository, World } from '../world/world.ts';

/** An edit of one file, as a function of its bytes, so that it can be made on disk and in the last commit alike. */
export interface Change {
  readonly path: string;
  /** Gives the new bytes, or the same to change nothing; throws a DreamkeeperError if it does not fit this content. */
  edit(content: Uint8Array | undefined): Uint8Array;
  /** The commit's subject, with its tag (`board: …`). */
  readonly subject: string;
  /** More about it, if there is more to say. */
  readonly body?: string | undefined;
  readonly agent: string;
}

/** `commit` is undefined if the change is only on disk, because the last commit has no place for it yet; `note` says so in words. */
export type Changed =
  | { readonly kind: 'changed'; readonly commit: string | undefined; readonly note: string | undefined }
  | { readonly kind: 'unchanged'; readonly note: string | undefined };

/** Somebody else may be faster a few times in a row, but not forever: forty times with growing pauses are about four seconds. */
const attempts = 40;
/** A queue of forty agents is long; each takes a quarter of a second. */
const patience = 200;
const pauseAfter = (attempt: number): number => Math.min(10 * (attempt + 1), 120);

/**
 * Makes a change and commits it.
 *
 * Two versions of a file can exist: the one on disk, with edits nobody committed yet, and the one in the last commit. The edit is made on
 * both, each is written to its own place, and what others have not committed stays uncommitted. Where it does not fit the committed
 * version, it waits on disk for its owner's next commit.
 */
export async function makeChange(world: World, home: FoundHome, change: Change): Promise<Changed> {
  const repository = await world.git.open(home.repository, home.privateDir);
  const lock = await oneAtATime(world, home);
  try {
    await waitForLock(world, repository);
    refuseIfBusy(repository, await repository.head());
    return await writeAndCommit(world, home, repository, change);
  } finally {
    lock.release();
  }
}

/** Of our own processes, one changes a home at a time. Editors and gits of others know no such lock, and are looked out for below. */
async function oneAtATime(world: World, home: FoundHome): Promise<{ release(): void }> {
  world.files.makeFolder(home.privateDir);
  for (let attempt = 0; attempt < patience; attempt += 1) {
    const lock = world.locks.take(join(home.privateDir, 'lock.db'));
    if (lock !== undefined) return lock;
    await world.pause(pauseAfter(attempt));
  }
  throw new DreamkeeperError('E_REPO_LOCKED', 'another dk is changing this home, and does not come to an end', {
    hint: 'Nothing was changed. Try again in a moment.',
  });
}

async function writeAndCommit(world: World, home: FoundHome, repository: Repository, change: Change): Promise<Changed> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = world.files.read(home.home, change.path);
    const after = change.edit(before);
    // Read before anything is written: a repository whose objects are broken is found out in time.
    const committed = await inCommit(repository, await repository.head(), change.path);
    if (before !== undefined && world.files.hash(before) === world.files.hash(after)) {
      const isCommitted = world.files.hash(committed) === world.files.hash(before);
      return { kind: 'unchanged', note: isCommitted ? undefined : `${change.path} has edits that are not committed` };
    }
    const written = world.files.write(home.home, change.path, after, { expect: world.files.hash(before) });
    if (written === 'written') return commitChange(world, repository, change, before, after);
    await world.pause(pauseAfter(attempt));
  }
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', `${change.path} kept changing while it was being edited`, {
    hint: 'Nothing was changed by us. Try again when the other program is done.',
  });
}

async function commitChange(
  world: World,
  repository: Repository,
  change: Change,
  before: Uint8Array | undefined,
  after: Uint8Array,
): Promise<Changed> {
  if ((await repository.transformed([change.path])).length > 0) {
    return {
      kind: 'changed',
      commit: undefined,
      note: `git keeps ${change.path} in another form (a filter), so the change is in the file and left to your commit`,
    };
  }
  const id = changeId(world);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const base = await repository.head();
    const committed = await inCommit(repository, base, change.path);
    const isSame =
      committed === undefined || (before !== undefined && world.files.hash(committed) === world.files.hash(before));
    const content = isSame ? after : editOrNothing(change, committed);
    if (content === undefined) {
      return {
        kind: 'changed',
        commit: undefined,
        note: `this task is only in your unsaved edits of ${change.path}; the change is in the file, and goes in with your next commit`,
      };
    }
    const result = await world.git.commit(repository, {
      files: new Map([[change.path, content]]),
      message: [
        oneLine(change.subject, 72),
        ...(change.body === undefined ? [] : [oneLine(change.body, 500)]),
        `Dream-Id: ${id}`,
      ].join('\n\n'),
      author: { name: change.agent, email: `${change.agent}@dreamkeeper.local` },
      time: world.now(),
      base,
      onlyUnstaged: true,
    });
    if (result.kind === 'committed') return { kind: 'changed', commit: result.commit, note: undefined };
    if (result.kind === 'unchanged')
      return { kind: 'changed', commit: undefined, note: 'the last commit has it already' };
    if (result.kind === 'staged') {
      return {
        kind: 'changed',
        commit: undefined,
        note: `you have staged edits of ${change.path}; this one is in the file, and goes in when you stage and commit it`,
      };
    }
    if (result.kind === 'busy' || (result.kind === 'locked' && attempt === attempts - 1)) {
      return { kind: 'changed', commit: undefined, note: held(result, change.path) };
    }
    await world.pause(pauseAfter(attempt));
  }
  return {
    kind: 'changed',
    commit: undefined,
    note: `${change.path} is changed, but the branch kept moving; commit it yourself`,
  };
}

/** Another git holds the lock for the blink of an eye; whoever holds it longer is told about by `refuseIfBusy`. */
async function waitForLock(world: World, repository: Repository): Promise<void> {
  for (let attempt = 0; attempt < attempts && repository.indexLock() !== undefined; attempt += 1)
    await world.pause(pauseAfter(attempt));
}

function held(result: Extract<CommitResult, { kind: 'locked' | 'busy' }>, path: string): string {
  const reason = result.kind === 'locked' ? `${result.file} is held by another git` : `a ${result.what} is under way`;
  return `${path} is changed but not committed, because ${reason}; commit it yourself when that is over`;
}

async function inCommit(repository: Repository, base: HeadState, path: string): Promise<Uint8Array | undefined> {
  if (base.commit === undefined) return undefined;
  const entry = (await repository.entries(base.commit, [path])).get(path);
  return entry === undefined ? undefined : repository.readBlob(entry.blob);
}

function editOrNothing(change: Change, content: Uint8Array): Uint8Array | undefined {
  try {
    return change.edit(content);
  } catch (error) {
    // The committed version has no such task, for example. Anything else is a bug and must be seen.
    if (error instanceof DreamkeeperError) return undefined;
    throw error;
  }
}

/** Better to say so before anything is written than to leave half a change in the middle of somebody's merge. */
export function refuseIfBusy(repository: Repository, head: HeadState): void {
  const what = repository.underWay() ?? (head.ref === undefined ? 'detached HEAD' : undefined);
  if (what !== undefined) {
    throw new DreamkeeperError('E_REPO_BUSY', `the repository is in the middle of something (${what})`, {
      hint:
        what === 'detached HEAD'
          ? 'Nothing was changed. Switch to a branch first.'
          : `Nothing was changed. Finish or abort the ${what} first.`,
    });
  }
  const lock = repository.indexLock();
  if (lock !== undefined) {
    throw new DreamkeeperError('E_REPO_LOCKED', `another git is at work: ${lock} is there`, {
      hint: 'Nothing was changed. Try again in a moment; if no git is running, remove that file.',
    });
  }
}

/** `c-` and 10 characters of base 32: by this trailer our own commits are recognised, whatever their subject says. */
export function changeId(world: World): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const hex = world.random(10);
  return `c-${Array.from({ length: 10 }, (_, index) => letters[Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16) % 32]).join('')}`;
}
