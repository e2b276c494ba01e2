// A folder for one call of a program: empty, only for its owner, below the person's own state, and gone with the call.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { errnoOf, ifPossible } from '../errors/errors.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** No call lasts as long. What an earlier version left, or another machine on the same disk, is known by that alone. */
const abandoned = 24 * 60 * 60 * 1000;

/**
 * Makes one. Below the person's own folders, so that nothing lies above it that somebody else put for the program: agents read instructions
 * and settings from every folder above the one they are started in. Its name says whose it is, for whoever sweeps.
 */
export function makeScratch(env: Env): string {
  const own = ownFolder(env);
  try {
    if (own === undefined) return mkdtempSync(join(tmpdir(), 'dreamkeeper-'));
    mkdirSync(own, { recursive: true, mode: 0o700 });
    return mkdtempSync(join(own, `call-${hostHere()}-${process.pid}-`));
  } catch {
    // It cannot be written to; then where everybody may.
    return mkdtempSync(join(tmpdir(), 'dreamkeeper-'));
  }
}

export function removeScratch(folder: string): void {
  // What it left there may not be for us to remove; whoever sweeps tries again.
  ifPossible(() => rmSync(folder, { recursive: true, force: true }));
}

/** Removes what was left by processes that died together with the guards of their programs, as when the power fails. */
export function sweepScratch(env: Env): void {
  const own = ownFolder(env);
  if (own === undefined) return;
  // Nobody may have asked a program yet, or it is not for us to read.
  for (const name of ifPossible(() => readdirSync(own)) ?? []) {
    const [, host, pid] = /^call-(?:([A-Za-z0-9]+)-(\d+)-)?[A-Za-z0-9]{6}$/u.exec(name) ?? [];
    if (!name.startsWith('call-')) continue;
    const isDead = host === hostHere() && !isAlive(Number(pid));
    if (isDead || isAbandoned(join(own, name))) removeScratch(join(own, name));
  }
}

function ownFolder(env: Env): string | undefined {
  const isFull = (path: string | undefined): path is string => path !== undefined && isAbsolute(path);
  if (isFull(env.XDG_STATE_HOME)) return join(env.XDG_STATE_HOME, 'dreamkeeper');
  return isFull(env.HOME) ? join(env.HOME, '.local', 'state', 'dreamkeeper') : undefined;
}

function hostHere(): string {
  return hostname().replaceAll(/[^A-Za-z0-9]/gu, '') || 'here';
}

/** Not if it was gone while we looked. */
function isAbandoned(folder: string): boolean {
  return ifPossible(() => statSync(folder).mtimeMs < Date.now() - abandoned) === true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process has that number now: ours is gone.
    return errnoOf(error) !== 'ESRCH' && errnoOf(error) !== 'EPERM';
  }
}
