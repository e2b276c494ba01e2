// One process of the pool: lives what it is told, each life in a folder of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadArm } from './arms.ts';
import { live, liveUndone } from './live.ts';
import { added } from './measures/measure.ts';
import type { Answer, Task } from './pool.ts';
import { simulate } from './simulator/simulate.ts';

const [scratch = ''] = process.argv.slice(2);
/** Taking nights back is tried on the first days of each life. */
const undoneDays = 6;

async function lived({ file, seed, days, ...more }: Task): Promise<Answer> {
  const arm = await loadArm(file);
  const inFolder = async <Result>(does: (folder: string) => Promise<Result>): Promise<Result> => {
    const folder = mkdtempSync(join(scratch, 'life-'));
    try {
      return await does(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  const offers = new Set<string>();
  const watched: typeof arm = {
    ...arm,
    open: async (given) => {
      const memory = await arm.open(given);
      for (const name of ['verdicts', 'receipts', 'undo'] as const) if (memory[name] !== undefined) offers.add(name);
      return memory;
    },
  };
  const whole = await inFolder((folder) => live(watched, simulate(seed, days), { folder, ...more }));
  const undone = offers.has('undo')
    ? await inFolder((folder) => liveUndone(arm, simulate(seed, Math.min(days, undoneDays)), { folder, ...more }))
    : new Map();
  return { kind: 'lived', lived: { ...whole, whole: added(whole.whole, undone) }, offers: [...offers] };
}

process.on('message', (task: Task) => {
  lived(task).then(
    (answer) => process.send?.(answer),
    (error: unknown) =>
      process.send?.({
        kind: 'failed',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      } satisfies Answer),
  );
});
process.on('disconnect', () => process.exit());
