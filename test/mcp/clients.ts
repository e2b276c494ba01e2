// The official client in both protocols, on both ways, and homes in four conditions.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serveHttp } from '../../src/mcp/serve-http.ts';
import { standpoint } from '../../src/wire/wire.ts';
import { bin, project, type Sandbox } from '../sandbox.ts';

/** v1 is what clients of 2025 speak, v2 what those of 2026 do. */
export type Protocol = 'v1' | 'v2';
export type Way = 'stdio' | 'http';
export type Condition = 'healthy' | 'empty' | 'damaged' | 'missing';

export interface Told {
  readonly text: string;
  readonly isError: boolean;
  readonly data: Readonly<Record<string, unknown>> | undefined;
}

export interface Caller {
  readonly client: Client;
  call(name: string, given?: Record<string, unknown>): Promise<Told>;
  read(path: string): Promise<string>;
  close(): Promise<void>;
}

export const toolNames = [
  ...['search', 'remember', 'log', 'board', 'claim', 'finish', 'file_issue'],
  ...['wake', 'status', 'my_stats', 'set_sleep', 'sleep_now'],
];

/** A project with a home in that condition; gives the folder that a client works in. */
export function placeIn(box: Sandbox, condition: Condition): string {
  const name = project(box);
  if (condition === 'missing') return box.path(name);
  const made = box.dk(name, ['init']);
  if (made.code !== 0) throw new Error(made.stderr);
  if (condition === 'healthy') {
    for (const args of [
      ['remember', 'the staging database is reset every Sunday at four'],
      ['board', 'add', 'write the honest faq'],
    ])
      box.dk(name, args);
  }
  if (condition === 'damaged') {
    box.write('project/.dream/rem/ledger.jsonl', '{"v":1,"kind":"night"}\nnonsense\n');
    box.write('project/.dream/plan.org', '#+TODO: TODO | DONE\n* TODO \n* TODO twice\n* TODO twice\n');
    box.write('project/.dream/dreamkeeper.yaml', 'rem: [\n');
    rmSync(box.path('project/.dream/.git/dreamkeeper'), { recursive: true, force: true });
    mkdirSync(box.path('project/.dream/.git/dreamkeeper'), { recursive: true });
    box.write('project/.dream/.git/dreamkeeper/state.db', 'not a database');
  }
  return box.path(name);
}

/** Where many are at work, one may wait long. */
const timeout = 600_000;

export interface Wish {
  readonly protocol?: Protocol;
  readonly way?: Way;
  readonly env?: Readonly<Record<string, string>>;
  /** Folders that the client tells; none if it has no such thing. */
  readonly roots?: readonly string[];
}

/** A server of its own, and a client on it; both are gone when the test is. */
export async function caller(test: TestContext, box: Sandbox, cwd: string, wish: Wish = {}): Promise<Caller> {
  const { protocol = 'v1', way = 'stdio', env = {}, roots } = wish;
  const capabilities = roots === undefined ? {} : { roots: { listChanged: true } };
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities, ...(protocol === 'v2' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}) },
  );
  if (roots !== undefined)
    client.setRequestHandler('roots/list', () => ({ roots: roots.map((each) => ({ uri: `file://${each}` })) }));
  const closing: (() => Promise<void>)[] = [];
  if (way === 'stdio') {
    const transport = new StdioClientTransport({
      ...{ command: process.execPath, args: [bin, 'mcp'], cwd, env: { ...box.env, ...env }, stderr: 'pipe' },
    });
    await client.connect(transport);
  } else {
    const server = await httpServer(box, cwd, env);
    closing.push(server.close);
    await client.connect(httpTransport(server));
  }
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await client.close();
    for (const end of closing) await end();
  };
  test.after(close);
  return {
    client,
    close,
    call: async (name, given = {}) => {
      const { content, isError, structuredContent } = await client.callTool({ name, arguments: given }, { timeout });
      const [first] = content as readonly { readonly type: string; readonly text?: string }[];
      const data = structuredContent as Told['data'];
      return { text: first?.text ?? '', isError: isError === true, data };
    },
    read: async (path) => {
      const { contents } = await client.readResource({ uri: `dreamkeeper://${path}` });
      const [first] = contents as readonly { readonly text?: string }[];
      return first?.text ?? '';
    },
  };
}

export interface Server {
  readonly url: string;
  readonly token: string;
  readonly tokenFile: string;
  sessions(): number;
  close(): Promise<void>;
}

/** In this process: a real server on loopback. */
export async function httpServer(
  box: Sandbox,
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  sessions?: { readonly most: number; readonly idle: number },
): Promise<Server> {
  const at = standpoint({ cwd: () => cwd, env: { ...box.env, ...env }, complain: () => undefined });
  const listening = await serveHttp(at, { port: 0, version: '0', ...(sessions === undefined ? {} : { sessions }) });
  const token = readFileSync(listening.tokenFile, 'utf8').trim();
  return {
    url: listening.url,
    token,
    tokenFile: listening.tokenFile,
    sessions: listening.sessions,
    close: listening.close,
  };
}

export function httpTransport({ url, token }: Pick<Server, 'url' | 'token'>): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
}
