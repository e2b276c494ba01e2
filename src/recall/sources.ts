// Which files are read: all of the home's and the project's that hold text and are nobody's secret, as they are at this moment.
import { relative } from 'node:path';
import { boardPath } from '../board/board.ts';
import { isEntryPath, journalPaths } from '../journal/journal.ts';
import {
  archivePath,
  hasPromoted,
  memoryPath,
  notesFolder,
  withoutSecond,
  withoutStanding,
  wordsPromoted,
} from '../memory/memory.ts';
import { isPrivateName } from '../steps/steps.ts';
import { absolute, decodeUtf8 } from '../text/text.ts';
import type { Place } from '../world/world.ts';
import type { GivenFile } from './find.ts';
import { ignoredBy, largestIgnoreFile, patternsIn } from './ignored.ts';

/** Where in home or project a text was found. */
export type Origin = 'memory' | 'notes' | 'journal' | 'board' | 'self' | 'home' | 'project';

export interface Source extends GivenFile {
  readonly origin: Origin;
  /** Of what stands there no more: the last commit that has it, and when the next one came. */
  readonly gone?: { readonly commit: string; readonly until: string };
}

export interface SourceOptions {
  /** Leaves code out. */
  readonly docs?: boolean | undefined;
  /** What else is left out, by the path that is shown. */
  shows?(path: string): boolean;
}

/** What became of the reading, beside the files. */
export interface Reading {
  /** The first file that was not looked at, and which bound was reached; null if all were. */
  stopped: { readonly path: string; readonly by: 'files' | 'bytes' } | null;
  /** Files that could not be read: too large, or not ours to read. */
  unread: number;
}

const mostBytes = 64 * 1024 * 1024;
const mostFiles = 20_000;
const deepest = 64;

const isDocs = /\.(?:md|markdown|mdx|org|txt|rst|adoc|asciidoc)$|(?:^|\/)[A-Z_-]+$/iu;
/** Made by programs for programs, or no text. */
export const isNoise =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|cargo\.lock|poetry\.lock|uv\.lock|composer\.lock|gemfile\.lock|go\.sum|flake\.lock)$|\.(?:jsonl|ndjson|csv|tsv|log|map|snap|svg|png|jpe?g|gif|webp|avif|ico|bmp|tiff?|psd|pdf|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|o|a|so|dylib|dll|exe|wasm|node|bin|dat|db|sqlite3?|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|flac|webm|mov|avi|mkv|pyc|parquet|onnx|npy|npz|pt|gguf)$|\.min\.(?:js|css|mjs)$/iu;
export const isElses = /(?:^|\/)(?:node_modules|__pycache__)$/u;
/** Of all that begins with a dot only these are looked into. */
export const isSeen = /(?:^|\/)(?:\.self|\.github)(?:\/|$)/u;

/** Files of the home that are for programs (our settings, the ledger, the manifest), and the diary of sweeps, which only says again what stands in memory. */
const isMachinery = (path: string): boolean =>
  path === 'dreamkeeper.yaml' || path === 'DREAMS.md' || journalPaths.includes(path);

/** Gives each file when it is asked for; home first, so that memory is there whatever the project is. */
export function* sourcesOf({ world, home }: Place, options: SourceOptions, reading: Reading): Generator<Source> {
  const worktree = home.project.worktree;
  const left = { bytes: mostBytes, files: mostFiles };
  const below = homeBelow(home);
  const roots =
    home.shape === 'one' || worktree === undefined
      ? [{ root: home.home, isHome: true, place: home.repository }]
      : [
          { root: home.home, isHome: true, place: home.repository },
          { root: worktree, isHome: false, place: home.project },
        ];
  for (const { root, isHome, place } of roots) {
    const isIgnored = ignoredBelow(world, root, place.commonDir);
    const shown = isHome ? shownIn(home) : (path: string): string => path;
    const isSelf = (path: string): boolean => isHome && /^\.self(?:\/|$)/u.test(path);
    const skip = (path: string, what: string): boolean => {
      const isFolder = what === 'folder';
      if (what === 'other' || isPrivateName(path) || (path.split('/').at(-1)?.startsWith('.') && !isSeen.test(path)))
        return true;
      if (isFolder) {
        // Another repository in it is another project.
        if (isElses.test(path) || world.disk.at(`${root}/${path}/.git`) !== undefined) return true;
        if (!isHome && path === below) return true;
      } else if ((isNoise.test(path) && !(isSelf(path) && path.endsWith('.jsonl'))) || (isHome && isMachinery(path)))
        return true;
      else if (options.docs === true && !isDocs.test(path) && !isSelf(path)) return true;
      return isIgnored(path, isFolder) || options.shows?.(shown(path)) === false;
    };
    const late: Source[] = [];
    const standing = newStanding();
    for (const found of world.files.walk(root, { only: 'text', most: { ...left, depth: deepest }, skip })) {
      if (found.kind === 'stopped') {
        reading.stopped ??= { path: shown(found.path), by: found.by };
        yield* late.map(standing.once);
        return;
      }
      left.files -= 1;
      if (found.kind === 'left') {
        if (found.why !== 'binary' && found.why !== 'gone') reading.unread += 1;
        continue;
      }
      left.bytes -= found.content.length;
      const { content, path } = found;
      const origin = isHome ? originOf(path, home.shape === 'one') : 'project';
      const isList = origin === 'notes' || origin === 'memory' || (isSelf(path) && path.endsWith('observations.md'));
      const source: Source = { path: shown(path), content, origin, isList };
      const isArchive = isHome && path === archivePath;
      if (origin === 'memory' || (origin === 'notes' && late.length > 0)) standing.add(path, content);
      // What a sweep promoted is its note in a second place, and what was archived may stand in one still: both come when the notes are known.
      if (isArchive || (origin === 'memory' && hasPromoted(content))) late.push(source);
      else yield source;
    }
    yield* late.map(standing.once);
  }
}

/** What notes and long-term memory say, line by line. */
function newStanding(): { add(path: string, content: Uint8Array): void; once(source: Source): Source } {
  const [noted, dated, lasting] = [new Set<string>(), new Set<string>(), new Set<string>()];
  return {
    add: (path, content) => {
      const day = /\/(\d{4}-\d\d-\d\d)\.md$/u.exec(path)?.[1];
      for (const line of decodeUtf8(content).split(/\r?\n/u)) {
        if (path === memoryPath) {
          lasting.add(line.startsWith('- ') ? `- ${wordsPromoted(line.slice(2))}` : line);
          continue;
        }
        noted.add(line);
        const isDated = day !== undefined && line.startsWith('- ') && /day|tomorrow/iu.test(line);
        const bullet = isDated ? `- ${absolute(line.slice(2), day)}` : line;
        if (bullet !== line) dated.add(bullet);
      }
    },
    once: (source) => ({
      ...source,
      content:
        source.origin === 'memory'
          ? withoutSecond(source.content, { has: (line) => noted.has(line), hasDated: (line) => dated.has(line) })
          : withoutStanding(source.content, (line) => noted.has(line) || lasting.has(line)),
    }),
  };
}

/** What the ignore files of a repository say, and those of its owner. */
export function ignoredBelow(
  { disk, files, places }: Place['world'],
  root: string,
  commonDir: string,
): ReturnType<typeof ignoredBy> {
  const read = (top: string, path: string): string | undefined => {
    // Most folders have none, and to be told so is cheaper than to fail.
    if (disk.at(`${top}/${path}`) === undefined) return undefined;
    return patternsIn(files.theirs(top, path, largestIgnoreFile));
  };
  return ignoredBy({
    outer: [places.ignoredEverywhere(commonDir), read(commonDir, 'info/exclude') ?? ''],
    read: (folder) => read(root, folder === '' ? '.gitignore' : `${folder}/.gitignore`),
  });
}

/** The home's own folder below the project; undefined if it is the project, or lies elsewhere. */
function homeBelow({ home, project: { worktree } }: Place['home']): string | undefined {
  const below = worktree === undefined ? '' : relative(worktree, home).replaceAll('\\', '/');
  return below === '' || /^(?:\.\.(?:\/|$)|\/|[A-Za-z]:)/u.test(below) ? undefined : below;
}

/** How a path of the home is told: as it opens from the project, or whole. */
export function shownIn(home: Place['home']): (path: string) => string {
  const below = homeBelow(home);
  if (home.shape === 'one') return (path) => path;
  return (path) => `${below ?? home.home}/${path}`;
}

export function originOf(path: string, isProjectToo: boolean): Origin {
  if (path === memoryPath) return 'memory';
  if (path.startsWith(`${notesFolder}/`)) return 'notes';
  if (isEntryPath(path)) return 'journal';
  if (path === boardPath) return 'board';
  if (path.startsWith('.self/')) return 'self';
  return isProjectToo ? 'project' : 'home';
}
