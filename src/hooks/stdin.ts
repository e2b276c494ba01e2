// Standard input, read whole and at once, up to a limit in bytes and in time.
import { errnoOf } from '../errors/errors.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { fstatSync, readSync } = process.getBuiltinModule('node:fs');

interface InputLimits {
  readonly bytes: number;
  /** How long more may keep coming. */
  readonly milliseconds: number;
}

/** The text; `nothing` from a terminal or a device; `too-much` if it went past a limit, and then the rest is not read. */
export function readStandardInput(limits: InputLimits): string | 'nothing' | 'too-much' {
  // A terminal, or nothing at all. (`node:tty` would load the whole of networking to tell the two apart.)
  if (fstatSync(0).isCharacterDevice()) return 'nothing';
  const chunks: Buffer[] = [];
  let until = Number.POSITIVE_INFINITY;
  let size = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536);
    const got = readOrWait(chunk, until);
    if (got === 0) break;
    // From the first byte on: a machine that is slow to begin is not one that never ends.
    if (size === 0) until = Date.now() + limits.milliseconds;
    size += got;
    if (size > limits.bytes || Date.now() > until) return 'too-much';
    chunks.push(chunk.subarray(0, got));
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A pipe that another program made non-blocking answers "not yet"; a closed or missing input is an empty one. */
function readOrWait(chunk: Buffer, until: number): number {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (error) {
      if (errnoOf(error) !== 'EAGAIN' || Date.now() > until) return 0;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
