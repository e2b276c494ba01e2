// The acts of a night, in their order. Loaded by whoever sleeps.
import type { Act } from '../asking/asking.ts';

export async function openActs(): Promise<readonly Act[]> {
  const [{ sweepAct }, { consolidateAct, deepAct }, { curateAct }, { dreamAct }] = await Promise.all([
    import('../sweep/sweep.ts'),
    import('../consolidate/consolidate.ts'),
    import('../curate/curate.ts'),
    import('../dream/dream.ts'),
  ]);
  return [sweepAct, consolidateAct, deepAct, curateAct, dreamAct];
}
