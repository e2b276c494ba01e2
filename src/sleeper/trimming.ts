// How the conversation of an agent is trimmed: to its newest messages after a consolidation, and whenever it is too long. What was left out is still in its logs.
import { conversationPath, observationsPath, selfFolder } from '../observations/observations.ts';
import type { TrimOptions } from '../trim/trim.ts';
import type { AgentHome } from '../world/world.ts';
import { keepsConversation } from './logs.ts';

/** `hasConsolidated`: since it was trimmed last. `where`: how the home is told, to an agent that stands elsewhere. */
export function trimming(
  { settings, agent }: Pick<AgentHome, 'settings' | 'agent'>,
  hasConsolidated: boolean,
  where = '',
): TrimOptions {
  const folder = selfFolder(settings, agent);
  const paths = keepsConversation({ settings })
    ? [conversationPath(folder), observationsPath(folder)]
    : [observationsPath(folder)];
  return {
    when: hasConsolidated ? 'always' : 'full',
    keep: settings.fatigue?.keep_recent_messages,
    most: settings.fatigue?.max_context_chars,
    // An agent that stands elsewhere may have no shell, and no path but a full one means anything to it.
    history:
      where === ''
        ? `Full history: ${paths.join(' and ')}. Search with rg or jq.`
        : `Full history: ${paths.map((path) => `${where}/${path}`).join(' and ')}.`,
  };
}
