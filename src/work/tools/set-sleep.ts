// set_sleep: until when the keeper need not wake this agent.
import * as z from 'zod/mini';
import { withStore } from '../../change/change.ts';
import { said, type Tool, tool } from './tool.ts';

const longest = 24 * 60 * 60;

export const setSleep: Tool = tool({
  name: 'set_sleep',
  kit: 'always',
  does: 'Say for how many seconds there is no need to wake you; at most a day.',
  schema: z.strictObject({ seconds: z.number().check(z.minimum(1), z.maximum(100_000_000)) }),
  target: ({ seconds }) => `${seconds} seconds`,
  use: ({ worker: { world, home, agent } }, { seconds }) => {
    const left = Math.min(longest, Math.round(seconds));
    const until = new Date(world.now().getTime() + left * 1000).toISOString();
    withStore(world, home, (store) => store.setMemo(sleepMemo(agent), until));
    const most = ' (a day at most)';
    return said(`you will not be woken before ${until}${seconds > longest ? most : ''}`, { until, seconds: left });
  },
});

/** Where the keeper finds it: an ISO time. */
export function sleepMemo(agent: string): string {
  return `sleep:${agent}`;
}
