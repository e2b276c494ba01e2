// The real Claude Code, fetched from npm into a temporary folder, run without a network against a scripted model.
import { type ChildProcess, spawn } from 'node:child_process';
import type { Sandbox } from '../sandbox.ts';
import { fetched } from './fetched.ts';
import { type ScriptedModel, scriptedModel, type Turn } from './scripted-model.ts';

/** The version everything here was measured on; another can be named to see what changed. */
const version = process.env.DREAMKEEPER_CLAUDE_VERSION ?? '2.1.325';

/** Where it lies. */
export function claudeProgram(): string {
  return fetched('@anthropic-ai/claude-code', 'claude', version);
}

export interface Session {
  readonly folder: string;
  readonly prompt: string;
  readonly script: readonly Turn[];
  readonly marked?: Readonly<Record<string, readonly Turn[]>>;
  readonly flags?: readonly string[];
}

export interface Held {
  readonly code: number | null;
  /** Everything the model was sent, as one text. */
  readonly asked: string;
  readonly output: string;
}

/** Holds a session to its end; `meanwhile` may end it earlier. */
export async function session(
  box: Sandbox,
  { folder, prompt, script, marked = {}, flags = [] }: Session,
  meanwhile?: (child: ChildProcess) => Promise<void>,
): Promise<Held> {
  const model: ScriptedModel = await scriptedModel(script, marked);
  const env = {
    ...{ PATH: box.env.PATH ?? '', HOME: box.env.HOME ?? '', ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'x' },
    ...{ DISABLE_TELEMETRY: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    // The machine that runs tests may be slow; people have a second.
    DREAMKEEPER_WAKE_WAIT_MS: '8000',
  };
  const args = ['-p', prompt, ...flags];
  const child = spawn(claudeProgram(), args, { cwd: box.path(folder), env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  await meanwhile?.(child);
  const code = await ended;
  const asked = model.requests.map((request) => JSON.stringify(request)).join('\n');
  await model.close();
  return { code, asked, output };
}
