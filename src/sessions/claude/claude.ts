// Claude Code, measured on 2.1.325.
import type { Harness } from '../harness.ts';
import { readClaudePayload } from './payload.ts';

export const claude: Harness = {
  name: 'claude',
  title: 'Claude Code',
  payload: readClaudePayload,
  projectDir: (env) => env.CLAUDE_PROJECT_DIR || undefined,
  session: (env) => env.CLAUDE_CODE_SESSION_ID || undefined,
  names: /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|toolu_[A-Za-z0-9_]{1,40})$/u,
  shell: 'Bash',
  worktrees: ['.claude/worktrees/'],
  packOutput: (additionalContext) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }),
  afterCall: (additionalContext) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext } }),
  // It shows only the beginning of 9,500; a line about the pack's age has to fit, too.
  mostChars: 9200,
  // At the start of a session it tells branch, `git status --short` and the five newest commits.
  sends: ['branch', 'status', 'commits'],
  goesOn: ['resume', 'compact'],
  rules: ['CLAUDE.md', 'CLAUDE.local.md'],
  kept: async () => (await import('./kept.ts')).claudeKept,
  settings: async () => (await import('./settings.ts')).claudeSettings,
};
