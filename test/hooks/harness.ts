// A harness for tests: tells `dk hook` what Claude Code would, in the folder of a project with a home.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseRunLines, parseSteps, type RunLine, type StepRecord } from '../../src/steps/steps.ts';
import { project, type Ran, type Sandbox } from '../sandbox.ts';
import { recordedLines } from '../sessions/recorded.ts';

export interface Harness {
  readonly folder: string;
  /** Hands over one payload; `session_id`, `cwd` and the like are added where they are missing. */
  tell(payload: object, more?: { readonly cwd?: string; readonly env?: Record<string, string> }): Ran;
  tellRaw(text: string, more?: { readonly cwd?: string; readonly env?: Record<string, string> }): Ran;
  steps(): readonly StepRecord[];
  runs(): readonly RunLine[];
  dreams(): readonly string[];
  /** What a session start is handed. */
  wake(session: string, more?: { readonly cwd?: string; readonly source?: string }): string;
}

/** Long enough for a slow machine; what a session really waits is tried elsewhere. */
const patience = { DREAMKEEPER_WAKE_WAIT_MS: '60000' };

export function harness(box: Sandbox, name = 'project'): Harness {
  project(box, name);
  const made = box.dk(name, ['init']);
  if (made.code !== 0) throw new Error(made.stderr);
  const home = join(name, '.dream');
  const text = (path: string): string => (existsSync(box.path(path)) ? box.read(path) : '');
  const tellRaw: Harness['tellRaw'] = (input, more = {}) =>
    box.dk(more.cwd ?? name, ['hook', 'any', '--from', 'claude'], { input, env: { ...patience, ...more.env } });
  const tell: Harness['tell'] = (payload, more = {}) => {
    const cwd = box.path(more.cwd ?? name);
    return tellRaw(JSON.stringify({ session_id: 's1', cwd, ...payload }), more);
  };
  return {
    folder: name,
    tell,
    tellRaw,
    steps: () => parseSteps(text(join(home, '_steps.jsonl'))).records,
    runs: () => parseRunLines(text(join(home, '.git', 'dreamkeeper', 'runs.jsonl'))),
    dreams: () =>
      existsSync(box.path(home, 'rem')) ? readdirSync(box.path(home, 'rem')).filter((one) => one.endsWith('.org')) : [],
    wake: (session, more = {}) => {
      const { stdout } = tell(
        { session_id: session, hook_event_name: 'SessionStart', source: more.source ?? 'startup' },
        more.cwd === undefined ? {} : { cwd: more.cwd },
      );
      const { hookSpecificOutput } = JSON.parse(stdout) as {
        readonly hookSpecificOutput: { readonly hookEventName: string; readonly additionalContext: string };
      };
      if (hookSpecificOutput.hookEventName !== 'SessionStart') throw new Error(stdout);
      return hookSpecificOutput.additionalContext;
    },
  };
}

/** A command the agent ran, as Claude Code tells it. */
export function bash(command: string, exit: number, id: string): object {
  const base = { tool_name: 'Bash', tool_input: { command, description: 'x' }, tool_use_id: id, duration_ms: 40 };
  return exit === 0
    ? { ...base, hook_event_name: 'PostToolUse', tool_response: { stdout: 'ok', stderr: '', interrupted: false } }
    : { ...base, hook_event_name: 'PostToolUseFailure', error: `Exit code ${exit}\noops`, is_interrupt: false };
}

/** The payloads as they were recorded from the real program, told in this project. */
export function recorded(box: Sandbox, name: string): string[] {
  return recordedLines('claude-code-2.1.325').map((line) => line.replaceAll('/home/user/project', box.path(name)));
}

/** Waits until it is so; a detached process has its own pace. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 60_000;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
