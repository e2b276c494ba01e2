// A night that came because nobody was there listens: what is said meanwhile waits in the queue, or ends it.
import { join } from 'node:path';
import { idleChoice } from '../config/config.ts';
import { messagesPath, pendingSince } from '../wake/wake.ts';
import type { AgentHome } from '../world/world.ts';

/** How often it listens: whoever wants to be served first does not wait for long. */
const beats = { interrupting: 25, queueing: 250 } as const;

/** Does it with a signal that says, where its owner wants that, that somebody came; and ends as that does. */
export async function whileListening<Result>(
  home: AgentHome,
  signal: AbortSignal | undefined,
  does: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  const interrupts = idleChoice(home.settings)?.interrupts === true;
  const over = new AbortController();
  const came = new AbortController();
  const listening = listen(home, over.signal, interrupts ? () => came.abort() : undefined);
  try {
    const heard = [came.signal, ...(signal === undefined ? [] : [signal])];
    return await does(interrupts ? AbortSignal.any(heard) : signal);
  } finally {
    over.abort();
    await listening;
  }
}

async function listen(home: AgentHome, over: AbortSignal, came: (() => void) | undefined): Promise<void> {
  const { world } = home;
  const beat = came === undefined ? beats.queueing : beats.interrupting;
  for (let before = stampOf(home); !over.aborted; ) {
    const now = stampOf(home);
    if (now !== before) {
      before = now;
      // Whatever is new there is in the queue from now on.
      const isSaid = pendingSince(home) !== undefined;
      if (isSaid && came !== undefined) return came();
    }
    await world.pause(beat, over);
  }
}

/** When anything was written that may be a message; to open the store each time would cost more than the night. */
function stampOf({ world, home }: AgentHome): string {
  const places = [join(home.home, messagesPath), join(world.stores.folder(home.privateDir), 'state.db')];
  return places
    .map((path) => world.disk.at(path))
    .map((seen) => `${seen?.written}:${seen?.size}`)
    .join(' ');
}
