// Signals while somebody else's program runs: they are for it, or they mean that it should end; we stay, because we sleep afterwards.

export interface Heeded {
  /** Says that it should end. */
  readonly signal: AbortSignal;
  /** Tells how to reach the program. */
  passTo(pass: (name: NodeJS.Signals) => void): void;
  /** From here on signals are for us again. */
  end(): void;
}

const heeded = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first one asks to stop; whoever sends a second means it. */
export function stopAtSignal(): Pick<Heeded, 'signal' | 'end'> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, stop);
  return {
    signal: controller.signal,
    end: () => {
      for (const name of ['SIGTERM', 'SIGINT'] as const) process.off(name, stop);
    },
  };
}

/** `stop`: they end the program, in peace and then by force. `pass`: it gets them, and decides for itself. */
export function heedSignals(how: 'stop' | 'pass'): Heeded {
  const controller = new AbortController();
  let pass: ((name: NodeJS.Signals) => void) | undefined;
  const heed = (name: NodeJS.Signals): void => {
    if (how === 'stop' || pass === undefined) return controller.abort();
    // A terminal gives its Ctrl-C to everybody in front of it: the program has it already.
    if (name === 'SIGINT' && process.stdin.isTTY) return;
    pass(name);
  };
  for (const name of heeded) process.on(name, heed);
  return {
    signal: controller.signal,
    passTo: (to) => {
      pass = to;
    },
    end: () => {
      for (const name of heeded) process.off(name, heed);
    },
  };
}
