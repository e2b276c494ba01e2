// The tale: what happened, in the order in which a person would tell it. A log that reads like one.
import { type Facts, namesOf, plainNames, tellLastFailed, underWay, withoutPrivate } from '../facts/facts.ts';
import { limits, wordsIn } from '../journal/journal.ts';
import { oneLine, present } from '../text/text.ts';
import { editCounts, short } from './input.ts';

/** Checks that failed in this cycle and passed later in it, in the order in which they first failed. */
export function mendedIn({ steps }: Facts): string[] {
  const failed = new Set<string>();
  const mended = new Set<string>();
  for (const { command, result, time } of steps.runs) {
    if (time < steps.cycleStart) continue;
    if (result === 'failed') failed.add(command);
    if (result === 'passed' && failed.has(command)) mended.add(command);
  }
  const open = new Set([...steps.failures, ...steps.lastFailed].map(({ command }) => command));
  return [...failed].filter((command) => mended.has(command) && !open.has(command));
}

/** Tells it in at most 120 words: the first sentence says it all, the rest says it exactly. */
export function tellTale(facts: Facts): string {
  const sentences = [summary(facts), ...details(facts)];
  let words = 0;
  return sentences
    .filter((sentence) => {
      const fits = words + wordsIn(sentence) <= limits.taleWords;
      if (fits) words += wordsIn(sentence);
      return fits;
    })
    .join(' ');
}

/** The first sentence is the commit's subject as well: if the long form does not fit there, the short one does. */
function summary(facts: Facts): string {
  const { news, steps, inFlight, verified } = facts;
  const failure = steps.failures.at(-1);
  const [mended] = mendedIn(facts);
  const passed = verified.findLast(({ time }) => time >= steps.cycleStart);
  const name = (command: string): string => `\`${oneLine(command, 30)}\``;
  const newCommits = newCommitsIn(facts);
  const work: Said =
    newCommits > 0
      ? [`${count(newCommits, 'commit')} landed`, count(newCommits, 'commit')]
      : news.isFirst
        ? ['this was the first dream here', 'a first dream']
        : steps.edits.length > 0 || inFlight.length > 0
          ? ['nothing was committed', 'no commit']
          : ['the cycle was quiet', 'a quiet cycle'];
  const checks: Said | undefined =
    failure !== undefined && failure.kind !== 'check'
      ? [`${name(failure.command)} failed`, `${name(failure.command)} failed`]
      : failure?.result === 'failed'
        ? [`${name(failure.command)} broke`, `${name(failure.command)} broken`]
        : failure !== undefined
          ? [`${name(failure.command)} has no end`, `${name(failure.command)} cut off`]
          : mended !== undefined
            ? [`${name(mended)} broke and was mended`, 'one failure mended']
            : passed !== undefined
              ? [`${name(passed.command)} passed`, `${name(passed.command)} green`]
              : undefined;
  const files: Said | undefined =
    inFlight.length === 0
      ? undefined
      : [`${count(inFlight.length, 'file')} stayed open`, `${count(inFlight.length, 'file')} left open`];
  const said = [work, checks, files].filter((part) => part !== undefined);
  const long = listed(said.map(([form]) => form));
  return `${capital(long.length <= 60 ? long : listed(said.map(([, form]) => form)))}.`;
}

/** How many commits of others came in this cycle; at the first dream, since the first recorded step. */
function newCommitsIn({ news, commits }: Facts): number {
  return news.isFirst ? commits.filter(({ isNew }) => isNew).length : news.commits;
}

type Said = readonly [long: string, short: string];

function details(facts: Facts): string[] {
  const { commits, steps, inFlight, verified } = facts;
  const commitName = ({ id, subject }: Facts['commits'][number]): string => `${short(id)} (${oneLine(subject, 72)})`;
  const newCommits = commits.filter(({ isNew }) => isNew).map(commitName);
  // A first dream has nothing to compare with; what was there before is where it begins.
  const earlier = facts.news.isFirst && newCommits.length === 0 ? commits.slice(0, 3).map(commitName) : [];
  const failure = steps.failures.at(-1);
  // A check and a deed are two matters.
  const beside = steps.failures.findLast(({ kind }) => (kind === 'check') !== (failure?.kind === 'check'));
  const mended = mendedIn(facts).slice(0, 2);
  const [busiest, second] = editCounts(facts);
  const [doing] = underWay(withoutPrivate(facts));
  return present([
    newCommits.length > 0 &&
      `${newCommits.length === 1 ? 'The commit was' : 'The commits were'} ${named(newCommits, newCommitsIn(facts))}.`,
    earlier.length > 0 && `The newest ${earlier.length === 1 ? 'commit was' : 'commits were'} ${named(earlier)}.`,
    ...mended.map((command) => `\`${command}\` failed on the way, and passed again.`),
    failure && brokenSentence(failure),
    beside && brokenSentence(beside),
    ...steps.lastFailed.slice(-2).map((each) => `${capital(tellLastFailed(each, plainNames))}.`),
    busiest !== undefined &&
      busiest.times >= 3 &&
      busiest.times !== second?.times &&
      `Most of the work went into ${namesOf([busiest.path]).join('')}, edited ${busiest.times} times.`,
    inFlight.length > 0 &&
      `When it stopped, ${named(namesOf(inFlight))} ${inFlight.length === 1 ? 'was' : 'were'} changed and not committed.`,
    verified.length === 0 && steps.edits.length > 0 && `No check speaks for the tree as it was left${onlyRun(facts)}.`,
    verified.length > 0 &&
      `${listed(verified.slice(-3).map((run) => `\`${run.command}\`${byOutput(run)}`))} spoke for the tree as it was left.`,
    doing && `On the board, "${oneLine(doing.title, 100)}" was in flight.`,
  ]);
}

/** What proves by something else than its exit code is called so. */
function byOutput({ evidence }: Facts['verified'][number]): string {
  return evidence === 'output' ? ' (by its output)' : '';
}

/** The last check of this cycle of which only that is known, if nothing is known of it otherwise. */
function onlyRun({ steps }: Facts): string {
  const last = steps.runs.at(-1);
  if (last?.result !== 'unclear' || last.time < steps.cycleStart) return '';
  return `: \`${oneLine(last.command, 60)}\` was run, and its end is not known`;
}

function brokenSentence({
  command,
  kind,
  result,
  times,
  after,
  hasPassed,
}: Facts['steps']['failures'][number]): string {
  if (result === 'never ended') return `\`${command}\` was started, and its end was never recorded.`;
  const often = times === 1 ? 'failed' : `failed ${times} times`;
  if (kind !== 'check') return `\`${command}\` ${often}, and has not gone through since.`;
  if (!hasPassed) return `\`${command}\` ${often}, and no passing run is on record.`;
  return `\`${command}\` ${often}${after.length === 0 ? '' : ` after edits to ${named(namesOf(after))}`}, and has not passed since.`;
}

export function count(number: number, noun: string): string {
  const words = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
  return `${words[number] ?? number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The first three, and how many more, as a person lists them. */
function named(items: readonly string[], total = items.length): string {
  return total > 3 ? `${items.slice(0, 3).join(', ')} and ${total - Math.min(3, items.length)} more` : listed(items);
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
