// set_sleep: how long the agent wants to sleep, and until when the keeper need not wake it.
import * as z from 'zod/mini';
import { clampedSleep, longestSleep } from '../../fatigue/fatigue.ts';
import { beginSleep } from '../../sleeper/sleeper.ts';
import { said, type Tool, tool } from './tool.ts';

export const setSleep: Tool = tool({
  name: 'set_sleep',
  kit: 'always',
  does: 'Sleep for so many seconds, at most a day, as soon as the other calls of this turn are done. From 30 seconds on what happened is consolidated before, if the last time was at least 10 minutes ago.',
  schema: z.strictObject({ seconds: z.number().check(z.minimum(1), z.maximum(100_000_000)) }),
  target: ({ seconds }) => `${seconds} seconds`,
  use: ({ worker, sleeper }, { seconds: wanted }) => {
    const seconds = clampedSleep(wanted);
    const most = wanted > longestSleep ? ' (a day at most)' : '';
    if (sleeper !== undefined) {
      sleeper.wants(seconds);
      return said(`you will sleep for ${seconds} seconds${most} when the calls of this turn are done`, { seconds });
    }
    const since = worker.world.now();
    const until = new Date(since.getTime() + seconds * 1000).toISOString();
    beginSleep(worker, { since: since.toISOString(), until, seconds, why: 'nap', night: null });
    return said(`you will not be woken before ${until}${most}`, { until, seconds });
  },
});
