// Qwen Code, measured on 0.24.4.
import type { Harness } from '../harness.ts';
import { shell } from './call.ts';
import { readQwenPayload } from './payload.ts';

export const qwen: Harness = {
  name: 'qwen',
  title: 'Qwen Code',
  payload: readQwenPayload,
  projectDir: () => undefined,
  session: () => undefined,
  names:
    /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:#{8}\d{1,6})?|(?:toolu|call|chatcmpl-tool)_[A-Za-z0-9_-]{1,60})$/u,
  shell,
  worktrees: [],
  // It writes < and > in what is said as HTML does.
  packOutput: (additionalContext) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }),
  afterCall: (additionalContext) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext } }),
  // 100,000 characters arrived whole.
  mostChars: 20_000,
  // It tells its agent the folder, the date and the names of the files, and nothing of git.
  sends: [],
  goesOn: ['resume', 'compact'],
  rules: ['QWEN.md', 'AGENTS.md'],
  kept: async () => (await import('../rules-only.ts')).rulesOnly(['QWEN.md', 'AGENTS.md']),
  settings: async () => (await import('./settings.ts')).qwenSettings,
};
