// An act that waits its turn: where many agents write one home at once, somebody is always a moment too late, and nothing was changed.
import { DreamkeeperError } from '../errors/errors.ts';

/** Milliseconds. Clients wait a minute for an answer, and are told before that. */
const longest = 45_000;
const pause = { least: 50, most: 500 };

/** Again and again while another process holds the home; every other error is told at once. */
export async function patiently<T>(does: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const until = Date.now() + longest;
  for (;;) {
    try {
      return await does();
    } catch (error) {
      const isHeld = error instanceof DreamkeeperError && error.code === 'E_REPO_LOCKED';
      if (!isHeld || signal.aborted || Date.now() > until) throw error;
      // Not all of them at the same moment again.
      const wait = pause.least + Math.random() * (pause.most - pause.least);
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
