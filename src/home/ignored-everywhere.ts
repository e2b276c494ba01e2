// The file of patterns a person ignores in every repository: what they never want to see is not work in flight either.
import { isAbsolute, join } from 'node:path';
import { kindOf, smallText } from './git-place.ts';

/** Where it is, or undefined. Only the person's own git configuration is asked, and that of the repository if one is named; and only for this one path. */
export function ignoredEverywhere(
  env: Readonly<Record<string, string | undefined>>,
  commonDir?: string,
): string | undefined {
  const home = env.HOME ?? env.USERPROFILE;
  if (home === undefined || !isAbsolute(home)) return undefined;
  const config = env.XDG_CONFIG_HOME || join(home, '.config');
  const named = [
    join(config, 'git', 'config'),
    join(home, '.gitconfig'),
    ...(commonDir === undefined ? [] : [join(commonDir, 'config')]),
  ]
    .map((file) => /^[ \t]*excludesfile[ \t]*=[ \t]*"?([^"\r\n#;]+)/imu.exec(smallText(file) ?? '')?.[1]?.trim())
    .findLast((path) => path !== undefined);
  const path = named === undefined ? join(config, 'git', 'ignore') : named.replace(/^~(?=\/)/u, home);
  return isAbsolute(path) && kindOf(path) === 'file' ? path : undefined;
}
