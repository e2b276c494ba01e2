// Which tests a change concerns: imports go down only and tests mirror rooms, so the sources themselves say it.
import { dirname, join } from 'node:path/posix';
import { importsOf, roomOf } from '../test/law.ts';

/** Every TypeScript file below `src`, `test` and `tools` with its text; paths are relative to the project, with `/`. */
export type Sources = ReadonlyMap<string, string>;

export interface Affected {
  /** Test files with why each is run, in the order of their paths. */
  readonly tests: ReadonlyMap<string, string>;
  /** The file that no room answers for, if everything is run because of it. */
  readonly everythingFor: string | undefined;
}

/** Pages are read by the tests at the root of `test/`, and benchmarks by no test at all. */
const concernsNobodyElse = /^(?:docs\/|bench\/|[^/]+\.md$|LICENSE$)/u;

const isEntry = /\.(?:test|agents)\.ts$/u;

export function affectedBy(changed: readonly string[], sources: Sources): Affected {
  const tests = [...sources.keys()].filter((path) => path.endsWith('.test.ts')).toSorted();
  const uses = usedBy(sources);
  const rooms = roomsAbove(
    changed.filter((path) => path.startsWith('src/')),
    sources,
  );
  const why = new Map<string, string>();
  for (const test of tests) {
    const room = test.split('/')[1] ?? '';
    const reached = uses(test);
    const seen = [...reached].find((path) => path.startsWith('src/') && rooms.has(roomOf(path)));
    if (changed.includes(test)) why.set(test, 'it changed');
    else if (room.endsWith('.ts')) why.set(test, 'it looks at the whole house');
    else if (rooms.has(room)) why.set(test, rooms.get(room) ?? '');
    else if (rooms.size > 0 && !hasRoom(room, sources)) why.set(test, `${room} tries the whole program`);
    else if (seen !== undefined) why.set(test, `it takes ${roomOf(seen)}: ${rooms.get(roomOf(seen))}`);
    else {
      const helper = changed.find((path) => isAmong(path, reached));
      if (helper !== undefined) why.set(test, `it needs ${helper}`);
    }
  }
  // Real agents have tests of their own, which are not run here; what only they need concerns nobody else.
  const entries = [...sources.keys()].filter((path) => isEntry.test(path));
  const everythingFor = changed.find(
    (path) =>
      !path.startsWith('src/') &&
      !concernsNobodyElse.test(path) &&
      !isEntry.test(path) &&
      !entries.some((entry) => isAmong(path, uses(entry))),
  );
  return everythingFor === undefined
    ? { tests: why, everythingFor }
    : { tests: new Map(tests.map((test) => [test, `${everythingFor} changed`])), everythingFor };
}

/** The rooms of these files, and all rooms that import them, directly or by another, each with why. */
function roomsAbove(files: readonly string[], sources: Sources): Map<string, string> {
  const found = new Map(files.map((path) => [roomOf(path), `${roomOf(path)} changed`]));
  const edges = [...sources]
    .filter(([path]) => path.startsWith('src/'))
    .flatMap(([path, source]) => importsOf(path, source).map(({ target }) => [roomOf(path), roomOf(target)] as const));
  for (let known = -1; known < found.size; ) {
    known = found.size;
    for (const [above, below] of edges)
      if (found.has(below) && !found.has(above)) found.set(above, `${above} imports ${below}`);
  }
  return found;
}

/** For a test, every file and folder that it or its helpers import or name: programs are started and pages read by their path. */
function usedBy(sources: Sources): (test: string) => ReadonlySet<string> {
  const direct = new Map<string, readonly string[]>();
  for (const [path, source] of sources) {
    if (path.startsWith('src/')) continue;
    // A path is written in one piece, or in parts that are joined.
    const asPaths = `${source}\n${source.replaceAll("', '", '/')}`;
    direct.set(path, [
      ...importsOf(path, source).map(({ target }) => target),
      ...[...source.matchAll(/new URL\('([^':]+)'/gu)].map(([, name = '']) => join(dirname(path), name)),
      ...[...asPaths.matchAll(/\b(?:test|docs|tools)\/[\w./-]*\w/gu)].map(([name]) => name),
    ]);
  }
  return (test) => {
    const reached = new Set<string>();
    const next = [test];
    for (let path = next.pop(); path !== undefined; path = next.pop())
      for (const used of direct.get(path) ?? [])
        if (!reached.has(used)) {
          reached.add(used);
          next.push(used);
        }
    return reached;
  };
}

/** Whether a file, or a folder that it lies in, was reached. `test` alone is no answer. */
function isAmong(path: string, reached: ReadonlySet<string>): boolean {
  return path.split('/').some((_, at, parts) => at > 0 && reached.has(parts.slice(0, at + 1).join('/')));
}

function hasRoom(room: string, sources: Sources): boolean {
  return [...sources.keys()].some((path) => path.startsWith('src/') && roomOf(path) === room);
}
