// Somebody who waits beside a program: if we die, by whatever signal, it ends the program as we would have.
import { type SpawnOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ifPossible } from '../errors/errors.ts';

export interface Guard {
  /** The program runs, under this number. */
  watch(pid: number | undefined): void;
  /** It is over, and nobody has to be ended. */
  dismiss(): void;
}

/**
 * A shell that waits takes next to nothing, as long as we live. It hears which program it is about, then that it is over; if it hears the end
 * of its input instead, we are gone. It leads a session of its own: what ends us or our terminal does not end it.
 */
const waiting = 'read -r pid; read -r over && exit 0; "$@" "$pid" || kill -s KILL -- "-$pid"';

/** From source and as it is published it lies beside this file. */
const guardFile = (): string =>
  fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './guard.ts' : './guard.js', import.meta.url));

const nobody: Guard = { watch: () => undefined, dismiss: () => undefined };

/** Starts one before the program, so that there is no moment without. Where there is no shell, there is no guard. */
export function startGuard(mark: string, grace: number, scratch: string | undefined): Guard {
  if (process.platform === 'win32') return nobody;
  const args = [process.execPath, guardFile(), mark, String(grace), scratch ?? ''];
  // Without the program's environment: by that it would count as one of those to be ended.
  const options: SpawnOptions = { cwd: '/', env: {}, detached: true, stdio: ['pipe', 'ignore', 'ignore'] };
  // If no process can be started just now, the program will say so itself.
  const child = ifPossible(() => spawn('/bin/sh', ['-c', waiting, 'dreamkeeper-guard', ...args], options));
  const input = child?.stdin ?? undefined;
  if (child === undefined || input === undefined) return nobody;
  child.on('error', () => undefined);
  input.on('error', () => undefined);
  child.unref();
  return { watch: (pid) => input.write(`${pid ?? ''}\n`), dismiss: () => input.end('over\n') };
}
