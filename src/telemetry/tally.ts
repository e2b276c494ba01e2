// A count in a file of its own: one byte for each, appended by one write, so that processes never count over each other.

const { closeSync, constants, fstatSync, openSync, writeSync } = process.getBuiltinModule('node:fs');

const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Counts one, and gives how many there are by then. */
export function countUp(path: string): number {
  const file = openSync(path, flags, 0o600);
  try {
    writeSync(file, '.');
    return fstatSync(file).size;
  } finally {
    closeSync(file);
  }
}

/** Whether this is the first to say so; of two at once one is. */
export function isFirstTo(path: string): boolean {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600));
    return true;
  } catch {
    // It was said before; and whoever cannot write it down would say it every time.
    return false;
  }
}
