// A moment to daydream, when there is nothing else to do.
import { DreamkeeperError } from '../errors/errors.ts';
import type { Tell } from './events.ts';
import type { Keeping } from './keeping.ts';

/** A daydream that does not come is no harm. */
export async function daydream(keeping: Keeping, tell: Tell): Promise<void> {
  try {
    const outcome = await keeping.daydream();
    if (outcome !== 'gated') tell({ event: 'daydream', outcome });
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    tell({ event: 'daydream', outcome: 'failed' });
  }
}
