// Only what was shown is done.
import { isDeepStrictEqual } from 'node:util';
import { DreamkeeperError } from '../errors/errors.ts';

/** A person agreed to one change, and gets that one or none. */
export function refuseUnshown(shown: object | undefined, planned: object): void {
  if (shown === undefined || isDeepStrictEqual(shown, planned)) return;
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', 'the files have changed since you were shown the plan', {
    hint: 'Nothing was changed; run the command again.',
  });
}
