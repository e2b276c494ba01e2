// What the sleeper sees, as text: hard facts under labels, whole lines only, bounded.
import { boardDigest, type Task } from '../board/board.ts';
import { netOf } from '../change/change.ts';
import type { OpenFailure } from '../checks/checks.ts';
import {
  amountOf,
  type Facts,
  factOf,
  isPreviousOurs,
  passedSinceTold,
  plainNames,
  sizedName,
  someOf,
  tellLastFailed,
  toldNotes,
  withoutPrivate,
} from '../facts/facts.ts';
import { isIntent, tellSteps } from '../steps/steps.ts';
import { counted, inWords, oneLine } from '../text/text.ts';
import { boardNews } from './board-news.ts';
import { readsTold } from './looked-into.ts';
import { reasonOf } from './reasons.ts';
import { goneTold } from './tell-left.ts';
import { tasksNear } from './verdicts.ts';

export const boardLabel = 'THE BOARD';
/** Written by an agent or a person about their own work: to be known of, and nobody's evidence. */
const rememberedLabel = 'WHAT IS REMEMBERED (NO EVIDENCE OF WHAT HAPPENED)';
/** What commits say below their subjects, as far as it is a reason. */
export const reasonsLabel = 'REASONS THAT COMMITS GIVE';
const outcomesLabel = 'WHAT BECAME OF THE LAST VERDICTS';
const lastDreamLabel = 'THE LAST DREAM';

/** How many characters name a commit to a person. */
export function short(id: string): string {
  return id.slice(0, 7);
}

/** The files edited in this cycle with how often, most often first. */
export function editCounts({ steps }: Facts): { readonly path: string; readonly times: number }[] {
  const counts = new Map<string, number>();
  for (const { path } of steps.edits) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts]
    .map(([path, times]) => ({ path, times }))
    .toSorted((one, other) => other.times - one.times || (one.path < other.path ? -1 : 1))
    .slice(0, 20);
}

/** So many files of a commit are listed. */
export const filesListed = 4;

/** What of all that landed a dream may speak of, newest first. */
export function landedTold({ landed }: Facts): Facts['landed'] {
  return landed.slice(0, 40);
}

/** Facts of one kind: a label, and whole lines. `own` ones are our words and the clock's, nobody else's. */
export interface Section {
  readonly label: string;
  readonly lines: readonly string[];
  readonly isOwn?: boolean;
}

/** Prints the facts. Everything the builtin dreamer may name stands in here. */
export function printInput(facts: Facts): string {
  return printSections(sectionsOf(facts));
}

export function printSections(sections: readonly Section[]): string {
  return sections.map(({ label, lines }) => `${label}\n${lines.join('\n')}\n`).join('\n');
}

/** The facts by kind; kinds without any are left out. `mark` is put before each task of the board. */
export function sectionsOf(facts: Facts, mark?: (task: Task) => string): Section[] {
  const { project, commits, board, steps, news, lastNight } = facts;
  const rem = facts.settings.rem ?? {};
  const calls = tellSteps(
    steps.records.filter((record) => !isIntent(record)),
    rem.steps ?? 25,
  );
  const ago = (time: string): string => `${inWords(Math.max(0, Date.parse(facts.now) - Date.parse(time)))} ago`;
  const failed = (of: OpenFailure['kind']): string[] => [
    ...steps.lastFailed
      .filter(({ kind }) => kind === of)
      .map((failure) => `${tellLastFailed(failure, plainNames)} (${ago(failure.time)}: no order)`),
    ...steps.failures
      .filter(({ kind }) => kind === of)
      .map(({ command, result, evidence, exit, time, times, after, passedSince, changedSince }) => {
        const why = evidence === 'output' ? 'by its output' : `exit ${exit ?? 'unknown'}`;
        const how = result === 'never ended' ? 'never ended' : `failed ${times}× (${why})`;
        return `\`${command}\` ${how}, last at ${time} (${ago(time)}), ${passedSince.length === 0 ? 'not passed since' : `of it ${passedSinceTold({ passedSince }, plainNames)}`}${after.length === 0 ? '' : `; edited before: ${someOf(after)}`}${changedSince === undefined ? '' : `; written since: ${someOf(changedSince)}`}`;
      }),
  ];
  const since = lastNight === undefined ? 'this is the first dream' : `the last dream was at ${lastNight.time}`;
  const sections: [label: string, lines: readonly string[]][] = [
    [
      'CLOCK',
      [
        `now ${facts.now}, ${since}`,
        `agent ${facts.agent}, branch ${project.branch ?? '(none)'}, commit ${project.head === null ? '(none)' : short(project.head)}`,
        `new since then: ${counted(news.commits, 'commit')}, ${counted(news.steps, 'recorded step')}${news.board ? ', the board changed' : ''}${news.files ? ', uncommitted files changed' : ''}`,
      ],
    ],
    [
      'COMMITS, NEWEST FIRST',
      commits.map(({ id, time, subject, isNew, files }) => {
        const touched = files.length === 0 ? '' : ` [${someOf(files, filesListed)}]`;
        return `${short(id)} ${time.slice(0, 16)}Z ${isNew ? 'new ' : ''}${subject}${touched}`;
      }),
    ],
    [
      'ALSO LANDED',
      landedTold(facts)
        .filter(({ id }) => !commits.some((commit) => commit.id === id))
        .map(({ id, subject }) => `${short(id)} ${oneLine(subject, 300)}`),
    ],
    [
      'COMMITTED ON OTHER BRANCHES, NOT IN THIS TREE',
      facts.onBranches
        .slice(0, 12)
        .map(
          ({ id, time, subject, branch }) =>
            `${short(id)} ${time.slice(0, 16)}Z on ${oneLine(branch, 100)}: ${oneLine(subject, 200)}`,
        ),
    ],
    [
      reasonsLabel,
      landedTold(facts).flatMap((commit) => {
        const reason = reasonOf(commit);
        return reason === undefined ? [] : [`${short(commit.id)} ${reason}`];
      }),
    ],
    [
      'NOT COMMITTED',
      [
        ...project.changed
          .toSorted(
            (one, other) => Number(facts.inFlight.includes(other.path)) - Number(facts.inFlight.includes(one.path)),
          )
          .slice(0, 50)
          .map(
            ({ path, kind }) =>
              `${kind} ${sizedName(path, { path: (name) => oneLine(name, 300) }, facts.sizes)}${whose(facts, path)}`,
          ),
        ...(project.changed.length > 50 ? [`(and ${project.changed.length - 50 + project.moreChanged} more)`] : []),
        ...facts.stashes.map(
          (stash) => `${amountOf(stash)} put away in ${stash.name} (since ${stash.time.slice(0, 16)}Z)`,
        ),
      ],
    ],
    [
      boardLabel,
      board === undefined
        ? ['(no plan.org)']
        : boardDigest(board, rem.board_chars ?? 4000, rem.board_slice, mark).split('\n'),
    ],
    [
      'CHANGED ON THE BOARD',
      Object.values(boardNews(facts)).flatMap((tasks: readonly Task[]) => tasks.map(stateAndTitle)),
    ],
    [
      'TASKS NEAR THE WORK IN FLIGHT',
      tasksNear(facts)
        .slice(0, 5)
        .map(({ task }) => stateAndTitle(task)),
    ],
    [
      'TASKS THAT LOOK DONE',
      facts.looksDone.slice(0, 20).map(({ task, from, commit, why, isSure }) => {
        const by = commit === null ? why : `${short(commit)}: ${why}`;
        return `${from} ${oneLine(task, 300)} (${isSure ? '' : 'perhaps, '}${by})`;
      }),
    ],
    [
      'OPEN IN PLANS BESIDE THE BOARD',
      withoutPrivate(facts).plans.map(({ path, first, open }) => `${path}: ${open} open, first: ${first}`),
    ],
    ['STEPS, OLDEST FIRST', steps.records.length === 0 ? ['(no steps)'] : [...calls.lines, calls.totals]],
    ['SESSIONS THAT ENDED WITHOUT A WORD', goneTold(facts)],
    ['FILES EDITED', editCounts(facts).map(({ path, times }) => `${path} ×${times}`)],
    ['FILES READ', readsTold(facts)],
    [
      'CHECKS',
      [...facts.verified.map((run) => `${factOf(run).text} at ${run.time}; nothing changed since`), ...failed('check')],
    ],
    ['OTHER COMMANDS THAT FAILED', [...failed('deed'), ...failed('commit'), ...failed('means')]],
    ['WHAT THE PERSON ASKED', facts.asked],
    ["THE HARNESS'S OWN TO-DO LIST", facts.todos.map(({ text, state }) => `${state} ${text}`)],
    [
      'WHAT THE AGENT IS TOLD BY ITS HARNESS',
      // Its own memory is its own word about itself; whoever judges its day does not hear it.
      facts.harnessNotes.filter(({ by }) => by === 'people').flatMap(({ path, text }) => [path, ...beginning(text)]),
    ],
    [rememberedLabel, noteLines(facts)],
    [outcomesLabel, lastOutcomes(facts)],
    [lastDreamLabel, lastDream(facts)],
    ['WHAT COULD NOT BE READ', facts.problems],
  ];
  const own = new Set(['CLOCK', lastDreamLabel, outcomesLabel]);
  return sections
    .filter(([, lines]) => lines.some((line) => line !== ''))
    .map(([label, lines]) => ({ label, lines, isOwn: own.has(label) }));
}

/** Quoted: the words are somebody's. A credential goes before they are cut, for half a one is found by nobody. */
function noteLines({ notes, settings }: Facts): string[] {
  const net = netOf(settings);
  return toldNotes(notes).map(({ text, day, pinned }) => {
    const words = oneLine(net.redact(text), pinned === null ? 200 : 400);
    return `${pinned === null ? day : 'pinned'}: ${JSON.stringify(words)}`;
  });
}

function stateAndTitle({ state, title }: Task): string {
  return `${state} ${oneLine(title, 300)}`;
}

function whose({ inFlight, loose, theirs }: Facts, path: string): string {
  if (theirs.includes(path)) return ' (another session is at work on it)';
  if (!inFlight.includes(path)) return '';
  return loose.includes(path) ? ' (in flight, no edit on record)' : ' (in flight)';
}

/** Whole lines, a screen of them. */
function beginning(text: string): string[] {
  return text
    .split('\n')
    .slice(0, 25)
    .map((line) => oneLine(line, 200));
}

/** What another program wrote, or changed, is not what we dreamt: it is named, and not read as evidence. */
function lastDream(facts: Facts): string[] {
  const { previous } = facts;
  if (previous === undefined) return ['(first dream)'];
  return isPreviousOurs(facts)
    ? [previous.path, ...previous.text.split('\n')]
    : [`(${previous.path} was not written by a sleep of ours, or changed since; it is left out)`];
}

function lastOutcomes({ evidence, lastNight }: Facts): string[] {
  const wake = evidence.findLast((line) => line.kind === 'wake');
  if (wake?.kind !== 'wake' || (lastNight !== undefined && wake.time < lastNight.time)) return [];
  return wake.verdicts.map(
    ({ line, result, why }) => `${result}: ${oneLine(line, 200)}${why === '' ? '' : ` (${oneLine(why, 120)})`}`,
  );
}
