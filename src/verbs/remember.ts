// Remember: one thing worth knowing tomorrow, as a bullet in today's note; pinned, if somebody wants it told every time.
import { changeId, makeChange } from '../change/change.ts';
import { identityOf, noteChange, worthNoting } from '../memory/memory.ts';
import { openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { readMemories } from './find-memory.ts';
import { type Landed, landedFrom } from './landed.ts';
import { memoryPin, pinFiles } from './memory-change.ts';

export interface RememberRequest {
  /** One thing, in one line. */
  readonly text: string;
  /** Told every time, before what is newer. What stands in the notes already is only pinned. */
  readonly pin?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface Remembered extends Landed {
  /** For `dk memory`. */
  readonly id: string;
  readonly path: string;
  readonly text: string;
  /** Not if it stands there already. */
  readonly isNew: boolean;
  /** Not whether it was pinned before: whether this pinned it, or left it so. */
  readonly pinned: boolean;
}

export async function remember(at: Standpoint, { text: given, pin, dryRun }: RememberRequest): Promise<Remembered> {
  const opened = await openOwnHome(at);
  const { world, home, settings, agent } = opened;
  const text = worthNoting(given, settings.secrets?.allow ?? []);
  const note = noteChange(world.now(), text);
  const identity = identityOf(text);
  const about = { id: identity.id, text, pinned: pin === true };
  const { secrets } = settings;
  if (pin !== true) {
    const change = { files: note.files, subject: note.subject, agent, secrets };
    const changed = dryRun === true ? undefined : await makeChange(world, home, change);
    return { ...about, path: note.path, isNew: changed?.kind !== 'unchanged', ...landedFrom(changed) };
  }
  // What is known already is not written down a second time.
  const there = (await readMemories(opened)).notes.find(({ id }) => id === identity.id);
  if (there !== undefined) {
    const { commit, note: said = null } = await memoryPin(at, { id: there.id, dryRun });
    const path = there.places[0]?.path ?? note.path;
    return { ...about, path, isNew: false, ...(dryRun === true ? { dryRun } : {}), commit, note: said };
  }
  const id = changeId(world, 'p');
  const files = [...note.files, ...pinFiles(opened, id, identity, true)];
  const change = { files, subject: note.subject, agent, secrets, id };
  const changed = dryRun === true ? undefined : await makeChange(world, home, change);
  return { ...about, path: note.path, isNew: true, ...landedFrom(changed) };
}
