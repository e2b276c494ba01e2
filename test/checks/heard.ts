// A call of a check as a harness tells it, and as it is found in the record afterwards: the whole way from the payload to the runs.
import type { CheckRun } from '../../src/checks/check-runs.ts';
import { checkRuns } from '../../src/checks/checks.ts';
import { claude } from '../../src/sessions/claude/claude.ts';
import { reportOf } from '../../src/sessions/sessions.ts';
import { callsOf, parseSteps, printStep, type StepRecord, stepRecord } from '../../src/steps/steps.ts';

export interface Told {
  readonly command: string;
  readonly output: string;
  /** Not 0: it failed. */
  readonly exit?: number;
  readonly isInBackground?: boolean;
}

export function recordOf(
  { command, output, exit = 0, isInBackground = false }: Told,
  redact = (text: string) => text,
): StepRecord {
  const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: 'toolu_1' };
  const answer = {
    stdout: output,
    stderr: '',
    interrupted: false,
    ...(isInBackground ? { backgroundTaskId: 'b1' } : {}),
  };
  const payload =
    exit === 0
      ? { hook_event_name: 'PostToolUse', ...call, tool_response: answer }
      : { hook_event_name: 'PostToolUseFailure', ...call, error: `Exit code ${exit}\n${output}` };
  const [event] = claude.payload(JSON.stringify({ session_id: 's', cwd: '/p', ...payload }), '')?.events ?? [];
  const report = event === undefined ? undefined : reportOf(event);
  if (report === undefined) throw new Error('nothing was told');
  const context = { run: null, agent: null, seq: 0, time: new Date(0), head: null, branch: null };
  const record = stepRecord(report, context, { sha256: () => '', redact });
  const [read] = parseSteps(printStep(record)).records;
  return read ?? record;
}

export function runsHeard(told: Told): CheckRun[] {
  return checkRuns(callsOf([recordOf(told)]), []);
}

/** All checks of a call in one word. */
export function verdictOn(told: Told): 'passed' | 'failed' | 'unknown' | 'no check' {
  const results = runsHeard(told).map(({ result }) => result);
  if (results.length === 0) return 'no check';
  if (results.includes('failed')) return 'failed';
  return results.every((result) => result === 'passed') ? 'passed' : 'unknown';
}
