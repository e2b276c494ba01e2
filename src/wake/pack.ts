// The wake pack: all a run needs to begin, in one small text. What must be in it always fits; the rest fills what room is left.
import { bodyOf, isFree, tasksOf, underWayOf } from '../board/board.ts';
import { type Facts, handedOn, namesOf, openTodos, someOf } from '../facts/facts.ts';
import type { VerdictOutcome } from '../journal/journal.ts';
import { counted, oneLine } from '../text/text.ts';
import type { NewestDream } from './newest-dream.ts';
import type { CheckedFact } from './recheck.ts';

export interface PackParts {
  /** As the board and the project are now. */
  readonly facts: Facts;
  readonly dream: NewestDream;
  readonly doing: string | null;
  readonly next: string;
  readonly midFlight: readonly string[];
  readonly verified: readonly CheckedFact[];
  readonly verdicts: readonly VerdictOutcome[];
  readonly notes: readonly string[];
  readonly isAudit: boolean;
  readonly memory: readonly string[];
  /** The newest notes, the newest last. */
  readonly remembered: readonly string[];
}

/** Less than this cannot hold what must be in it. */
export const smallestBudget = 500;
export const usualBudget = 4000;

/** Renders the pack within `budget` characters. */
export function renderPack(parts: PackParts, budget: number): string {
  const { facts, doing, next, midFlight } = parts;
  const { project, agent, now } = facts;
  const share = (part: number): number => Math.floor(budget * part);
  const where = `branch ${oneLine(project.branch ?? '(none)', share(0.1))}${project.head === null ? '' : ` at ${project.head.slice(0, 7)}`}`;
  const musts = [
    oneLine(`Good morning, ${agent}. It is ${now.slice(0, 16).replace('T', ' ')} UTC, ${where}.`, share(0.25)),
    `DOING: ${doing === null ? 'nothing' : oneLine(doing, share(0.15))}`,
    `Next action: ${oneLine(next, share(0.2))}`,
    ...(midFlight.length === 0 ? [] : [`In flight, not committed: ${fittingPaths(namesOf(midFlight), share(0.25))}`]),
  ];
  let room = budget - musts.join('\n').length - 1;
  const kept: string[] = [];
  for (const block of blocks(parts)) {
    for (const line of block) {
      if (line.length + 1 > room) break;
      kept.push(line);
      room -= line.length + 1;
    }
  }
  return `${[...musts, ...kept].join('\n')}\n`;
}

/** The rest, the most important first. A block ends where it no longer fits; the next may still. */
function blocks({
  facts,
  dream,
  verified,
  verdicts,
  notes,
  memory,
  remembered,
  midFlight,
  isAudit,
}: PackParts): string[][] {
  const others = facts.project.changed.map(({ path }) => path).filter((path) => !facts.inFlight.includes(path));
  const alsoChanged = handedOn(others.filter((path) => !midFlight.includes(path)));
  const stale = verified.filter(({ fresh }) => !fresh);
  const listed = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${oneLine(line, 300)}`)];
  return [
    notes.map((note) => oneLine(note, 300)),
    [whence(facts, dream)],
    listed(
      isAudit ? 'Verified earlier; an audit checks it again:' : 'Verified, need not be run again:',
      verified.filter(({ fresh }) => fresh).map(({ text }) => text),
    ),
    listed(
      'Check again before relying on it:',
      stale.map(({ text, why }) => `~~${text}~~ ${why}`),
    ),
    listed('Verdicts:', verdicts.filter(({ move }) => move !== 'keep course').map(toldVerdict)),
    listed('On the board:', boardLines(facts)),
    alsoChanged.length === 0
      ? []
      : [`Also uncommitted, from before the last commit: ${someOf(namesOf(alsoChanged), 5)}`],
    listed(
      'Left on the to-do list of an earlier session:',
      openTodos(facts.todos)
        .slice(0, 8)
        .map(({ text, state }) => (state === 'doing' ? `${text} (begun)` : text)),
    ),
    listed('Asked in earlier sessions (may be done by now):', facts.asked),
    listed(
      'Newest commits:',
      facts.commits.slice(0, 5).map(({ id, subject }) => `${id.slice(0, 7)} ${subject}`),
    ),
    listed('Remembered:', remembered),
    listed('From MEMORY.md:', memory),
    ['More: `dk board`, `dk journal`, `dk steps`; every change is a commit in the home.'],
  ];
}

function whence({ now, project, news }: Facts, dream: NewestDream): string {
  if (dream.kind === 'none') return 'There is no dream yet; this is built from git, board and steps.';
  if (dream.kind === 'malformed')
    return `The newest dream (${dream.path}) cannot be read: ${dream.reason}. This is built from git, board and steps.`;
  const { time, branch, head } = dream.entry.header;
  const by =
    dream.whose === 'ours'
      ? ''
      : dream.whose === 'foreign'
        ? ', written by another program'
        : ', changed since we wrote it';
  const elsewhere =
    branch !== null && branch !== project.branch
      ? ` It was written on ${branch}; you are on ${project.branch ?? '(none)'}.`
      : '';
  const moved =
    !news.isFirst && news.commits > 0 && head !== null
      ? ` It was written at ${head.slice(0, 7)}; ${counted(news.commits, 'commit')} came since.`
      : '';
  return `Last dream: ${dream.path} (${ago(time, now)}, ${dream.entry.header.model}${by}).${elsewhere}${moved}`;
}

function toldVerdict({ line, result, from, to, why }: VerdictOutcome): string {
  const what = result === 'applied' ? `${from ?? ''} → ${to ?? ''}` : why;
  return `${oneLine(line, 160)}: ${result}${what === '' || what === line ? '' : ` (${what})`}`;
}

/** NEXT, other work in flight, and the top of the rest. */
function boardLines({ board, agent }: Facts): string[] {
  if (board === undefined) return [];
  const open = tasksOf(board).filter((task) => !task.isDone && isFree(board, task, agent));
  const [, ...alsoDoing] = underWayOf(board, agent);
  const line = (task: (typeof open)[number]): string => `${task.state} ${oneLine(task.title, 200)}`;
  const next = open.filter(({ state }) => state === 'NEXT');
  const rest = open.filter(({ state }) => state !== 'NEXT' && state !== 'DOING' && state !== 'STARTED');
  const [first] = underWayOf(board, agent);
  const boxes = first === undefined ? [] : bodyOf(board, first).filter((text) => /\[ \]/u.test(text));
  return [
    ...boxes.slice(0, 5).map((text) => text.trim().replace(/^[-+]\s+/u, '')),
    ...[...alsoDoing, ...next.slice(0, 5), ...rest.slice(0, 5)].map(line),
  ];
}

/** Whole names as far as they go, and how many more. The first is always named, cut if need be. */
function fittingPaths(paths: readonly string[], most: number): string {
  let shown = paths.length;
  while (shown > 1 && someOf(paths, shown).length > most) shown -= 1;
  const text = someOf(paths, shown);
  return oneLine(text, Math.max(most, 40));
}

function ago(time: string | null, now: string): string {
  if (time === null) return 'some time ago';
  const minutes = Math.floor((Date.parse(now) - Date.parse(time)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} days ago`;
}
