// The harnesses we know: each is loaded when it is named, and a session of one never waits for another.
import type { Harness } from './harness.ts';

export const claude = async (): Promise<Harness> => (await import('./claude/claude.ts')).claude;
export const codex = async (): Promise<Harness> => (await import('./codex/codex.ts')).codex;
export const opencode = async (): Promise<Harness> => (await import('./opencode/opencode.ts')).opencode;
export const gemini = async (): Promise<Harness> => (await import('./gemini/gemini.ts')).gemini;
export const qwen = async (): Promise<Harness> => (await import('./qwen/qwen.ts')).qwen;
export const copilot = async (): Promise<Harness> => (await import('./copilot/copilot.ts')).copilot;
export const pi = async (): Promise<Harness> => (await import('./pi/pi.ts')).pi;
export const cursor = async (): Promise<Harness> => (await import('./cursor/cursor.ts')).cursor;
