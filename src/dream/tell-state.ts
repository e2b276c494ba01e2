// How it was left: what failed, what was mended, what stayed open, and what is known to hold; and the headline of a cycle without a commit.
import { type Facts, namesOf, plainNames, tellLastFailed, underWay, withoutPrivate } from '../facts/facts.ts';
import { isIntent } from '../steps/steps.ts';
import { oneLine, present } from '../text/text.ts';
import { capital, listed } from './clauses.ts';
import { editCounts, readsTold, short } from './input.ts';

/** What a reader has to know before all else, for the first sentence. */
export function failureClause({ steps }: Facts): string | undefined {
  const failure = steps.failures.at(-1);
  if (failure === undefined) return undefined;
  const name = `\`${oneLine(failure.command, 30)}\``;
  if (failure.result !== 'failed') return `${name} has no end`;
  return failure.kind === 'check' ? `${name} broke` : `${name} failed`;
}

/** The first sentence where nothing was committed. Quiet is only a cycle in which nothing happened. */
export function headlineWithout(facts: Facts): string {
  const { news, steps, inFlight, verified } = facts;
  const edited = editCounts(facts).map(({ path }) => path);
  const failure = failureClause(facts);
  const passed = verified.findLast(({ time }) => time >= steps.cycleStart);
  const reads = readsTold(facts);
  const calls = steps.records.filter((record) => !isIntent(record)).length;
  const said =
    edited.length > 0
      ? [`worked on ${named(namesOf(edited))}`, failure ?? 'nothing was committed']
      : inFlight.length > 0
        ? [
            ...(news.isFirst ? ['this was the first dream here'] : []),
            `${named(namesOf(inFlight))} stayed open`,
            failure,
          ]
        : failure !== undefined
          ? [failure, 'nothing was changed']
          : reads.length > 0
            ? [`looked into ${named(namesOf(reads))}`, 'nothing was changed']
            : passed !== undefined
              ? [`\`${oneLine(passed.command, 30)}\` passed`, 'nothing was changed']
              : news.isFirst
                ? ['this was the first dream here']
                : calls > 0
                  ? ['looked around', 'nothing was changed']
                  : news.board
                    ? ['the board changed', 'nothing else did']
                    : ['the cycle was quiet'];
  return `${capital(present(said).join(', and '))}.`;
}

/** A first dream has nothing to compare with; what was there before is where it begins. */
export function earlierSentence({ news, commits }: Facts): string[] {
  const earlier = news.isFirst
    ? commits.slice(0, 3).map(({ id, subject }) => `${short(id)} (${oneLine(subject, 72)})`)
    : [];
  return earlier.length === 0
    ? []
    : [`The newest ${earlier.length === 1 ? 'commit was' : 'commits were'} ${listed(earlier)}.`];
}

export function troubleIn({ steps }: Facts, mended: readonly string[]): string[] {
  const failure = steps.failures.at(-1);
  // A check and a deed are two matters.
  const beside = steps.failures.findLast(({ kind }) => (kind === 'check') !== (failure?.kind === 'check'));
  return present([
    failure && brokenSentence(failure),
    beside && brokenSentence(beside),
    mended.length > 0 &&
      `${listed(mended.slice(0, 2).map((command) => `\`${command}\``))} failed on the way and passed again.`,
    ...steps.lastFailed.slice(-2).map((each) => `${capital(tellLastFailed(each, plainNames))}.`),
  ]);
}

/** What stayed open, what was under way, and which checks hold. */
export function lastlyIn(facts: Facts): string[] {
  const { steps, inFlight, verified } = facts;
  const [doing] = underWay(withoutPrivate(facts));
  const task = doing === undefined ? undefined : `"${oneLine(doing.title, 100)}" was under way`;
  // Where the headline has told the files, or nothing is open, they are not told (again).
  const isOpen = inFlight.length > 0 && facts.landed.length > 0;
  const open = isOpen && `${named(namesOf(inFlight))} ${inFlight.length === 1 ? 'was' : 'were'} left uncommitted`;
  const left = present([open, (isOpen || facts.landed.length === 0) && task]);
  return present([
    left.length > 0 && `${left.join(', and ')}.`,
    verified.length > 0 && `${listed(verified.slice(-3).map(checked))} passed for the tree as it was left.`,
    verified.length === 0 && steps.edits.length > 0 && (onlyRun(facts) ?? 'No check spoke for the result.'),
  ]);
}

/** What proves by something else than its exit code is called so. */
function checked({ command, evidence }: Facts['verified'][number]): string {
  return `\`${command}\`${evidence === 'output' ? ' (by its output)' : ''}`;
}

/** The last check of this cycle of which only that is known, if nothing is known of it otherwise. */
function onlyRun({ steps }: Facts): string | undefined {
  const last = steps.runs.at(-1);
  if (last?.result !== 'unclear' || last.time < steps.cycleStart) return undefined;
  return `How \`${oneLine(last.command, 60)}\` ended is not known.`;
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

/** The first three, and how many more, as a person lists them. */
function named(items: readonly string[]): string {
  return items.length > 3 ? `${items.slice(0, 3).join(', ')} and ${items.length - 3} more` : listed(items);
}
