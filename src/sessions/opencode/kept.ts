// What OpenCode keeps of a project: its sessions lie in a database of its own, which is not read; its rules are a file.
import { join } from 'node:path';
import type { HarnessKept } from '../harness.ts';

export const opencodeKept: HarnessKept = {
  transcripts: () => [],
  transcript: () => ({ session: null, cwd: null, events: [], unfinished: [] }),
  notes: (project) => [{ path: join(project, 'AGENTS.md'), by: 'people' }],
};
