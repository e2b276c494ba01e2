// Idle, as `dk status` has it: whether memory is put in order by itself, and what the last time did. To look changes nothing.
import { idleChoice } from '../config/config.ts';
import { countTodayThere } from '../keeper/keeper.ts';
import { readReceipts } from '../night/night.ts';
import type { OpenHome } from '../wire/wire.ts';

export interface IdleNow {
  /** After so many minutes without anybody. */
  readonly afterMinutes: number;
  readonly maxPerDay: number;
  readonly today: number;
  /** The newest night in which it was tried because nobody was there; null if there was none. */
  readonly last: {
    readonly id: string;
    readonly session: string;
    readonly time: string;
    readonly outcome: string;
    readonly reason: string;
    readonly message: string;
    readonly model: string;
    readonly commit: string | null;
  } | null;
}

/** Null if it is not switched on. */
export function idleNow(home: OpenHome): IdleNow | null {
  const choice = idleChoice(home.settings);
  if (choice === undefined) return null;
  const last = readReceipts(home.world, home.home).findLast(
    ({ agent, trigger, acts }) =>
      agent === home.agent &&
      trigger !== 'hand' &&
      acts.some(({ name, outcome }) => name === 'curate' && outcome !== 'gated'),
  );
  const act = last?.acts.find(({ name }) => name === 'curate');
  return {
    ...{ afterMinutes: choice.after / 60_000, maxPerDay: choice.perDay, today: countTodayThere(home) },
    last:
      last === undefined || act === undefined
        ? null
        : {
            ...{ id: last.id, session: last.session, time: last.endedAt, outcome: act.outcome, reason: act.reason },
            ...{ message: act.message, model: act.model ?? last.model, commit: last.commit },
          },
  };
}
