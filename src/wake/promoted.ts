// What the last sweep promoted, for a morning after it.
import type { Facts } from '../facts/facts.ts';
import { sweepsOf } from '../journal/journal.ts';
import { memoryPath } from '../memory/memory.ts';

/** Older than this it is no news. */
const lately = 36 * 60 * 60 * 1000;

/** The words of those that still stand in memory, the best first. */
export function promotedLately({ ledger, notes, now }: Pick<Facts, 'ledger' | 'notes' | 'now'>): string[] {
  const last = sweepsOf(ledger).findLast(({ promoted, isUndone }) => promoted.length > 0 && !isUndone);
  const age = last === undefined ? Number.POSITIVE_INFINITY : Date.parse(now) - Date.parse(last.time);
  if (last === undefined || age < 0 || age > lately) return [];
  const there = new Map(
    notes.filter(({ places }) => places.some(({ path }) => path === memoryPath)).map(({ id, text }) => [id, text]),
  );
  return last.promoted.flatMap(({ memory }) => there.get(memory) ?? []);
}
