// Models that say what a test wants, in process: for what is about nights and not about wires.
import type { Dreamer } from '../src/asking/asking.ts';
import type { ModelRequest, World } from '../src/world/world.ts';

const plenty = { calls: 1e9, tokens: 1e9, seconds: 1e9, bytes: 1e12, usd: undefined };

/** A dreamer of this name, with limits nobody reaches. */
export function dreamerNamed(name: string): Dreamer {
  return {
    name,
    source: { kind: 'command', provider: name, argv: ['no-such-program'] },
    limits: { night: plenty, day: plenty, call: 60_000 },
  };
}

/** The same world, in which every model answers so. */
export function answering(world: World, say: (request: ModelRequest) => string): World {
  const spent = { input: 100, output: 50, isEstimated: false, bytes: 500, milliseconds: 5, usd: 0 };
  const ask: World['models']['ask'] = (_, request) => Promise.resolve({ kind: 'answer', text: say(request), spent });
  return { ...world, models: { ...world.models, ask } };
}
