// What Claude Code keeps of a project: its sessions, CLAUDE.md, and a memory of its own.
import { join } from 'node:path';
import type { Env, HarnessKept } from '../harness.ts';
import { projectFolders } from './places.ts';
import { readClaudeTranscript } from './transcript.ts';

export const claudeKept: HarnessKept = {
  transcripts: (project, env) => projectFolders(project, env).flatMap(transcriptsIn),
  transcript: readClaudeTranscript,
  notes: (project: string, env: Env) => [
    ...['CLAUDE.md', join('.claude', 'CLAUDE.md'), 'CLAUDE.local.md'].map(
      (name) => ({ path: join(project, name), by: 'people' }) as const,
    ),
    ...projectFolders(project, env).map(
      (folder) => ({ path: join(folder, 'memory', 'MEMORY.md'), by: 'agent' }) as const,
    ),
  ],
};

function transcriptsIn(folder: string): string[] {
  try {
    const names = process.getBuiltinModule('node:fs').readdirSync(folder);
    return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
  } catch {
    // No session was ever held here.
    return [];
  }
}
