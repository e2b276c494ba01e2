// A night in a line: when it was, what it did, and whether it stands.
import type { NightLine } from '../journal/journal.ts';
import type { CountedReceipt } from '../night/night.ts';
import type { MorningNight } from './morning-types.ts';

export function shownNight(
  { id, time, trigger, acts, model, entry }: NightLine,
  receipts: readonly CountedReceipt[],
  commit: string | null,
  isUndone: boolean,
): MorningNight {
  const receipt = receipts.findLast((each) => each.id === id);
  const did = receipt?.acts.filter(({ outcome }) => outcome === 'ran').map(({ name }) => name) ?? [];
  const named = did.length > 0 ? did : (acts ?? []).map(({ name }) => name);
  return {
    ...{ id, time, trigger: trigger ?? null, model, entry, commit, isUndone },
    acts: named.length > 0 ? named : ['dream'],
    message: receipt?.message ?? '',
  };
}
