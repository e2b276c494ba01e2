// What of ours is installed where: the places that count for a project, and the note in the home of what was there before.
import { existsSync, lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ExcludeLine } from '../adopt/adopt.ts';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import type { FoundHome, GitPlace, Scope, Standpoint, World } from '../world/world.ts';
import { presumed } from './home-data.ts';
import { decoded, readSettings, type SettingsFile } from './settings-file.ts';
import type { Setup, Site } from './site.ts';
import type { SkillNote } from './skill.ts';
import { stateFolder } from './traces.ts';

/** One place, and which of our commands are in it. */
export interface SettingsPlace {
  readonly scope: Scope;
  readonly file: SettingsFile;
  readonly entries: ReturnType<Setup['form']['commandsIn']>;
}

/** What we remember of one installation, so that it can be undone to the byte. */
export interface Installation {
  readonly file: string;
  readonly scope: Scope;
  /** The repository it was for. */
  readonly commonDir: string | null;
  /** The bytes before us; null if there was no file. */
  readonly before: Uint8Array | null;
  /** The hash of the bytes we left. */
  readonly after: string;
  readonly madeFolder: boolean;
  /** The folders around that one which we made, too, outermost first. */
  readonly madeAround?: readonly string[];
  /** The line we added, and the bytes of that file before; null if we added none. */
  readonly exclude: (ExcludeLine & { readonly before: Uint8Array | null }) | null;
  /** The skill we put in; earlier versions had none. */
  readonly skill?: SkillNote | null;
  /** It is the file of servers and not the one of settings. */
  readonly isServers?: true;
}

export const noteFile = ({ name }: Setup): string => `installed-${name}.json`;

/** The repository a person stands in. Whoever stands in a home beside a project means the project. */
export function projectAt(world: World, at: Standpoint): GitPlace | undefined {
  const { around } = world.places.look(at.cwd);
  const found = homeAt(world, at);
  return found?.shape === 'nested' && found.home === around?.worktree ? found.project : around;
}

/** The home found from here; none also if the one that is named is gone. */
export function homeAt(world: World, at: Standpoint): FoundHome | undefined {
  try {
    return world.places.find(at);
  } catch (error) {
    if (error instanceof DreamkeeperError && error.code === 'E_NO_HOME') return undefined;
    throw error;
  }
}

export function noRepository({ cwd }: Standpoint, hint: string): DreamkeeperError {
  return new DreamkeeperError('E_NOT_A_REPOSITORY', `${printSafe(cwd)} is not in a git repository`, {
    hint: `${hint} Nothing was changed.`,
  });
}

/** The repository as seen from where its local settings lie: those of the main worktree, if there is one, count in all others, too. */
export function seenFor(world: World, scope: Scope, project: GitPlace | undefined): GitPlace | undefined {
  const main = project?.mainWorktree;
  if (scope !== 'local' || main === undefined || main === project?.worktree) return project;
  const { place } = world.places.look(main);
  return place?.worktree === undefined ? project : place;
}

/** Where a harness reads settings for a project from, if it has any of that scope; outside a worktree only the person's own. */
function pathOf({ world, at, setup }: Site, scope: Scope, project: GitPlace | undefined): string | undefined {
  const folder = scope === 'user' ? at.cwd : (seenFor(world, scope, project)?.worktree ?? '');
  const name = scope === 'user' ? setup.userFile(at.env) : setup.files[scope];
  return name === undefined ? undefined : resolve(folder, name);
}

export function settingsPath(site: Site, scope: Scope, project: GitPlace | undefined): string {
  const path = pathOf(site, scope, project);
  if (path !== undefined) return path;
  throw new DreamkeeperError('E_USAGE', `${site.setup.title} has no settings for --${scope}`, {
    hint: `Run it without --${scope}. Nothing was changed.`,
  });
}

/** Every place that counts for the project, read, with what is ours in it. What cannot be read has nothing of ours. */
export function placesHere(site: Site): SettingsPlace[] {
  const { world, at, setup } = site;
  const project = projectAt(world, at);
  const scopes: readonly Scope[] = project?.worktree === undefined ? ['user'] : ['local', 'shared', 'user'];
  const places = scopes.flatMap((scope) => {
    const path = pathOf(site, scope, project);
    if (path === undefined) return [];
    return tryOr(
      () => [placeOf(setup, scope, readSettings(world, path))],
      // A link that leads nowhere, or no right to look: whoever means this very place reads it again, and is told.
      () => [],
    );
  });
  // A project at the root of a person's own folder has one file in two roles.
  return places.filter(
    ({ file }, index) =>
      places.findIndex((other) => other.file.folder === file.folder && other.file.name === file.name) === index,
  );
}

/** The settings that switch our plugin on, if any do. */
export function pluginIn({ plugin }: Setup, places: readonly SettingsPlace[]): SettingsPlace | undefined {
  return places.find(({ file }) => plugin?.isOn(wordsOf(file)) === true);
}

/** What it says; nothing if that is no text. */
export function wordsOf({ bytes }: Pick<SettingsFile, 'bytes'>): string {
  return decoded(bytes ?? new Uint8Array()) ?? '';
}

export function placeOf({ form }: Setup, scope: Scope, file: SettingsFile): SettingsPlace {
  const entries = form.commandsIn(wordsOf(file));
  // What comes with a clone may name any program; there we only ever write `dk`.
  const isByName = ({ command }: { readonly command: string }): boolean => /^(?:dk|dreamkeeper) hook /u.test(command);
  return { scope, file, entries: scope === 'shared' ? entries.filter(isByName) : entries };
}

/** Notes about one project lie in its home; those about a person's own settings beside the person's other state, for all homes. */
function noteFolders(
  { world, at }: Pick<Site, 'world' | 'at'>,
  found: FoundHome | undefined,
): Readonly<Record<'home' | 'user', string | undefined>> {
  return { home: found?.privateDir ?? ofDamaged(projectAt(world, at)), user: stateFolder(at) };
}

/** The private folder of what is no home any more, but was: no clone can bring one along. */
function ofDamaged(project: GitPlace | undefined): string | undefined {
  const { home, privateDir } = presumed(project) ?? {};
  if (home === undefined || privateDir === undefined) return undefined;
  const isFolder = lstatSync(home, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder && existsSync(privateDir) ? privateDir : undefined;
}

/** Where the note of an installation goes. */
export function noteFolder(site: Site, found: FoundHome, scope: Scope): string {
  const { home, user } = noteFolders(site, found);
  return (scope === 'user' ? user : undefined) ?? home ?? found.privateDir;
}

/** When ours were last put into these places, as far as that is noted. */
export function installedAt(site: Site, found: FoundHome, places: readonly SettingsPlace[]): Date | undefined {
  const times = places.flatMap(({ scope }) => {
    const path = join(noteFolder(site, found, scope), noteFile(site.setup));
    return site.world.disk.at(path)?.written ?? [];
  });
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}

/** What we remember, of this project and of the person; none if it cannot be read: then ours is still recognised by itself. */
export function readNotes(site: Site, found: FoundHome | undefined): Installation[] {
  const { home, user } = noteFolders(site, found);
  return [home, user].flatMap((folder) => (folder === undefined ? [] : notesIn(site, folder)));
}

function notesIn({ world, setup }: Site, folder: string): Installation[] {
  // A folder that is not there has none.
  if (!existsSync(folder)) return [];
  try {
    const bytes = world.files.read(folder, noteFile(setup));
    if (bytes === undefined) return [];
    const text = Buffer.from(bytes).toString('utf8');
    const { v, installations } = JSON.parse(text, (name, value: unknown) =>
      name === 'before' && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
    ) as { readonly v: unknown; readonly installations: Installation[] };
    return v === 1 ? installations.filter(({ file, before }) => typeof file === 'string' && before !== undefined) : [];
  } catch {
    // Cut off, edited by hand, or no file that can be read: a damaged home must not keep anybody from leaving.
    return [];
  }
}

/** Keeps them, for their owner's eyes only: settings may hold keys. Without any there is no file. */
export function writeNotes(site: Site, found: FoundHome | undefined, installations: readonly Installation[]): void {
  const { home, user } = noteFolders(site, found);
  const isUsers = ({ scope }: Installation): boolean => scope === 'user';
  if (home !== undefined)
    keep(site, home, user === undefined ? installations : installations.filter((each) => !isUsers(each)));
  if (user !== undefined) keep(site, user, installations.filter(isUsers));
}

function keep({ world, setup }: Site, folder: string, installations: readonly Installation[]): void {
  if (installations.length === 0) {
    if (existsSync(folder)) world.files.remove(folder, noteFile(setup));
    return;
  }
  world.files.makeFolder(folder, true);
  const text = JSON.stringify({ v: 1, installations }, noted, 2);
  world.files.write(folder, noteFile(setup), Buffer.from(`${text}\n`), { mode: 0o600 });
}

/** Bytes as base64. */
function noted(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const bytes = this[name];
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('base64') : value;
}
