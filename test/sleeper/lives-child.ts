// Two agents of one program live on a clock of their own: they work, speak, sleep and wake. What was done is told line by line, and may be cut off anywhere.
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { openSleeper } from '../../src/verbs/open-sleeper.ts';
import type { Standpoint, World } from '../../src/world/world.ts';

const [home = '', told = '', seed = '1', until = '0'] = process.argv.slice(2);
const hour = 3_600_000;
const tell = (line: object): void => appendFileSync(told, `${JSON.stringify(line)}\n`);

let state = Number(seed);
/** The same numbers for the same seed, from 0 to below `most`. */
const drawn = (most: number): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
};

/** Time goes on where the last process was cut off. */
let now = existsSync(told) ? lastTime(readFileSync(told, 'utf8')) : 0;
const changed = (world: World): World => ({
  ...world,
  now: () => new Date(Date.parse('2026-01-01T00:00:00Z') + now),
  pause: async (wait) => {
    // The limits of a night; in this time none of them is reached.
    if (wait > 5000) return new Promise(() => undefined);
    now += Math.max(0, wait);
    // Whoever waits for the other's night waits for something real.
    await new Promise((resolve) => setTimeout(resolve, nights > 1 ? 20 : 0));
  },
});

function lastTime(text: string): number {
  const times = [...text.matchAll(/"now":(\d+)/gu)];
  return Number(times.at(-1)?.[1] ?? 0);
}

/** While somebody's night is under way time stands still, as it all but does where nights take half a second. */
let nights = 0;
async function inNight<Result>(act: () => Promise<Result>): Promise<Result> {
  nights += 1;
  try {
    return await act();
  } finally {
    nights -= 1;
  }
}
async function passes(far: number): Promise<void> {
  if (far > hour / 4) while (nights > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  if (nights === 0) now += far;
}

async function live(agent: string): Promise<void> {
  const at: Standpoint = { cwd: home, env: { ...process.env, DREAMKEEPER_AGENT: agent }, changed };
  const sleeper = await openSleeper(at, {
    on: (event) => {
      if (event.kind === 'trouble') tell({ agent, trouble: event });
      if (event.kind === 'consolidated')
        tell({ agent, consolidated: event.outcome, reason: event.reason, deep: event.deep, now });
    },
  });
  let steps = 0;
  tell({ agent, woke: (await sleeper.wake()).length, now });
  while (now < Number(until) * hour) {
    for (let left = 10 + drawn(60); left > 0; left -= 1) {
      await passes(20_000 + drawn(60_000));
      steps += 1;
      const target = `${agent} ${process.pid} ${steps}`;
      const hasFailed = drawn(9) === 0;
      await sleeper.afterStep({ tool: 'bash', target, ...(hasFailed ? { error: 'it broke' } : { exit: 0 }) });
      tell({ agent, step: target, now });
      if (drawn(4) === 0) {
        await sleeper.onMessage({ role: 'assistant', content: `said ${target}` });
        tell({ agent, said: `said ${target}`, now });
      }
      await sleeper.beforeStep();
      if ((await sleeper.shouldSleep()) !== undefined)
        tell({ agent, slept: (await inNight(() => sleeper.sleep())).kind, woke: (await sleeper.wake()).length, now });
    }
    const { kind, until: end } = await inNight(() => sleeper.sleep({ seconds: 600 + drawn(20_000), wait: false }));
    tell({ agent, slept: kind, now });
    // Most of it passes at once; the end is waited for.
    const left = end === null ? 0 : Date.parse(end) - Date.parse('2026-01-01T00:00:00Z') - now;
    await passes(Math.max(0, left - 30_000));
    tell({ agent, woke: (await sleeper.wake()).length, now });
    global.gc?.();
    tell({ heap: process.memoryUsage().heapUsed, open: readdirSync('/proc/self/fd').length, now });
  }
  await sleeper[Symbol.asyncDispose]();
}

await Promise.all(['ada', 'bob'].map(live));
tell({ done: true, now });
