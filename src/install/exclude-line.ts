// The line that hides a person's own settings file from the project's git, and whether it is needed at all.
import { isAbsolute, join, relative, sep } from 'node:path';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import type { GitPlace, Standpoint, World } from '../world/world.ts';
import { placeInFolder, type SettingsFile } from './settings-file.ts';
import type { Site } from './site.ts';

export interface ExcludeLine {
  readonly commonDir: string;
  readonly line: string;
}

const path = 'info/exclude';

/** Where the line stands, or would. */
export function excludeFile({ commonDir }: Pick<ExcludeLine, 'commonDir'>): string {
  return join(commonDir, path);
}

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
  const bytes = tryOr(
    () => world.files.read(commonDir, path),
    () => undefined,
  );
  return Buffer.from(bytes ?? [])
    .toString('utf8')
    .split(/\r?\n/u)
    .includes(line);
}

/** Adds the line, and gives what stood there before. */
export function addLine(world: World, { commonDir, line }: ExcludeLine): Uint8Array | undefined {
  const before = world.files.read(commonDir, path);
  const text = Buffer.from(before ?? []).toString('latin1');
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  const after = Buffer.concat([before ?? Buffer.alloc(0), Buffer.from(`${separator}${line}\n`)]);
  put(world, commonDir, after, before);
  return before;
}

/**
 * Takes the line away if it stands there exactly once. `was` is what stood there before us, if that is known: it tells whether the line end
 * before ours is ours, too, and whether there was a file at all.
 */
export function removeLine(world: World, { commonDir, line }: ExcludeLine, was?: Uint8Array | null): boolean {
  const before = world.files.read(commonDir, path);
  // One character for each byte, whatever its encoding: all of it comes out as it went in.
  const text = Buffer.from(before ?? []).toString('latin1');
  const wanted = Buffer.from(line).toString('latin1');
  const lines = text.split(/(?<=\n)/u);
  const own = lines.filter((each) => each.replace(/\r?\n$/u, '') === wanted);
  if (before === undefined || own.length !== 1) return false;
  const left = lines.filter((each) => each !== own[0]).join('');
  const known = was === undefined || was === null ? undefined : Buffer.from(was).toString('latin1');
  const isOnlyOurs = left === '' && was === null;
  put(
    world,
    commonDir,
    isOnlyOurs ? undefined : Buffer.from(left === `${known}\n` ? (known ?? '') : left, 'latin1'),
    before,
  );
  return true;
}

function put(world: World, commonDir: string, after: Uint8Array | undefined, before: Uint8Array | undefined): void {
  const expect = world.files.hash(before);
  const result =
    after === undefined
      ? world.files.remove(commonDir, path, { expect })
      : world.files.write(commonDir, path, after, { expect });
  if (result === 'written') return;
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', `${excludeFile({ commonDir })} changed while it was being edited`, {
    hint: 'Run the command again.',
  });
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

function asPattern(name: string): string {
  return name.replace(/[\\*?[\]!#]| +$/gu, (found) => found.replace(/./gu, (character) => `\\${character}`));
}

function tracked(file: string, isSure: boolean, harness: string): DreamkeeperError {
  return new DreamkeeperError(
    'E_USAGE',
    isSure ? `git tracks ${printSafe(file)}` : `git could not say whether it tracks ${printSafe(file)}`,
    {
      hint: `The hooks have paths of this machine in them, so they must not go into the project’s git. \`dk install ${harness} --user\` puts them into your own settings instead. Nothing was changed.`,
    },
  );
}
