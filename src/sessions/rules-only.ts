// What a harness keeps of a project as far as we read it: files of rules, and none of its sessions.
import { join } from 'node:path';
import type { HarnessKept } from './harness.ts';

export function rulesOnly(names: readonly string[]): HarnessKept {
  return {
    transcripts: () => [],
    transcript: () => ({ session: null, cwd: null, events: [], unfinished: [] }),
    notes: (project) => names.map((name) => ({ path: join(project, name), by: 'people' })),
  };
}
