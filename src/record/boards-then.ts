// Where tasks stood at our earlier nights and wakes: by the boards of their commits, and where git cannot tell, by what the ledger says itself.
import { type Board, boardPath, parseBoard, tasksOf } from '../board/board.ts';
import { tryOr, unlessBug } from '../errors/errors.ts';
import { hashOf, isAside, type LedgerRead } from '../journal/journal.ts';
import type { Place } from '../world/world.ts';

type Line = LedgerRead['lines'][number];
/** One that says where the board stood, or what was done to it. */
type BoardLine = Exclude<
  Line,
  { readonly kind: 'other' | 'note' | 'pin' | 'tombstone' | 'review' | 'whose' | 'adopted' }
>;

/** What a state means for whoever wanted to move its task. `other` is a state only its owner understands, or one that waits. */
export type Standing = 'down' | 'next' | 'doing' | 'done' | 'cancelled' | 'other';

/** A moment at which somebody looked at the board. */
export interface Sight {
  /** The place of its line in the ledger; the board as it is now comes after all of them. */
  readonly at: number;
  /** How a task stood; undefined if that is not known, or there was no such task. */
  standing(task: string): Standing | undefined;
}

/** More moments than this are not looked at, the oldest first. */
const mostSights = 240;

/**
 * The sights of these lines from a place on, and of the board as it is now, oldest first. A board in a commit counts only if it is byte for byte the one the
 * ledger speaks of: in a person's own repository, what they have not committed yet is in no commit of ours, either.
 */
export async function sightsOf(
  place: Place,
  lines: readonly Line[],
  from: number,
  now: Board | undefined,
): Promise<readonly Sight[]> {
  const seen = [...lines.entries()]
    .flatMap(([at, line]) => (at < from || line.kind === 'other' || isAside(line) ? [] : [[at, line] as const]))
    .slice(-mostSights);
  const all = seen.map(([, line]) => line);
  const boards = await boardsOf(place, all, now);
  const sights = seen.map(([at, line]): Sight => {
    const board = boards.get(boardHash(line) ?? '');
    return { at, standing: board === undefined ? hintsOf(line) : (task) => board().get(task) };
  });
  if (now === undefined) return sights;
  const last = lazy(() => standingsOn(now));
  return [...sights, { at: lines.length, standing: (task) => last().get(task) }];
}

function boardHash(line: BoardLine): string | null {
  return line.kind === 'night' ? (line.digested?.board ?? null) : line.board;
}

type Standings = () => ReadonlyMap<string, Standing>;

/** Made when somebody asks, and once: most verdicts are judged by the first boards after them. */
function lazy(make: Standings): Standings {
  let made: ReadonlyMap<string, Standing> | undefined;
  return () => (made ??= make());
}

/** Every board the lines speak of once, by its hash. A few questions to git, however many nights there were. */
async function boardsOf(
  place: Place,
  lines: readonly BoardLine[],
  now: Board | undefined,
): Promise<ReadonlyMap<string, Standings>> {
  const found = new Map<string, Standings>();
  const add = (bytes: Uint8Array): unknown =>
    found.set(
      hashOf(bytes),
      lazy(() => standingsIn(bytes)),
    );
  if (now !== undefined) add(now.bytes);
  const wanted = lines.filter((line) => !found.has(boardHash(line) ?? ''));
  // If the history cannot be read, the ledger and the board of now still say something.
  const committed = await committedBoards(place, wanted).catch(unlessBug(() => []));
  for (const bytes of committed) if (bytes !== undefined) add(bytes);
  return found;
}

async function committedBoards(
  { world, home }: Place,
  wanted: readonly BoardLine[],
): Promise<readonly (Uint8Array | undefined)[]> {
  if (wanted.length === 0) return [];
  const repository = await world.git.open(home.repository, home.privateDir);
  const { commit: head } = await repository.head();
  if (head === undefined) return [];
  // A day earlier, because two machines' clocks may differ; a long history is not walked to its beginning for this.
  const first = wanted.map(({ time }) => Date.parse(time)).reduce((one, other) => Math.min(one, other), Infinity);
  const nights = await world.git.nights(repository, head, new Date(first - 24 * 60 * 60 * 1000));
  const commits = new Map(nights.map(({ id, commit }) => [id, commit]));
  const places = wanted.flatMap(({ id }) => commits.get(id) ?? []).map((commit) => ({ commit, path: boardPath }));
  const blobs = await world.git.blobsThen(repository, places);
  return world.git.contents(repository, [...new Set(blobs.filter((blob) => blob !== undefined))]);
}

/** What a line says about tasks by itself: what was in flight, what a verdict was about, what was moved. */
function hintsOf(line: BoardLine): Sight['standing'] {
  if (line.kind === 'undo') return () => undefined;
  if (line.kind === 'run') return (task) => (task === line.task ? 'doing' : undefined);
  if (line.kind === 'night')
    return (task) => {
      if (line.doing.some((each) => each.task === task)) return 'doing';
      return standingOf(line.verdicts.find((each) => each.task === task)?.from);
    };
  return (task) => {
    const about = line.verdicts.filter((each) => each.task === task);
    const moved = about.find(({ result }) => result === 'applied');
    return standingOf(moved?.to ?? about[0]?.from);
  };
}

/** A board that nobody could read then says nothing now. */
function standingsIn(bytes: Uint8Array): ReadonlyMap<string, Standing> {
  return tryOr(() => standingsOn(parseBoard(bytes))) ?? new Map();
}

/** Every task by its title. One of two tasks with the same title could be either, so neither is known. */
function standingsOn(board: Board): ReadonlyMap<string, Standing> {
  const found = new Map<string, Standing>();
  const twice = new Set<string>();
  const tasks = tasksOf(board);
  const add = (title: string, standing: Standing): void => {
    if (found.has(title)) twice.add(title);
    found.set(title, standing);
  };
  for (const { title, state, isDone } of tasks) add(title, standingOf(state, isDone) ?? 'other');
  // A cancelled task has its reason at the end of its title, and was called otherwise before.
  for (const { title, state } of tasks.filter((task) => standingOf(task.state) === 'cancelled'))
    for (let end = title.indexOf(' — '); end > 0; end = title.indexOf(' — ', end + 1))
      if (!found.has(title.slice(0, end))) add(title.slice(0, end), standingOf(state) ?? 'other');
  for (const title of twice) found.delete(title);
  return found;
}

export function standingOf(state: string | null | undefined, isDone = state === 'DONE'): Standing | undefined {
  if (state === null || state === undefined) return undefined;
  if (state === 'CANCELLED' || state === 'CANCELED') return 'cancelled';
  if (isDone) return 'done';
  if (state === 'DOING' || state === 'STARTED') return 'doing';
  return state === 'TODO' ? 'down' : state === 'NEXT' ? 'next' : 'other';
}
