// A cycle's calls told in few lines: what was touched, whether it worked, and nothing twice.
import { counted, cut, oneLine, present } from '../text/text.ts';
import { isIntent, type OutputSays, type StepRecord } from './record.ts';

/** A call with its two records joined. `unfinished` means it started and nobody told of its end. */
export interface Call {
  /** The session it was made in; null if nobody said. */
  readonly run?: string | null;
  readonly tool: string;
  readonly target: string;
  readonly outcome: 'ok' | 'failed' | 'unknown' | 'unfinished';
  readonly exit: number | null;
  readonly error: string | null;
  /** When it ended, or started if nobody told of its end. */
  readonly time: string;
  /** When its start was recorded, and how long it took; null where nobody said. */
  readonly started: string | null;
  readonly durationMs: number | null;
  /** Where the project stood when it ended. */
  readonly head: string | null;
  readonly branch: string | null;
  /** The worktree it was made in; undefined if it is the main one. */
  readonly worktree?: string | undefined;
  /** What its output says of a check. */
  readonly output?: OutputSays | undefined;
  /** Known only from the end of its batch. */
  readonly isBatched?: boolean;
}

/** One line that is told: what was done, how often, and when last. */
export interface ToldStep {
  readonly text: string;
  readonly count: number;
  readonly time: string;
  /** When first, if other calls of that session came in between; else undefined. */
  readonly first?: string | undefined;
  /** The session, where sessions are kept apart; null if nobody named one. */
  readonly run: string | null;
}

export interface StepSummary {
  readonly lines: readonly string[];
  /** The same, each with its time. */
  readonly told: readonly ToldStep[];
  readonly totals: string;
  /** The same for programs. */
  readonly counts: {
    readonly calls: number;
    readonly failed: number;
    /** Not counted as failed: what came last ended well, as `tail` does behind a failing test, and what was printed says otherwise. */
    readonly failedByOutput: number;
    readonly unfinished: number;
  };
}

/**
 * Joins records to calls, in the order in which they ended (or, unfinished, started).
 *
 * An id may be used again: a start after an end, or an end that says something else, is another call. The same end told twice counts once.
 * What the end of a batch says gives way to the call's own end, whichever came first.
 */
export function callsOf(records: readonly StepRecord[]): Call[] {
  const calls = new Map<string, Call>();
  const newest = new Map<string, string>();
  for (const [index, record] of records.entries()) {
    const id = record.call === null ? undefined : `${record.run ?? ''}\n${record.call}`;
    const before = id === undefined ? undefined : newest.get(id);
    const open = before === undefined ? undefined : calls.get(before);
    const { run, tool, exit, error, time, head, branch, durationMs, worktree, output } = record;
    const outcome = outcomeOf(record);
    const isBatched = record.phase === 'batch';
    if (isBatched && open !== undefined && open.outcome !== 'unfinished') continue;
    // Its start may be told late, too; then nothing is added to what is known.
    if (open?.isBatched === true && outcome === 'unfinished') continue;
    const isUnfinished = open?.outcome === 'unfinished' || open?.isBatched === true;
    const isAgain =
      open !== undefined && !isUnfinished && (outcome === 'unfinished' ? open.time >= time : isSame(open, record));
    if (isAgain) continue;
    const isEnd = isUnfinished && outcome !== 'unfinished';
    if (isEnd && before !== undefined) calls.delete(before);
    const key = isEnd && before !== undefined ? before : `${index}`;
    const target = record.target || ((isEnd ? open?.target : '') ?? '');
    const started = isEnd && open?.isBatched !== true ? (open?.time ?? null) : null;
    calls.set(key, {
      run,
      tool,
      target,
      exit,
      error,
      time,
      outcome,
      started,
      durationMs,
      head,
      branch,
      worktree,
      output,
      isBatched,
    });
    if (id !== undefined) newest.set(id, key);
  }
  return [...calls.values()];
}

function isSame(call: Call, record: StepRecord): boolean {
  return (
    call.tool === record.tool &&
    call.exit === record.exit &&
    call.error === record.error &&
    (record.target === '' || call.target === record.target)
  );
}

function outcomeOf({ phase, exit, error }: StepRecord): Call['outcome'] {
  if (phase === 'start') return 'unfinished';
  if (error !== null || (exit !== null && exit !== 0)) return 'failed';
  return exit === 0 ? 'ok' : 'unknown';
}

/**
 * Tells calls in at most `most` lines, oldest first, and one line of totals.
 *
 * Failures and unfinished calls are kept before anything else, newest first; the rest of the room goes to the newest others. The same
 * thing done several times is one line with a count, so a test that failed forty times does not push out what it was run for. With `isApart`,
 * what two sessions did alike is two lines, and so is, where there is room, what one did again after something else: each stands where it happened.
 */
export function tellSteps(records: readonly StepRecord[], most = 25, isApart = false): StepSummary {
  const calls = callsOf(records);
  const inPlace = isApart ? foldedIn(calls, true, true) : [];
  const folded = isApart && inPlace.length <= most ? inPlace : foldedIn(calls, isApart, false);
  const count = (outcome: Call['outcome']): number => calls.filter((call) => call.outcome === outcome).length;
  const counts = {
    calls: calls.filter((call) => !isIntent(call)).length,
    failed: count('failed'),
    failedByOutput: calls.filter((call) => call.outcome !== 'failed' && call.output?.verdict === 'failed').length,
    unfinished: count('unfinished'),
  };
  const newestFirst = folded.toSorted((one, other) => Number(other.isBad) - Number(one.isBad) || other.last - one.last);
  const shown = newestFirst.slice(0, most).toSorted((one, other) => one.last - other.last);
  return {
    lines: shown.map(lineTold),
    told: shown.map(({ text, count, time, first, run }) => ({
      ...{ text, count, time, run },
      ...(first !== undefined && { first }),
    })),
    totals: totalsOf(calls, counts, newestFirst.slice(most)),
    counts,
  };
}

interface Folded extends ToldStep {
  count: number;
  time: string;
  first: string | undefined;
  readonly begin: string;
  readonly isBad: boolean;
  last: number;
}

/** Calls that are alike as one. `isInPlace`: only those with no other call of their session between them. */
function foldedIn(calls: readonly Call[], isApart: boolean, isInPlace: boolean): readonly Folded[] {
  const all: Folded[] = [];
  const folded = new Map<string, Folded>();
  const lastOf = new Map<string | null, Folded>();
  for (const [index, call] of calls.entries()) {
    const run = isApart ? (call.run ?? null) : null;
    const { tool, target, outcome, exit, error, output } = call;
    const key = JSON.stringify([run, tool, target, outcome, exit, error, output?.verdict]);
    const known = folded.get(key);
    const isAgain = known !== undefined && lastOf.get(run) !== known;
    const isBad = outcome === 'failed' || outcome === 'unfinished' || output?.verdict === 'failed';
    const fresh = { text: lineOf(call), run, isBad, count: 0, last: index, time: call.time, begin: call.time };
    const entry = known === undefined || (isInPlace && isAgain) ? { ...fresh, first: undefined } : known;
    if (entry !== known) all.push(entry);
    if (entry === known && isAgain && isApart) entry.first = entry.begin;
    entry.count += 1;
    entry.last = index;
    entry.time = call.time;
    folded.set(key, entry);
    lastOf.set(run, entry);
  }
  return all;
}

/** With how often it was done, if that is more than once. */
export function lineTold({ text, count }: Pick<ToldStep, 'text' | 'count'>): string {
  return count === 1 ? text : `${text} ×${count}`;
}

function lineOf({ tool, target, outcome, exit, error, output }: Call): string {
  const what = `${oneLine(tool, 40)}${target === '' ? '' : ` ${oneLine(target, 80)}`}`;
  if (outcome === 'unfinished') return `${what} (never ended)`;
  if (exit === 0 && error !== null) return `${what} (exit 0, error: ${oneLine(error, 60)})`;
  // Only the verdict: what was printed stays in the record.
  const isHidden = output?.verdict === 'unknown' && outcome === 'ok' && /\|/u.test(target);
  const said = /^(?:passed|failed)$/u.test(output?.verdict ?? '')
    ? `its output says that it ${output?.verdict}`
    : undefined;
  const says = said === undefined ? (isHidden ? '; its output does not say' : '') : `; ${said}`;
  if (exit !== null) return `${what} (exit ${exit}${says})`;
  if (outcome === 'unknown' && says !== '') return `${what} (${says.slice(2)})`;
  return outcome === 'failed' ? `${what} (error: ${oneLine(error ?? '', 60)})` : what;
}

function totalsOf(
  calls: readonly Call[],
  { calls: made, failed, failedByOutput, unfinished }: StepSummary['counts'],
  left: readonly { readonly isBad: boolean }[],
): string {
  const prompts = calls.filter(isPrompt).length;
  const perTool = new Map<string, number>();
  for (const { tool } of calls.filter((call) => !isIntent(call))) perTool.set(tool, (perTool.get(tool) ?? 0) + 1);
  const tools = [...perTool]
    .toSorted(([, one], [, other]) => other - one)
    .map(([tool, count]) => `${count} ${oneLine(tool, 40)}`);
  const badLeft = left.filter(({ isBad }) => isBad).length;
  return present([
    `${counted(made, 'call')}${tools.length === 0 ? '' : ` (${cut(tools.join(', '), 120)})`}`,
    `${failed} failed`,
    failedByOutput > 0 && `${failedByOutput} more failed by ${failedByOutput === 1 ? 'its' : 'their'} output`,
    unfinished > 0 && `${unfinished} never ended`,
    prompts > 0 && counted(prompts, 'prompt'),
    left.length > 0 && `${left.length} more not shown${badLeft > 0 ? `, ${badLeft} of them failures` : ''}`,
  ]).join(' · ');
}

/** What a person asked for is on record among the calls, and is none. */
function isPrompt({ tool }: Call): boolean {
  return tool === 'prompt';
}
