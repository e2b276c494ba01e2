// Codex, measured on 0.166.0 and 0.169.0.
import type { Harness } from '../harness.ts';
import { readCodexPayload } from './payload.ts';

export const codex: Harness = {
  name: 'codex',
  title: 'Codex',
  payload: readCodexPayload,
  joined: async (message) => (await import('./joined.ts')).joined(message),
  projectDir: () => undefined,
  session: (env) => env.CODEX_SESSION_ID || undefined,
  names: /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|call_[A-Za-z0-9_-]{1,60})$/u,
  shell: 'Bash',
  // Typed in a terminal, its sessions are held by a server in the background.
  holdsSeveral: true,
  worktrees: [],
  packOutput: (additionalContext) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }),
  afterCall: (additionalContext) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext } }),
  // Its limit is 10,000 bytes, unless our hook asks for more; it does (`settings.ts`), and this is then whole in any writing.
  mostChars: 9200,
  // It tells its agent the folder and the date, and nothing of git.
  sends: [],
  goesOn: ['resume', 'compact'],
  rules: ['AGENTS.md', 'AGENTS.override.md'],
  kept: async () => (await import('./kept.ts')).codexKept,
  settings: async () => (await import('./settings.ts')).codexSettings,
};
