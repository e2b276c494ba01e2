// Nothing is changed unseen: the change is shown, then a person says yes, or said so in advance.
import { DreamkeeperError } from '../errors/errors.ts';
import type { LineChange } from '../verbs/verbs.ts';
import type { Scope } from '../world/world.ts';
import { paint, type Terminal } from './terminal.ts';

/** What both verbs take. */
export interface InstallOptions {
  readonly shared?: boolean;
  readonly user?: boolean;
  readonly local?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly show?: boolean;
  readonly json?: boolean;
  readonly firstNight?: boolean;
  readonly data?: boolean;
  readonly mcp?: boolean;
}

export function scopeOf({ shared, user, local }: InstallOptions): Scope | undefined {
  if (shared === true) return 'shared';
  if (user === true) return 'user';
  return local === true ? 'local' : undefined;
}

export function refuseUnasked({ json, yes, dryRun }: InstallOptions): void {
  if (json !== true || yes === true || dryRun === true) return;
  throw new DreamkeeperError('E_USAGE', 'with --json there is nobody to ask', {
    hint: 'Add --yes, or --dry-run to only look.',
  });
}

/** Whether to go on, after the change was shown: by --yes, or by asking. Says why not. */
export async function mayGoOn({ yes, dryRun }: InstallOptions, terminal: Terminal): Promise<boolean> {
  if (dryRun === true) terminal.say('Nothing was changed (--dry-run).');
  if (dryRun === true || yes === true) return dryRun !== true;
  if (!terminal.canAsk) {
    terminal.say('Nothing was changed, because there is no terminal to ask in. Add --yes to do this.');
    terminal.leaveWith(12);
    return false;
  }
  const answer = await terminal.isYes('Do this?');
  if (!answer) terminal.say('Nothing was changed.');
  return answer;
}

/** The lines of a file that come and go. */
export function tellLines(changes: readonly LineChange[], terminal: Terminal): void {
  for (const { sign, text } of changes) terminal.say('  ', paint(sign === '+' ? 'green' : 'red', `${sign} ${text}`));
}
