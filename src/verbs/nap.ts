// Nap: the agent sleeps for a while, and consolidates before if that is due; or somebody wakes it.
import { milliseconds } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import type { Receipt } from '../night/night.ts';
import { fallAsleep, wakeEarly } from '../sleeper/sleeper.ts';
import { oneLine } from '../text/text.ts';
import { openConsolidating, openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';

export interface NapRequest {
  /** How long, such as `30s`, `2h` or `1h30m`; at most a day. */
  readonly for?: string | undefined;
  /** The same in seconds. */
  readonly seconds?: number | undefined;
  /** Wake it instead. */
  readonly wake?: boolean | undefined;
  /** Why it is woken: it is told so. */
  readonly reason?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Napped {
  /** Until when it sleeps; null if it was woken. */
  readonly asleep: { readonly since: string; readonly until: string; readonly seconds: number } | null;
  /** The sleep that was ended; null if there was none, or if it was not to be ended. */
  readonly woken: { readonly since: string; readonly wanted: number; readonly slept: number } | null;
  /** What came of the consolidation before it; null if it is only a nap. */
  readonly sleep: Pick<Receipt, 'id' | 'outcome' | 'reason' | 'message' | 'commit'> | null;
  readonly deep: boolean;
}

const longestReason = 200;

export async function nap(at: Standpoint, request: NapRequest = {}): Promise<Napped> {
  const home = await openOwnHome(at);
  if (request.wake === true) {
    const ended = wakeEarly(home, oneLine(request.reason ?? '', longestReason));
    const slept = ended?.woken === undefined ? 0 : Date.parse(ended.woken.at) - Date.parse(ended.since);
    const woken =
      ended === undefined ? null : { since: ended.since, wanted: ended.seconds, slept: Math.round(slept / 1000) };
    return { asleep: null, woken, sleep: null, deep: false };
  }
  const { consolidatingFor } = await openConsolidating();
  const { since, until, seconds, receipt, isDeep } = await fallAsleep(home, {
    ...{ seconds: secondsOf(request), why: 'nap', run: at.env.DREAMKEEPER_RUN ?? null, signal: request.signal },
    consolidate: consolidatingFor(home, at),
  });
  const { id = '', outcome = 'noop', reason = '', message = '', commit = null } = receipt ?? {};
  return {
    ...{ asleep: { since, until, seconds }, woken: null, deep: isDeep },
    sleep: receipt === null ? null : { id, outcome, reason, message, commit },
  };
}

function secondsOf({ for: text, seconds }: NapRequest): number {
  if (seconds !== undefined && Number.isFinite(seconds) && seconds > 0) return seconds;
  const given = /^(?:\d{1,9}(?:ms|s|m|h|d))+$/u.test(text ?? '') ? milliseconds(text ?? '') : 0;
  if (given > 0) return Math.max(1, given / 1000);
  throw new DreamkeeperError('E_USAGE', 'a nap takes a duration', {
    hint: 'For example `dk nap 30s`, `dk nap 2h` or `dk nap 1h30m`.',
  });
}
