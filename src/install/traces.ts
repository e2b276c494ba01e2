// What of ours lies outside the settings and beside a home: what goes with `--data`, and what stays, with the reason and the way.

import { existsSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type ExcludeLine, excludeFile } from '../adopt/adopt.ts';
import { boardPath } from '../board/board.ts';
import { unlessBug } from '../errors/errors.ts';
import { memoryPath } from '../memory/memory.ts';
import { privateLineOf, privateLines } from '../steps/steps.ts';
import { whereOperator } from '../wire/wire.ts';
import type { FoundHome, GitPlace, Standpoint, World } from '../world/world.ts';
import { stands } from './exclude-line.ts';
import { presumed } from './home-data.ts';
import { serviceThere } from './service.ts';

/** Something that goes: a file or folder as a whole, or one line of a repository's exclude file. */
export interface Trace {
  readonly path: string;
  readonly what: string;
  readonly line?: ExcludeLine;
}

/** Something that stays, why, and how its owner can take it out. */
export interface Left {
  readonly path: string;
  readonly what: string;
  readonly how: string;
}

/** What `--data` takes besides the home. `isHomeGoing`: the home beside the project goes, or there is none. */
export function tracesOf(
  world: World,
  found: FoundHome | undefined,
  project: GitPlace | undefined,
  isHomeGoing: boolean,
): Trace[] {
  const link = project === undefined ? '' : join(project.commonDir, 'dreamkeeper', 'home');
  const linked = existsSync(link) ? [{ path: link, what: 'where the home of this project is' }] : [];
  if (found?.shape === 'one') return [...inOne(world, found), ...outside(world, found)];
  if (!isHomeGoing) return linked;
  const line = project === undefined ? [] : hidden(world, { commonDir: project.commonDir, line: '/.dream/' });
  return [...line, ...outside(world, found ?? presumed(project)), ...linked];
}

/** In a repository that is the home: what is private, and no part of its history. */
function inOne(world: World, found: FoundHome): Trace[] {
  const { home, privateDir, repository } = found;
  const needed = linesNeeded(world, found);
  return [
    ...(existsSync(privateDir) ? [{ path: privateDir, what: 'the private folder' }] : []),
    ...world.files
      .list(home, '.')
      .filter(isRecord)
      .map((name) => ({ path: join(home, name), what: 'the record of the day' })),
    ...privateLines
      .filter((line) => !needed.has(line))
      .flatMap((line) => hidden(world, { commonDir: repository.commonDir, line })),
  ];
}

function isRecord(name: string): boolean {
  return /^_steps(?:\.[^/]+)?\.jsonl$/u.test(name);
}

/** The lines that hide what is not ours to take, with one such file each: without them their owner's git would see it. */
function linesNeeded(world: World, { home }: FoundHome): ReadonlyMap<string, string> {
  const inside = (folder: string): string[] => world.files.list(home, folder).map((name) => `${folder}/${name}`);
  const files = [
    ...world.files.list(home, '.').filter((name) => !isRecord(name)),
    ...inside('.self'),
    ...world.files.list(home, '.self', 'folders').flatMap((agent) => inside(`.self/${agent}`)),
  ];
  return new Map(
    files.flatMap((path) => {
      const line = privateLineOf(path);
      return line === undefined ? [] : [[line, path] as const];
    }),
  );
}

function hidden(world: World, line: ExcludeLine): Trace[] {
  return stands(world, line) ? [{ path: excludeFile(line), what: 'the line that hides it', line }] : [];
}

function outside(world: World, home: Pick<FoundHome, 'home' | 'privateDir'> | undefined): Trace[] {
  if (home === undefined) return [];
  return world.places
    .outside(home)
    .filter((folder) => existsSync(folder))
    .map((path) => ({ path, what: 'private files of this home that had to be stored outside it' }));
}

/** What stays whatever is said, because it is not this project's alone, or in its owner's history. */
export async function leftOf(
  world: World,
  at: Standpoint,
  found: FoundHome | undefined,
  going: readonly Trace[],
): Promise<Left[]> {
  const state = stateFolder(at);
  const folders = state === undefined || !existsSync(state) ? [] : (['files', 'folders'] as const);
  const paths = folders.flatMap((what) =>
    world.files.list(state ?? '', '.', what).map((name) => join(state ?? '', name)),
  );
  const operator = await whereOperator(at);
  return [
    ...paths
      .filter((path) => !going.some((trace) => trace.path === path))
      .map((path) => ({ path, ...ofPerson(basename(path)) })),
    ...(existsSync(operator)
      ? [{ path: operator, what: 'your own settings: models, runners', how: 'Remove it if no home needs it.' }]
      : []),
    ...(found?.shape === 'one' ? await historyOf(world, found) : []),
  ];
}

/** What belongs to the program, and not to a project. A service may keep other homes, and may be running: it is its owner's to stop. */
export function programLeft({ env }: Standpoint): Left[] {
  const service = serviceThere(env);
  const cache = getCompileCacheDir();
  const own = 'Node’s cache of programs, ours among them';
  return [
    ...(service === undefined
      ? []
      : [{ path: service.path, what: 'the service that keeps homes', how: `${service.stop}, then remove the file.` }]),
    ...(cache === undefined ? [] : [{ path: cache, what: own, how: 'It is temporary, and not ours alone.' }]),
  ];
}

const ofOthers = { what: 'state of other homes of yours', how: 'Remove it when the last of them is gone.' };
function ofPerson(file: string): typeof ofOthers {
  if (file === 'mcp-token')
    return { what: 'the token of `dk mcp --http`', how: 'Remove it when no client of yours uses it.' };
  if (file === 'off.json')
    return { what: 'everything is switched off everywhere', how: '`dk on --everywhere` takes that back.' };
  const harness = /^installed-([a-z]+)\.json$/u.exec(file)?.[1];
  if (harness === undefined) return ofOthers;
  return { what: 'how your own settings were before us', how: `\`dk uninstall ${harness} --user\` puts them back.` };
}

/** Where we keep what belongs to a person and not to one home. */
export function stateFolder({ env }: Standpoint): string | undefined {
  const state = env.XDG_STATE_HOME || (env.HOME ? join(env.HOME, '.local', 'state') : '');
  return state === '' ? undefined : join(state, 'dreamkeeper');
}

/** The files of a home by the names the format gives them. */
const homeNames = [boardPath, 'dreamkeeper.yaml', 'lifecycle.org', 'rem', 'notes', memoryPath, 'DREAMS.md', 'memory'];

async function historyOf(world: World, found: FoundHome): Promise<Left[]> {
  const { home, repository, privateDir } = found;
  const there = homeNames.filter((name) => existsSync(join(home, name)));
  // A damaged repository has refs that nobody can list; its owner has other worries.
  const refs = await refsIn(world, repository, privateDir).catch(unlessBug(() => []));
  return [
    ...there.map((name) => ({
      path: join(home, name),
      what: 'in your repository, and so are the commits that wrote it',
      how: `\`git rm -r ${name}\` if it is not yours, too.`,
    })),
    ...[...linesNeeded(world, found)].map(([line, path]) => ({
      path: excludeFile(repository),
      what: `the line ${line} hides ${path}, which is not ours`,
      how: 'Take it out when git may see it.',
    })),
    ...refs.map((ref) => ({
      path: ref,
      what: 'uncommitted work of a run, kept',
      how: `\`git update-ref -d ${ref}\` when you do not need it.`,
    })),
  ];
}

async function refsIn(world: World, place: GitPlace, privateDir: string): Promise<string[]> {
  const repository = await world.git.open(place, privateDir);
  const listed = await repository.inside(['for-each-ref', '--format=%(refname)', 'refs/dreamkeeper']);
  return listed.kind === 'ok' ? listed.stdout.toString('utf8').split('\n').filter(Boolean) : [];
}

/** The folder of a link, and the person's state folder, go when nothing is left in them. */
export function foldersAround(traces: readonly Trace[], at: Standpoint): string[] {
  const links = traces.filter(({ path, line }) => line === undefined && basename(dirname(path)) === 'dreamkeeper');
  const state = stateFolder(at);
  return [...new Set([...links.map(({ path }) => dirname(path)), ...(state === undefined ? [] : [state])])];
}
