// A crowd of sleepers as real processes, and what their shared log says about who was asleep when.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { bundled } from '../built.ts';
import { root, type Sandbox } from '../sandbox.ts';

export interface LogLine {
  readonly me: string;
  readonly pid: number;
  readonly what: 'enter' | 'leave' | 'receipt' | 'threw' | 'stopped' | 'killing';
  readonly outcome?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly id?: string;
  readonly entry?: string | null;
  readonly code?: string;
}

export function readLog(path: string): LogLine[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  // The last may be in the middle of being written.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as LogLine);
}

export interface Sleeping {
  readonly child: ChildProcess;
  readonly gone: Promise<unknown>;
}

/** Starts one that tries so many nights, and stops itself at a place if one is named. */
export function startSleeper(
  t: TestContext,
  box: Sandbox,
  {
    folder,
    log,
    me,
    rounds,
    stopAt = '',
  }: { folder: string; log: string; me: string; rounds: number; stopAt?: string },
): Sleeping {
  const script = bundled(root, 'test/crash/races-child.ts');
  const child = spawn(process.execPath, [script, folder, log, me, String(rounds), stopAt], {
    env: box.env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  return { child, gone: new Promise((done) => child.once('close', done)) };
}

/** Kills it, and says so before, so that the log tells why it never left. */
export async function killSleeper({ child, gone }: Sleeping, log: string): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  appendFileSync(log, `${JSON.stringify({ me: 'parent', pid: child.pid, what: 'killing' })}\n`);
  child.kill('SIGKILL');
  await gone;
}

/** Asks until it is so; gives up only after a time that no healthy machine needs. */
export async function until(isSo: () => boolean, what: string): Promise<void> {
  const last = Date.now() + 120_000;
  while (!isSo()) {
    if (Date.now() > last) throw new Error(`never: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Never two at a time: who comes in finds that the one before left, or was being killed. */
export function assertOneAtATime(lines: readonly LogLine[]): number {
  const dying = new Set<number>();
  let inside: LogLine | undefined;
  let nights = 0;
  for (const line of lines) {
    if (line.what === 'killing') dying.add(line.pid);
    if (line.what === 'enter') {
      const isFree = inside === undefined || dying.has(inside.pid);
      assert.ok(isFree, `${line.me} (${line.pid}) came in while ${inside?.me} (${inside?.pid}) was asleep`);
      inside = line;
      nights += 1;
    }
    if (line.what === 'leave') {
      assert.equal(inside?.pid, line.pid, `${line.me} left a night that was not its own`);
      inside = undefined;
    }
  }
  return nights;
}
