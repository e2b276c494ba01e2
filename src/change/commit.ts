// The files of a change and the commit that has them, in one go under git's own lock.
import { printSafe } from '../text/text.ts';
import type { CommitResult, HeadState } from '../world/world.ts';
import { contentOf, type Desk, type Target, targetsOf, writeTargets } from './apply.ts';
import { commitOfChange } from './commit-of-change.ts';
import { attempts, pauseAfter } from './exclusive.ts';
import { inCommit } from './in-commit.ts';
import type { Intent } from './plan.ts';

/**
 * `landed`: on disk, and committed, or (with a note) left to the person's own commit. `theirs`: this file has to stay as somebody else wrote
 * it. `held`: the repository is in the middle of something.
 */
export type LandOutcome =
  | { readonly kind: 'landed'; readonly commit: string | undefined; readonly note: string | undefined }
  | { readonly kind: 'theirs'; readonly path: string }
  | {
      readonly kind: 'held';
      readonly code: 'E_REPO_BUSY' | 'E_REPO_LOCKED';
      readonly why: string;
      /** The commit is there, and what comes after it is not. */
      readonly isCommitted?: true;
    };

/**
 * Writes the files and commits them.
 *
 * Objects and the next index are made first; then git's lock on the index is taken, the files are written, the branch is moved, the index
 * is put in place. While the lock is held no stash, commit, checkout or reset of the person's can come between file and commit.
 */
export async function landFiles(desk: Desk, intent: Intent, isAgain: boolean): Promise<LandOutcome> {
  const { world, repository } = desk;
  const { planned } = intent;
  const left = new Map(planned.files.flatMap(({ path, left: why }) => (why === null ? [] : [[path, why] as const])));
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const isFirst = attempt === 0 && !isAgain;
    const base = isFirst ? plannedBase(intent) : await repository.head();
    const landed = isFirst ? undefined : await settledCommit(desk, intent, base.commit);
    if (landed !== undefined) return { kind: 'landed', commit: landed, note: undefined };
    const targets = await targetsOf(desk, intent, isAgain);
    if (typeof targets === 'string') return { kind: 'theirs', path: targets };
    const files = await contentsFor(desk, intent, targets, base, left, isAgain);
    if (typeof files === 'string') return { kind: 'theirs', path: files };
    const result =
      files.size === 0 ? ({ kind: 'unchanged' } as const) : await commit(desk, intent, targets, base, files);
    if (result.kind === 'committed') {
      bringBack(desk, targets);
      return { kind: 'landed', commit: result.commit, note: [...left.values()][0] };
    }
    if (result.kind === 'unchanged' && writeTargets(desk, intent, targets))
      return { kind: 'landed', commit: undefined, note: [...left.values()][0] ?? 'the last commit has it already' };
    if (result.kind === 'staged') {
      // The journal is committed whole or not at all; a board may wait in the file for its owner.
      if (planned.files.some(({ path, isHosts }) => isHosts && path === result.path))
        return { kind: 'held', code: 'E_REPO_BUSY', why: `you have staged another ${printSafe(result.path)}` };
      left.set(result.path, stagedNote(result.path));
    }
    if (result.kind === 'busy' || (result.kind === 'locked' && attempt >= attempts / 4)) return held(result);
    if (result.kind !== 'staged') await world.pause(pauseAfter(attempt));
  }
  return { kind: 'held', code: 'E_REPO_LOCKED', why: 'the branch or the files kept changing' };
}

/** A `git clean` asks nobody: a new file that it took before the commit knew it is put there again. */
function bringBack({ world, home }: Desk, targets: readonly Target[]): void {
  for (const { file, next } of targets) {
    if (next.kind !== 'write' || next.content === undefined) continue;
    if (world.files.read(home.home, file.path) !== undefined) continue;
    world.files.write(home.home, file.path, next.content, { expect: world.files.hash(undefined) });
  }
}

const otherwiseNote = (path: string): string =>
  `${path} is committed otherwise by now; the change is in the file, and goes in with your next commit`;
const stagedNote = (path: string): string =>
  `you have staged edits of ${path}; this one is in the file, and goes in when you stage and commit it`;

function commit(
  desk: Desk,
  intent: Intent,
  targets: readonly Target[],
  base: HeadState,
  files: ReadonlyMap<string, Uint8Array | undefined>,
): Promise<CommitResult> {
  const { world, home, repository } = desk;
  const { message, author, committer, time } = intent.planned;
  const theirs = new Set(targets.filter(({ file }) => file.isTheirs === true).map(({ file }) => file.path));
  return world.git.commit(repository, {
    files,
    theirs,
    message,
    author,
    committer,
    base,
    time: new Date(time),
    onlyUnstaged: true,
    probe: world.probe,
    // In somebody's own repository an index that is gone may be their wish; in ours it is an accident.
    remakesIndex: home.shape !== 'one',
    whileLocked: () => writeTargets(desk, intent, targets),
  });
}

/** The commit of this change, if an earlier process got that far; the person's index then follows, if it did not yet. */
export async function settledCommit(desk: Desk, intent: Intent, head: string | undefined): Promise<string | undefined> {
  const { world, repository } = desk;
  const landed = head === undefined ? undefined : await commitOfChange(desk, intent, head);
  if (landed === undefined) return undefined;
  await world.git.settle(
    repository,
    landed,
    intent.planned.files.map(({ path }) => path),
  );
  return landed;
}

function plannedBase({ planned: { base } }: Intent): HeadState {
  return { ref: base.ref ?? undefined, commit: base.commit ?? undefined };
}

/**
 * What to commit on this base. What does not fit there is left to its owner, and noted in `left`. While whoever planned it is there, a path
 * that is committed otherwise by now is named instead: it is planned anew.
 */
async function contentsFor(
  desk: Desk,
  intent: Intent,
  targets: readonly Target[],
  base: HeadState,
  left: Map<string, string>,
  isAgain: boolean,
): Promise<ReadonlyMap<string, Uint8Array | undefined> | string> {
  const shared = targets.filter(({ file }) => !file.isHosts && !left.has(file.path)).map(({ file }) => file.path);
  const isAsPlanned = (base.commit ?? null) === intent.planned.base.commit;
  const committed = isAsPlanned ? undefined : await inCommit(desk.repository, base, shared);
  const contents = new Map<string, Uint8Array | undefined>();
  for (const target of targets) {
    const { path } = target.file;
    if (left.has(path)) continue;
    // A file of ours alone is committed as it was planned; after a crash as it will be on disk, others' lines in it included.
    const isPlanned = !isAgain && target.file.isTheirs !== true;
    const content = isPlanned ? intent.images.get(target.file.after) : contentOf(target);
    // What somebody else took away just now is theirs to commit.
    if (target.file.isTheirs === true && content === undefined) continue;
    if (target.file.isHosts) contents.set(path, content);
    else if (!isAgain && isOtherwise(desk, target, committed)) return path;
    else {
      const next = await onCommitted(desk, intent, target, committed);
      if (next === undefined) left.set(path, otherwiseNote(path));
      else contents.set(path, next.content);
    }
  }
  return contents;
}

function isOtherwise(
  { world }: Desk,
  { file: { path, committed: planned } }: Target,
  committed: ReadonlyMap<string, Uint8Array> | undefined,
): boolean {
  if (committed === undefined) return false;
  const hash = world.files.hash(committed.get(path));
  return hash !== planned.before && hash !== planned.after;
}

/** The change made on what others have committed since it was planned; undefined if it touches the same lines. */
async function onCommitted(
  { world, repository }: Desk,
  intent: Intent,
  { file }: Target,
  committed: ReadonlyMap<string, Uint8Array> | undefined,
): Promise<{ readonly content: Uint8Array | undefined } | undefined> {
  const planned = intent.images.get(file.committed.after);
  const now = committed?.get(file.path);
  const hash = world.files.hash(now);
  if (committed === undefined || hash === file.committed.before || hash === file.committed.after)
    return { content: planned };
  const base = intent.images.get(file.committed.before);
  if (now === undefined || base === undefined || planned === undefined) return undefined;
  const merged = await world.git.merge(repository, { base, ours: now, theirs: planned });
  return merged === undefined ? undefined : { content: merged };
}

function held(result: Extract<CommitResult, { kind: 'locked' | 'busy' }>): LandOutcome {
  if (result.kind === 'locked')
    return { kind: 'held', code: 'E_REPO_LOCKED', why: `another git is at work: ${result.file} is there` };
  const why =
    result.what === 'missing index'
      ? "git's index is gone (`git reset` or `dk doctor --fix` makes a new one)"
      : `the repository is in the middle of something (${result.what})`;
  return { kind: 'held', code: 'E_REPO_BUSY', why };
}
