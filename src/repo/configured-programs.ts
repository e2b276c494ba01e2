// Programs that a configuration names freely (hooks since git 2.54, filters): no fixed setting reaches them, so each is switched off by name.
import { DreamkeeperError } from '../errors/errors.ts';

/** Asks a configuration for the names of its hooks and filters; `where` is for one that is not a repository's yet. */
export function askForPrograms(...where: readonly string[]): readonly string[] {
  return ['config', ...where, '--includes', '--null', '--name-only', '--get-regexp', '^(hook|filter)\\.'];
}

/** What to add to git's environment, given the answer. A name may hold characters that an argument of git cannot carry. */
export function programsOff(answer: Buffer): Record<string, string> {
  const text = answer.toString('utf8');
  if (!Buffer.from(text).equals(answer)) {
    throw new DreamkeeperError('E_GIT', 'the repository configures a hook or filter whose name is not text', {
      hint: 'Nothing was changed. Take that [hook "…"] or [filter "…"] section out of its configuration.',
    });
  }
  const sections = new Set(text.split('\0').flatMap((key) => /^((?:hook|filter)\..*)\.[^.]*$/su.exec(key)?.[1] ?? []));
  const settings = [...sections].flatMap((section): [key: string, value: string][] =>
    section.startsWith('hook.')
      ? [[`${section}.enabled`, 'false']]
      : [
          [`${section}.clean`, ''],
          [`${section}.smudge`, ''],
          [`${section}.process`, ''],
          [`${section}.required`, 'false'],
        ],
  );
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', `${settings.length}`],
    ...settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ]);
}
