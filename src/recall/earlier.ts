// What stood once in a home's memory, notes, plan and dreams, and stands there no more: from the commits of its own repository.
import { boardPath } from '../board/board.ts';
import { isEntryPath } from '../journal/journal.ts';
import { memoryPath, notesFolder } from '../memory/memory.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { EarlierVersion, Place } from '../world/world.ts';
import { allChunks, type GivenFile } from './find.ts';
import {
  ignoredBelow,
  type Origin,
  originOf,
  type Reading,
  type Source,
  type SourceOptions,
  shownIn,
} from './sources.ts';

/** So far back, so much of it, and no single file that is larger. */
const most = { commits: 10_000, bytes: 16 * 1024 * 1024, size: 1024 * 1024 } as const;
const entriesFolder = 'rem';
/** Where what is remembered may have moved to. */
const remembered: ReadonlySet<Origin> = new Set(['memory', 'notes', 'journal', 'board']);

function isKept(path: string): boolean {
  if (path === memoryPath || path === boardPath || isEntryPath(path)) return true;
  return path.startsWith(`${notesFolder}/`) && /\.(?:md|org|txt)$/iu.test(path) && !/(?:^|\/)[._]/u.test(path);
}

/** The old versions that have something which is in none of the files of now, nor in a newer one; the newest first. */
export async function earlierSources(
  { world, home }: Place,
  options: SourceOptions,
  reading: Reading,
  now: readonly Source[],
): Promise<Source[]> {
  const repository = await world.git.open(home.repository, home.privateDir);
  const { commit: head } = await repository.head();
  if (head === undefined) return [];
  const shown = shownIn(home);
  const paths = [memoryPath, notesFolder, boardPath, entriesFolder];
  const isIgnored = ignoredBelow(world, home.home, home.repository.commonDir);
  const versions = (await world.git.earlier(repository, head, paths, most.commits)).filter(
    ({ path, size }) =>
      isKept(path) && !isIgnored(path, false) && size <= most.size && options.shows?.(shown(path)) !== false,
  );
  const within = firstOf(versions, most.bytes);
  const left = versions[within.length];
  if (left !== undefined) reading.stopped ??= { path: `${left.commit.slice(0, 12)}:${left.path}`, by: 'bytes' };
  const contents = await world.git.contents(
    repository,
    within.map(({ blob }) => blob),
  );
  const files = within.flatMap(({ path, commit, until }, at): Source[] => {
    const content = contents[at];
    if (content === undefined || content.includes(0)) return [];
    return [{ path: shown(path), content, origin: originOf(path, false), gone: { commit, until } }];
  });
  const known = new Set(saidIn(now.filter(({ origin }) => remembered.has(origin))).map(({ said }) => said));
  const taken = new Map<Source, Set<number>>();
  for (const { file, line, said } of saidIn(files)) {
    if (known.has(said)) continue;
    known.add(said);
    taken.set(file, (taken.get(file) ?? new Set()).add(line));
  }
  return files.flatMap((file) => (taken.has(file) ? [{ ...file, takes: taken.get(file) }] : []));
}

/** As many as have no more bytes together than this. */
function firstOf(versions: readonly EarlierVersion[], bytes: number): readonly EarlierVersion[] {
  let sum = 0;
  const end = versions.findIndex(({ size }) => {
    sum += size;
    return sum > bytes;
  });
  return end === -1 ? versions : versions.slice(0, end);
}

interface Said<File> {
  readonly file: File;
  readonly line: number;
  readonly said: string;
}

/** What each chunk says. That a task was done, or an item moved to another place, makes it nothing else. */
function saidIn<File extends GivenFile>(files: readonly File[]): Said<File>[] {
  return allChunks(files).map(({ file, line, from, to }) => ({
    file,
    line,
    said: decodeUtf8(file.content.subarray(from, to))
      .replace(/^(?:\*+\s+(?:[A-Z][A-Z_-]+\s+)?|\s*(?:[-*+]|\d+[.)])\s+|\s*#+\s+)/u, '')
      .replace(/\s+/gu, ' ')
      .trim(),
  }));
}
