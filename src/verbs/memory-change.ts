// Memory, pin, unpin and forget: each is one commit, with a line in the ledger and no mark in the file.
import {
  type Changed,
  changeId,
  contentsThen,
  type FileEdit,
  ledgerAttributes,
  ledgerLine,
  makeChange,
  withStore,
} from '../change/change.ts';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import { homeBytes, type Memories, type Note, rememberedNow, upkeepOf } from '../facts/facts.ts';
import type { PinLine, Tombstone } from '../journal/journal.ts';
import { memoriesIn, memoryPath, type PlacedMemory, recordOf, withoutMemories } from '../memory/memory.ts';
import { diaryPath } from '../sweep/sweep.ts';
import { printSafe } from '../text/text.ts';
import { type OpenHome, openOwnHome } from '../wire/wire.ts';
import type { Repository, Standpoint } from '../world/world.ts';
import { requireMemory } from './find-memory.ts';
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
  const memories = await rememberedNow(opened);
  const note = requireMemory(memories, wanted);
  if (!pinned && note.pinned === 'file')
    throw new DreamkeeperError('E_USAGE', `${note.id} is pinned in ${printSafe(placeOf(note))} itself`, {
      hint: 'Nothing was changed. Remove `#pin` from that line, or move the entry out of the section "Pinned".',
    });
  const about = { ...aboutOf(note), pinned };
  if ((note.pinned !== null) === pinned)
    return { ...about, result: 'noop', change: null, ...landedFrom(dryRun === true ? undefined : unchanged) };
  if (dryRun === true) return { ...about, result: 'applied', change: null, ...landedFrom(undefined) };
  const id = changeId(opened.world, 'p');
  const changed = await makeChange(opened.world, opened.home, {
    files: pinFiles(opened, id, note, memories, pinned),
    subject: `note: ${pinned ? 'pin' : 'unpin'} ${note.id}`,
    ...{ agent: opened.agent, id, secrets: opened.settings.secrets },
  });
  return { ...about, result: 'applied', change: id, ...landedFrom(changed) };
}

function pinFiles(
  { world, home, agent }: OpenHome,
  id: string,
  note: Note,
  memories: Memories,
  pinned: boolean,
): FileEdit[] {
  const { id: memory, sha256 } = note;
  const [there] = standing(note, memories);
  const line: PinLine = {
    ...{ kind: 'pin', id, agent, time: world.now().toISOString(), memory, sha256, pinned },
    ...(there === undefined ? {} : recordOf(there, memories.placed)),
    ...upkeepOf(memories.upkeep),
  };
  return [ledgerLine(world, home, line), ledgerAttributes];
}

/** As it stands in its places. */
function standing({ places }: Note, { placed }: Memories): PlacedMemory[] {
  return placed.filter((each) => places.some(({ path, line }) => path === each.path && line === each.line));
}

/** Takes a memory out of its files, wherever its words stand, and moves no other byte. The commit does not repeat them. */
export async function memoryForget(
  at: Standpoint,
  { id: wanted, dryRun }: MemoryChangeRequest,
): Promise<ChangedMemory> {
  const opened = await openOwnHome(at);
  const { world, home, agent, settings } = opened;
  const memories = await rememberedNow(opened);
  const note = requireMemory(memories, wanted);
  const hashes = new Set(standing(note, memories).map(({ sha256 }) => sha256));
  const isMeant = ({ sha256 }: { readonly sha256: string }): boolean => hashes.has(sha256);
  const repository = await world.git.open(home.repository, home.privateDir);
  // What a sweep promoted stands in its diary as well, word for word.
  const diary = homeBytes(world, home, diaryPath) ?? new Uint8Array();
  const isTold = withoutPromoted(diary, isMeant) !== diary;
  const { paths: own, ...named } = aboutOf(note);
  const about = { ...named, paths: [...own, ...(isTold ? [diaryPath] : [])] };
  await refuseIfUnsaved(opened, repository, about.paths, note, isMeant);
  if (dryRun === true) return { ...about, result: 'applied', change: null, ...landedFrom(undefined) };
  const id = changeId(world, 'f');
  const { id: memory, sha256 } = note;
  const line: Tombstone = {
    ...{ kind: 'tombstone', id, agent, time: world.now().toISOString(), memory, sha256, paths: [...about.paths] },
    ...upkeepOf(memories.upkeep),
  };
  const edits = about.paths.map((path) => ({
    path,
    edit: (content: Uint8Array | undefined) =>
      path === diaryPath ? content && withoutPromoted(content, isMeant) : taken(path, content, note, isMeant),
  }));
  const changed = await makeChange(world, home, {
    files: [...edits, ledgerLine(world, home, line), ledgerAttributes],
    subject: `note: forget ${memory}`,
    ...{ agent, id, repository, secrets: settings.secrets },
  });
  // Nobody needs to know any more who asked for it; that it is forgotten does not wait for this.
  tryOr(() => withStore(world, home, (store) => store.dropRecalls(memory)));
  return { ...about, result: 'applied', change: id, ...landedFrom(changed) };
}

type IsMeant = (memory: { readonly sha256: string }) => boolean;

/** Of the diary only the lines go, and of those only what can go alone. */
const withoutPromoted = (content: Uint8Array, isMeant: IsMeant): Uint8Array =>
  withoutMemories(memoryPath, content, isMeant) ?? content;

function taken(path: string, content: Uint8Array | undefined, { id }: Note, isMeant: IsMeant): Uint8Array | undefined {
  const left = content === undefined ? undefined : withoutMemories(path, content, isMeant);
  if (left !== content) return left;
  if (memoriesIn(path, content ?? new Uint8Array()).some(isMeant))
    throw new DreamkeeperError(
      'E_CONFLICT',
      `${id} cannot be removed from ${printSafe(path)} without changing another memory`,
      { hint: 'Nothing was changed. Remove it from the file yourself.' },
    );
  throw new DreamkeeperError('E_NO_SUCH_MEMORY', `${id} is not there any more`, {
    hint: 'Somebody changed the file. Look at it with `dk memory list`.',
  });
}

/** What is in no commit could not be brought back by anybody. */
async function refuseIfUnsaved(
  { world, home }: OpenHome,
  repository: Repository,
  paths: readonly string[],
  { id }: Note,
  isMeant: IsMeant,
): Promise<void> {
  const { commit } = await repository.head();
  const places = commit === undefined ? [] : paths.map((path) => ({ commit, path }));
  const committed = await contentsThen(world, repository, places);
  const saying = (path: string, content: Uint8Array | undefined): string =>
    JSON.stringify(
      memoriesIn(path, content ?? new Uint8Array()).flatMap((each) => (isMeant(each) ? [each.text, each.details] : [])),
    );
  const unsaved = paths.find(
    (path, at) => saying(path, world.files.read(home.home, path)) !== saying(path, committed[at]),
  );
  if (unsaved === undefined) return;
  throw new DreamkeeperError('E_CONFLICT', `${id} is in ${printSafe(unsaved)} and is not committed yet`, {
    hint: 'Nothing was changed, because `dk undo` could not bring it back. Remove it from the file yourself, or commit the file first.',
  });
}

const unchanged: Changed = { kind: 'unchanged', note: undefined };

const placeOf = ({ places }: Note): string => places.map(({ path, line }) => `${path}:${line}`).join(', ');

function aboutOf({ id, text, places }: Note): Pick<ChangedMemory, 'id' | 'text' | 'paths'> {
  return { id, text, paths: [...new Set(places.map(({ path }) => path))] };
}
