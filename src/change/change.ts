// One change to a home: the file on disk and the commit that say the same.
import { join } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine } from '../text/text.ts';
import type { CommitResult, FoundHome, HeadState, Repository, World } from '../world/world.ts';

/** An edit of one file, as a function of its bytes, so that it can be made on disk and in the last commit alike. */
export interface FileEdit {
  readonly path: string;
  /** Gives the new bytes, or the same to change nothing; throws a DreamkeeperError if it does not fit this content. */
  edit(content: Uint8Array | undefined): Uint8Array;
  /** A file only the host writes: what is on disk is committed whole, also what a killed process left uncommitted. */
  readonly isHosts?: boolean;
}

/** Edits of one or several files that belong together: one commit, or none. */
export interface Change {
  readonly files: readonly FileEdit[];
  /** The commit's subject, with its tag (`board: …`). */
  readonly subject: string;
  /** More about it, if there is more to say. */
  readonly body?: string | undefined;
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
}

/** `commit` is undefined if the change is only on disk, because the last commit has no place for it yet; `note` says so in words. */
export type Changed =
  | { readonly kind: 'changed'; readonly commit: string | undefined; readonly note: string | undefined }
  | { readonly kind: 'unchanged'; readonly note: string | undefined };

/** Somebody else may be faster a few times in a row, but not forever: forty times with growing pauses are about four seconds. */
const attempts = 40;
/** A queue of forty agents is long; each takes a quarter of a second. */
const patience = 200;
const hasty = 8;
const pauseAfter = (attempt: number): number => Math.min(10 * (attempt + 1), 120);

/**
 * Makes a change and commits it.
 *
 * Two versions of a file can exist: the one on disk, with edits nobody committed yet, and the one in the last commit. The edit is made on
 * both, each is written to its own place, and what others have not committed stays uncommitted. Where it does not fit the committed
 * version, it waits on disk for its owner's next commit.
 */
export async function makeChange(world: World, home: FoundHome, change: Change): Promise<Changed> {
  const repository = change.repository ?? (await world.git.open(home.repository, home.privateDir));
  const lock = await oneAtATime(world, home, change.isHasty === true ? hasty : patience);
  try {
    await waitForLock(world, repository, change.isHasty === true ? hasty : attempts);
    const head = await repository.head();
    refuseIfBusy(repository, head);
    return await writeAndCommit(world, home, repository, change, head);
  } finally {
    lock.release();
  }
}

/** Of our own processes, one changes a home at a time. Editors and gits of others know no such lock, and are looked out for below. */
async function oneAtATime(world: World, home: FoundHome, tries: number): Promise<{ release(): void }> {
  world.files.makeFolder(home.privateDir);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const lock = world.locks.take(join(home.privateDir, 'lock.db'));
    if (lock !== undefined) return lock;
    await world.pause(pauseAfter(attempt));
  }
  throw new DreamkeeperError('E_REPO_LOCKED', 'another dk is changing this home, and does not come to an end', {
    hint: 'Nothing was changed. Try again in a moment.',
  });
}

/** One file as it was and as it is now. */
interface Written {
  readonly file: FileEdit;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
}

async function writeAndCommit(
  world: World,
  home: FoundHome,
  repository: Repository,
  change: Change,
  head: HeadState,
): Promise<Changed> {
  // Read before anything is written: a repository whose objects are broken is found out in time.
  const shared = change.files.filter(({ isHosts }) => isHosts !== true).map(({ path }) => path);
  const committed = await inCommit(repository, head, shared);
  // Edits that do not fit are found out before the first of them is written, too.
  for (const { path, edit } of change.files) edit(world.files.read(home.home, path));
  const written: Written[] = [];
  for (const file of change.files) written.push(await writeFile(world, home, file));
  const isSame = ({ before, after }: Written): boolean =>
    before !== undefined && world.files.hash(before) === world.files.hash(after);
  // A file of ours alone may be as it should be on disk, and still not be committed.
  if (written.every((each) => isSame(each) && each.file.isHosts !== true)) {
    const left = written.find(
      ({ file, before }) => world.files.hash(committed.get(file.path)) !== world.files.hash(before),
    );
    return {
      kind: 'unchanged',
      note: left === undefined ? undefined : `${left.file.path} has edits that are not committed`,
    };
  }
  return commitChange(world, repository, change, written, head);
}

async function writeFile(world: World, home: FoundHome, file: FileEdit): Promise<Written> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = world.files.read(home.home, file.path);
    const after = file.edit(before);
    if (before !== undefined && world.files.hash(before) === world.files.hash(after)) return { file, before, after };
    const outcome = world.files.write(home.home, file.path, after, { expect: world.files.hash(before) });
    if (outcome === 'written') return { file, before, after };
    await world.pause(pauseAfter(attempt));
  }
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', `${file.path} kept changing while it was being edited`, {
    hint: 'It was not changed by us. Try again when the other program is done.',
  });
}

async function commitChange(
  world: World,
  repository: Repository,
  change: Change,
  written: readonly Written[],
  head: HeadState,
): Promise<Changed> {
  const paths = written.map(({ file }) => file.path);
  const onDisk = (note: string): Changed => ({ kind: 'changed', commit: undefined, note });
  const [transformed] = await repository.transformed(paths);
  if (transformed !== undefined)
    return onDisk(
      `git keeps ${transformed} in another form (a filter), so the change is in the file and left to your commit`,
    );
  const id = change.id ?? changeId(world);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const base = attempt === 0 ? head : await repository.head();
    const shared = written.filter(({ file }) => file.isHosts !== true).map(({ file }) => file.path);
    const committed = await inCommit(repository, base, shared);
    const files = new Map(
      written.map((each) => [each.file.path, contentFor(world, each, committed.get(each.file.path))]),
    );
    const unfitting = [...files].find(([, content]) => content === undefined)?.[0];
    if (unfitting !== undefined)
      return onDisk(
        `this task is only in your unsaved edits of ${unfitting}; the change is in the file, and goes in with your next commit`,
      );
    const result = await world.git.commit(repository, {
      files,
      message: messageOf(change, id),
      author: {
        name: change.isAsleep === true ? `${change.agent} (asleep)` : change.agent,
        email: `${change.agent}@dreamkeeper.local`,
      },
      time: world.now(),
      base,
      onlyUnstaged: true,
    });
    if (result.kind === 'committed') return { kind: 'changed', commit: result.commit, note: undefined };
    if (result.kind === 'unchanged') return onDisk('the last commit has it already');
    if (result.kind === 'staged')
      return onDisk(
        `you have staged edits of ${result.path}; this one is in the file, and goes in when you stage and commit it`,
      );
    if (result.kind === 'busy' || (result.kind === 'locked' && attempt === attempts - 1))
      return onDisk(held(result, paths.join(', ')));
    await world.pause(pauseAfter(attempt));
  }
  return onDisk(`${paths.join(', ')} changed, but the branch kept moving; commit it yourself`);
}

/** What to commit for a file: the edit made on what was committed, or, where that is the same or the file is ours alone, what is on disk. */
function contentFor(
  world: World,
  { file, before, after }: Written,
  committed: Uint8Array | undefined,
): Uint8Array | undefined {
  const isSame =
    committed === undefined || (before !== undefined && world.files.hash(committed) === world.files.hash(before));
  return isSame || file.isHosts === true ? after : editOrNothing(file, committed);
}

function messageOf({ subject, body, previous }: Change, id: string): string {
  return [
    oneLine(subject, 72),
    ...(body === undefined ? [] : [oneLine(body, 500)]),
    [`Dream-Id: ${id}`, ...(previous === undefined ? [] : [`Dream-Prev: ${previous}`])].join('\n'),
  ].join('\n\n');
}

/** Another git holds the lock for the blink of an eye; whoever holds it longer is told about by `refuseIfBusy`. */
async function waitForLock(world: World, repository: Repository, tries: number): Promise<void> {
  for (let attempt = 0; attempt < tries && repository.indexLock() !== undefined; attempt += 1)
    await world.pause(pauseAfter(attempt));
}

function held(result: Extract<CommitResult, { kind: 'locked' | 'busy' }>, path: string): string {
  const reason = result.kind === 'locked' ? `${result.file} is held by another git` : `a ${result.what} is under way`;
  return `${path} is changed but not committed, because ${reason}; commit it yourself when that is over`;
}

async function inCommit(
  repository: Repository,
  base: HeadState,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (base.commit === undefined || paths.length === 0) return new Map();
  const entries = await repository.entries(base.commit, paths);
  const read = [...entries].map(async ([path, { blob }]) => [path, await repository.readBlob(blob)] as const);
  return new Map(await Promise.all(read));
}

function editOrNothing(file: FileEdit, content: Uint8Array): Uint8Array | undefined {
  try {
    return file.edit(content);
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
export function changeId(world: World, letter: 'c' | 'n' | 'w' = 'c'): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const hex = world.random(10);
  return `${letter}-${Array.from({ length: 10 }, (_, index) => letters[Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16) % 32]).join('')}`;
}
