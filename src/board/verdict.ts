// A dream's verdicts read and applied: each line becomes a move or a reason why not, and nothing is moved twice.
import { cut, matchKey } from '../text/text.ts';
import { type Match, matchAmong } from './match.ts';
import { type MoveResult, moveByVerdict, type Verb } from './move.ts';
import { type Board, parseBoard, type Task, tasksOf } from './parse.ts';
import { type Titles, titlesOf } from './titles.ts';

/** One line of a `* verdicts` section. `unknown` is a line that is none of the five. */
export interface Verdict {
  readonly verb: Verb | 'keep course' | 'unknown';
  readonly rest: string;
  readonly line: string;
}

/** What became of one verdict. */
export interface VerdictReport {
  readonly line: string;
  readonly verb: Verdict['verb'];
  readonly result: 'applied' | 'noop' | 'refused' | 'unresolved' | 'ambiguous' | 'contradicted';
  readonly task: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Whose claim was taken out of the task. */
  readonly released?: string | undefined;
  readonly why: string;
  readonly reason: string;
}

/** More moves do not count; a dream that wants more is not steering but rewriting. */
const mostMoves = 5;

/** The seed's four, and ours. */
export const everyMove = 'pick up, put down, cancel, done, keep course';

const bullet = /^\s*(?:[-+]|\d{1,3}[.)])\s+(?:\[[ xX-]\]\s+)?/u;
const verbs: readonly (readonly [pattern: RegExp, verb: Verb | 'keep course'])[] = [
  [/^pick[ -]?up\s*:\s*/u, 'pick up'],
  [/^put[ -]?down\s*:\s*/u, 'put down'],
  [/^cancel\s*:\s*/u, 'cancel'],
  [/^done\s*:\s*/u, 'done'],
  [/^keep[ -]?course\b\s*[:-]*\s*/u, 'keep course'],
];

/** Reads the lines of a verdicts section; lines that are no list items are not verdicts. */
export function parseVerdicts(section: string): Verdict[] {
  return section.split('\n').flatMap((line) => {
    const mark = bullet.exec(line)?.[0];
    return mark === undefined ? [] : [parseVerdict(line.slice(mark.length).trim())];
  });
}

function parseVerdict(line: string): Verdict {
  const { key, original, at } = matchKey(
    line.replace(/^[*_]{1,2}([^*_:]+)(:?)[*_]{1,2}(:?)/u, (_, verb, one, other) => verb + one + other),
  );
  for (const [pattern, verb] of verbs) {
    const length = pattern.exec(key)?.[0].length;
    if (length !== undefined) return { verb, rest: original.slice(at[length] ?? original.length), line };
  }
  return { verb: 'unknown', rest: original, line };
}

export interface ApplyOptions {
  /** Those of this very board, if somebody has them already. */
  readonly titles?: Titles;
  /** Writes the dash that says that a task is done; without it only the keyword changes. */
  readonly log?: (board: Board, task: Task, why: string) => Uint8Array;
}

/** Applies verdicts to a board, all or none per task, and reports on each. The board given is not changed. */
export function applyVerdicts(
  board: Board,
  verdicts: readonly Verdict[],
  options: ApplyOptions = {},
): { readonly bytes: Uint8Array; readonly reports: readonly VerdictReport[] } {
  let { titles } = options;
  const targets = verdicts.map((verdict): Match | undefined => {
    if (verdict.verb === 'keep course' || verdict.verb === 'unknown') return undefined;
    titles ??= titlesOf(board);
    return matchAmong(titles, verdict.rest);
  });
  const wanted = new Map<number, Set<string>>();
  for (const [index, match] of targets.entries()) {
    if (match?.kind !== 'found') continue;
    const verbsForTask = wanted.get(match.task.index) ?? new Set();
    wanted.set(match.task.index, verbsForTask.add(verdicts[index]?.verb ?? ''));
  }
  let now = board;
  let moves = 0;
  const reports = verdicts.map((verdict, index): VerdictReport => {
    const match = targets[index];
    const report = (result: VerdictReport['result'], more: Partial<VerdictReport>): VerdictReport => ({
      line: verdict.line,
      verb: verdict.verb,
      task: undefined,
      from: undefined,
      to: undefined,
      why: '',
      reason: '',
      ...more,
      result,
    });
    if (verdict.verb === 'unknown') return report('unresolved', { reason: `not one of ${everyMove}` });
    if (verdict.verb === 'keep course')
      return report('noop', { why: verdict.rest, reason: 'the board stays as it is' });
    if (match === undefined || match.kind !== 'found')
      return report(match?.kind ?? 'unresolved', { reason: match?.reason ?? '' });
    const about = { task: match.task.title, from: match.task.state, why: match.why };
    if ((wanted.get(match.task.index)?.size ?? 0) > 1)
      return report('contradicted', { ...about, reason: 'two verdicts want different things of it' });
    // Moves never add or remove headings, so the index still names the same task.
    const task = now.headings[match.task.index] as Task;
    const moved = moveByVerdict(now, task, verdict.verb, match.why);
    if (moved.kind === 'applied' && moves >= mostMoves)
      return report('refused', { ...about, reason: `a dream may move at most ${mostMoves} tasks` });
    if (moved.kind === 'applied') {
      moves += 1;
      const isLogged = verdict.verb === 'done' && options.log !== undefined;
      now = parseBoard(isLogged ? options.log(parseBoard(moved.bytes), task, match.why) : moved.bytes);
    }
    return report(moved.kind, {
      ...about,
      to: moved.kind === 'refused' ? undefined : moved.to,
      ...(moved.kind === 'applied' && moved.released !== undefined ? { released: moved.released } : {}),
      reason: reasonOf(now, task, moved),
    });
  });
  return { bytes: now.bytes, reports };
}

function reasonOf(board: Board, task: Task, moved: MoveResult): string {
  if (moved.kind !== 'applied') return moved.reason;
  const children = tasksOf(board).filter(
    (other) => other.index > task.index && other.index < task.subtreeEnd && !other.isDone,
  );
  const isClosed = board.keywords.done.includes(moved.to);
  return isClosed && children.length > 0
    ? `${children.length} open below it: ${cut(children.map(({ title }) => title).join(', '), 120)}`
    : '';
}
