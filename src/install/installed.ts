// What of ours is installed where: the places that count for a project, and the note in the home of what was there before.
import { existsSync, lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import { openPayloads } from '../wire/wire.ts';
import type { FoundHome, GitPlace, Standpoint, World } from '../world/world.ts';
import type { ExcludeLine } from './exclude-line.ts';
import { presumed } from './home-data.ts';
import { type OurEntry, ourEntries } from './merge.ts';
import { decoded, readSettings, type SettingsFile } from './settings-file.ts';
import { stateFolder } from './traces.ts';

/** `local`: this project with all its worktrees, this person. `shared`: everybody in the project. `user`: this person, everywhere. */
export type Scope = 'local' | 'shared' | 'user';

/** One place, and which of our commands are in it. */
export interface Place {
  readonly scope: Scope;
  readonly file: SettingsFile;
  readonly entries: readonly OurEntry[];
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
  /** The line we added, and the bytes of that file before; null if we added none. */
  readonly exclude: (ExcludeLine & { readonly before: Uint8Array | null }) | null;
}

const noteFile = 'installed-claude.json';

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

/** The repository as seen from where its local settings lie: Claude Code reads those of the main worktree, if there is one, in all others, too. */
export function seenFor(world: World, scope: Scope, project: GitPlace | undefined): GitPlace | undefined {
  const main = project?.mainWorktree;
  if (scope !== 'local' || main === undefined || main === project?.worktree) return project;
  const { place } = world.places.look(main);
  return place?.worktree === undefined ? project : place;
}

/** Where Claude Code reads settings for a project from; outside a worktree only the person's own. */
export async function settingsPath(
  world: World,
  scope: Scope,
  at: Standpoint,
  project: GitPlace | undefined,
): Promise<string> {
  const { claudeFolder } = await openPayloads();
  const worktree = seenFor(world, scope, project)?.worktree ?? '';
  if (scope === 'user') return resolve(at.cwd, claudeFolder(at.env), 'settings.json');
  return resolve(worktree, '.claude', scope === 'local' ? 'settings.local.json' : 'settings.json');
}

/** Every place that counts for the project, read, with what is ours in it. What cannot be read has nothing of ours. */
export async function placesHere(world: World, at: Standpoint): Promise<Place[]> {
  const project = projectAt(world, at);
  const scopes: readonly Scope[] = project?.worktree === undefined ? ['user'] : ['local', 'shared', 'user'];
  const paths = await Promise.all(scopes.map((scope) => settingsPath(world, scope, at, project)));
  const places = scopes.flatMap((scope, index) => {
    try {
      return [placeOf(scope, readSettings(world, paths[index] ?? ''))];
    } catch (error) {
      // A link that leads nowhere, or no right to look: whoever means this very place reads it again, and is told.
      if (error instanceof DreamkeeperError) return [];
      throw error;
    }
  });
  // A project at the root of a person's own folder has one file in two roles.
  return places.filter(
    ({ file }, index) =>
      places.findIndex((other) => other.file.folder === file.folder && other.file.name === file.name) === index,
  );
}

/** The settings that switch our plugin on, if any do. */
export function pluginIn(places: readonly Place[]): Place | undefined {
  const on = /"enabledPlugins"\s*:\s*\{[^}]*"dreamkeeper@[^"]*"\s*:\s*true/u;
  return places.find(({ file }) => on.test(decoded(file.bytes ?? new Uint8Array()) ?? ''));
}

/** Why Claude Code takes no notice of our hooks in this file, though they are in it; undefined if it does. */
export function ignoredBecause(bytes: Uint8Array | undefined): string | undefined {
  const text = decoded(bytes ?? new Uint8Array()) ?? '';
  if (text.trim() === '') return undefined;
  try {
    const settings = JSON.parse(text.replace(/^\uFEFF/u, '')) as { readonly disableAllHooks?: unknown } | null;
    return settings?.disableAllHooks === true ? 'it switches all hooks off (disableAllHooks)' : undefined;
  } catch {
    // We can edit it; they cannot read it.
    return 'it has comments or commas too many, and to Claude Code nothing in such a file is in effect; take them out';
  }
}

export function placeOf(scope: Scope, file: SettingsFile): Place {
  const entries = ourEntries(decoded(file.bytes ?? new Uint8Array()) ?? '');
  // What comes with a clone may name any program; there we only ever write `dk`.
  const isByName = ({ command }: OurEntry): boolean => /^(?:dk|dreamkeeper) hook /u.test(command);
  return { scope, file, entries: scope === 'shared' ? entries.filter(isByName) : entries };
}

/** Notes about one project lie in its home; those about a person's own settings beside the person's other state, for all homes. */
function noteFolders(
  world: World,
  found: FoundHome | undefined,
  at: Standpoint,
): { readonly home?: string; readonly user?: string } {
  const home = found?.privateDir ?? ofDamaged(projectAt(world, at));
  const user = stateFolder(at);
  return { ...(home === undefined ? {} : { home }), ...(user === undefined ? {} : { user }) };
}

/** The private folder of what is no home any more, but was: no clone can bring one along. */
function ofDamaged(project: GitPlace | undefined): string | undefined {
  const { home, privateDir } = presumed(project) ?? {};
  if (home === undefined || privateDir === undefined) return undefined;
  const isFolder = lstatSync(home, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder && existsSync(privateDir) ? privateDir : undefined;
}

/** Where the note of an installation goes. */
export function noteFolder(world: World, found: FoundHome, at: Standpoint, scope: Scope): string {
  const { home, user } = noteFolders(world, found, at);
  return (scope === 'user' ? user : undefined) ?? home ?? found.privateDir;
}

/** What we remember, of this project and of the person; none if it cannot be read: then ours is still recognised by itself. */
export function readNotes(world: World, found: FoundHome | undefined, at: Standpoint): Installation[] {
  const { home, user } = noteFolders(world, found, at);
  return [...(home === undefined ? [] : notesIn(world, home)), ...(user === undefined ? [] : notesIn(world, user))];
}

function notesIn(world: World, folder: string): Installation[] {
  // A folder that is not there has none.
  if (!existsSync(folder)) return [];
  try {
    const bytes = world.files.read(folder, noteFile);
    if (bytes === undefined) return [];
    const { v, installations } = JSON.parse(Buffer.from(bytes).toString('utf8')) as {
      v: unknown;
      installations: Noted[];
    };
    return v === 1 ? installations.map(fromNoted) : [];
  } catch {
    // Cut off, edited by hand, or no file that can be read: a damaged home must not keep anybody from leaving.
    return [];
  }
}

/** Keeps them, for their owner's eyes only: settings may hold keys. Without any there is no file. */
export function writeNotes(
  world: World,
  found: FoundHome | undefined,
  at: Standpoint,
  installations: readonly Installation[],
): void {
  const { home, user } = noteFolders(world, found, at);
  const isUsers = ({ scope }: Installation): boolean => scope === 'user';
  if (home !== undefined)
    keep(world, home, user === undefined ? installations : installations.filter((each) => !isUsers(each)));
  if (user !== undefined) keep(world, user, installations.filter(isUsers));
}

function keep(world: World, folder: string, installations: readonly Installation[]): void {
  if (installations.length === 0) {
    if (existsSync(folder)) world.files.remove(folder, noteFile);
    return;
  }
  world.files.makeFolder(folder, true);
  const text = JSON.stringify({ v: 1, installations: installations.map(toNoted) }, null, 2);
  world.files.write(folder, noteFile, Buffer.from(`${text}\n`), { mode: 0o600 });
}

/** Bytes as base64. */
type Noted = Omit<Installation, 'before' | 'exclude'> & {
  readonly before: string | null;
  readonly exclude: (ExcludeLine & { readonly before: string | null }) | null;
};

function toNoted({ before, exclude, ...rest }: Installation): Noted {
  const text = (bytes: Uint8Array | null): string | null =>
    bytes === null ? null : Buffer.from(bytes).toString('base64');
  return {
    ...rest,
    before: text(before),
    exclude: exclude === null ? null : { ...exclude, before: text(exclude.before) },
  };
}

function fromNoted({ before, exclude, ...rest }: Noted): Installation {
  const bytes = (text: string | null): Uint8Array | null => (text === null ? null : Buffer.from(text, 'base64'));
  return {
    ...rest,
    before: bytes(before),
    exclude: exclude === null ? null : { ...exclude, before: bytes(exclude.before) },
  };
}
