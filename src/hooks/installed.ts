// What of ours is installed where: the places that count for a project, and the note in the home of what was there before.
import { resolve } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import { openPayloads } from '../wire/wire.ts';
import type { FoundHome, GitPlace, Standpoint, World } from '../world/world.ts';
import type { ExcludeLine } from './exclude-line.ts';
import { type OurEntry, ourEntries } from './merge.ts';
import { decoded, readSettings, type SettingsFile } from './settings-file.ts';

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

/** The repository as seen from where its local settings lie: Claude Code reads those of the main worktree in all others, too. */
export function seenFor(world: World, scope: Scope, project: GitPlace | undefined): GitPlace | undefined {
  const main = project?.mainWorktree;
  if (scope !== 'local' || main === undefined || main === project?.worktree) return project;
  return world.places.look(main).around ?? project;
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

export function placeOf(scope: Scope, file: SettingsFile): Place {
  return { scope, file, entries: ourEntries(decoded(file.bytes ?? new Uint8Array()) ?? '') };
}

/** The notes of a home; none if there are none, or they cannot be read: then ours is still recognised by itself. */
export function readNotes(world: World, { privateDir }: FoundHome): Installation[] {
  const bytes = world.files.read(privateDir, noteFile);
  if (bytes === undefined) return [];
  try {
    const { v, installations } = JSON.parse(Buffer.from(bytes).toString('utf8')) as {
      v: unknown;
      installations: Noted[];
    };
    return v === 1 ? installations.map(fromNoted) : [];
  } catch {
    // Cut off, or edited by hand.
    return [];
  }
}

/** Keeps the notes, for their owner's eyes only: settings may hold keys. Without any there is no file. */
export function writeNotes(world: World, { privateDir }: FoundHome, installations: readonly Installation[]): void {
  if (installations.length === 0) {
    world.files.remove(privateDir, noteFile);
    return;
  }
  world.files.makeFolder(privateDir, true);
  const text = JSON.stringify({ v: 1, installations: installations.map(toNoted) }, null, 2);
  world.files.write(privateDir, noteFile, Buffer.from(`${text}\n`), { mode: 0o600 });
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
