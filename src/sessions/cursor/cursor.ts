// Cursor, from what is published of it (@cursor/sdk 1.0.32 and its documentation). Nothing was measured on the real program.
import type { Harness } from '../harness.ts';
import { readCursorPayload, shell } from './payload.ts';

export const cursor: Harness = {
  name: 'cursor',
  title: 'Cursor',
  payload: readCursorPayload,
  projectDir: (env) => env.CURSOR_PROJECT_DIR || undefined,
  session: () => undefined,
  names: /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:toolu|tool|call|fc)_[A-Za-z0-9_-]{1,100})$/u,
  shell,
  // One window may have several, and so may its server.
  holdsSeveral: true,
  worktrees: [],
  packOutput: (pack) => JSON.stringify({ additional_context: pack }),
  afterCall: (sentence) => JSON.stringify({ additional_context: sentence }),
  // What others allow; its own limit is not known.
  mostChars: 9200,
  sends: [],
  goesOn: ['resume'],
  rules: ['AGENTS.md', 'CLAUDE.md', '.cursorrules'],
  kept: async () => (await import('../rules-only.ts')).rulesOnly(['AGENTS.md', '.cursorrules']),
  settings: async () => (await import('./settings.ts')).cursorSettings,
};
