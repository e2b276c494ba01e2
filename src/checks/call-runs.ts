// One call as runs of the checks in it: what its exit code proves, what its output says, and what nobody knows.
import { posix } from 'node:path';
import type { Call } from '../steps/steps.ts';
import type { CheckRun } from './check-runs.ts';
import { namesIn } from './check-tools.ts';
import { failedRow } from './failed-row.ts';
import { spokenFor } from './output-proof.ts';
import type { ShellCall, ShellReading } from './shell.ts';

export const harmless = namesIn('export echo printf pwd true : set unset umask sleep');
/** What harnesses and runners say of a call that was stopped, refused, or had nothing to run. */
export const notRun =
  /^\[?(?:request )?(?:interrupted|aborted|refused|cancell?ed|denied)(?: by .*)?[.\]]?$|^not run: |^the user (?:doesn't|does not|did not) want |^permission to use |\bmissing script:|\bERR_PNPM_NO_SCRIPT\b|^error: script not found|^error command "[^"]*" not found|: command not found$|^\S*sh: .*: not found$/iu;

export interface Reading extends ShellReading {
  readonly checks: readonly ShellCall[];
  /** Those behind which another tree was put in place: what they said, they did not say of the one that is there. */
  readonly moved: ReadonlySet<ShellCall>;
  isCheck(call: ShellCall): boolean;
}

/** A command of several checks gives one run for each; what failed together is one. */
export function runsOf(call: Call, reading: Reading): CheckRun[] {
  const { checks, isCheck } = reading;
  const { exit, time, head, branch } = call;
  const started = startOf(call);
  const run = (of: readonly ShellCall[], result: CheckRun['result'], evidence?: 'output'): CheckRun => {
    const parts = told(of.filter(isCheck));
    const base = { command: toldInARow(of), parts, result, exit, time, started, head, branch };
    // The code is that of whatever came last.
    return evidence === undefined ? base : { ...base, evidence, exit: null };
  };
  const moved = (check: ShellCall): CheckRun => ({ ...run([check], 'unclear'), isMoved: true });
  // Behind something that may not have ended it may never have begun.
  const isFirst = ({ words }: ShellCall): boolean => !harmless.has(words[0] ?? '');
  const begun = reading.calls.find(isFirst);
  if (call.outcome === 'unfinished') return begun !== undefined && isCheck(begun) ? [run(checks, 'never ended')] : [];
  const isFailed = call.outcome === 'failed';
  // Not run, or not to its end: that says nothing about the work. (126, 127: no such program; 130: stopped by a person.)
  if (isFailed && ([126, 127, 130].includes(exit ?? 0) || notRun.test(call.error ?? ''))) return [];
  // What cannot fail by itself says nothing about what did.
  const canFail = reading.proven.filter((each) => !harmless.has(each.words[0] ?? ''));
  const failed = isFailed && canFail.some(isCheck) ? canFail : [];
  const passed = new Set(call.outcome === 'ok' ? reading.proven : []);
  const open = checks.filter((check) => !passed.has(check));
  const spoken = spokenFor(call, { ...reading, open });
  const says = (check: ShellCall, result: 'passed' | 'failed'): boolean =>
    spoken.some((each) => each.result === result && each.calls.includes(check));
  // Something in the chain failed; if every check in it says that it passed, it was something else.
  if (failed.length > 0 && !checks.every((check) => says(check, 'passed'))) {
    const row = failedRow(failed, isCheck, exit);
    // Nothing of a row is run behind what failed: a check that says so is what its code is of.
    const isSaid = call.output?.verdict === 'failed' || checks.some((check) => says(check, 'failed'));
    return [row.isUnsure && !isSaid ? run(row.calls.filter(isCheck), 'unclear') : run(row.calls, 'failed')];
  }
  const broken = open.filter((check) => says(check, 'failed') && !reading.moved.has(check));
  const known = checks.flatMap((check) => {
    if (reading.moved.has(check)) return isFailed ? [] : [moved(check)];
    if (passed.has(check)) return [run([check], 'passed')];
    if (says(check, 'passed')) return [run([check], 'passed', 'output')];
    return says(check, 'failed') || isFailed ? [] : [run([check], 'unclear')];
  });
  const unclear = isFailed ? open.filter((check) => !says(check, 'passed') && !says(check, 'failed')) : [];
  return [
    ...known,
    ...(unclear.length > 0 ? [run(unclear, 'unclear')] : []),
    ...(broken.length > 0 ? [run(broken, 'failed', 'output')] : []),
  ];
}

/** When a call began, as far as that is known; else when it ended. */
export function startOf({ time, started, durationMs }: Call): string {
  if (started !== null || durationMs === null) return started ?? time;
  const begun = Date.parse(time) - durationMs;
  // A duration of a thousand years is nobody's.
  return begun > 0 ? new Date(begun).toISOString() : time;
}

/** Calls as they are told, each once. */
export function told(calls: readonly ShellCall[]): string[] {
  return [...new Set(calls.map(({ typed, folder }) => (/^\.?$/u.test(folder) ? typed : `cd ${folder} && ${typed}`)))];
}

/** The same as one command that may be run from where the first began: it leads into each folder once. */
export function toldInARow(calls: readonly ShellCall[]): string {
  const seen = new Set<string>();
  let here = '';
  return calls
    .flatMap((call) => {
      const [name = ''] = told([call]);
      if (seen.has(name)) return [];
      seen.add(name);
      const to = call.folder === '.' ? '' : call.folder;
      const way = to === here ? [] : [`cd ${wayTo(to, here)}`];
      here = to;
      return [...way, call.typed];
    })
    .join(' && ');
}

/** Of two folders below where it began; what leads out of there is told as it is. */
function wayTo(to: string, here: string): string {
  return here === '' || [to, here].some((path) => /^(?:\/|\.\.)/u.test(path))
    ? to
    : posix.relative(`/${here}`, `/${to}`);
}
