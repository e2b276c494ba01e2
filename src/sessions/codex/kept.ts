// What Codex keeps of a project: its sessions, and the rules it hands its agent.
import { join } from 'node:path';
import type { HarnessKept } from '../harness.ts';
import { rolloutsOf } from './places.ts';
import { readRollout } from './rollout.ts';

export const codexKept: HarnessKept = {
  transcripts: rolloutsOf,
  transcript: (text) => {
    const { session, cwd, events, calls, said } = readRollout(text);
    const plain = events.map(({ event, time, cwd: place }) => ({ event, time, cwd: place }));
    const unfinished = calls
      .filter(({ isOver }) => !isOver)
      .map(({ event, time, cwd: place }) => ({ event, time, cwd: place }));
    return { session, cwd, events: plain, unfinished, said };
  },
  notes: (project) =>
    ['AGENTS.override.md', 'AGENTS.md'].map((name) => ({ path: join(project, name), by: 'people' }) as const),
};
