// Why: where a line comes from, and on what evidence.
import { relative, resolve, sep } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import { type Asked, explain, type Why } from '../history/history.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { openHomeAnyhow } from '../wire/wire.ts';
import type { Place, Standpoint } from '../world/world.ts';

export interface WhyRequest {
  /** A line of a file in the home or in the project (`plan.org:12`), or a change by any of its names. */
  readonly place: string;
}

export async function why(at: Standpoint, { place }: WhyRequest): Promise<Why> {
  const { world, home } = await openHomeAnyhow(at);
  return explain(world, home, askedAbout(place, at.cwd, { world, home }));
}

/** A path as somebody types it where they stand: below the home if it is there, else below the project. */
function askedAbout(place: string, cwd: string, { world, home }: Place): Asked {
  const [, path, line] = /^(.+):(\d{1,7})$/u.exec(place) ?? [];
  const worktree = home.project.worktree;
  if (path === undefined) {
    if (/^(?:\.\/)?rem\//u.test(place) || worktree === undefined) return { kind: 'change', name: place };
    const inIt = below(worktree, resolve(cwd, place));
    if (inIt === undefined || world.disk.at(resolve(cwd, place))?.kind !== 'file')
      return { kind: 'change', name: place };
    const shown = printSafe(oneLine(place, 80));
    throw new DreamkeeperError('E_USAGE', `${shown} is a file: say which line of it you mean`, {
      hint: `For example: dk why ${shown}:1`,
    });
  }
  const asked = { kind: 'line', line: Number(line) } as const;
  const here = resolve(cwd, path);
  const inHome = below(home.home, here);
  if (inHome !== undefined) return { ...asked, of: 'home', path: inHome };
  const inProject = worktree === undefined ? undefined : below(worktree, here);
  const isThere = inProject !== undefined && world.disk.at(here)?.kind === 'file';
  // `plan.org:3` is a line of the home wherever somebody stands, unless a file of that name lies there.
  if (isThere) return { ...asked, of: 'project', path: inProject };
  // What is there and belongs to neither is not missing: it is somebody else's.
  if (inProject === undefined && world.disk.at(here)?.kind === 'file')
    throw new DreamkeeperError('E_USAGE', `${printSafe(oneLine(path, 80))} lies outside this home and its project`, {
      hint: `Dreamkeeper writes only in ${printSafe(home.home)}, so that line is not ours. \`git blame\` in its own folder says whose it is.`,
    });
  return { ...asked, of: 'home', path };
}

function below(folder: string, path: string): string | undefined {
  const rest = relative(folder, path);
  const isIn = rest !== '' && rest !== '..' && !rest.startsWith(`..${sep}`) && path.startsWith(folder);
  return isIn ? rest.replaceAll('\\', '/') : undefined;
}
