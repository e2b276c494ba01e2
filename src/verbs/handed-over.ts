// The hand-overs that were given to the last sessions and runs: listed, and one of them as the agent got it.
import { DreamkeeperError } from '../errors/errors.ts';
import type { HandedOver } from '../steps/steps.ts';
import { counted, oneLine, printSafe } from '../text/text.ts';
import { handedOvers } from '../wake/wake.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface ListedHandOver extends Omit<HandedOver, 'pack'> {
  /** 1 is the newest. */
  readonly number: number;
  readonly characters: number;
}

export interface ShownHandOver extends ListedHandOver {
  readonly pack: string;
}

export interface HandOverRequest {
  /** Its number in the list (1 is the newest), or a session by its id or the beginning of it. */
  readonly which: string;
}

/** What was handed over last, the newest first. */
export async function wakeList(at: Standpoint): Promise<{ readonly handed: readonly ListedHandOver[] }> {
  const shown = await allOf(at);
  return { handed: shown.map(({ pack: _, ...listed }) => listed) };
}

/** One of them. */
export async function wakeShow(at: Standpoint, { which }: HandOverRequest): Promise<ShownHandOver> {
  const all = await allOf(at);
  const isNumber = /^\d{1,3}$/u.test(which);
  const found = isNumber
    ? all.find(({ number }) => number === Number(which))
    : which.length >= 4
      ? all.find(({ run }) => run?.startsWith(which) === true)
      : undefined;
  if (found !== undefined) return found;
  const what = isNumber ? `number ${which}` : `for a session "${printSafe(oneLine(which, 60))}"`;
  throw new DreamkeeperError('E_NO_SUCH_NIGHT', `no hand-over ${what} is kept here`, {
    hint:
      all.length === 0
        ? 'Nothing has been handed over yet. The next session of your agent is given one.'
        : `${counted(all.length, 'hand-over')} ${all.length === 1 ? 'is' : 'are'} kept: \`dk wake --list\` shows them.`,
  });
}

async function allOf(at: Standpoint): Promise<ShownHandOver[]> {
  const handed = handedOvers(await openHomeAnyhow(at));
  return handed.map((each, index) => ({ number: index + 1, ...each, characters: each.pack.length }));
}
