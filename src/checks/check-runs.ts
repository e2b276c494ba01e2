// What the record of the day says about checks: which passed, which failed, and what that proves.
import type { Call } from '../steps/steps.ts';
import { namesIn } from './check-tools.ts';
import { isCheckCall } from './check-words.ts';
import { readShell, type ShellCall, type ShellReading } from './shell.ts';

/** One check as it was run once. `passed` only if the exit code proves it. */
export interface CheckRun {
  /** The command as it is told and compared, with the folder it ran in. */
  readonly command: string;
  /** The single checks in it. */
  readonly parts: readonly string[];
  readonly result: 'passed' | 'failed' | 'never ended' | 'unclear';
  readonly exit: number | null;
  readonly time: string;
  readonly started: string;
  readonly head: string | null;
  readonly branch: string | null;
}

export const harmless = namesIn('export echo printf pwd true : set unset umask sleep');
/** What harnesses and runners say of a call that was stopped, refused, or had nothing to run. */
export const notRun =
  /^\[?(?:request )?(?:interrupted|aborted|refused|cancell?ed|denied)(?: by .*)?[.\]]?$|^not run: |^the user (?:doesn't|does not|did not) want |^permission to use |\bmissing script:|\bERR_PNPM_NO_SCRIPT\b|^error: script not found|^error command "[^"]*" not found|: command not found$|^\S*sh: .*: not found$/iu;
const notCommands =
  /^(?:read|view|grep|glob|ls|list|search|find|fetch|browse|open|prompt|todo|task|edit|write|patch|web|agent|skill|mcp_)/iu;

/**
 * Whether a tool runs commands: what it was about is then a command line. Of those with a capital few do; the others are named as
 * agents like.
 */
export function isShell(tool: string): boolean {
  if (/^[A-Z]/u.test(tool)) return /^(?:Bash|PowerShell|Shell)/u.test(tool);
  return !notCommands.test(tool);
}

/** The runs of checks among calls, in order. A command of several checks gives one run for each. */
export function checkRuns(calls: readonly Call[], more: readonly string[]): CheckRun[] {
  // An agent runs the same few commands again and again.
  const known = new Map<string, Reading | undefined>();
  return calls.flatMap((call) => {
    if (!isShell(call.tool) || call.target === '') return [];
    if (!known.has(call.target)) known.set(call.target, readChecks(call.target, more));
    const reading = known.get(call.target);
    if (reading === undefined) return [];
    const { checks, isCheck } = reading;
    const { exit, time, head, branch } = call;
    const started = startOf(call);
    const run = (of: readonly ShellCall[], result: CheckRun['result']): CheckRun => {
      const parts = told(of.filter(isCheck));
      return { command: told(of).join(' && '), parts, result, exit, time, started, head, branch };
    };
    if (call.outcome === 'unfinished') return [run(checks, 'never ended')];
    if (call.outcome === 'failed') {
      // Not run, or not to its end: that says nothing about the work. (126, 127: no such program; 130: stopped by a person.)
      if ([126, 127, 130].includes(exit ?? 0) || notRun.test(call.error ?? '')) return [];
      // What cannot fail by itself says nothing about what did.
      const canFail = reading.proven.filter((each) => !harmless.has(each.words[0] ?? ''));
      return [canFail.some(isCheck) ? run(canFail, 'failed') : run(checks, 'unclear')];
    }
    const proven = new Set(call.outcome === 'ok' ? reading.proven : []);
    return checks.map((check) => run([check], proven.has(check) ? 'passed' : 'unclear'));
  });
}

/** When a call began, as far as that is known; else when it ended. */
export function startOf({ time, started, durationMs }: Call): string {
  if (started !== null || durationMs === null) return started ?? time;
  const begun = Date.parse(time) - durationMs;
  // A duration of a thousand years is nobody's.
  return begun > 0 ? new Date(begun).toISOString() : time;
}

interface Reading extends ShellReading {
  readonly checks: readonly ShellCall[];
  isCheck(call: ShellCall): boolean;
}

/** A command that has checks in it, or undefined. */
function readChecks(command: string, more: readonly string[]): Reading | undefined {
  // What was cut off may have ended in anything.
  const reading = command.endsWith('…') ? undefined : readShell(command);
  if (reading === undefined) return undefined;
  const isCheck = ({ words }: ShellCall): boolean => isCheckCall(words, more);
  const checks = reading.calls.filter(isCheck);
  return checks.length === 0 ? undefined : { ...reading, checks, isCheck };
}

/** Calls as they are told, each once. */
export function told(calls: readonly ShellCall[]): string[] {
  return [...new Set(calls.map(({ typed, folder }) => (/^\.?$/u.test(folder) ? typed : `cd ${folder} && ${typed}`)))];
}
