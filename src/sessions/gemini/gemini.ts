// Gemini CLI, measured on 0.61.0.
import type { Harness } from '../harness.ts';
import { shell } from './call.ts';
import { readGeminiPayload } from './payload.ts';

export const gemini: Harness = {
  name: 'gemini',
  title: 'Gemini CLI',
  payload: readGeminiPayload,
  projectDir: (env) => env.GEMINI_PROJECT_DIR || undefined,
  session: (env) => env.GEMINI_SESSION_ID || undefined,
  names: /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|at-\d{1,20}-[0-9a-f]{1,8})$/u,
  shell,
  worktrees: [],
  // It puts what is said before the first prompt, and writes < and > in it as HTML does.
  packOutput: (additionalContext) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }),
  afterCall: (additionalContext) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'AfterTool', additionalContext } }),
  // 100,000 characters arrived whole.
  mostChars: 20_000,
  // It tells its agent the folder and the names of the files in it, and nothing of git.
  sends: [],
  goesOn: ['resume'],
  rules: ['GEMINI.md'],
  kept: async () => (await import('../rules-only.ts')).rulesOnly(['GEMINI.md']),
  settings: async () => (await import('./settings.ts')).geminiSettings,
};
