// One session in this process, without a transport: what a tool or resource gives is what any client gets.
import { callTool } from '../../src/mcp/call.ts';
import { promptText } from '../../src/mcp/prompts.ts';
import { readResource } from '../../src/mcp/resources.ts';
import { openSession, type Session } from '../../src/mcp/session.ts';
import { toolsFor } from '../../src/mcp/tools.ts';
import type { Standpoint } from '../../src/world/world.ts';

export interface Asking {
  readonly session: Session;
  /** The text, and the data as JSON. */
  call(
    name: string,
    given?: object,
  ): Promise<{ readonly text: string; readonly data: string; readonly isError: boolean }>;
  read(path: string): Promise<string>;
  prompt(name: string): Promise<string>;
}

export async function asking(at: Standpoint, burst = 1000): Promise<Asking> {
  let count = 0;
  const session = await openSession({
    ...{ at, asksRoots: false, now: () => 0, limits: { burst, perSecond: 1 } },
    random: () => {
      count += 1;
      return `${count}`.padStart(12, '0');
    },
  });
  return {
    session,
    call: async (name, given = {}) => {
      const tool = (await toolsFor(session)).find((each) => each.name === name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      const { signal } = new AbortController();
      const told = await callTool(session, { tool, given, signal, progress: () => undefined });
      const data = JSON.stringify(told.structuredContent ?? {});
      return { text: told.content[0].text, data, isError: told.isError === true };
    },
    read: async (path) => (await readResource(session.at, `dreamkeeper://${path}`)) ?? '',
    prompt: async (name) => (await promptText(session.at, name)) ?? '',
  };
}
