// A cycle's calls told in few lines: what was touched, whether it worked, and nothing twice.
import { cut, oneLine } from '../text/text.ts';
import type { StepRecord } from './record.ts';

/** A call with its two records joined. `unfinished` means it started and nobody told of its end. */
export interface Call {
  readonly tool: string;
  readonly target: string;
  readonly outcome: 'ok' | 'failed' | 'unknown' | 'unfinished';
  readonly exit: number | null;
  readonly error: string | null;
  readonly time: string;
}

export interface Telling {
  readonly lines: readonly string[];
  readonly totals: string;
}

/** Joins records to calls, in the order in which they ended (or, unfinished, started). A record told twice counts once. */
export function callsOf(records: readonly StepRecord[]): Call[] {
  const calls = new Map<string, Call>();
  for (const [index, record] of records.entries()) {
    const key = record.call === null ? `#${index}` : `${record.run ?? ''}\n${record.call}`;
    const before = calls.get(key);
    // An end already seen stays; a start after it came late.
    if (before !== undefined && before.outcome !== 'unfinished') continue;
    const { exit, error, time } = record;
    const tool = record.tool;
    const target = record.target || (before?.target ?? '');
    calls.delete(key);
    calls.set(key, { tool, target, exit, error, time, outcome: outcomeOf(record) });
  }
  return [...calls.values()];
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
 * thing done several times is one line with a count, so a test that failed forty times does not push out what it was run for.
 */
export function tellSteps(records: readonly StepRecord[], most = 25): Telling {
  const calls = callsOf(records);
  const folded = new Map<string, { readonly line: string; readonly isBad: boolean; count: number; last: number }>();
  for (const [index, call] of calls.entries()) {
    const line = lineOf(call);
    const entry = folded.get(line) ?? {
      line,
      isBad: call.outcome === 'failed' || call.outcome === 'unfinished',
      count: 0,
      last: index,
    };
    entry.count += 1;
    entry.last = index;
    folded.set(line, entry);
  }
  const newestFirst = [...folded.values()].toSorted(
    (one, other) => Number(other.isBad) - Number(one.isBad) || other.last - one.last,
  );
  const shown = newestFirst.slice(0, most).toSorted((one, other) => one.last - other.last);
  return {
    lines: shown.map(({ line, count }) => (count === 1 ? line : `${line} ×${count}`)),
    totals: totalsOf(calls, folded.size - shown.length),
  };
}

function lineOf({ tool, target, outcome, exit, error }: Call): string {
  const what = `${oneLine(tool, 40)}${target === '' ? '' : ` ${oneLine(target, 80)}`}`;
  if (outcome === 'unfinished') return `${what} (never ended)`;
  if (exit !== null) return `${what} (exit ${exit})`;
  return outcome === 'failed' ? `${what} (error: ${oneLine(error ?? '', 60)})` : what;
}

function totalsOf(calls: readonly Call[], left: number): string {
  const perTool = new Map<string, number>();
  for (const { tool } of calls) perTool.set(tool, (perTool.get(tool) ?? 0) + 1);
  const tools = [...perTool]
    .toSorted(([, one], [, other]) => other - one)
    .map(([tool, count]) => `${count} ${oneLine(tool, 40)}`);
  const failed = calls.filter(({ outcome }) => outcome === 'failed').length;
  const unfinished = calls.filter(({ outcome }) => outcome === 'unfinished').length;
  return [
    `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}${tools.length === 0 ? '' : ` (${cut(tools.join(', '), 120)})`}`,
    `${failed} failed`,
    ...(unfinished > 0 ? [`${unfinished} never ended`] : []),
    ...(left > 0 ? [`${left} more not shown`] : []),
  ].join(' · ');
}
