// Files of the home that the last night did not commit, as problems that `dk status` tells.
import { heldFilesOf } from '../night/night.ts';
import type { AgentHome } from '../world/world.ts';
import type { Problem } from './problem.ts';

const mostTold = 5;

export function heldIn(place: Pick<AgentHome, 'world' | 'home'>): Problem[] {
  return heldFilesOf(place)
    .slice(0, mostTold)
    .map(({ path, why }) => ({
      code: 'held-back',
      message: `${path} ${why}; the last night did not commit it`,
      hint: 'Move it to where credentials are kept; the next night commits the file. If it is harmless, put it under `secrets.allow`.',
    }));
}
