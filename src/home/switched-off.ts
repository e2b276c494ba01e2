// The switch: whether Dreamkeeper is off in this home, or everywhere for this person, and until when.
import { dirname, join } from 'node:path';
import { DreamkeeperError, errnoOf, ifPossible } from '../errors/errors.ts';
import { isRecord, jsonIn } from '../text/text.ts';
import { smallText } from './git-place.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs');

export interface Off {
  readonly where: 'here' | 'everywhere';
  readonly since: string;
  /** ISO 8601; null if it stays off until it is switched on. */
  readonly until: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The file that says so; `privateDir` is undefined for everywhere. */
function fileOf(privateDir: string | undefined, env: Env): string {
  if (privateDir !== undefined) return join(privateDir, 'off.json');
  return join(env.XDG_STATE_HOME || join(env.HOME ?? '/nowhere', '.local', 'state'), 'dreamkeeper', 'off.json');
}

/** The files that say so, here and everywhere, whether they are there or not. */
export function switchFiles(privateDir: string, env: Env): readonly string[] {
  return [fileOf(privateDir, env), fileOf(undefined, env)];
}

/** Off here, else off everywhere, else undefined. One whose time has come is on. */
export function switchedOff(privateDir: string, env: Env, now: Date): Off | undefined {
  return readOff(privateDir, env, now, 'here') ?? readOff(undefined, env, now, 'everywhere');
}

function readOff(privateDir: string | undefined, env: Env, now: Date, where: Off['where']): Off | undefined {
  const path = fileOf(privateDir, env);
  const text = smallText(path);
  // Whoever put something here wanted it off, whatever it is by now.
  const unknown: Off = { where, since: '', until: null };
  if (text === undefined) return isThere(path) ? unknown : undefined;
  const said = jsonIn(text);
  if (!isRecord(said)) return unknown;
  const { since, until } = said;
  const end = typeof until === 'string' && !Number.isNaN(Date.parse(until)) ? until : null;
  if (end !== null && Date.parse(end) <= now.getTime()) return undefined;
  return { where, since: typeof since === 'string' ? since : '', until: end };
}

/** A file where the folder should be, or a folder that we may not look into: whoever writes there says so, and is not silent. */
function isThere(path: string): boolean {
  return ifPossible(() => lstatSync(path, { throwIfNoEntry: false })) !== undefined;
}

/** Switches off, or (with undefined) on. True if that changed anything. */
export function switchTo(privateDir: string | undefined, env: Env, off: Omit<Off, 'where'> | undefined): boolean {
  if (privateDir === undefined && !env.XDG_STATE_HOME && !env.HOME)
    throw new DreamkeeperError('E_USAGE', 'HOME is not set, so Dreamkeeper cannot be switched off everywhere', {
      hint: 'Set HOME or XDG_STATE_HOME, or run it without --everywhere.',
    });
  const path = fileOf(privateDir, env);
  const before = isThere(path);
  try {
    if (off === undefined) {
      rmSync(path, { force: true });
      return before;
    }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, `${JSON.stringify(off)}\n`, { mode: 0o600 });
    renameSync(draft, path);
    return true;
  } catch (cause) {
    throw new DreamkeeperError('E_NO_PERMISSION', `${path} cannot be written (${errnoOf(cause) ?? 'unknown'})`, {
      hint: 'Nothing was changed. Look at what is there, and at your permissions for its folder.',
      cause,
    });
  }
}
