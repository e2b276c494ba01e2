// Copilot CLI, measured on 1.0.102.
import type { Harness } from '../harness.ts';
import { shell } from './call.ts';
import { readCopilotPayload } from './payload.ts';

export const copilot: Harness = {
  name: 'copilot',
  title: 'Copilot CLI',
  payload: readCopilotPayload,
  joined: async (message) => (await import('./joined.ts')).joined(message),
  projectDir: (env) => env.COPILOT_PROJECT_DIR || undefined,
  session: () => undefined,
  names: /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|at-\d{1,20}-[0-9a-f]{1,8})$/u,
  shell,
  worktrees: [],
  packOutput: (additionalContext) => JSON.stringify({ additionalContext }),
  afterCall: (additionalContext) => JSON.stringify({ additionalContext }),
  // 100,000 characters arrived whole.
  mostChars: 20_000,
  // It tells its agent the folder and that it is in git, and nothing else of it.
  sends: [],
  goesOn: ['resume'],
  rules: ['AGENTS.md', 'CLAUDE.md', 'copilot-instructions.md'],
  kept: async () => (await import('./kept.ts')).copilotKept,
  settings: async () => (await import('./settings.ts')).copilotSettings,
};
