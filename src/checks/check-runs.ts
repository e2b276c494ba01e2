// What the record of the day says about checks: which passed, which failed, and what that proves.
import type { Call } from '../steps/steps.ts';
import { type Reading, runsOf, startOf } from './call-runs.ts';
import { isCheckCall } from './check-words.ts';
import { readShell, type ShellCall } from './shell.ts';
import { looseCalls } from './shell-loose.ts';
import { movedBehind } from './tree-moves.ts';

/** One check as it was run once. `passed` only if its exit code proves it, or its output says so. */
export interface CheckRun {
  /** The command as it is told and compared, with the folder it ran in. */
  readonly command: string;
  /** The single checks in it. */
  readonly parts: readonly string[];
  readonly result: 'passed' | 'failed' | 'never ended' | 'unclear';
  /** What the result hangs on, if that is not the exit code. */
  readonly evidence?: 'output';
  /** It is unclear because another commit was put in place while it ran, or in the same command. */
  readonly isMoved?: true;
  readonly exit: number | null;
  readonly time: string;
  readonly started: string;
  readonly head: string | null;
  readonly branch: string | null;
}

const notCommands =
  /^(?:read|view|grep|glob|ls|list|search|find|fetch|browse|open|prompt|todo|task|edit|write|patch|apply_patch|web|agent|skill|question|lsp|mcp_)/iu;

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
  // An agent runs the same few commands again and again, and mostly they end in the same few ways.
  const known = new Map<string, Reading | undefined>();
  const plain = new Map<string, readonly CheckRun[]>();
  const isCommand = knowingTools();
  return calls.flatMap((call) => {
    const { target, outcome, exit, error, output, time, head, branch } = call;
    if (target === '' || !isCommand(call.tool)) return [];
    if (!known.has(target)) known.set(target, readChecks(target, more));
    const reading = known.get(target);
    if (reading === undefined) return [];
    if (error !== null || output !== undefined) return runsOf(call, reading);
    const key = `${outcome} ${exit}\n${target}`;
    const before = plain.get(key);
    const runs = before ?? runsOf(call, reading);
    if (before === undefined) plain.set(key, runs);
    const started = before === undefined || runs.length === 0 ? undefined : startOf(call);
    return started === undefined ? runs : runs.map((run) => ({ ...run, time, started, head, branch }));
  });
}

/** What passed while something put another commit in place passed on a tree that nobody can name; `moves` are the seconds at which that was. */
export function certainOf(runs: readonly CheckRun[], moves: readonly string[]): readonly CheckRun[] {
  if (moves.length === 0) return runs;
  const seconds = moves.map(secondOf).toSorted();
  // A branch has thousands of moves, and a day thousands of runs: the first move that is not before a run is looked up.
  const isMoved = ({ started, time }: CheckRun): boolean => {
    let [from, to] = [0, seconds.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((seconds[middle] ?? '') >= secondOf(started)) to = middle;
      else from = middle + 1;
    }
    const next = seconds[from];
    return next !== undefined && next <= secondOf(time);
  };
  return runs.map((run) =>
    run.result === 'passed' && isMoved(run) ? { ...run, result: 'unclear', isMoved: true } : run,
  );
}

function secondOf(time: string): string {
  return time.slice(0, 19);
}

/** The same as `isShell`, for whoever asks of thousands of calls. */
export function knowingTools(): (tool: string) => boolean {
  const known = new Map<string, boolean>();
  return (tool) => {
    const is = known.get(tool) ?? isShell(tool);
    known.set(tool, is);
    return is;
  };
}

/** A command that has checks in it, or undefined. */
function readChecks(command: string, more: readonly string[]): Reading | undefined {
  // What was cut off may have ended in anything.
  const followed = command.endsWith('…') ? undefined : readShell(command);
  const reading = followed ?? { calls: looseCalls(command), proven: [], echoed: [] };
  const isCheck = ({ words }: ShellCall): boolean => isCheckCall(words, more);
  const checks = reading.calls.filter(isCheck);
  const moved = movedBehind(checks, reading.calls, followed !== undefined);
  return checks.length === 0 ? undefined : { ...reading, checks, moved, isCheck };
}
