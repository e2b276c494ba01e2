// The harnesses we know: a name each, and what is loaded for whoever uses it.
import type { Harnesses } from '../world/world.ts';

export const harnesses: Harnesses = {
  claude: async () => (await import('../sessions/sessions.ts')).claude(),
  codex: async () => (await import('../sessions/sessions.ts')).codex(),
  opencode: async () => (await import('../sessions/sessions.ts')).opencode(),
  gemini: async () => (await import('../sessions/sessions.ts')).gemini(),
  qwen: async () => (await import('../sessions/sessions.ts')).qwen(),
  copilot: async () => (await import('../sessions/sessions.ts')).copilot(),
  pi: async () => (await import('../sessions/sessions.ts')).pi(),
  cursor: async () => (await import('../sessions/sessions.ts')).cursor(),
};
