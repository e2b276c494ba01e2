// Where Copilot CLI keeps things.
import { join } from 'node:path';
import type { Env } from '../harness.ts';

/** Its own folder of a person. */
export function copilotFolder(env: Env): string {
  return join(env.HOME || process.getBuiltinModule('node:os').homedir(), '.copilot');
}
