// The line that hides a person's own settings file from the project's git, and whether it is needed at all.
import { isAbsolute, join, relative, sep } from 'node:path';
import { asPattern, type ExcludeLine, excludesIn } from '../adopt/adopt.ts';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import type { GitPlace, Standpoint, World } from '../world/world.ts';
import { placeInFolder, type SettingsFile } from './settings-file.ts';
import type { Site } from './site.ts';

/** The line that is missing, or undefined if git does not see the file anyway. Refuses a file that git tracks. */
export async function missingLine(
  { world, at: { env }, setup }: Site,
  place: GitPlace,
  file: SettingsFile,
): Promise<ExcludeLine | undefined> {
  const repository = await world.git.open(place, join(place.commonDir, 'dreamkeeper'));
  const worktree = place.worktree ?? '';
  const seen = [placeInFolder(file), join(file.folder, file.name)].map((each) => relative(worktree, each));
  const inside = [...new Set(seen)].filter((each) => !each.startsWith('..') && !isAbsolute(each));
  for (const name of inside) {
    const listed = await repository.inside(['ls-files', '-z', '--', name]);
    if (listed.kind !== 'ok' || listed.stdout.length > 0) throw tracked(file.path, listed.kind === 'ok', setup.name);
  }
  const [name] = inside;
  if (name === undefined || name !== seen[0]) return undefined;
  const answer = await repository.inside(['check-ignore', '--quiet', '--', name], { env: personal(env) });
  if (answer.kind === 'ok') return undefined;
  return { commonDir: place.commonDir, line: `/${asPattern(name.split(sep).join('/'))}` };
}

/** Whether the line stands there already; it does not in what cannot be read. */
export function stands(world: World, { commonDir, line }: ExcludeLine): boolean {
  // A link or a folder of that name: whoever writes there is told.
  return tryOr(
    () => excludesIn(world, commonDir).includes(line),
    () => false,
  );
}

/** A person's own list of what they never want to see counts here, so git is told where it is. It reads, and runs nothing. */
function personal({ HOME, XDG_CONFIG_HOME, GIT_CONFIG_GLOBAL }: Standpoint['env']): Record<string, string> {
  return {
    // That command knows no literal paths.
    GIT_LITERAL_PATHSPECS: '0',
    ...(HOME ? { HOME, GIT_CONFIG_GLOBAL: GIT_CONFIG_GLOBAL ?? join(HOME, '.gitconfig') } : {}),
    ...(XDG_CONFIG_HOME ? { XDG_CONFIG_HOME } : {}),
  };
}

function tracked(file: string, isSure: boolean, harness: string): DreamkeeperError {
  return new DreamkeeperError(
    'E_USAGE',
    isSure ? `git tracks ${printSafe(file)}` : `git could not say whether it tracks ${printSafe(file)}`,
    {
      hint: `The hooks contain paths of this machine, so they must not get into the project’s git. \`dk install ${harness} --user\` puts them into your own settings instead. Nothing was changed.`,
    },
  );
}
