// What Claude Code hands its agent by itself: CLAUDE.md, and its own memory of a project. Ours to read, never to write.
import { join } from 'node:path';
import { projectFolders } from './places.ts';

const { closeSync, constants, fstatSync, openSync, readSync } = process.getBuiltinModule('node:fs');

/** Longer instructions are told by their beginning. */
const mostBytes = 16 * 1024;

export interface HarnessNote {
  readonly path: string;
  readonly text: string;
  /** `people` write instructions; what the `agent` writes there is about itself, and no evidence of anything. */
  readonly by: 'people' | 'agent';
}

/** The files that are there, with their beginnings. */
export function claudeNotes(
  project: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly HarnessNote[] {
  const instructions = ['CLAUDE.md', join('.claude', 'CLAUDE.md'), 'CLAUDE.local.md'].map((name) =>
    join(project, name),
  );
  const memories = projectFolders(project, env).map((folder) => join(folder, 'memory', 'MEMORY.md'));
  const noted = (by: HarnessNote['by'], paths: readonly string[]): HarnessNote[] =>
    paths.flatMap((path) => {
      const text = beginning(path);
      return text === undefined || text.trim() === '' ? [] : [{ path, text, by }];
    });
  return [...noted('people', instructions), ...noted('agent', memories)];
}

function beginning(path: string): string | undefined {
  try {
    // A link may lead anywhere, a pipe may never end: plain files only.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      if (!fstatSync(file).isFile()) return undefined;
      const bytes = Buffer.alloc(mostBytes);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, mostBytes, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    // Not there, or not for us to read: they are theirs.
    return undefined;
  }
}
