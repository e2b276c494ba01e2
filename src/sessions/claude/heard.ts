// What strangers say in a session of Claude Code: pages and search results, and the answers of MCP servers that are not ours.
import type { HarnessEvent } from '../event.ts';
import { heardIn } from '../heard.ts';

const foreign = /^(?:WebFetch|WebSearch|mcp__(?!(?:plugin_dreamkeeper_)?dreamkeeper__).+)$/u;

export function heardFrom(tool: string, answer: unknown): HarnessEvent[] {
  return foreign.test(tool) ? heardIn(answer) : [];
}
