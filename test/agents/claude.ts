// The real Claude Code, fetched from npm into a temporary folder, run without a network against a scripted model.
import { type ChildProcess, spawn } from 'node:child_process';
import { until } from '../hooks/harness.ts';
import type { Sandbox } from '../sandbox.ts';
import { fetched, newestOf } from './fetched.ts';
import { type ScriptedModel, scriptedModel, type Turn } from './scripted-model.ts';

const name = '@anthropic-ai/claude-code';

/** The version everything here was measured on; another can be named to see what changed. */
export const measured: string = process.env.DREAMKEEPER_CLAUDE_VERSION ?? '2.1.325';

/** The newest there is, if the registry says so. */
export function newest(): string {
  return newestOf(name) ?? measured;
}

/** Where it lies. */
export function claudeProgram(version: string = measured): string {
  return fetched(name, 'claude', version);
}

export interface Session {
  readonly folder: string;
  readonly prompt: string;
  readonly script: readonly Turn[];
  readonly marked?: Readonly<Record<string, readonly Turn[]>>;
  readonly flags?: readonly string[];
  readonly version?: string;
  /** A program that starts it, with its arguments. */
  readonly through?: readonly string[];
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
  { folder, prompt, script, marked = {}, flags = [], version = measured, through = [] }: Session,
  meanwhile?: (child: ChildProcess) => Promise<void>,
): Promise<Held> {
  const model: ScriptedModel = await scriptedModel(script, marked);
  const env = surroundings(box, model);
  const [program = '', ...args] = [...through, claudeProgram(version), '-p', prompt, ...flags];
  const child = spawn(program, args, { cwd: box.path(folder), env, stdio: ['ignore', 'pipe', 'pipe'] });
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

/** Long enough to be taken for one; the program wants it approved by its last 20 characters. */
const key = 'sk-ant-scripted-000000000000000000000000';

function surroundings(box: Sandbox, model: ScriptedModel): Record<string, string> {
  return {
    ...{ PATH: box.env.PATH ?? '', HOME: box.env.HOME ?? '', ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: key },
    ...{ DISABLE_TELEMETRY: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    // The machine that runs tests may be slow; people have a second.
    DREAMKEEPER_WAKE_WAIT_MS: '8000',
  };
}

/** A session in a terminal: somebody waits for the prompt, types, waits for the answer, and leaves with `/exit`. */
export async function typedSession(
  box: Sandbox,
  { folder, prompt, script, flags = [], version = measured }: Session,
  isAnswered: () => boolean,
): Promise<Held> {
  const model = await scriptedModel(script);
  // What a person is asked the first time is answered already: theme, key, trust in the folder.
  const projects = { [box.path(folder)]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } };
  const customApiKeyResponses = { approved: [key.slice(-20)], rejected: [] };
  const known = { hasCompletedOnboarding: true, theme: 'dark', customApiKeyResponses, projects };
  box.write('person/.claude.json', JSON.stringify(known));
  const command = `stty cols 120 rows 40; exec '${claudeProgram(version)}' ${flags.join(' ')}`;
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    cwd: box.path(folder),
    env: { ...surroundings(box, model), TERM: 'xterm-256color' },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const type = async (text: string): Promise<void> => {
    child.stdin.write(text);
    // A return that comes with the text would be a line break in it.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    child.stdin.write('\r');
  };
  try {
    await until(() => output.includes('❯'), 'the place to type');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await type(prompt);
    await until(isAnswered, 'the answer');
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await type('/exit');
    const code = await ended;
    const asked = model.requests.map((request) => JSON.stringify(request)).join('\n');
    return { code, asked, output };
  } finally {
    child.kill();
    await model.close();
  }
}
