// A change taken back, or put back again: a commit of its own, byte for byte, and never over what came later.

import { boardPath } from '../board/board.ts';
import {
  type AllowedSecrets,
  type Changed,
  changeId,
  contentsThen,
  type FileEdit,
  ledgerAttributes,
  ledgerLine,
  makeChange,
} from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { journalGaps } from '../facts/facts.ts';
import {
  type DreamLine,
  isDream,
  isUndone,
  lastUndoOf,
  manifestPath,
  printManifest,
  readLedger,
  requireWhole,
  type UndoLine,
  type WakeLine,
  wakesFor,
} from '../journal/journal.ts';
import { makeManifest, readReceipts } from '../night/night.ts';
import { oneLine, printSafe } from '../text/text.ts';
import type { FoundHome, ShownCommit, World } from '../world/world.ts';
import { type Archive, claimantsOf, commitOf, findChange, openArchive } from './changes.ts';
import { pathsToReverse } from './paths-to-reverse.ts';
import { type Reversal, reverse, reverseMoves, whoTouched } from './reversal.ts';
import { refuseIfAnyStays, refuseIfStillThere } from './stays.ts';

export interface UndoRequest extends AllowedSecrets {
  readonly wanted: string;
  /** Puts it back instead. */
  readonly isRedo?: boolean;
  readonly isDry?: boolean;
  readonly agent: string;
  /** How many dreams the manifest names. */
  readonly keep: number;
}

export interface Undone {
  readonly of: string;
  readonly undid: readonly string[];
  /** What was, or would be, changed, in words. */
  readonly what: readonly string[];
  /** What each part was, by the subject of its commit. */
  readonly subjects: readonly string[];
  readonly result: 'undone' | 'redone' | 'nothing to do' | 'dry run';
  readonly changed: Changed | undefined;
}

/**
 * Takes a change back. A night goes with the wake that carried its verdicts out; a wake, or a change of the board, goes alone.
 *
 * What is taken back is exactly what the change did: lines others wrote since stay where they are. If a later change touched the same lines,
 * or a file of it is one that we do not know how to put back, nothing is done, and it is named. The ledger is not taken back: it gets a line that says so, and by that line neither the night nor its
 * moves come back by themselves.
 */
export async function undoChange(world: World, home: FoundHome, request: UndoRequest): Promise<Undone> {
  const archive = await openArchive(world, home);
  requireWhole(archive.ledger);
  const found = await findChange(archive, request.wanted, request.isRedo);
  const given = archive.ledger.lines.find((line) => line.id === found.id);
  // To take back an undo is to put back what it took.
  const isRedo = given?.kind === 'undo' ? !given.redo : request.isRedo === true;
  const of = given?.kind === 'undo' ? given.of : found.id;
  const undid = partsOf(archive, of, isRedo);
  if (undid.length === 0) {
    // An earlier version may have said so of what is still there.
    const commit = isRedo ? undefined : await commitOf(archive, of);
    if (commit !== undefined) await refuseIfStillThere(archive, of, commit, pathsToReverse(commit, of));
    return { of, undid, what: [], subjects: [], result: 'nothing to do', changed: undefined };
  }
  for (const id of undid) refuseIfTouched(archive, id, undid);
  const parts: Part[] = [];
  // Two clones may each have carried the same verdicts out: their moves are taken back once, with the first of them.
  const wakes = archive.ledger.lines.filter((line) => line.kind === 'wake').filter(({ id }) => undid.includes(id));
  for (const id of undid) parts.push(await partOf(archive, id, isRedo, id === wakes[0]?.id ? wakes : undefined));
  // What others write too comes first: if one of them does so meanwhile, nothing has to be taken back.
  const all = parts.flatMap(({ files }) => files);
  const edits = [...all.filter(({ rule }) => rule === 'merge'), ...all.filter(({ rule }) => rule !== 'merge')];
  const what = parts.flatMap((part) => part.what);
  const subjects = parts.map(({ subject }) => printSafe(oneLine(subject, 72)));
  // Everything is tried before anything is written, on disk as it is now.
  for (const { path, edit } of edits) await edit(world.files.read(home.home, path));
  if (request.isDry === true) return { of, undid, what, subjects, result: 'dry run', changed: undefined };
  const id = changeId(world, 'u');
  const changed = await makeChange(world, home, {
    files: [...edits, ...(await records(archive, { id, of, undid, redo: isRedo }, parts, request))],
    subject: `undo: ${isRedo ? 'put back ' : ''}${parts[0]?.subject ?? of}`,
    body: `${isRedo ? 'Puts back' : 'Takes back'} ${undid.join(' and ')}.`,
    agent: request.agent,
    id,
    repository: archive.repository,
    secrets: request.secrets,
  });
  return { of, undid, what, subjects, result: isRedo ? 'redone' : 'undone', changed };
}

/** Which changes go together; none if there is nothing to do. */
function partsOf({ ledger }: Archive, of: string, isRedo: boolean): string[] {
  const last = lastUndoOf(ledger, of);
  if (isRedo) return last?.redo === false ? (last.of === of ? [...last.undid] : [of]) : [];
  if (isUndone(ledger, of)) return [];
  const wakes = of.startsWith('n-') ? wakesFor(ledger, of) : [];
  const moving = wakes.filter(
    ({ id, verdicts }) => verdicts.some(({ result }) => result === 'applied') && !isUndone(ledger, id),
  );
  return [of, ...moving.map(({ id }) => id)];
}

/** A later wake that moved the same task has the last word on it, even if the task stands again where this one put it. */
function refuseIfTouched({ ledger }: Archive, id: string, undid: readonly string[]): void {
  const at = ledger.lines.findIndex((line) => line.id === id);
  const wake = ledger.lines[at];
  if (wake?.kind !== 'wake') return;
  const movedBy = ({ verdicts }: WakeLine): string[] =>
    verdicts.flatMap(({ result, task }) => (result === 'applied' && task !== null ? [task] : []));
  const mine = movedBy(wake);
  for (const later of ledger.lines.slice(at + 1)) {
    if (later.kind !== 'wake' || undid.includes(later.id) || isUndone(ledger, later.id)) continue;
    const task = movedBy(later).find((each) => mine.includes(each));
    if (task === undefined) continue;
    throw new DreamkeeperError('E_CONFLICT', `"${printSafe(oneLine(task, 60))}" was moved again by ${later.id}`, {
      hint: `Nothing was changed. That change carried out the verdicts of ${later.dream}; undo that one first.`,
    });
  }
}

interface Part {
  readonly files: readonly FileEdit[];
  readonly what: readonly string[];
  readonly subject: string;
  /** The entry that goes or comes. */
  readonly entry: { readonly file: string; readonly bytes: Uint8Array | undefined } | undefined;
}

async function partOf(
  archive: Archive,
  id: string,
  isRedo: boolean,
  alone: readonly WakeLine[] | undefined,
): Promise<Part> {
  const commit = await commitOf(archive, id);
  if (commit === undefined)
    throw new DreamkeeperError('E_NO_SUCH_NIGHT', `${id} is in no commit of this branch`, {
      hint: '`dk undo` cannot take back what was never committed; look at `git diff` in the home.',
    });
  if (commit.subject.startsWith('init:'))
    throw new DreamkeeperError('E_NOT_OURS', `${id} is where this home began, and there is nothing before it`, {
      hint: 'If you want to remove the home, remove its folder.',
    });
  if (/^(?:day|undo):/u.test(commit.subject) || id.startsWith('a-'))
    throw new DreamkeeperError(
      'E_NOT_OURS',
      `${id} (${oneLine(commit.subject, 60)}) holds what others wrote, so \`dk undo\` leaves it`,
      { hint: 'If you want it gone, use `git revert` in the home.' },
    );
  const night = archive.ledger.lines.filter(isDream).find((line) => line.id === id);
  const entry = night === undefined ? undefined : await entryPart(archive, commit, night, isRedo);
  const paths = pathsToReverse(commit, id);
  const [one, ...others] = await claimantsOf(archive, id);
  if (others.length > 0)
    throw new DreamkeeperError(
      'E_CONFLICT',
      `${others.length + 1} commits claim to be ${id}: ${[one, ...others].map((each) => each?.commit.slice(0, 7)).join(', ')}`,
      { hint: 'Nothing was changed. Look at them with `git show`, and take the wrong ones back with `git revert`.' },
    );
  const made = archive.own.madeAs(id);
  const isRewritten =
    !commit.committer.endsWith('@dreamkeeper.local') || (made.length > 0 && !made.includes(commit.commit));
  if (paths.length > 0 && isRewritten)
    throw new DreamkeeperError(
      'E_NOT_OURS',
      `the commit of ${id} was rewritten (${commit.commit.slice(0, 7)}), and may now hold more than our change`,
      { hint: 'This happens by an amend, a squash or a rebase. Take it back by hand, with `git revert` or an edit.' },
    );
  await refuseIfAnyStays(archive, id, commit, paths);
  const moves = alone === undefined ? [] : [reverseMoves(alone, isRedo)];
  const reversals = [...moves, ...(await Promise.all(paths.map((path) => reverse(archive, commit, path, isRedo))))];
  return {
    files: [
      ...reversals.map((reversal) => editOf(archive, commit, reversal)),
      ...(entry === undefined ? [] : [entry.edit]),
    ],
    what: [...reversals.map(({ path }) => path), ...(entry === undefined ? [] : [`rem/${entry.file}`])],
    subject: commit.subject,
    entry: entry === undefined ? undefined : { file: entry.file, bytes: entry.bytes },
  };
}

function editOf(archive: Archive, commit: ShownCommit, reversal: Reversal): FileEdit {
  return {
    path: reversal.path,
    rule: 'merge',
    isHosts: reversal.path.startsWith('rem/'),
    edit: async (content) => {
      const next = await reversal.edit(content);
      if (next.kind === 'text') return next.content;
      throw await whoTouched(archive, commit, reversal);
    },
  };
}

/** The entry as it was written: it goes if it still is, or comes back if nothing has taken its place. */
async function entryPart(archive: Archive, commit: ShownCommit, night: DreamLine, isRedo: boolean) {
  const { world, repository } = archive;
  const [bytes] = await contentsThen(world, repository, [{ commit: commit.commit, path: night.entry }]);
  const conflict = (what: string): DreamkeeperError =>
    new DreamkeeperError('E_CONFLICT', `${night.entry} ${what}`, {
      hint: 'Nothing was changed. Look at `git log -p` of that file in the home.',
    });
  if (bytes === undefined) throw conflict('is not in the commit of its night');
  const isSame = (content: Uint8Array | undefined): boolean => world.files.hash(content) === world.files.hash(bytes);
  const edit: FileEdit = {
    path: night.entry,
    isHosts: true,
    rule: 'refuse',
    edit: (content) => {
      if (content !== undefined && !isSame(content))
        throw conflict(isRedo ? 'has been written by somebody else' : 'was changed after it was written');
      return isRedo ? bytes : undefined;
    },
  };
  return { edit, file: night.entry.replace(/^rem\//u, ''), bytes: isRedo ? bytes : undefined };
}

/** Asked under the lock: of several undos at once, one takes it back. */
function notYet(content: Uint8Array | undefined, of: string, isRedo: boolean): void {
  const ledger = readLedger(content);
  if (isUndone(ledger, of) === isRedo) return;
  throw new DreamkeeperError(
    'E_CHANGED_MEANWHILE',
    `somebody else has ${isRedo ? 'put' : 'taken'} ${of} back meanwhile`,
    { hint: 'Nothing is left to do.' },
  );
}

/** What the journal keeps about it: a line in the ledger, and a manifest that knows. */
async function records(
  { world, home, ledger }: Archive,
  { id, of, undid, redo }: Pick<UndoLine, 'id' | 'of' | 'undid' | 'redo'>,
  parts: readonly Part[],
  { agent, keep, secrets }: UndoRequest,
): Promise<FileEdit[]> {
  const board = parts.flatMap(({ files }) => files).find(({ path }) => path === boardPath);
  const plan = board === undefined ? undefined : await board.edit(world.files.read(home.home, boardPath));
  const line: UndoLine = {
    kind: 'undo',
    id,
    agent,
    time: world.now().toISOString(),
    of,
    undid,
    redo,
    board: plan === undefined ? null : world.files.hash(plan),
  };
  const ledgerEdit = ledgerLine(world, home, line, (content) => notYet(content, of, redo));
  const entry = parts.find((part) => part.entry !== undefined)?.entry;
  if (entry === undefined) return [ledgerEdit, ledgerAttributes];
  const manifest = makeManifest({
    world,
    home,
    ledger,
    receipts: readReceipts(world, home),
    keep,
    secrets,
    journalGaps: await journalGaps(world, home),
    ...(entry.bytes === undefined ? { leaving: entry.file } : { coming: { file: entry.file, bytes: entry.bytes } }),
  });
  // Before the first dream there was none, and after it was taken back there is none again.
  const isEmpty = [manifest.entries, manifest.dreams, manifest.gaps].every(({ length }) => length === 0);
  const edit = (): Uint8Array | undefined => (isEmpty ? undefined : Buffer.from(printManifest(manifest)));
  return [ledgerEdit, { path: manifestPath, isHosts: true, edit }];
}
