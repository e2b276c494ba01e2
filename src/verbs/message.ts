// Message: something said to the agent. It waits in a queue while a night is under way, and whoever speaks for the agent takes it once.

import { idleChoice } from '../config/config.ts';
import { keepActivity } from '../keeper/keeper.ts';
import { nightUnderWay } from '../night/night.ts';
import { keepMessage, takeMessages } from '../wake/wake.ts';
import { openOwnHome } from '../wire/wire.ts';
import type { Standpoint, WaitingMessage } from '../world/world.ts';

export interface MessageRequest {
  readonly text: string;
}

export interface KeptWords {
  /** Grows with every message of this home. */
  readonly seq: number;
  /** A night is under way: nobody gets it before that has ended. */
  readonly asleep: boolean;
  /** That night ends because of it, and leaves nothing behind. */
  readonly interrupts: boolean;
}

export interface TakeRequest {
  /** Waits until the night that is under way has ended. */
  readonly wait?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TakenWords {
  readonly messages: readonly Pick<WaitingMessage, 'seq' | 'time' | 'from' | 'text'>[];
  /** A night is under way: what waits is given when it has ended. */
  readonly asleep: boolean;
}

/** Whoever speaks is there: it counts as a sign of activity, too. */
export async function message(at: Standpoint, { text }: MessageRequest): Promise<KeptWords> {
  const home = await openOwnHome(at);
  const seq = keepMessage(home, text);
  keepActivity(home);
  const asleep = nightUnderWay(home) !== undefined;
  return { seq, asleep, interrupts: asleep && idleChoice(home.settings)?.interrupts === true };
}

/** How often it looks whether the night has ended. */
const look = 20;

/** All that wait, in their order; none is given twice. */
export async function messages(at: Standpoint, { wait, signal }: TakeRequest = {}): Promise<TakenWords> {
  const home = await openOwnHome(at);
  while (wait === true && signal?.aborted !== true && nightUnderWay(home) !== undefined)
    await home.world.pause(look, signal);
  if (nightUnderWay(home) !== undefined) return { messages: [], asleep: true };
  const taken = takeMessages(home);
  return { messages: taken.map(({ seq, time, from, text }) => ({ seq, time, from, text })), asleep: false };
}
