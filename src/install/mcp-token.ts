// Where the token lies by which clients on this machine show that they belong to the person who started the server.
import { join } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import type { Standpoint } from '../world/world.ts';
import { stateFolder } from './traces.ts';

export function tokenPlace(at: Standpoint): string {
  const folder = stateFolder(at);
  if (folder !== undefined) return join(folder, 'mcp-token');
  throw new DreamkeeperError('E_NO_FOLDER', 'there is no place for the token: neither HOME nor XDG_STATE_HOME is set', {
    hint: 'Set HOME, and start it again.',
  });
}
