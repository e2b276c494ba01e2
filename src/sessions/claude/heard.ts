// What strangers say in a session of Claude Code: pages and search results, and the answers of MCP servers that are not ours.
import type { HarnessEvent } from '../event.ts';

const foreign = /^(?:WebFetch|WebSearch|mcp__(?!(?:plugin_dreamkeeper_)?dreamkeeper__).+)$/u;
/** More of one answer is not looked at. */
const most = 400_000;

export function heardFrom(tool: string, answer: unknown): HarnessEvent[] {
  if (!foreign.test(tool)) return [];
  const text = textsIn(answer, 0).join('\n').slice(0, most);
  return text.trim() === '' ? [] : [{ kind: 'heard', text }];
}

/** Every text in an answer, whatever its shape. */
function textsIn(answer: unknown, depth: number): string[] {
  if (typeof answer === 'string') return [answer];
  if (depth > 8 || typeof answer !== 'object' || answer === null) return [];
  return Object.values(answer).flatMap((each) => textsIn(each, depth + 1));
}
