// The private logs of an agent: every line without credentials, and nothing that fails here troubles whoever works.
import { netOf } from '../change/change.ts';
import { tryOr } from '../errors/errors.ts';
import {
  conversationPath,
  eventsPath,
  type Iteration,
  iterationsPath,
  type MemoryEvent,
  printEvent,
  printIteration,
  selfFolder,
} from '../observations/observations.ts';
import { printSaid, type Said } from '../steps/steps.ts';
import type { AgentHome } from '../world/world.ts';

/** Runs of ours are kept word for word unless their owner says no. */
export function keepsConversation({ settings }: Pick<AgentHome, 'settings'>): boolean {
  return settings.record?.conversation !== false;
}

/** Something was said, and it is kept. */
export function isLogged(home: AgentHome): boolean {
  const { world, settings, agent } = home;
  const path = `${home.home.home}/${conversationPath(selfFolder(settings, agent))}`;
  return keepsConversation(home) && tryOr(() => world.disk.at(path)) !== undefined;
}

function put(home: AgentHome, path: (folder: string) => string, lines: readonly string[]): void {
  // A log that cannot be written costs nobody the work that it tells of.
  tryOr(() => home.world.lines.log(home.home, path(selfFolder(home.settings, home.agent)), lines));
}

export function logSaid(home: AgentHome, said: Said): void {
  if (!keepsConversation(home)) return;
  const { redact } = netOf(home.settings);
  put(home, conversationPath, printSaid({ ...said, content: redact(said.content) }));
}

export function logIteration(home: AgentHome, iteration: Iteration): void {
  put(home, iterationsPath, [printIteration(iteration)]);
}

export function logEvent(home: AgentHome, type: MemoryEvent['type'], data: MemoryEvent['data']): void {
  const event = { t: home.world.now().toISOString(), type, data };
  put(home, eventsPath, [printEvent(netOf(home.settings).within(event))]);
}
