// Where the operator keeps what costs money, runs programs or leaves the machine.
import type { Standpoint } from '../world/world.ts';

/**
 * The operator's own settings, outside every home. `join` is handed in: a hook that never asks does not load it.
 *
 * Only full paths count: what is relative lies where somebody stands, and that may be a repository of anybody's.
 */
export function operatorFile({ env }: Standpoint, join: (...parts: string[]) => string): string {
  const isFull = (path: string | undefined): path is string =>
    path !== undefined && /^(?:\/|[A-Za-z]:[\\/])/u.test(path);
  if (isFull(env.XDG_CONFIG_HOME)) return join(env.XDG_CONFIG_HOME, 'dreamkeeper', 'config.yaml');
  const home = isFull(env.HOME) ? env.HOME : process.getBuiltinModule('node:os').userInfo().homedir;
  return join(home, '.config', 'dreamkeeper', 'config.yaml');
}
