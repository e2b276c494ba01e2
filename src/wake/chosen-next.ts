// Where a run goes on: by the facts, unless a model chose a task that is still open. What is older than its dream does not override that.
import { type Facts, hasNews, type Naming, nextAction, stillFails, workIn } from '../facts/facts.ts';
import { sentencesOf } from '../text/text.ts';
import type { Dream, NewestDream } from './newest-dream.ts';
import type { OthersWords } from './others-words.ts';
import { saidNext } from './said-next.ts';

/** The next action of a pack. The builtin dreamer's is made anew by the same rules, so that a verdict applied just now is already in it. */
export function nextFor(facts: Facts, dream: NewestDream, names: Naming): string {
  const said = saidByModel(dream) ? choiceOf(facts, dream, names) : undefined;
  if (said === undefined || !saidByModel(dream)) return nextAction(facts, names);
  if (!hasNews(facts.news)) return said;
  // What failed before the model looked it has weighed already.
  const since = dream.night?.time ?? dream.entry.header.time ?? '';
  const failures = facts.steps.failures.filter(({ time }) => time > since);
  const isSurpassed = failures.length > 0 || facts.wanted !== undefined || hasOtherWork(facts, dream, since);
  return isSurpassed ? nextAction({ ...facts, steps: { ...facts.steps, failures } }, names) : said;
}

/** So much of its tale is handed on: by what it is asked for, the first sentence sums up and the second says where it stands. */
const sentencesTold = 2;

/** What a dream of ours that a model wrote says to the next run: the beginning of its tale, and its choice where that does not lead. */
export function toldByModel(facts: Facts, dream: NewestDream, next: string, words: OthersWords): string[] {
  if (!saidByModel(dream)) return [];
  const choice = choiceOf(facts, dream, words.names);
  return [
    ...words.lines(sentencesOf(dream.entry.tale).slice(0, sentencesTold), 'dk journal'),
    ...(choice === undefined || choice === next ? [] : [`It would ${choice}.`]),
  ];
}

/** A dream that this machine wrote, by the words of a model, and nobody changed. */
function saidByModel(dream: NewestDream): dream is Dream {
  return dream.kind === 'dream' && dream.whose === 'ours' && !/^builtin(?:\s|$)/u.test(dream.entry.header.model);
}

/** What it chose, as far as that is still there, with what still fails beside a task. */
function choiceOf(facts: Facts, { entry }: Dream, names: Naming): string | undefined {
  const said = saidNext(entry.carry.next, facts, names);
  const failure = facts.steps.failures.at(-1);
  if (said === undefined || failure === undefined) return said;
  // A file is no reason to leave behind what fails.
  return said.startsWith('finish and commit') ? undefined : `${said}${stillFails(failure, names)}`;
}

/** Work that the dream could not know of: on another branch, in a file that was not open then, or edited since. */
function hasOtherWork(facts: Facts, { entry: { header, carry } }: Dream, since: string): boolean {
  const work = new Set(workIn(facts));
  return (
    header.branch !== facts.project.branch ||
    (carry.moreMidFlight === 0 && [...work].some((path) => !carry.midFlight.includes(path))) ||
    facts.steps.edits.some(({ path, time }) => time > since && work.has(path))
  );
}
