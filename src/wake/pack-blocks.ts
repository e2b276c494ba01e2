// What a pack says, in the order in which a colleague would: where the work stands, what changed since, what looks done, the board's top, notes.
import type { Facts } from '../facts/facts.ts';
import { earlierName, lastWish, leftBehind, openTodos, someNamed } from '../facts/facts.ts';
import type { VerdictOutcome } from '../journal/journal.ts';
import { longestNote } from '../memory/memory.ts';
import { counted, localTime, present } from '../text/text.ts';
import { type Block, listed } from './block.ts';
import { boardLines, taskBlock } from './board-lines.ts';
import { toldByModel } from './chosen-next.ts';
import { curatedLately } from './curated.ts';
import { keptBlocks } from './kept-block.ts';
import { doneLines } from './looks-done.ts';
import { dreamBeside, type NewestDream } from './newest-dream.ts';
import type { OthersWords } from './others-words.ts';
import type { PackParts } from './pack.ts';
import { promotedLately } from './promoted.ts';
import { saidBlock } from './said.ts';
import { standing } from './standing.ts';

export function blocks(parts: PackParts, budget: number): Block[] {
  const { facts, dream, verified, verdicts, looksDone, notes, reports, memory, sent, words } = parts;
  const unproven = verified.filter(({ receipt }) => receipt === null);
  // What is only told of a task that looks done stands where those are listed.
  const isTold = ({ move, task }: VerdictOutcome): boolean =>
    move === 'done' && looksDone.some((each) => each.task === task);
  const others = verdicts.filter(
    (verdict) => verdict.result !== 'applied' && verdict.move !== 'keep course' && !isTold(verdict),
  );
  const foreign = (title: string, lines: readonly string[]): Block => listed('others', title, lines);
  const commits = sent.includes('commits') ? [] : [commitBlock(facts, words)];
  const promoted = promotedLately(facts);
  const isMoved = facts.commits.some(({ isNew }) => isNew) && !facts.news.isFirst;
  return [
    ...standing(parts, budget),
    {
      side: 'ours',
      lines: present([
        !sent.includes('branch') && whereLine(facts, words),
        originLine(facts, dream, words),
        ...notes,
        curatedLately(facts),
      ]),
    },
    ...keptBlocks(parts.kept, words),
    movedBlock(parts),
    foreign('Asked last:', words.lines(present([facts.wanted]), 'dk steps')),
    foreign('Asked just before that:', words.lines(askedBefore(facts), 'dk steps')),
    foreign(
      'Asked earlier, and commits came after it, so it may be done:',
      words.lines(present([facts.wanted === undefined && lastWish(facts.asked)]), 'dk steps'),
    ),
    foreign('Committed on other branches, and not on this one:', branchLines(facts, words)),
    saidBlock(parts),
    foreign('Notes:', words.lines(reports, 'dk status')),
    foreign('The last dream says:', toldByModel(facts, dream, parts.next, words)),
    ...(isMoved ? commits : []),
    foreign(
      'Suggestions of the last dream that moved nothing:',
      others.map((outcome) => verdictLine(outcome, words)),
    ),
    foreign('A dream that is not ours says:', words.lines(foreignCarry(dreamBeside(facts) ?? dream), 'dk journal')),
    foreign(
      'Looks done; if it is, close it with `dk board done "…"`:',
      doneLines(
        looksDone.filter(({ isSure }) => isSure),
        facts,
        words,
      ),
    ),
    foreign(
      'May be done already; look before you go on with it:',
      doneLines(
        looksDone.filter(({ isSure }) => !isSure),
        facts,
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
    taskBlock(parts),
    foreign('On the board:', boardLines(parts)),
    foreign('Open in plans beside the board:', planLines(facts, words)),
    { side: 'others', lines: sent.includes('status') ? [] : alsoChanged(parts) },
    foreign('Left on the to-do list of an earlier session:', words.lines(todoLines(facts), 'dk steps')),
    foreign(
      'Asked earlier, with no commit before the next request; look whether it is done:',
      words.lines(facts.leftAsked, 'dk steps'),
    ),
    ...(isMoved ? [] : commits),
    rememberedBlock(parts),
    foreign('New in MEMORY.md:', words.lines(promoted, 'read MEMORY.md')),
    foreign(
      'From MEMORY.md:',
      words.lines(
        memory.filter((line) => !promoted.includes(line)),
        'read MEMORY.md',
      ),
    ),
    {
      side: 'last',
      lines: [
        'More: `dk recall "<question>"`, `dk board`, `dk journal`, `dk steps`. To keep a fact for later sessions: `dk remember "<the fact>"`.',
      ],
    },
    earlierBlock(parts, budget),
  ];
}

/** Where room is short, the older of the newest go, and not the newest. */
function rememberedBlock({ remembered, leading, words }: PackParts): Block {
  const lines = remembered.map((note) => words.line(note, 'read notes/', longestNote));
  const all = [...lines.keys()];
  const taken = [...all.slice(0, leading), ...all.slice(leading).toReversed()];
  return { ...listed('others', 'Remembered:', lines), taken };
}

/** Fills what room is left: whatever else is said goes before it. */
function earlierBlock({ earlier, words }: PackParts, budget: number): Block {
  let room = budget;
  const fitting = earlier.filter(({ length }) => {
    room -= length;
    return room > 0;
  });
  const lines = words.lines(fitting, 'read notes/');
  return {
    ...listed('others', 'Remembered earlier, first what was asked for lately:', lines),
    taken: [...lines.keys()],
  };
}

/** A short request often says what it is about by the one before it. */
function askedBefore({ wanted, asked, leftAsked }: Facts): string[] {
  const before = wanted === undefined ? undefined : asked[asked.lastIndexOf(wanted) - 1];
  const isShort = wanted !== undefined && wanted.split(' ').length <= 6;
  return isShort && before !== undefined && !leftAsked.includes(before) ? [before] : [];
}

/** What verdicts moved just now, or would. */
export function movedBlock({ verdicts, words, isDry }: PackParts): Block {
  const applied = verdicts.filter(({ result }) => result === 'applied');
  return listed(
    'ours',
    isDry === true
      ? 'The last dream suggests these moves on the board; they are made when a session starts:'
      : 'The last dream moved these tasks on the board:',
    applied.map((outcome) => moveLine(outcome, words)),
  );
}

function whereLine({ project }: Facts, { names }: OthersWords): string {
  const branch = project.branch === null ? 'You are on no branch' : `You are on branch ${names.path(project.branch)}`;
  return `${branch}${project.head === null ? '' : ` at ${project.head.slice(0, 7)}`}.`;
}

function originLine(facts: Facts, dream: NewestDream, { names }: OthersWords): string | undefined {
  const { zone, project, news, lastNight } = facts;
  if (dream.kind === 'none') {
    const earlier = earlierName(facts);
    const which =
      earlier !== undefined
        ? `There is no dream of ${names.path(facts.agent)} yet (the journal has ${counted(earlier.dreams, 'dream')} of ${names.path(earlier.agent)}; \`dk status\` says how to go on with them)`
        : lastNight === undefined
          ? 'There is no dream yet'
          : 'The last dream was taken back, or is not here any more';
    return `${which}; this is built from git, board and steps.`;
  }
  if (dream.kind === 'malformed')
    return `The newest dream (${names.path(dream.path)}) cannot be read. This is built from git, board and steps.`;
  const { time, branch, head, model } = dream.entry.header;
  if (dream.whose !== 'ours') {
    const why = dream.whose === 'foreign' ? 'was not written here' : 'was changed after it was written';
    return `The newest dream (${names.path(dream.path)}, ${when(time, zone)}) ${why}: what it says is only quoted below.`;
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
  // That there is one, and when it was, helps nobody.
  if (elsewhere === '' && moved === '') return undefined;
  return `Last dream: ${names.path(dream.path)} (${when(time, zone)}, ${by}).${elsewhere}${moved}`;
}

/** The carry of a dream that we did not write, or that somebody changed: it is told, and nothing goes by it. */
function foreignCarry(dream: NewestDream): string[] {
  if (dream.kind === 'malformed') return [`${dream.path}: ${dream.reason}`];
  if (dream.kind === 'none' || dream.whose === 'ours') return [];
  const { doing, next, other } = dream.entry.carry;
  return present([doing !== null && `it was doing: ${doing}`, next !== null && `it would do next: ${next}`, ...other]);
}

function moveLine({ task, target, from, to, move, line }: VerdictOutcome, { names }: OthersWords): string {
  const [, commit] = (move === 'done' && / — ([0-9a-f]{7,40})\b/u.exec(line)) || [];
  return `${names.title(task ?? target ?? '')}: ${names.state(from ?? '')} → ${names.state(to ?? '')}${commit === undefined ? '' : ` (${commit})`}`;
}

/** Part by part: our own form of a verdict reads like an order, and is none here. */
function verdictLine({ move, task, target, line, result, why }: VerdictOutcome, words: OthersWords): string {
  const what =
    move === 'unknown' ? words.line(line, 'dk journal', 160) : `${move} ${words.names.title(task ?? target ?? '')}`;
  return `${what}: ${result}${why === '' || why === line ? '' : ` (${words.line(why, 'dk journal')})`}`;
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
function commitBlock({ commits, news }: Facts, words: OthersWords): Block {
  const told = commits.slice(0, 5);
  const fresh = news.isFirst ? 0 : told.filter(({ isNew }) => isNew).length;
  const which =
    fresh === 0 || fresh === commits.length
      ? ''
      : fresh === 1
        ? ' (the first is new)'
        : ` (the first ${fresh} are new)`;
  return listed('others', `Newest commits${which}:`, commitLines(told, words));
}

function branchLines({ onBranches }: Facts, words: OthersWords): string[] {
  return onBranches
    .slice(0, mostOnBranches)
    .map((commit) => `${words.names.path(commit.branch)}: ${commitLines([commit], words).join('')}`);
}

const mostOnBranches = 5;

export function commitLines(
  commits: readonly Pick<Facts['commits'][number], 'id' | 'subject'>[],
  { line }: OthersWords,
): string[] {
  return commits.map(({ id, subject }) => {
    const name = id.slice(0, 7);
    return `${name} ${line(subject, `git show ${name}`)}`;
  });
}

const when = (time: string | null, zone: string): string => (time === null ? 'some time ago' : localTime(time, zone));
