// The sessions of the older protocol over HTTP: so many at once, and none for longer than it is used.
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { largestMessage } from './limits.ts';

/** The SDK's transport, as much of it as is needed here. */
type Transport = WebStandardStreamableHTTPServerTransport;

export interface Kept {
  readonly transport: Transport;
  close(): Promise<void>;
}

interface Known extends Kept {
  used: number;
}

export interface HttpSessions {
  /** Serves one request of a session, or opens one. */
  fetch(request: Request): Promise<Response>;
  /** Ends those that nobody has used for too long. */
  sweep(): Promise<void>;
  close(): Promise<void>;
  readonly size: () => number;
}

export interface SessionRules {
  readonly most: number;
  /** Milliseconds. */
  readonly idle: number;
  readonly now: () => number;
  readonly newId: () => string;
  /** Puts a server behind a transport. */
  connect(transport: Transport): Promise<Kept>;
}

export function httpSessions({ most, idle, now, newId, connect }: SessionRules): HttpSessions {
  const known = new Map<string, Known>();
  const end = async (id: string): Promise<void> => {
    const kept = known.get(id);
    known.delete(id);
    await kept?.close();
  };
  const sweep = async (): Promise<void> => {
    for (const [id, { used }] of known) if (now() - used > idle) await end(id);
  };
  const open = async (request: Request): Promise<Response> => {
    await sweep();
    if (known.size >= most) return refusal(503, 'too many sessions; end one, or wait until one is over');
    let kept: Kept | undefined;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: newId,
      onsessioninitialized: (id) => {
        if (kept !== undefined) known.set(id, { ...kept, used: now() });
      },
      onsessionclosed: (id) => end(id),
      maxRequestBodySize: largestMessage,
    });
    kept = await connect(transport);
    const response = await transport.handleRequest(request);
    // What was no opening has no session, and nothing of it stays.
    if (transport.sessionId === undefined || !known.has(transport.sessionId)) await kept.close();
    return response;
  };
  return {
    fetch: async (request) => {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return request.method === 'POST' ? open(request) : refusal(400, 'which session is not said');
      const session = known.get(id);
      if (session === undefined) return refusal(404, 'there is no such session (any more)');
      session.used = now();
      return session.transport.handleRequest(request);
    },
    sweep,
    close: async () => {
      for (const id of known.keys()) await end(id);
    },
    size: () => known.size,
  };
}

function refusal(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } }, { status });
}
