// How it was left: what failed, what was mended, what stayed open, and what is known to hold.
import {
  type Facts,
  namesOf,
  passedSinceTold,
  plainNames,
  taskInFlight,
  tellLastFailed,
  underWay,
  withoutPrivate,
} from '../facts/facts.ts';
import { oneLine, present } from '../text/text.ts';
import { boardNews } from './board-news.ts';
import { capital, listed, named } from './clauses.ts';
import { short } from './input.ts';
import { signsOf } from './verdicts.ts';

/** What a reader has to know before all else, for the first sentence. */
export function failureClause({ steps }: Facts): string | undefined {
  const failure = steps.failures.at(-1);
  if (failure === undefined) return undefined;
  const name = `\`${oneLine(failure.command, 30)}\``;
  if (failure.result !== 'failed') return `how ${name} ended is not on record`;
  return failure.kind === 'check' && failure.hasPassed ? `${name} broke` : `${name} failed`;
}

/** A first dream has nothing to compare with; what was there before is where it begins. */
export function earlierSentence({ news, commits }: Facts, headline: string): string[] {
  const earlier = news.isFirst ? commits.slice(0, 3).map((commit) => newestTold(commit)) : [];
  // Where there was nothing else to tell, the first sentence has told the newest.
  if (headline.startsWith('The newest commit was ')) {
    const [, ...others] = earlier;
    return others.length === 0 ? [] : [`Before it ${others.length === 1 ? 'was' : 'were'} ${listed(others)}.`];
  }
  return earlier.length === 0
    ? []
    : [`The newest ${earlier.length === 1 ? 'commit was' : 'commits were'} ${listed(earlier)}.`];
}

/** A commit by its name and subject, as far as there is room. */
export function newestTold({ id, subject }: Facts['commits'][number], most = 82): string {
  return `${short(id)} (${oneLine(subject, most - ' ()'.length - short(id).length)})`;
}

/** Failures of this cycle, and what was mended in it; `before` is the last tale: what failed earlier is told once. */
export function troubleIn({ steps }: Facts, mended: readonly string[], before: string): string[] {
  const failure = steps.failures.at(-1);
  // A check and a deed are two matters.
  const beside = steps.failures.findLast(({ kind }) => (kind === 'check') !== (failure?.kind === 'check'));
  return present([
    failure && brokenSentence(failure),
    beside && brokenSentence(beside),
    mended.length > 0 &&
      `${listed(mended.slice(0, 2).map((command) => `\`${command}\``))} failed on the way and passed again.`,
    ...steps.lastFailed
      .slice(-2)
      .map((each) => `${capital(tellLastFailed(each, plainNames))}.`)
      .filter((sentence) => !before.includes(sentence)),
  ]);
}

/** What stayed open and what for, and which checks hold; what is as the last tale told it is left out. */
export function lastlyIn(facts: Facts, before: string): string[] {
  const { inFlight } = facts;
  // Where the headline has told the files, or nothing is open, they are not told (again).
  const isOpen =
    inFlight.length > 0 && (facts.landed.length > 0 || facts.onBranches.length > 0 || facts.steps.reads.length > 0);
  const files = named(namesOf(inFlight));
  const open = `${files} ${inFlight.length === 1 ? 'was' : 'were'} left uncommitted`;
  const still = `${files} ${inFlight.length === 1 ? 'is' : 'are'} still uncommitted`;
  const unsaid = [open, still].slice(before.includes(open) ? 1 : 0).find((said) => !before.includes(said));
  const left = present([isOpen && unsaid, taskSaid(facts, before)]);
  return present([left.length > 0 && `${left.join(', and ')}.`, checksSentence(facts, before)]);
}

/** The task that the open files are for; where nothing landed, what is under way. Once: the carry says it every night. */
function taskSaid(facts: Facts, before: string): string | undefined {
  const known = withoutPrivate(facts);
  const task = facts.landed.length > 0 ? taskInFlight(known) : underWay(known)[0];
  if (task === undefined) return undefined;
  // The verdict says that there was no sign of it.
  if (facts.landed.length === 0 && signsOf(facts).some(({ task: title, seen }) => title === task.title && !seen))
    return undefined;
  const said = `"${oneLine(task.title, 100)}" was under way`;
  return before.includes(said) ? undefined : said;
}

/** What is done or new on the board. */
export function boardSentence(facts: Facts): string | undefined {
  const { closed, added } = boardNews(facts);
  const title = (task: { readonly title: string }): string => `"${oneLine(task.title, 100)}"`;
  const states = [...Map.groupBy(closed, ({ state }) => state)];
  const parts = present([
    ...states.map(([state, tasks]) => `${listed(tasks.map(title))} ${tasks.length === 1 ? 'is' : 'are'} now ${state}`),
    added.length > 0 && `${listed(added.map(title))} ${added.length === 1 ? 'is' : 'are'} new`,
  ]);
  return parts.length === 0 ? undefined : `On the board, ${listed(parts)}.`;
}

/** Which checks hold, or of which only that it ran is known. That none does is a fear where there was one, and no tale. */
function checksSentence(facts: Facts, before: string): string | undefined {
  const { steps, verified } = facts;
  if (verified.length > 0) {
    const sentence = `${listed(verified.slice(-3).map(checked))} passed for the tree as it was left.`;
    const isNew = verified.some(({ time }) => time >= steps.cycleStart);
    return isNew || !before.includes(sentence) ? sentence : undefined;
  }
  const isOpen = steps.failures.some(({ kind }) => kind === 'check');
  if (isOpen || steps.edits.length === 0) return undefined;
  return onlyRun(facts);
}

/** What proves by something else than its exit code is called so. */
function checked({ command, evidence }: Facts['verified'][number]): string {
  return `\`${command}\`${evidence === 'output' ? ' (by its output)' : ''}`;
}

/** The last check of this cycle of which only that is known. Where it always is so, it is no news. */
function onlyRun({ steps }: Facts): string | undefined {
  const last = steps.runs.at(-1);
  if (last?.result !== 'unclear' || last.time < steps.cycleStart) return undefined;
  if (steps.runs.some(({ result, time }) => result === 'unclear' && time < steps.cycleStart)) return undefined;
  return `How \`${oneLine(last.command, 60)}\` ended is not known.`;
}

/** Where the first sentence has said that it failed, the next one only says what it does not: nothing is told twice in a row. */
export function withoutEcho(facts: Facts, headline: string, sentences: readonly string[]): string[] {
  const failure = facts.steps.failures.at(-1);
  const clause = failureClause(facts);
  if (failure?.result !== 'failed' || clause === undefined || clause.includes('…') || !headline.includes(clause))
    return [...sentences];
  const whole = brokenSentence(failure);
  const [, rest = ''] = /^ failed, and (?:has )?(.*)$/u.exec(whole.slice(failure.command.length + 2)) ?? [];
  const short = rest === '' ? undefined : /^(?:no|what) /u.test(rest) ? capital(rest) : `It has ${rest}`;
  return sentences.map((sentence) =>
    sentence === whole ? (short ?? sentence.replace(`\`${failure.command}\``, 'It')) : sentence,
  );
}

function brokenSentence({
  command,
  passedSince,
  kind,
  result,
  times,
  after,
  hasPassed,
  isRunSince,
}: Facts['steps']['failures'][number]): string {
  if (result === 'never ended') return `\`${command}\` was started, and its end was never recorded.`;
  const often = times === 1 ? 'failed' : `failed ${times} times`;
  if (kind !== 'check') return `\`${command}\` ${often}, and has not gone through since.`;
  if (passedSince.length > 0)
    return `\`${command}\` ${often}, and of it ${passedSinceTold({ passedSince }, plainNames)}.`;
  if (!hasPassed) return `\`${command}\` ${often}, and no passing run is on record.`;
  return `\`${command}\` ${often}${after.length === 0 ? '' : ` after edits to ${named(namesOf(after))}`}, and ${isRunSince ? 'what it did when it was run again is not certain' : 'has not passed since'}.`;
}
