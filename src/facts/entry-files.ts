// The entries that lie in a journal: those in `rem/`, and those in the folders that agents have there.
import { isAgentName } from '../config/config.ts';
import { entriesAmong } from '../journal/journal.ts';
import type { World } from '../world/world.ts';

/** Their names below `rem/`, newest first; `home` is its folder. */
export function entryFiles({ files }: Pick<World, 'files'>, home: string): string[] {
  const agents = files.list(home, 'rem', 'folders').filter(isAgentName);
  return entriesAmong([
    ...files.list(home, 'rem'),
    ...agents.flatMap((agent) => files.list(home, `rem/${agent}`).map((name) => `${agent}/${name}`)),
  ]);
}

/** The agent in whose folder an entry lies; undefined for one in `rem/` itself. */
export function folderOf(name: string): string | undefined {
  return name.includes('/') ? name.slice(0, name.indexOf('/')) : undefined;
}
