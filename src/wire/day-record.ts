// The record of the day, as far as it is this home's own: what a commit brought, or somebody else could have written, is not read.
import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import type { DayRecord, FoundHome, LeftPiece } from '../world/world.ts';

interface Hands {
  readonly homes: Pick<typeof import('../home/home.ts'), 'lookAt' | 'names'>;
  readonly repo: Pick<typeof import('../repo/repo.ts'), 'openRepository' | 'trackedIn'>;
  readonly telemetry: Pick<typeof import('../telemetry/telemetry.ts'), 'pieces' | 'readNewest' | 'whyNotOurs'>;
  readonly program: Parameters<typeof import('../repo/repo.ts').openRepository>[0];
}

/** Asks git once, and only if anything was recorded. Where git cannot say what it tracks, nothing is read. */
export async function dayRecord(hands: Hands, home: FoundHome): Promise<DayRecord> {
  const { homes, telemetry } = hands;
  const path = join(home.home, homes.names.steps);
  const all = telemetry.pieces(path, true);
  if (all.length === 0) return { left: [], problem: undefined, newest: () => '' };
  const tracked = await trackedNames(hands, home);
  if (typeof tracked === 'string') return { left: [], problem: tracked, newest: () => '' };
  const left = all.flatMap((piece): LeftPiece[] => {
    const name = basename(piece);
    const why = isTracked(tracked, piece) ? 'git tracks it' : telemetry.whyNotOurs(piece, home);
    return why === undefined ? [] : [{ name, why }];
  });
  const without = new Set(left.map(({ name }) => name));
  return { left, problem: undefined, newest: (most) => telemetry.readNewest(path, most, without) };
}

/** The newest part of a private log below `.self/`, if it is this home's own: as with the record, what a commit brought is not read. */
export async function ownLog(hands: Hands, home: FoundHome, path: string, most?: number): Promise<string> {
  const full = join(home.home, path);
  if (lstatSync(full, { throwIfNoEntry: false }) === undefined) return '';
  const tracked = await trackedNames(hands, home, '.self/**/*.jsonl');
  // Some disks do not tell large letters from small ones.
  if (typeof tracked === 'string' || [...tracked].some((name) => name.toLowerCase() === path.toLowerCase())) return '';
  const folders = path.split('/').slice(0, -1);
  const isLinked = folders.some((_, at) => !lstatSync(join(home.home, ...folders.slice(0, at + 1))).isDirectory());
  if (isLinked || hands.telemetry.whyNotOurs(full, home) !== undefined) return '';
  return hands.telemetry.readNewest(full, most);
}

/** By its own name; or by one that the disk takes for the same, where large letters and small ones are not told apart. */
function isTracked(tracked: ReadonlySet<string>, piece: string): boolean {
  const name = basename(piece);
  if (tracked.has(name)) return true;
  const alike = [...tracked].filter((each) => each.toLowerCase() === name.toLowerCase());
  const own = alike.length === 0 ? undefined : lstatSync(piece, { throwIfNoEntry: false });
  return alike.some((each) => {
    const other = lstatSync(join(dirname(piece), each), { throwIfNoEntry: false });
    return other !== undefined && other.ino === own?.ino && other.dev === own.dev;
  });
}

/** By the home's own repository, and by the one around it: a project can bring a whole `.dream` to somebody who has none. Or why git cannot say. */
async function trackedNames(
  { homes, repo, program }: Hands,
  home: FoundHome,
  pattern = '_*.jsonl',
): Promise<ReadonlySet<string> | string> {
  const around = home.shape === 'nested' ? homes.lookAt(dirname(home.home)).around : undefined;
  const places = [home.repository, ...(around?.worktree === undefined ? [] : [around])];
  const names = new Set<string>();
  try {
    const listed = await Promise.all(
      places.map(async (place) =>
        repo.trackedIn(await repo.openRepository(program, place, home.privateDir), home.home, pattern),
      ),
    );
    for (const each of listed) {
      if (each === undefined) return 'git cannot say whether it tracks the record';
      for (const name of each) names.add(name);
    }
    return names;
  } catch (error) {
    // A repository that cannot be opened is told about by whoever needs it; what waits for the record goes on without.
    if (!(error instanceof DreamkeeperError)) throw error;
    return error.message;
  }
}
