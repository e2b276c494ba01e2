// Memory restore: a line that a sleep took out goes back where it was, in one commit, and out of the archive.
import { changeId, makeChange } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { homeBytes } from '../facts/facts.ts';
import { type Archived, archivedIn, archivePath, memoryPath, withoutArchived, withRestored } from '../memory/memory.ts';
import {
  isObservationsPath,
  type Observed,
  observationsIn,
  printObservation,
  withObservations,
} from '../observations/observations.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { type OpenHome, openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { type Landed, landedFrom } from './landed.ts';
import type { MemoryChangeRequest } from './memory-change.ts';

export interface RestoredMemory extends Landed {
  readonly id: string;
  readonly text: string;
  /** Where it stands now. */
  readonly path: string;
  /** Why it had been taken out. */
  readonly why: string;
  /** `noop` if it stands there already; then it only leaves the archive. */
  readonly result: 'applied' | 'noop';
  /** For `dk undo`; null if nothing was done. */
  readonly change: string | null;
}

export async function memoryRestore(
  at: Standpoint,
  { id: wanted, dryRun }: MemoryChangeRequest,
): Promise<RestoredMemory> {
  const opened = await openOwnHome(at);
  const { world, home, agent, settings } = opened;
  const archived = requireArchived(homeBytes(world, home, archivePath), wanted);
  const { id, path, why, text } = archived;
  if (path === memoryPath) return restoreEntry(opened, archived, dryRun === true);
  const observed = observedIn(archived);
  const there = observationsIn(homeBytes(world, home, path) ?? new Uint8Array());
  const isThere = there.some((each) => each.day === observed.day && printObservation(each) === text);
  const about = { id, text, path, why, result: isThere ? ('noop' as const) : ('applied' as const) };
  if (dryRun === true) return { ...about, change: null, ...landedFrom(undefined) };
  const change = changeId(world, 'c');
  const changed = await makeChange(world, home, {
    files: [
      { path, edit: (content) => withObservations(content, [observed]) },
      { path: archivePath, edit: (content) => content && withoutArchived(content, id) },
    ],
    subject: `note: restore ${id}`,
    ...{ agent, id: change, secrets: settings.secrets },
  });
  return { ...about, change, ...landedFrom(changed) };
}

/** An entry of MEMORY.md goes back below its heading. Whoever puts it back wants it there: from then on it is theirs, and no sleep takes it out. */
async function restoreEntry(
  { world, home, agent, settings }: OpenHome,
  { id, path, section, why, text }: Archived,
  isDry: boolean,
): Promise<RestoredMemory> {
  const before = homeBytes(world, home, path) ?? new Uint8Array();
  const { isThere, isElsewhere } = withRestored(before, section, text);
  const about = { id, text, path, why, result: isThere ? ('noop' as const) : ('applied' as const) };
  const elsewhere = isElsewhere ? notHome : null;
  if (isDry) return { ...about, change: null, ...landedFrom(undefined), note: elsewhere };
  const change = changeId(world, 'c');
  const changed = await makeChange(world, home, {
    files: [
      { path, undo: 'reverse', edit: (content) => withRestored(content, section, text).content },
      { path: archivePath, undo: 'reverse', edit: (content) => content && withoutArchived(content, id) },
    ],
    subject: `note: restore ${id}`,
    ...{ agent, id: change, secrets: settings.secrets },
  });
  const landed = landedFrom(changed);
  return { ...about, change, ...landed, note: landed.note ?? elsewhere };
}

const notHome =
  'the heading it stood below is not there any more, or not only once: it stands at the end, below one of its own';

function requireArchived(content: Uint8Array | undefined, wanted: string): Archived {
  const all = archivedIn(content ?? new Uint8Array());
  const ids = new Set(
    all.map(({ id }) => id).filter((id) => id === wanted || (wanted.length > 2 && id.startsWith(wanted))),
  );
  const [id, ...others] = ids;
  const found =
    others.length > 0 && !ids.has(wanted)
      ? undefined
      : all.findLast((each) => each.id === (ids.has(wanted) ? wanted : id));
  if (found !== undefined) return found;
  const shown = printSafe(oneLine(wanted, 60));
  throw new DreamkeeperError(
    'E_NO_SUCH_MEMORY',
    others.length > 0
      ? `several archived lines begin with ${shown}: ${[...ids].slice(0, 5).join(', ')}`
      : `there is no ${shown} in ${archivePath}`,
    { hint: 'Nothing was changed. The ids stand in memory/archive.md, in front of each line.' },
  );
}

/** Of a line of observations, with its day. */
function observedIn({ id, path, section, text }: Archived): Observed {
  const [read, ...more] = observationsIn(Buffer.from(`## ${section}\n\n${text}\n`));
  if (read !== undefined && more.length === 0 && isObservationsPath(path)) {
    const { level, day, clock, fact } = read;
    return { level, day, clock, fact };
  }
  throw new DreamkeeperError(
    'E_CONFLICT',
    `${id} was taken out of ${printSafe(path)}, and cannot be put back there by itself`,
    { hint: 'Nothing was changed. Its lines stand in memory/archive.md: copy them yourself.' },
  );
}
