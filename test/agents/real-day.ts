// One day with a real program: installed by one command, a session of two commands of which one fails, a night, a second session, and out again.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { callsOf, isIntent, parseRunLines, parseSteps } from '../../src/steps/steps.ts';
import { until } from '../hooks/harness.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import type { ChatCall } from './scripted-chat.ts';

export interface Held {
  readonly code: number | null;
  /** What the model was sent, request by request. */
  readonly asked: readonly string[];
  readonly output: string;
}

export interface RealProgram {
  readonly name: string;
  /** Its tool that runs a command line, and how it is asked for one. */
  readonly shell: string;
  command(line: string): ChatCall;
  /** The settings of its own without which it does not start. */
  prepare?(box: Sandbox): void;
  /** Holds a session in which the model wants these calls made, one after the other. */
  session(box: Sandbox, wants: readonly ChatCall[], flags?: readonly string[]): Promise<Held>;
  /** Where it is installed without a skill. */
  readonly hidesSkill?: '--local';
  /** What it says of a session, in order. */
  readonly runs: readonly string[];
}

/** Runs a program to its end; the machine may be slow. */
export async function ranOut(child: ChildProcess): Promise<Omit<Held, 'asked'>> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => (output += piece.toString()));
  const timer = setTimeout(() => child.kill(), 120_000);
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  clearTimeout(timer);
  return { code, output };
}

export function started(
  box: Sandbox,
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  return spawn(program, args, {
    cwd: box.path('project'),
    // The machine that runs tests may be slow; people have a second.
    env: { ...box.env, DREAMKEEPER_WAKE_WAIT_MS: '8000', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const records = (box: Sandbox) => parseSteps(box.read('project/.dream/_steps.jsonl')).records;
export const calls = (box: Sandbox): unknown[] =>
  callsOf(records(box).filter((each) => !isIntent(each))).map(({ tool, target, exit, error }) => [
    ...[tool, target.replaceAll(`${box.path('project')}/`, '')],
    exit ?? error,
  ]);
const dreams = (box: Sandbox): string[] =>
  existsSync(box.path('project/.dream/rem'))
    ? readdirSync(box.path('project/.dream/rem')).filter((each) => each.endsWith('.org'))
    : [];

/** The whole of it. `scope` is where it is installed. */
export async function realDay(t: TestContext, program: RealProgram, scope: '--local' | '--user'): Promise<void> {
  const { name, shell, command, runs } = program;
  const box = sandbox(t);
  project(box);
  program.prepare?.(box);
  const installed = box.dk('project', ['install', name, scope, '--yes', '--no-first-night']);
  assert.equal(installed.code, 0, installed.stderr);
  if (!existsSync(box.path('project/.dream'))) assert.equal(box.dk('project', ['init']).code, 0);

  const first = await program.session(box, ['echo hello-tool', 'npm test'].map(command));
  assert.equal(first.code, 0, first.output);
  assert.ok(
    first.asked.some((asked) => asked.includes('Good morning')),
    'the pack reaches the model',
  );
  const isTold = first.asked.some((asked) => asked.includes('How to work with this project'));
  assert.equal(isTold, program.hidesSkill !== scope, 'its agent is told of the skill');
  const [good, bad] = calls(box) as [string, string, number][];
  assert.deepEqual(good, [shell, 'echo hello-tool', 0]);
  assert.deepEqual(bad?.slice(0, 2), [shell, 'npm test']);
  assert.ok(Number(bad?.[2]) > 0, 'there is no package here: it failed');
  assert.equal(calls(box).length, 2);
  const asked = records(box).filter(isIntent);
  assert.deepEqual(
    asked.map(({ target }) => target),
    ['make the tests pass'],
  );
  const lines = parseRunLines(box.read('project/.dream/.git/dreamkeeper/runs.jsonl'));
  assert.deepEqual(
    lines.map(({ event, from }) => [event, from]),
    runs.map((event) => [event, name]),
  );
  if (runs.includes('end')) await until(() => dreams(box).length > 0, 'it sleeps when the session is over');

  const second = await program.session(box, []);
  assert.equal(second.code, 0, second.output);
  assert.ok(
    second.asked.some((each) => /Good morning.{0,6000}npm test/su.test(each)),
    'the next session is told what failed',
  );
  // Without an end that is told, the night is dreamt when the next session begins.
  await until(() => dreams(box).length > 0, 'it has slept');
  assert.match(box.dk('project', ['doctor']).stdout, new RegExp(`${name}-works`, 'u'));

  // A night that is under way keeps the home; what came before it is gone already.
  const leave = (): boolean => box.dk('project', ['uninstall', name, scope, '--yes', '--data']).code === 0;
  await until(leave, 'it leaves');
  assert.ok(!existsSync(box.path('project/.dream')));
  assert.equal(box.git('project', 'status', '--porcelain', '--untracked-files=all'), '');
}
