// The switch: whether Dreamkeeper is off in this home, or everywhere for this person, and until when.
import { dirname, join } from 'node:path';
import { smallText } from './git-place.ts';

// Not by `import`: that would load everything node:fs can do, streams and promises included, before the first step is recorded.
const { mkdirSync, renameSync, rmSync, writeFileSync } = process.getBuiltinModule('node:fs');

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

/** Off here, else off everywhere, else undefined. One whose time has come is on. */
export function switchedOff(privateDir: string, env: Env, now: Date): Off | undefined {
  return readOff(privateDir, env, now, 'here') ?? readOff(undefined, env, now, 'everywhere');
}

function readOff(privateDir: string | undefined, env: Env, now: Date, where: Off['where']): Off | undefined {
  const text = smallText(fileOf(privateDir, env));
  if (text === undefined) return undefined;
  // Whoever wrote something here wanted it off, however the file looks by now.
  const unknown: Off = { where, since: '', until: null };
  try {
    const { since, until } = JSON.parse(text) as Partial<Record<string, unknown>>;
    const end = typeof until === 'string' && !Number.isNaN(Date.parse(until)) ? until : null;
    if (end !== null && Date.parse(end) <= now.getTime()) return undefined;
    return { where, since: typeof since === 'string' ? since : '', until: end };
  } catch {
    // Not JSON: see above.
    return unknown;
  }
}

/** Switches off, or (with undefined) on. True if that changed anything. */
export function switchTo(privateDir: string | undefined, env: Env, off: Omit<Off, 'where'> | undefined): boolean {
  const path = fileOf(privateDir, env);
  const before = smallText(path);
  if (off === undefined) {
    rmSync(path, { force: true });
    return before !== undefined;
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(off)}\n`, { mode: 0o600 });
  renameSync(draft, path);
  return true;
}
