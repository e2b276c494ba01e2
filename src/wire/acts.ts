// The acts of a night, in their order. Loaded by whoever sleeps.
import type { Act, Trigger } from '../asking/asking.ts';

/** All of them; or, by what makes the night begin, at least those that it may have. A session that waits opens no file for the others. */
export async function openActs(trigger?: Trigger): Promise<readonly Act[]> {
  const may = (...by: readonly Trigger[]): boolean => trigger === undefined || by.includes(trigger);
  const [{ sweepAct }, consolidate, curate, { dreamAct }] = await Promise.all([
    import('../sweep/sweep.ts'),
    may('fatigue', 'nap') ? import('../consolidate/consolidate.ts') : undefined,
    may('idle') ? import('../curate/curate.ts') : undefined,
    import('../dream/dream.ts'),
  ]);
  const all = [sweepAct, consolidate?.consolidateAct, consolidate?.deepAct, curate?.curateAct, dreamAct];
  return all.filter((act) => act !== undefined);
}
