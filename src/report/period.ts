// Which nights a morning is about: those of the last day, or else the last one that there was.
import { isNight, isUndone, type LedgerRead, type NightLine } from '../journal/journal.ts';
import type { CountedReceipt } from '../night/night.ts';

const day = 24 * 60 * 60 * 1000;
/** A report is read in a minute; whoever slept more often than this is told of the newest. */
export const mostNights = 20;

export interface Period {
  readonly from: string;
  /** Nights that landed, oldest first. */
  readonly nights: readonly NightLine[];
  /** Those that came before these and are left out because there are so many. */
  readonly left: number;
}

export interface PeriodRequest {
  readonly agent: string;
  readonly now: Date;
  /** Only this night. */
  readonly night?: string | undefined;
}

/** A clock that was ahead once makes a night of tomorrow; it counts as one of today. */
export function periodOf(ledger: LedgerRead, { agent, now, night }: PeriodRequest): Period {
  const all = ledger.lines.filter(isNight).filter((line) => line.agent === agent);
  if (night !== undefined) {
    const meant = all.filter(({ id }) => id === night);
    return { from: meant[0]?.time ?? now.toISOString(), nights: meant, left: 0 };
  }
  const yesterday = new Date(now.getTime() - day).toISOString();
  const since = all.filter(({ time }) => time >= yesterday);
  if (since.length > 0)
    return { from: yesterday, nights: since.slice(-mostNights), left: Math.max(0, since.length - mostNights) };
  const last = all.findLast(({ id }) => !isUndone(ledger, id)) ?? all.at(-1);
  return last === undefined ? { from: yesterday, nights: [], left: 0 } : { from: last.time, nights: [last], left: 0 };
}

/** What was tried in that time and changed nothing. Of one night only, nothing else was tried. */
export function attemptsIn(
  receipts: readonly CountedReceipt[],
  { agent, night }: PeriodRequest,
  from: string,
): CountedReceipt[] {
  if (night !== undefined) return receipts.filter((each) => each.id === night && each.outcome !== 'ran');
  return receipts.filter((each) => each.agent === agent && each.startedAt >= from && each.outcome !== 'ran');
}
