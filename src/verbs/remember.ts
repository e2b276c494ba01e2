// Remember: one thing worth knowing tomorrow, as a bullet in today's note.
import { makeChange } from '../change/change.ts';
import { noteChange, worthNoting } from '../memory/memory.ts';
import { openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { type Landed, landedFrom } from './landed.ts';

export interface RememberRequest {
  /** One thing, in one line. */
  readonly text: string;
  readonly dryRun?: boolean | undefined;
}

export interface Remembered extends Landed {
  readonly path: string;
  readonly text: string;
  /** Not if it stands there already. */
  readonly isNew: boolean;
}

export async function remember(at: Standpoint, { text: given, dryRun }: RememberRequest): Promise<Remembered> {
  const { world, home, settings, agent } = await openOwnHome(at);
  const text = worthNoting(given, settings.secrets?.allow ?? []);
  const { path, files, subject } = noteChange(world.now(), text);
  const change = { files, subject, agent, secrets: settings.secrets };
  const changed = dryRun === true ? undefined : await makeChange(world, home, change);
  return { path, text, isNew: changed?.kind !== 'unchanged', ...landedFrom(changed) };
}
