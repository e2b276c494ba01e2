// Acts that wait their turn: where many agents write one home at once, somebody is always a moment too late, and nothing was changed.
import { DreamkeeperError } from '../errors/errors.ts';

/** Milliseconds. A client that gives up before says so, and is heard. */
const longest = 300_000;
/** Whoever waits for the home looks about ten times a second: so long has it to be free for them to get it. */
const courtesy = 150;
/** After so long of one act after the other the others come first. */
const streak = 1000;

export interface Patient {
  /** One act after the other, and again while another process holds the home; every other error is told at once. */
  act<T>(does: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Comes back when nothing is under way. */
  idle(): Promise<void>;
}

export function patient(): Patient {
  let last: Promise<unknown> = Promise.resolve();
  let began = 0;
  let ended = 0;
  const once = async <T>(does: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    const isGoingOn = Date.now() - ended < courtesy;
    if (isGoingOn && Date.now() - began > streak) await pause(courtesy);
    if (!isGoingOn || Date.now() - began > streak) began = Date.now();
    try {
      return await again(does, signal);
    } finally {
      ended = Date.now();
    }
  };
  return {
    act: (does, signal) => {
      const next = (): ReturnType<typeof does> => once(does, signal);
      const done = last.then(next, next);
      last = done.catch(() => undefined);
      return done;
    },
    idle: async () => {
      await last;
    },
  };
}

async function again<T>(does: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const until = Date.now() + longest;
  for (;;) {
    try {
      return await does();
    } catch (error) {
      const isHeld = error instanceof DreamkeeperError && error.code === 'E_REPO_LOCKED';
      if (!isHeld || signal.aborted || Date.now() > until) throw error;
      await pause(Math.random() * courtesy);
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
