// What Claude Code hands its agent by itself: CLAUDE.md, and its own memory of a project. Ours to read, never to write.
import { join } from 'node:path';
import { projectFolders } from './claude-places.ts';

const { closeSync, constants, fstatSync, openSync, readSync } = process.getBuiltinModule('node:fs');

/** Longer instructions are told by their beginning. */
const mostBytes = 16 * 1024;

/** The files that are there, with their beginnings. */
export function claudeNotes(
  project: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly path: string; readonly text: string }[] {
  const paths = [
    join(project, 'CLAUDE.md'),
    join(project, '.claude', 'CLAUDE.md'),
    join(project, 'CLAUDE.local.md'),
    ...projectFolders(project, env).map((folder) => join(folder, 'memory', 'MEMORY.md')),
  ];
  return paths.flatMap((path) => {
    const text = beginning(path);
    return text === undefined || text.trim() === '' ? [] : [{ path, text }];
  });
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
