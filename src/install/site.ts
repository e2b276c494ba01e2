// Whom we install into, and where.
import { DreamkeeperError } from '../errors/errors.ts';
import type { Harness, HarnessSettings, SettingsForm } from '../sessions/sessions.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { harnesses, realWorld } from '../wire/wire.ts';
import type { Standpoint, World } from '../world/world.ts';
import { isOurCommand } from './command.ts';
import { jsonForm } from './json-form.ts';

/** A harness as somebody sees it who edits its settings. */
export interface Setup extends Omit<HarnessSettings, 'form'>, Pick<Harness, 'name' | 'title'> {
  readonly form: SettingsForm;
}

export interface Site {
  readonly world: World;
  readonly at: Standpoint;
  readonly setup: Setup;
}

/** The one that is named. */
export async function openSite(at: Standpoint, name: string): Promise<Site> {
  const known = new Map(Object.entries(at.harnesses ?? harnesses));
  const open = known.get(name);
  if (open === undefined)
    throw new DreamkeeperError('E_USAGE', `there is no harness \`${printSafe(oneLine(name, 40))}\``, {
      hint: `Known names: ${[...known.keys()].join(', ')}. Nothing was changed.`,
    });
  return { world: await realWorld(at.env, at.complain, at.harnesses), at, setup: await setupOf(await open()) };
}

/** One for each harness that is known here. */
export async function sitesAt(world: World, at: Standpoint): Promise<Site[]> {
  const known = Object.values(at.harnesses ?? harnesses);
  return Promise.all(known.map(async (open) => ({ world, at, setup: await setupOf(await open()) })));
}

export async function setupOf(harness: Harness): Promise<Setup> {
  const { name, title } = harness;
  const settings = await harness.settings();
  const isOurs = (command: string): boolean => isOurCommand(name, command);
  const { hooks, form: given } = settings;
  const flat = typeof given === 'object' ? given : undefined;
  const form = typeof given === 'function' ? given(isOurs) : jsonForm({ hooks, isOurs, flat });
  return { ...settings, name, title, form };
}
