// One change to a home: the file on disk and the commit that say the same.
import { DreamkeeperError } from '../errors/errors.ts';
import type { FoundHome, HeadState, World } from '../world/world.ts';
import { type Desk, fenced } from './apply.ts';
import { carryOut } from './carry-out.ts';
import type { Change, ChangeCheck, Changed, FileEdit, RefusedChange } from './change-types.ts';
import { attempts, hasty, oneAtATime, patience, pauseAfter, refuseIfBusy, waitForLock } from './exclusive.ts';
import { finishAll } from './finish.ts';
import { folded } from './fold.ts';
import { type Intent, planChange } from './plan.ts';

export { asWritten } from './as-written.ts';
export type { Change, ChangeCheck, Changed, FileEdit, Refusal, RefusedChange, StagedFile } from './change-types.ts';
export { oneAtATime, patience, refuseIfBusy } from './exclusive.ts';
export { type Finished, finishChanges } from './finish.ts';
export { folded } from './fold.ts';
export { contentsThen, inCommit } from './in-commit.ts';
export { type KeptNote, keepNote } from './keep-note.ts';
export { type KnownLedger, knownLedger, rememberLedger, revertedLines, wholeLedger } from './known-ledger.ts';
export { cadenceMemo, ledgerAttributes, ledgerLine } from './ledger-line.ts';
export { type MadeHere, madeHere, rememberMade } from './made-here.ts';
export { type AllowedSecrets, heldBack, netOf } from './net.ts';
export { isDeliverable } from './outbox.ts';
export { type OwnCommits, ownCommits, ownInProject } from './own-commits.ts';
export { readUndos } from './undo-lines.ts';
export { withStore } from './with-store.ts';

/**
 * Makes a change: plan, seal, carry out.
 *
 * Before the seal nothing is written anywhere, and a process that dies leaves nothing. With the seal everything is decided, and whoever
 * comes next carries it out. A file that somebody else writes between the two is never overwritten: the change is planned anew on what
 * they wrote, or not made.
 */
export async function makeChange(world: World, home: FoundHome, change: Change): Promise<Changed> {
  const made = await makeCheckedChange(world, home, change, async () => []);
  if (made.kind === 'refused') throw new TypeError('nobody was asked, and it was refused');
  return made;
}

/** The same, with a last look between plan and seal: what is refused is not made, and nothing of it is anywhere. */
export async function makeCheckedChange(
  world: World,
  home: FoundHome,
  change: Change,
  check: ChangeCheck,
): Promise<Changed | RefusedChange> {
  const repository = change.repository ?? (await world.git.open(home.repository, home.privateDir));
  const lock = await oneAtATime(world, home, change.isHasty === true ? hasty : patience);
  try {
    world.probe('lock');
    const store = world.stores.open(home.privateDir);
    try {
      const earlier = await finishAll(world, home, repository, store);
      const head = await repository.head();
      await waitForLock(world, repository, head, change.isHasty === true ? hasty : attempts);
      refuseIfBusy(repository, head);
      if (earlier.waits !== undefined)
        throw new DreamkeeperError('E_REPO_BUSY', `an earlier change waits: ${earlier.waits.why}`, {
          hint: 'Nothing was changed. Dreamkeeper finishes the earlier change as soon as it can.',
        });
      return await planAndMake({ world, home, repository, store }, change, head, check);
    } finally {
      store.close();
    }
  } finally {
    lock.release();
  }
}

async function planAndMake(
  making: Omit<Desk, 'written'>,
  change: Change,
  at: HeadState,
  check: ChangeCheck,
): Promise<Changed | RefusedChange> {
  const { world, home, repository, store } = making;
  let head = at;
  const earlier: Earlier = { stays: new Set(), made: new Set() };
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const id = change.id ?? changeId(world);
    const after = store.lastSealed();
    const first = (await change.first?.(head)) ?? [];
    const files = folded([...first, ...change.files]).map((file) => unlessMade(making, file, earlier));
    const whole = { ...change, files };
    const intent = await planChange(world, home, repository, whole, head, id);
    const unchanged = nothingToDo(intent, whole);
    if (unchanged !== undefined) return unchanged;
    const refusals = await check(intent.staged);
    if (refusals.length > 0) return { kind: 'refused', refusals };
    world.probe('plan');
    const { planned, images } = intent;
    const outbox = change.outbox ?? [];
    const sealing = { id: planned.id, time: planned.time, body: JSON.stringify(planned), images, outbox, after };
    if (store.seal({ ...sealing, lease: change.lease }) === 'fenced') throw fenced();
    world.probe('sealed');
    const done = await carryOut({ ...making, written: new Map() }, intent, outbox, false);
    if (done.kind === 'done') return { kind: 'changed', id, commit: done.commit, note: done.note };
    if (done.kind === 'waits') return { kind: 'changed', id, commit: undefined, note: done.why };
    store.forget(id);
    for (const path of done.stays) earlier.stays.add(path);
    for (const file of planned.files)
      for (const hash of [file.after, file.committed.after]) earlier.made.add(`${hash} ${file.path}`);
    await world.pause(pauseAfter(attempt));
    head = await repository.head();
  }
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', 'a file kept changing while it was being edited', {
    hint: 'Dreamkeeper did not change it. Try again when the other program has finished.',
  });
}

/** What is left of plans that somebody overtook. */
interface Earlier {
  /** Files on disk in which it is made, and somebody goes on from there. */
  readonly stays: Set<string>;
  /** Contents with the change in them, as `hash path`: whoever was fast enough may have committed one. */
  readonly made: Set<string>;
}

/** The edit, but for versions of the file that have it already: made twice it would be another change. */
function unlessMade({ world, home }: Pick<Desk, 'world' | 'home'>, file: FileEdit, { stays, made }: Earlier): FileEdit {
  if (made.size === 0) return file;
  const isThere = stays.has(file.path);
  return {
    ...file,
    isOnDisk: isThere || file.isOnDisk === true,
    edit: (content) => {
      const hash = world.files.hash(content);
      const isMade = file.isHosts !== true && made.has(`${hash} ${file.path}`);
      return isMade || (isThere && hash === world.files.hash(world.files.read(home.home, file.path)))
        ? content
        : file.edit(content);
    },
  };
}

/** A file of ours alone may be as it should be on disk, and still not be committed; only what others write too is left as it is. */
function nothingToDo({ planned }: Intent, { files }: Change): Changed | undefined {
  const onDisk = new Set(files.flatMap(({ path, isOnDisk }) => (isOnDisk === true ? [path] : [])));
  const isMissing = planned.files.some(
    ({ path, committed, left }) => onDisk.has(path) && left === null && committed.before !== committed.after,
  );
  if (isMissing || !planned.files.every(({ before, after, isHosts }) => before === after && !isHosts)) return undefined;
  const left = planned.files.find(({ before, committed }) => committed.before !== before);
  return { kind: 'unchanged', note: left === undefined ? undefined : `${left.path} has edits that are not committed` };
}

/**
 * `c-` and 10 characters of base 32: the name of a change in its commit's trailer, in the ledger, and in what this machine remembers of it.
 * `a-` is for the agent's work: committed by us, and news for whoever looks what was done.
 */
export function changeId(
  world: World,
  letter: 'a' | 'c' | 'f' | 'i' | 'k' | 'n' | 'o' | 'p' | 'r' | 'u' | 'v' | 'w' = 'c',
): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const hex = world.random(10);
  return `${letter}-${Array.from({ length: 10 }, (_, index) => letters[Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16) % 32]).join('')}`;
}
