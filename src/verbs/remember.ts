// Remember: one thing worth knowing tomorrow, as a bullet in today's note; pinned, if somebody wants it told every time.
import { changeId, keepNote, makeChange } from '../change/change.ts';
import { rememberedNow, upkeepOf } from '../facts/facts.ts';
import { identityOf, worthNoting } from '../memory/memory.ts';
import { openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { type Landed, landedFrom } from './landed.ts';
import { memoryPin } from './memory-change.ts';

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
  const { sha256 } = identityOf(text);
  const about = { text, pinned: pin === true };
  const { secrets } = settings;
  // What is known already is only pinned, and not written down a second time.
  const memories = pin === true ? await rememberedNow(opened) : undefined;
  const there = memories?.notes.find((each) => each.sha256 === sha256);
  if (there !== undefined) {
    const { commit, note: said = null } = await memoryPin(at, { id: there.id, dryRun });
    const path = there.places[0]?.path ?? '';
    return { ...about, id: there.id, path, isNew: false, ...(dryRun === true ? { dryRun } : {}), commit, note: said };
  }
  const id = changeId(world, pin === true ? 'p' : 'k');
  const { memory, path, files, subject } = keepNote(opened, text, id, upkeepOf(memories?.upkeep).memories);
  const change = { files, subject, agent, secrets, id };
  const changed = dryRun === true ? undefined : await makeChange(world, home, change);
  return { ...about, id: memory, path, isNew: changed?.kind !== 'unchanged', ...landedFrom(changed) };
}
