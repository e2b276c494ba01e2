// Whether the process of a session still lives. A hint, never a lock: numbers are used again.
import { errnoOf } from '../errors/errors.ts';

/** Undefined if that cannot be told. */
export function isAlive(pid: number): boolean | undefined {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    const errno = errnoOf(error);
    // Somebody else's process: it lives, but it is not the session of this person.
    if (errno === 'ESRCH' || errno === 'EPERM') return false;
    return undefined;
  }
}
