// Where Codex keeps things.
import { join } from 'node:path';
import type { Env } from '../harness.ts';
import { partOf } from '../part-of.ts';

/** Its own folder of a person. */
export function codexFolder(env: Env): string {
  return env.CODEX_HOME || join(env.HOME || process.getBuiltinModule('node:os').homedir(), '.codex');
}

/** So many of the newest days and sessions are looked at, whichever project they were held in. */
const most = { days: 60, sessions: 200 } as const;

/** The sessions held in a folder. They lie by day, and each says in its first line where it was held. */
export function rolloutsOf(project: string, env: Env): string[] {
  const days = below(below(below([join(codexFolder(env), 'sessions')])));
  const files = days.slice(-most.days).flatMap((day) => namesIn(day).map((name) => join(day, name)));
  return files
    .filter((path) => /[\\/]rollout-[^\\/]*\.jsonl$/u.test(path))
    .slice(-most.sessions)
    .filter((path) => folderOf(path) === project);
}

function below(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => /^\d{2,4}$/u.test(name))
      .map((name) => join(folder, name)),
  );
}

function folderOf(path: string): string | undefined {
  const cwd = /"cwd":("(?:[^"\\]|\\.)*")/u.exec(partOf(path, () => 0, 4096) ?? '')?.[1];
  if (cwd === undefined) return undefined;
  try {
    return JSON.parse(cwd) as string;
  } catch {
    // No text as JSON has it.
    return undefined;
  }
}

/** In order, so that the newest are last. */
function namesIn(folder: string): string[] {
  try {
    return process.getBuiltinModule('node:fs').readdirSync(folder).toSorted();
  } catch {
    // It has never kept anything there.
    return [];
  }
}
