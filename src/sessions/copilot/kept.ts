// What Copilot CLI keeps of a project: its sessions, a folder each, and the rules it hands its agent.
import { join } from 'node:path';
import type { HarnessKept } from '../harness.ts';
import { partOf } from '../part-of.ts';
import { copilotFolder } from './places.ts';
import { readSessionFile } from './session-file.ts';

/** So many are looked at, whichever project they were held in. */
const most = 500;

export const copilotKept: HarnessKept = {
  transcripts: (project, env) => {
    const root = join(copilotFolder(env), 'session-state');
    return namesIn(root)
      .slice(-most)
      .filter((name) => folderOf(join(root, name)) === project)
      .map((name) => join(root, name, 'events.jsonl'));
  },
  transcript: readSessionFile,
  notes: (project) =>
    ['AGENTS.md', join('.github', 'copilot-instructions.md')].map((name) => ({
      path: join(project, name),
      by: 'people',
    })),
};

/** Where a session was held, as a line of another file beside it says. */
function folderOf(session: string): string | undefined {
  const text = partOf(join(session, 'workspace.yaml'), () => 0, 4096) ?? '';
  return /^cwd: (?<quote>["']?)(?<cwd>[^\n]+)\k<quote>$/mu.exec(text)?.groups?.cwd;
}

function namesIn(folder: string): string[] {
  try {
    return process.getBuiltinModule('node:fs').readdirSync(folder);
  } catch {
    // It has never kept anything there.
    return [];
  }
}
