// The files of a sealed change: what each should become, written only over what it was planned on, and taken back if need be.
import { DreamkeeperError } from '../errors/errors.ts';
import { ledgerPath, readLedger } from '../journal/journal.ts';
import type { FoundHome, Repository, Store, World } from '../world/world.ts';
import { appendedTo, hasNoneOf } from './appended.ts';
import type { Intent, PlannedFile } from './plan.ts';
import { readNow } from './read-now.ts';

/** Everything a change is carried out with. */
export interface Desk {
  readonly world: World;
  readonly home: FoundHome;
  readonly repository: Repository;
  readonly store: Store;
  /** What this process wrote, and over what: joined with somebody else's lines it is neither what was planned nor what was there before. */
  readonly written: Map<string, { readonly hash: string; readonly over: Uint8Array | undefined }>;
}

/** One file and what it should be, as it was found just now. */
export interface Target {
  readonly file: PlannedFile;
  readonly now: Uint8Array | undefined;
  readonly next: Exclude<Next, { kind: 'theirs' }>;
}

/** What every file should become; or the path of one that has to stay as somebody else wrote it. */
export async function targetsOf(desk: Desk, intent: Intent, isAgain: boolean): Promise<readonly Target[] | string> {
  const { world, home } = desk;
  const targets: Target[] = [];
  for (const file of intent.planned.files) {
    const now = readNow(world, home, file);
    const next = await nextContent(desk, intent, file, now, isAgain);
    if (next.kind === 'theirs') return file.path;
    targets.push({ file, now, next });
  }
  return targets;
}

/** The content a target has once it is written. */
export function contentOf({ now, next }: Target): Uint8Array | undefined {
  return next.kind === 'write' ? next.content : now;
}

/** Writes the files. False as soon as one of them is not as it was found any more: then all have to be looked at again. */
export function writeTargets(desk: Desk, intent: Intent, targets: readonly Target[]): boolean {
  for (const { file, now, next } of targets) {
    if (next.kind === 'write' && write(desk, intent, file.path, now, next.content) === 'changed') return false;
    desk.world.probe('applied');
  }
  return true;
}

/** Whether any of the change is on disk. */
export function isOnDisk({ world, home, written }: Desk, { planned }: Intent): boolean {
  return planned.files.some((file) => {
    const now = world.files.hash(readNow(world, home, file));
    return file.before !== file.after && (now === file.after || now === written.get(file.path)?.hash);
  });
}

/** Replaces, makes or removes a file, if nobody took this change over meanwhile. */
export function write(
  { world, home, store, written }: Desk,
  { planned }: Intent,
  path: string,
  now: Uint8Array | undefined,
  content: Uint8Array | undefined,
): 'written' | 'changed' {
  if (!store.isUnfinished(planned.id)) throw fenced();
  const options = { expect: world.files.hash(now), probe: world.probe };
  const isFirst = !written.has(path);
  if (isFirst) written.set(path, { hash: world.files.hash(content), over: now });
  const did =
    content === undefined
      ? world.files.remove(home.home, path, options)
      : world.files.write(home.home, path, content, options);
  if (isFirst && did === 'changed') written.delete(path);
  return did;
}

/** Somebody else holds what this process thought it held: it was stopped for long, and its locks were taken away from under it. */
export function fenced(): DreamkeeperError {
  return new DreamkeeperError('E_FENCED', 'another dk has taken over the work of this one', {
    hint: 'This one wrote nothing. Look at `dk status`, and run the command again if necessary.',
  });
}

type Next =
  | { readonly kind: 'as it is' }
  | { readonly kind: 'write'; readonly content: Uint8Array | undefined }
  | { readonly kind: 'theirs' };

async function nextContent(
  { world, repository, written }: Desk,
  intent: Intent,
  file: PlannedFile,
  now: Uint8Array | undefined,
  isAgain: boolean,
): Promise<Next> {
  if (file.isTheirs === true) return { kind: 'as it is' };
  const hash = world.files.hash(now);
  const after = intent.images.get(file.after);
  if (hash === file.after) return { kind: 'as it is' };
  if (hash === file.before) return { kind: 'write', content: after };
  // What this process has written is as it was planned; whoever goes on from there goes on from ours.
  if (!isAgain && written.get(file.path)?.hash === file.after) return { kind: 'as it is' };
  // Whoever planned it is still there, and plans it anew on what somebody else wrote: what lands is what was planned, to the byte.
  if (!isAgain) return { kind: 'theirs' };
  if (file.rule === 'yield') return { kind: 'as it is' };
  if (file.rule === 'refuse') return { kind: 'theirs' };
  if (file.rule === 'append') return appended(world, intent, file, now);
  const base = intent.images.get(file.before);
  // It was to go, and is gone: what lies there now is somebody's new one.
  if (after === undefined) return now !== undefined && hasNoneOf(base, now) ? { kind: 'as it is' } : { kind: 'theirs' };
  if (now === undefined || base === undefined) return { kind: 'theirs' };
  const merged = await world.git.merge(repository, { base, ours: now, theirs: after });
  return merged === undefined ? { kind: 'theirs' } : { kind: 'write', content: merged };
}

/** Our lines behind whatever stands there by now, unless they stand there. */
function appended(world: World, intent: Intent, file: PlannedFile, now: Uint8Array | undefined): Next {
  const content = appendedTo(intent, file, now);
  if (content === 'there') return { kind: 'as it is' };
  // A line of the ledger names the one it follows by its hash; where that is gone, it would be a break.
  if (file.before !== world.files.hash(undefined) && now === undefined) return { kind: 'theirs' };
  // Damaged since it was planned: it is planned anew, or waits until somebody has put it right.
  if (file.path === ledgerPath && readLedger(content).broken !== undefined) return { kind: 'theirs' };
  return { kind: 'write', content };
}
