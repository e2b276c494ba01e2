// What the home's own definition says to whoever runs: for programs that know nothing of `agent.org`, as lines of their pack.
import { type AgentFile, agentIn } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { cut, decodeUtf8 } from '../text/text.ts';
import type { OthersWords } from '../wake/wake.ts';
import type { AgentHome } from '../world/world.ts';

/** A longer one is read in the file. */
const mostPrompt = 6000;

/** Any home has one, if perhaps one that says nothing. Throws a DreamkeeperError if a link or a folder lies in its place. */
export function definitionOf({ world, home, agent }: AgentHome): AgentFile {
  return agentIn(decodeUtf8(world.files.read(home.home, 'agent.org') ?? new Uint8Array()), agent);
}

/** Who it is and where it may write, if somebody wrote that down. It is the home's own word to its agent, and meant as one. */
export function definitionLines(worker: AgentHome, words: OthersWords): string[] {
  const agent = tryOr(() => definitionOf(worker));
  // The run goes on without; the doctor says what lies there.
  if (agent === undefined) return [];
  const territory = agent.territory.map((place) => words.names.path(place)).join(', ');
  return [
    ...(agent.isUsual
      ? []
      : ['Who you are here (agent.org):', ...words.prose(cut(agent.prompt, mostPrompt), 'read agent.org')]),
    ...(territory === '' ? [] : [`Your territory: ${territory}. Write nowhere else.`]),
  ];
}
