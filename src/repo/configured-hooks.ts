// Hooks that a configuration names (git 2.54 and later): no fixed setting reaches them, so each is switched off by its own name.
import { DreamkeeperError } from '../errors/errors.ts';

/** Asks a configuration for the names of its hooks; `where` is for one that is not a repository's yet. */
export function askForHooks(...where: readonly string[]): readonly string[] {
  return ['config', ...where, '--includes', '--null', '--name-only', '--get-regexp', '^hook\\.'];
}

/** What to add to git's environment, given the answer. A name may hold characters that an argument of git cannot carry. */
export function hooksOff(answer: Buffer): Record<string, string> {
  const text = answer.toString('utf8');
  if (!Buffer.from(text).equals(answer)) {
    throw new DreamkeeperError('E_GIT', 'the repository configures a hook whose name is not text', {
      hint: 'Nothing was changed. Take the [hook "…"] section out of its configuration.',
    });
  }
  const names = new Set(text.split('\0').flatMap((key) => /^hook\.(.*)\.[^.]*$/su.exec(key)?.[1] ?? []));
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', `${names.size}`],
    ...[...names].flatMap((name, index) => [
      [`GIT_CONFIG_KEY_${index}`, `hook.${name}.enabled`],
      [`GIT_CONFIG_VALUE_${index}`, 'false'],
    ]),
  ]);
}
