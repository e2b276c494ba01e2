// Which lives are lived on real git: a tenth of them, and all if it is asked for, as the soaks do.
import { type MemoryGit, memoryGit } from './memory-git.ts';

/** Set in the files of the soaks. */
const isAlwaysReal = process.env.DREAMKEEPER_REAL_GIT === '1';

/** Gives undefined to every tenth life, counted from the first: that one is real. All others share one git in memory. */
export function gitOfLife(): (life: number) => MemoryGit | undefined {
  const memory = memoryGit();
  return (life) => (isAlwaysReal || life % 10 === 0 ? undefined : memory);
}
