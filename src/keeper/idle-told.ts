// Whoever switched dreaming on for its sweeps is told once that curation comes with the same switch, before it comes for the first time.
import { withStore } from '../change/change.ts';
import { idleChoice, idleIsNamed } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { lastSweep } from '../sweep/sweep.ts';
import type { AgentHome } from '../world/world.ts';
import { idleMemory, landedIdle } from './idle-memory.ts';

const memoOf = (agent: string): string => `idle-told:${agent}`;

/** What is to be said; undefined if nothing is, or was said before. */
export function idleNotice(home: AgentHome): string | undefined {
  const { world, home: place, agent, settings } = home;
  const choice = idleChoice(settings);
  if (choice === undefined || idleIsNamed(settings) || !world.stores.exists(place.privateDir)) return undefined;
  // Only homes that were swept before: for all others it was part of the switch when they turned it.
  if (lastSweep(home) === null || idleMemory(home).completed !== null || landedIdle(home).length > 0) return undefined;
  const told = tryOr(
    () => withStore(world, place, (store) => store.memo(memoOf(agent))),
    () => 'unknown',
  );
  if (told !== undefined) return undefined;
  return `\`dreaming\` in dreamkeeper.yaml now also puts MEMORY.md in order when nobody has been there for ${choice.after / 60_000} minutes, at most ${choice.perDay} times a day. \`dreaming: {idle: false}\` leaves that out; sweeps go on as before.`;
}

/** It was said. */
export function idleNoticed({ world, home, agent }: AgentHome): void {
  tryOr(() => withStore(world, home, (store) => store.setMemo(memoOf(agent), world.now().toISOString())));
}
