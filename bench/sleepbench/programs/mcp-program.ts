// A memory program of somebody else that speaks MCP on standard input and output, as an agent's harness starts it, on the clock of the life.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeForPrograms } from './installed.ts';

export interface McpProgram {
  /** What the tool answered, as text. Throws if it says that it failed. */
  call(tool: string, given?: Readonly<Record<string, unknown>>): Promise<string>;
  setClock(at: string): void;
  close(): Promise<void>;
}

interface Reply {
  readonly id?: number;
  readonly error?: { readonly message: string };
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text?: string }[] };
}

/** `script` is the file that Node runs; `folder` is its own, and the only place that it knows. */
export async function startMcpProgram(
  script: string,
  { folder, args = [], env = {} }: { folder: string; args?: readonly string[]; env?: Readonly<Record<string, string>> },
): Promise<McpProgram> {
  const clock = join(folder, 'clock');
  const setClock = (at: string): void => writeFileSync(clock, String(Date.parse(at)));
  setClock('2031-01-01T00:00:00.000Z');
  const child = spawn(nodeForPrograms(), ['--import', join(import.meta.dirname, 'clock.mjs'), script, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, TZ: 'UTC', SLEEPBENCH_CLOCK: clock, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complained = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained = (complained + text).slice(-600);
  });
  const waiting = new Map<number, { done(reply: Reply): void; failed(error: Error): void }>();
  let [count, rest] = [0, ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('{')) continue;
      const reply: Reply = JSON.parse(line);
      waiting.get(reply.id ?? -1)?.done(reply);
    }
  });
  const ended = new Promise<void>((gone) => child.once('exit', () => gone()));
  void ended.then(() => {
    for (const { failed } of waiting.values()) failed(new Error(`${script} ended: ${complained}`));
  });
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const request = (method: string, params: object): Promise<Reply> => {
    count += 1;
    const id = count;
    const { promise, resolve: done, reject: failed } = Promise.withResolvers<Reply>();
    waiting.set(id, { done, failed });
    send({ id, method, params });
    return promise.finally(() => waiting.delete(id));
  };
  const clientInfo = { name: 'sleepbench', version: '1' };
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  return {
    setClock,
    call: async (tool, given = {}) => {
      const { error, result } = await request('tools/call', { name: tool, arguments: given });
      const text = result?.content?.map((part) => part.text ?? '').join('\n') ?? '';
      if (error !== undefined || result?.isError === true) throw new Error(`${tool}: ${error?.message ?? text}`);
      return text;
    },
    close: async () => {
      child.kill();
      await ended;
    },
  };
}
