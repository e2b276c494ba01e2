// What a model is told: what the rules know of the day, a little more of what commits and tasks say, and nothing that a program printed.
import { firstOpenBox, type Task } from '../board/board.ts';
import { type Facts, taskInFlight, underWay, withoutPrivate } from '../facts/facts.ts';
import { oneLine } from '../text/text.ts';
import { boardLabel, reasonsLabel, type Section, sectionsOf, short } from './input.ts';

/** Of so many commits the beginning of their text is told, and so much of it. */
const mostBodies = 12;
const longestBody = 200;
const mostUnderWay = 5;

/** Without plans that are not in the repository, and without what a program printed when it failed. */
function withoutOutputs(facts: Facts): Facts {
  const plans = facts.plans.filter(({ isTracked }) => isTracked);
  const records = facts.steps.records.map((record) =>
    record.error === null ? record : { ...record, error: 'not shown' },
  );
  return { ...facts, plans, steps: { ...facts.steps, records } };
}

/** The sections of a question. */
export function sectionsForModel(given: Facts, mark?: (task: Task) => string): Section[] {
  const facts = withoutOutputs(given);
  // Reasons stand among what commits say anyway.
  return sectionsOf(facts, mark).flatMap((section) =>
    section.label === reasonsLabel
      ? []
      : section.label === boardLabel
        ? [...besideTheBoard(facts), section]
        : [section],
  );
}

/** All that was gathered, private or not: an answer that does what any of it asks for is not taken. */
export function allSections(facts: Facts): Section[] {
  return [...sectionsOf(facts), ...besideTheBoard(facts)];
}

/** What commits say below their subjects, and what is under way. */
function besideTheBoard(given: Facts): Section[] {
  const facts = withoutPrivate(given);
  return [
    { label: 'WHAT NEW COMMITS SAY BELOW THEIR SUBJECT', lines: bodyLines(facts) },
    { label: 'UNDER WAY ON THE BOARD, THE LIKELIEST FIRST', lines: underWayLines(facts) },
  ].filter(({ lines }) => lines.length > 0);
}

/** The first line that a commit says below its subject, and that is no trailer. */
function bodyLines({ commits, landed }: Facts): string[] {
  const all = new Map([...landed, ...commits.filter(({ isNew }) => isNew)].map((commit) => [commit.id, commit]));
  return [...all.values()]
    .flatMap(({ id, body }) => {
      const first = body.split('\n').find((line) => line.trim() !== '' && !isTrailer(line));
      return first === undefined ? [] : [`${short(id)} ${oneLine(first, longestBody)}`];
    })
    .slice(0, mostBodies);
}

function isTrailer(line: string): boolean {
  return /^\s*(?:[A-Z][\w-]*-[Bb]y|[A-Z][a-z]+-[A-Z][\w-]*|\(cherry picked from)\b/u.test(line);
}

/** Each task with its first open box, and for which of them the files in flight are. */
function underWayLines(facts: Facts): string[] {
  const { board } = facts;
  const inFlight = taskInFlight(facts);
  return underWay(facts)
    .slice(0, mostUnderWay)
    .map((task) => {
      const box = board === undefined ? undefined : firstOpenBox(board, task);
      const files = task.index === inFlight?.index ? '; the files in flight are for it' : '';
      return `${task.state} ${oneLine(task.title, 300)}${box === undefined ? '' : `; first open box: ${oneLine(box, 200)}`}${files}`;
    });
}
