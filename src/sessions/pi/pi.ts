// Pi, measured on 0.87.1.
import type { Harness } from '../harness.ts';
import { readPiPayload, shell } from './payload.ts';

export const pi: Harness = {
  name: 'pi',
  title: 'Pi',
  payload: readPiPayload,
  projectDir: () => undefined,
  session: () => undefined,
  names: /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:call|toolu|fc|chatcmpl-tool)_[A-Za-z0-9_|-]{1,160})$/u,
  shell,
  worktrees: [],
  // Our extension takes what is printed as it is: here before the first message of a session, and below after a call.
  packOutput: (pack) => pack,
  afterCall: (sentence) => sentence,
  // It is a message of the session; no limit of its own is known.
  mostChars: 20_000,
  // It tells its agent the folder and its rules, and nothing of git.
  sends: [],
  goesOn: ['resume', 'reload', 'fork'],
  rules: ['AGENTS.md', 'AGENTS.override.md', 'CLAUDE.md'],
  // Its files of sessions are not read.
  kept: async () => (await import('../rules-only.ts')).rulesOnly(['AGENTS.override.md', 'AGENTS.md']),
  settings: async () => (await import('./settings.ts')).piSettings,
};
