// What a pack tells beyond what it must, the most important first: our own conclusions, and what others wrote, each on its side of the frame.
import { bodyOf, isFree, type Task, tasksOf } from '../board/board.ts';
import {
  type Facts,
  howItPassed,
  leftBehind,
  lookingDone,
  openTodos,
  someNamed,
  tellLastFailed,
  underWay,
} from '../facts/facts.ts';
import type { VerdictOutcome } from '../journal/journal.ts';
import { longestNote } from '../memory/memory.ts';
import { counted, present } from '../text/text.ts';
import { toldByModel } from './chosen-next.ts';
import { doneLines } from './looks-done.ts';
import { dreamBeside, type NewestDream } from './newest-dream.ts';
import type { OthersWords } from './others-words.ts';
import type { PackParts } from './pack.ts';
import type { CheckedFact } from './recheck.ts';

/** A block ends where it no longer fits; the next may still. */
export interface Block {
  readonly side: 'ours' | 'others' | 'last';
  readonly lines: readonly string[];
  /** Its first line is a title, and the others stand below it. */
  readonly isList?: true;
}

export function blocks(parts: PackParts): Block[] {
  const { facts, dream, verified, verdicts, looksDone, notes, reports, memory, remembered, isAudit, words } = parts;
  const proven = verified.filter(({ receipt }) => receipt !== null);
  const unproven = verified.filter(({ receipt }) => receipt === null);
  const applied = verdicts.filter(({ result }) => result === 'applied');
  // What is only told of a task that looks done stands where those are listed.
  const isTold = ({ move, task }: VerdictOutcome): boolean =>
    move === 'done' && looksDone.some((each) => each.task === task);
  const others = verdicts.filter(
    (verdict) => verdict.result !== 'applied' && verdict.move !== 'keep course' && !isTold(verdict),
  );
  const ours = (title: string, lines: readonly string[]): Block => listed('ours', title, lines);
  const foreign = (title: string, lines: readonly string[]): Block => listed('others', title, lines);
  return [
    foreign('Asked last, and nothing was committed since:', words.lines(present([facts.wanted]), 'dk steps')),
    { side: 'ours', lines: notes },
    foreign('Notes:', words.lines(reports, 'dk status')),
    { side: 'ours', lines: [originLine(facts, dream, words)] },
    foreign('The last dream says:', toldByModel(facts, dream, parts.next, words)),
    ours(
      isAudit ? 'Verified earlier; an audit checks it again:' : 'Verified, need not be run again:',
      proven.filter(({ fresh }) => fresh).map((fact) => provenFact(fact, words)),
    ),
    ours(
      'Check again before relying on it:',
      proven.filter(({ fresh }) => !fresh).map((fact) => `~~${provenFact(fact, words)}~~ ${fact.why}`),
    ),
    ours(
      'Also failed (if that is known: `dk steps dismiss`):',
      facts.steps.lastFailed.map((failure) => tellLastFailed(failure, words.names)),
    ),
    ours(
      'Verdicts that moved the board:',
      applied.map((outcome) => moveLine(outcome, words)),
    ),
    foreign(
      'Verdicts that moved nothing:',
      others.map((outcome) => verdictLine(outcome, words)),
    ),
    foreign('A dream that is not ours says:', words.lines(foreignCarry(dreamBeside(facts) ?? dream), 'dk journal')),
    foreign(
      'Looks done; if it is, close it with `dk board done "…"`:',
      doneLines(
        looksDone.filter(({ isSure }) => isSure),
        words,
      ),
    ),
    foreign(
      'May be done already; look before you go on with it:',
      doneLines(
        looksDone.filter(({ isSure }) => !isSure),
        words,
      ),
    ),
    foreign(
      'Said to be verified, without a receipt:',
      words.lines(
        unproven.map(({ text }) => text),
        'dk journal',
      ),
    ),
    foreign('On the board:', boardLines(parts)),
    foreign('Open in plans beside the board:', planLines(facts, words)),
    { side: 'others', lines: alsoChanged(parts) },
    foreign('Left on the to-do list of an earlier session:', words.lines(todoLines(facts), 'dk steps')),
    foreign(
      'Asked in earlier sessions (may be done by now):',
      words.lines(
        facts.asked.filter((text) => text !== facts.wanted),
        'dk steps',
      ),
    ),
    foreign('Newest commits:', commitLines(facts, words)),
    foreign(
      'Remembered:',
      remembered.map((note) => words.line(note, 'read notes/', longestNote)),
    ),
    foreign('From MEMORY.md:', words.lines(memory, 'read MEMORY.md')),
    { side: 'last', lines: ['More: `dk board`, `dk journal`, `dk steps`; every change is a commit in the home.'] },
  ];
}

function listed(side: Block['side'], title: string, lines: readonly string[]): Block {
  return { side, lines: lines.length === 0 ? [] : [title, ...lines.map((line) => `- ${line}`)], isList: true };
}

function originLine({ now, project, news, lastNight }: Facts, dream: NewestDream, { names }: OthersWords): string {
  if (dream.kind === 'none')
    return `${lastNight === undefined ? 'There is no dream yet' : 'The last dream was taken back, or is not here any more'}; this is built from git, board and steps.`;
  if (dream.kind === 'malformed')
    return `The newest dream (${names.path(dream.path)}) cannot be read. This is built from git, board and steps.`;
  const { time, branch, head, model } = dream.entry.header;
  if (dream.whose !== 'ours') {
    const why = dream.whose === 'foreign' ? 'was not written here' : 'was changed after it was written';
    return `The newest dream (${names.path(dream.path)}, ${ago(time, now)}) ${why}: what it says is only quoted below.`;
  }
  const by = model === 'builtin' ? model : names.command(model);
  const elsewhere =
    branch !== null && branch !== project.branch
      ? ` It was written on ${names.path(branch)}; you are on ${project.branch === null ? '(none)' : names.path(project.branch)}.`
      : '';
  const moved =
    !news.isFirst && news.commits > 0 && head !== null
      ? ` It was written at ${head.slice(0, 7)}; ${counted(news.commits, 'commit')} came since.`
      : '';
  return `Last dream: ${names.path(dream.path)} (${ago(time, now)}, ${by}).${elsewhere}${moved}`;
}

/** The carry of a dream that we did not write, or that somebody changed: it is told, and nothing goes by it. */
function foreignCarry(dream: NewestDream): string[] {
  if (dream.kind === 'malformed') return [`${dream.path}: ${dream.reason}`];
  if (dream.kind === 'none' || dream.whose === 'ours') return [];
  const { doing, next, other } = dream.entry.carry;
  return present([doing !== null && `it was doing: ${doing}`, next !== null && `it would do next: ${next}`, ...other]);
}

/** Only the command is others' text, and it was run: a receipt says so. */
function provenFact({ receipt, text }: CheckedFact, { names, line }: OthersWords): string {
  return receipt === null ? line(text, 'dk journal') : `${names.command(receipt.command)} ${howItPassed(receipt)}`;
}

function moveLine({ task, target, from, to }: VerdictOutcome, { names }: OthersWords): string {
  return `${names.title(task ?? target ?? '')}: ${names.state(from ?? '')} → ${names.state(to ?? '')}`;
}

/** Part by part: our own form of a verdict reads like an order, and is none here. */
function verdictLine({ move, task, target, line, result, why }: VerdictOutcome, words: OthersWords): string {
  const what =
    move === 'unknown' ? words.line(line, 'dk journal', 160) : `${move} ${words.names.title(task ?? target ?? '')}`;
  return `${what}: ${result}${why === '' || why === line ? '' : ` (${words.line(why, 'dk journal')})`}`;
}

/** NEXT, other work in flight, and the top of the rest. */
function boardLines({ facts, claimed, looksDone: told, words }: PackParts): string[] {
  const { board, agent, looksDone } = facts;
  if (board === undefined) return [];
  const isTold = new Set([claimed, ...told.map(({ task }) => task)]);
  const open = tasksOf(board).filter((task) => !task.isDone && !isTold.has(task.title) && isFree(board, task, agent));
  const over = lookingDone(board, looksDone);
  const [first, ...alsoDoing] = underWay(facts);
  // The state is a word of the board's own; a title is looked at by itself.
  const line = (task: Task): string =>
    `${words.line(task.state, 'dk board', 20)} ${words.line(task.title, 'dk board')}${over.has(task.index) ? ' (may be done)' : ''}`;
  const next = open.filter(({ state }) => state === 'NEXT');
  const rest = open.filter(
    ({ state, index }) => state !== 'NEXT' && (over.has(index) || (state !== 'DOING' && state !== 'STARTED')),
  );
  const more = Math.max(0, next.length - 5) + Math.max(0, rest.length - 5);
  const boxes = first === undefined ? [] : bodyOf(board, first).filter((text) => /\[ \]/u.test(text));
  return [
    ...boxes.slice(0, 5).map((text) => words.line(text.trim().replace(/^[-+]\s+/u, ''), 'dk board')),
    ...(boxes.length > 5 ? [`(and ${boxes.length - 5} more open)`] : []),
    ...[...alsoDoing, ...next.slice(0, 5), ...rest.slice(0, 5)].map(line),
    ...(more > 0 ? [`(and ${more} more)`] : []),
  ];
}

function alsoChanged({ facts, midFlight, words }: PackParts): string[] {
  const named = leftBehind(facts).filter((path) => !midFlight.includes(path));
  const names = someNamed(named, words.names, 5);
  return present([named.length > 0 && `Also uncommitted, from before the last commit: ${names}`]);
}

function planLines({ plans }: Facts, { line, names }: OthersWords): string[] {
  return plans.map(
    ({ path, first, open }) =>
      `${names.path(path)}: ${line(first, 'dk board')}${open > 1 ? ` (and ${open - 1} more)` : ''}`,
  );
}

function todoLines({ todos }: Facts): string[] {
  const open = openTodos(todos);
  return [
    ...open.slice(0, 8).map(({ text, state }) => (state === 'doing' ? `${text} (begun)` : text)),
    ...(open.length > 8 ? [`(and ${open.length - 8} more)`] : []),
  ];
}

/** Each with its own name, so that whoever wants to can look at what was left out. */
function commitLines({ commits }: Facts, { line }: OthersWords): string[] {
  return commits.slice(0, 5).map(({ id, subject }) => {
    const name = id.slice(0, 7);
    return `${name} ${line(subject, `git show ${name}`)}`;
  });
}

function ago(time: string | null, now: string): string {
  if (time === null) return 'some time ago';
  const minutes = Math.floor((Date.parse(now) - Date.parse(time)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} days ago`;
}
