// OpenCode, measured on 1.18.33.
import type { Harness } from '../harness.ts';
import { readOpencodePayload } from './payload.ts';

export const opencode: Harness = {
  name: 'opencode',
  title: 'OpenCode',
  payload: readOpencodePayload,
  projectDir: () => undefined,
  session: () => undefined,
  names: /^(?:ses|msg|call|toolu|chatcmpl-tool)_[A-Za-z0-9_-]{1,60}$/u,
  shell: 'bash',
  // One window may have several, and its server has those of all windows.
  holdsSeveral: true,
  worktrees: [],
  // Our plugin takes what is printed as it is: here at the start of a session, and below after a call.
  packOutput: (pack) => pack,
  afterCall: (sentence) => sentence,
  // It is sent with each request of the session; no limit of its own is known.
  mostChars: 20_000,
  // It tells its agent the folder and whether that is in git, and nothing else of it.
  sends: [],
  // What we hand over stands beside its conversation and is not kept with it: who goes on with a session needs all of it again.
  goesOn: [],
  rules: ['AGENTS.md', 'CLAUDE.md'],
  // Its sessions lie in a database of its own, which is not read.
  kept: async () => (await import('../rules-only.ts')).rulesOnly(['AGENTS.md']),
  settings: async () => (await import('./settings.ts')).opencodeSettings,
};
