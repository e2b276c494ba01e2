// What comes after a night has landed: nothing of it makes the night a failure.
import { DreamkeeperError } from '../errors/errors.ts';
import type { AgentHome, Repository } from '../world/world.ts';
import { dropOldUnsaved } from './old-unsaved.ts';

/** What fails now can be made again; gives what to tell about it. */
export async function afterwards(
  sleeper: AgentHome,
  repository: Repository,
  render: () => Promise<void>,
): Promise<string | undefined> {
  try {
    await render();
    await dropOldUnsaved(sleeper, repository);
    return undefined;
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    return `it has landed; the pack could not be made (${error.message})`;
  }
}
