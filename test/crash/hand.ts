// The test's end of an actor: tells it what to do, hears what came of it, and hires another when one is dead.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { bundled } from '../built.ts';
import { root, type Sandbox } from '../sandbox.ts';
import type { Command, Reply } from './actor.ts';

export type Told =
  | { readonly kind: 'ack'; readonly reply: Reply }
  | { readonly kind: 'killed' }
  | { readonly kind: 'stopped'; readonly at: string; readonly pid: number; go(): Promise<Told>; kill(): Promise<Told> };

export interface Hand {
  tell(command: Command): Promise<Told>;
  dismiss(): Promise<void>;
}

interface Hired {
  readonly child: ChildProcess;
  said: string;
  trouble: string;
  end: { code: number | null; signal: string | null } | undefined;
  wake: () => void;
}

/** An actor for one home. The process starts at the first thing it is told, and after each death at the next; with the test it ends. */
export function hire(box: Sandbox, project: string, test?: TestContext): Hand {
  let hired: Hired | undefined;
  test?.after(() => hired?.child.kill('SIGKILL'));
  const actor = bundled(root, 'test/crash/actor.ts');
  const start = (): Hired => {
    const child = spawn(process.execPath, [actor, project], { cwd: project, env: box.env });
    const next: Hired = { child, said: '', trouble: '', end: undefined, wake: () => undefined };
    child.stdout?.on('data', (chunk: Buffer) => {
      next.said += chunk.toString();
      next.wake();
    });
    child.stderr?.on('data', (chunk: Buffer) => (next.trouble += chunk.toString()));
    child.stdin?.on('error', () => undefined);
    child.on('close', (code, signal) => {
      next.end = { code, signal };
      next.wake();
    });
    return next;
  };
  const hear = async (from: Hired, command: Command): Promise<Told> => {
    for (;;) {
      const at = from.said.indexOf('\n');
      if (at !== -1) {
        const said: Reply | { readonly stopped: string } = JSON.parse(from.said.slice(0, at));
        from.said = from.said.slice(at + 1);
        if (!('stopped' in said)) return { kind: 'ack', reply: said };
        await untilStopped(from.child.pid ?? 0);
        return stopped(said.stopped, from, command, hear);
      }
      if (from.end !== undefined) {
        hired = undefined;
        if (from.end.signal === 'SIGKILL') return { kind: 'killed' };
        throw new Error(`${JSON.stringify(command)} ended with ${JSON.stringify(from.end)}: ${from.trouble}`);
      }
      await new Promise<void>((resolve) => (from.wake = resolve));
    }
  };
  return {
    tell: (command) => {
      hired ??= start();
      hired.child.stdin?.write(`${JSON.stringify(command)}\n`);
      return hear(hired, command);
    },
    dismiss: async () => {
      const last = hired;
      hired = undefined;
      if (last === undefined || last.end !== undefined) return;
      last.child.stdin?.end();
      while (last.end === undefined) await new Promise<void>((resolve) => (last.wake = resolve));
    },
  };
}

/** It says so before it does so; one that is told to go on too early would stop for good. */
async function untilStopped(pid: number): Promise<void> {
  const state = (): string =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /su, '')
      .charAt(0);
  while (state() !== 'T') await pause(1);
}

function stopped(
  at: string,
  from: Hired,
  command: Command,
  hear: (from: Hired, command: Command) => Promise<Told>,
): Extract<Told, { kind: 'stopped' }> {
  const pid = from.child.pid ?? 0;
  return {
    ...{ kind: 'stopped', at, pid },
    go: () => {
      process.kill(pid, 'SIGCONT');
      return hear(from, command);
    },
    kill: () => {
      process.kill(pid, 'SIGKILL');
      return hear(from, command);
    },
  };
}
