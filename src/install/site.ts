// Whom we install into, and where.
import { harnesses } from '../wire/wire.ts';
import type { Harness, HarnessSettings, SettingsForm, Standpoint, World } from '../world/world.ts';
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

/** One for each harness that is known here, or for the one that is named. */
export async function sitesFor(world: World, at: Standpoint, named?: string): Promise<Site[]> {
  const known = Object.entries(at.harnesses ?? harnesses).filter(([name]) => named === undefined || name === named);
  return Promise.all(known.map(async ([, open]) => ({ world, at, setup: await setupOf(await open()) })));
}

export async function setupOf(harness: Harness): Promise<Setup> {
  const { name, title } = harness;
  const settings = await harness.settings();
  const isOurs = (command: string): boolean => isOurCommand(name, command);
  const form = settings.form === 'json' ? jsonForm({ hooks: settings.hooks, isOurs }) : settings.form(isOurs);
  return { ...settings, name, title, form };
}
