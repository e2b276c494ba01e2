// Memory, pin, unpin and forget: each is one commit, with a line in the ledger and no mark in the file.
import {
  type Changed,
  changeId,
  contentsThen,
  type FileEdit,
  ledgerAttributes,
  ledgerLine,
  makeChange,
} from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import type { Note } from '../facts/facts.ts';
import type { PinLine, Tombstone } from '../journal/journal.ts';
import { notesIn, withoutMemories } from '../memory/memory.ts';
import { printSafe } from '../text/text.ts';
import { type OpenHome, openOwnHome } from '../wire/wire.ts';
import type { Repository, Standpoint } from '../world/world.ts';
import { readMemories, requireMemory } from './find-memory.ts';
import { type Landed, landedFrom } from './landed.ts';

export interface MemoryChangeRequest {
  /** `m-…`, or a beginning that only one has. */
  readonly id: string;
  readonly dryRun?: boolean | undefined;
}

export interface ChangedMemory extends Landed {
  readonly id: string;
  readonly text: string;
  readonly paths: readonly string[];
  readonly result: 'applied' | 'noop';
  /** For `dk undo`; null if nothing was done. */
  readonly change: string | null;
}

export type PinnedMemory = ChangedMemory & { readonly pinned: boolean };

export const memoryPin = (at: Standpoint, request: MemoryChangeRequest): Promise<PinnedMemory> =>
  setPinned(at, request, true);

/** What is pinned in the file itself is left to whoever wrote it there. */
export const memoryUnpin = (at: Standpoint, request: MemoryChangeRequest): Promise<PinnedMemory> =>
  setPinned(at, request, false);

async function setPinned(
  at: Standpoint,
  { id: wanted, dryRun }: MemoryChangeRequest,
  pinned: boolean,
): Promise<PinnedMemory> {
  const opened = await openOwnHome(at);
  const note = requireMemory(await readMemories(opened), wanted);
  if (!pinned && note.pinned === 'file')
    throw new DreamkeeperError('E_USAGE', `${note.id} is pinned in ${printSafe(placeOf(note))} itself`, {
      hint: 'Nothing was changed. Take `#pin` out of that line, or the note out of its section "Pinned".',
    });
  const about = { ...aboutOf(note), pinned };
  if ((note.pinned !== null) === pinned)
    return { ...about, result: 'noop', change: null, ...landedFrom(dryRun === true ? undefined : unchanged) };
  if (dryRun === true) return { ...about, result: 'applied', change: null, ...landedFrom(undefined) };
  const id = changeId(opened.world, 'p');
  const changed = await makeChange(opened.world, opened.home, {
    files: pinFiles(opened, id, note, pinned),
    subject: `note: ${pinned ? 'pin' : 'unpin'} ${note.id}`,
    ...{ agent: opened.agent, id, secrets: opened.settings.secrets },
  });
  return { ...about, result: 'applied', change: id, ...landedFrom(changed) };
}

/** The line that pins a memory, for whoever writes it down at the same time as well. */
export function pinFiles(
  { world, home, agent }: OpenHome,
  id: string,
  { id: memory, sha256 }: Pick<Note, 'id' | 'sha256'>,
  pinned: boolean,
): FileEdit[] {
  const line: PinLine = { kind: 'pin', id, agent, time: world.now().toISOString(), memory, sha256, pinned };
  return [ledgerLine(world, home, line), ledgerAttributes];
}

/** Takes a note out of its files, wherever its words stand, and moves no other byte. The commit does not repeat them. */
export async function memoryForget(
  at: Standpoint,
  { id: wanted, dryRun }: MemoryChangeRequest,
): Promise<ChangedMemory> {
  const opened = await openOwnHome(at);
  const { world, home, agent, settings } = opened;
  const note = requireMemory(await readMemories(opened), wanted);
  const repository = await world.git.open(home.repository, home.privateDir);
  const about = aboutOf(note);
  await refuseIfUnsaved(opened, repository, about.paths, note);
  if (dryRun === true) return { ...about, result: 'applied', change: null, ...landedFrom(undefined) };
  const id = changeId(world, 'f');
  const { id: memory, sha256 } = note;
  const line: Tombstone = {
    ...{ kind: 'tombstone', id, agent, time: world.now().toISOString(), memory, sha256, paths: [...about.paths] },
  };
  const edits = about.paths.map((path) => ({ path, edit: (content: Uint8Array | undefined) => taken(content, note) }));
  const changed = await makeChange(world, home, {
    files: [...edits, ledgerLine(world, home, line), ledgerAttributes],
    subject: `note: forget ${memory}`,
    ...{ agent, id, repository, secrets: settings.secrets },
  });
  return { ...about, result: 'applied', change: id, ...landedFrom(changed) };
}

function taken(content: Uint8Array | undefined, { id }: Note): Uint8Array | undefined {
  const left = content === undefined ? undefined : withoutMemories('notes/x.md', content, (each) => each.id === id);
  if (left !== content) return left;
  throw new DreamkeeperError('E_NO_SUCH_MEMORY', `${id} is not there any more`, {
    hint: 'Somebody changed the notes. Look at them with `dk memory list`.',
  });
}

/** What is in no commit could not be brought back by anybody. */
async function refuseIfUnsaved(
  { world, home }: OpenHome,
  repository: Repository,
  paths: readonly string[],
  { id }: Note,
): Promise<void> {
  const { commit } = await repository.head();
  const places = commit === undefined ? [] : paths.map((path) => ({ commit, path }));
  const committed = await contentsThen(world, repository, places);
  const saying = (content: Uint8Array | undefined): string =>
    JSON.stringify(
      notesIn(content ?? new Uint8Array()).flatMap((each) => (each.id === id ? [each.text, each.details] : [])),
    );
  const unsaved = paths.find((path, at) => saying(world.files.read(home.home, path)) !== saying(committed[at]));
  if (unsaved === undefined) return;
  throw new DreamkeeperError('E_CONFLICT', `${id} stands in ${printSafe(unsaved)} and is not committed yet`, {
    hint: 'Nothing was changed, because nothing could bring it back. Take it out of the file yourself, or commit the file first.',
  });
}

const unchanged: Changed = { kind: 'unchanged', note: undefined };

const placeOf = ({ places }: Note): string => places.map(({ path, line }) => `${path}:${line}`).join(', ');

function aboutOf({ id, text, places }: Note): Pick<ChangedMemory, 'id' | 'text' | 'paths'> {
  return { id, text, paths: [...new Set(places.map(({ path }) => path))] };
}
