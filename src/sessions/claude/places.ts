// Where Claude Code keeps things.
import { join } from 'node:path';
import type { Env } from '../harness.ts';

/** Its own folder of a person. */
export function claudeFolder(env: Env): string {
  return env.CLAUDE_CONFIG_DIR || join(env.HOME || process.getBuiltinModule('node:os').homedir(), '.claude');
}

/** The name under which it keeps what belongs to a folder: by UTF-16 units, and cut where it adds a hash of its own. */
export function projectFolder(folder: string): { readonly name: string; readonly isCut: boolean } {
  // By units, not characters: an emoji is two dashes there.
  const name = folder.replaceAll(/[^A-Za-z0-9]/g, '-');
  return name.length > longest ? { name: `${name.slice(0, longest)}-`, isCut: true } : { name, isCut: false };
}

const longest = 200;

/** The folders in which it may keep what belongs to this one: of a name that was cut only the beginning is known. */
export function projectFolders(folder: string, env: Env): string[] {
  const root = join(claudeFolder(env), 'projects');
  const { name, isCut } = projectFolder(folder);
  if (!isCut) return [join(root, name)];
  try {
    const names = process.getBuiltinModule('node:fs').readdirSync(root);
    return names.filter((each) => each.startsWith(name)).map((each) => join(root, each));
  } catch {
    // It has never kept anything here.
    return [];
  }
}
