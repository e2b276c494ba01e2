// Over HTTP, for clients on this machine that cannot start a program: loopback only, and nobody without the token.
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { DreamkeeperError, errnoOf } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { mcpToken } from '../verbs/verbs.ts';
import type { Standpoint } from '../world/world.ts';
import { refusalOf } from './http-gate.ts';
import { httpSessions } from './http-sessions.ts';
import { largestMessage, usualLimits } from './limits.ts';
import { patient } from './patient.ts';
import { serverFor } from './server.ts';
import { openSession, placeOf, type Session } from './session.ts';
import { watch } from './watch.ts';

export interface HttpWish {
  readonly port: number;
  readonly version: string;
  readonly sessions?: { readonly most: number; readonly idle: number };
}

export interface Listening {
  readonly url: string;
  readonly tokenFile: string;
  readonly isNewToken: boolean;
  /** How many sessions there are. */
  readonly sessions: () => number;
  close(): Promise<void>;
}

const usualSessions = { most: 64, idle: 30 * 60 * 1000 };
const address = '127.0.0.1';

export async function serveHttp(at: Standpoint, wish: HttpWish): Promise<Listening> {
  const { version, sessions: rules = usualSessions } = wish;
  const { file, token, isNew } = await mcpToken(at);
  const turns = patient();
  const newSession = (limits = usualLimits): Promise<Session> =>
    openSession({
      at,
      limits,
      asksRoots: false,
      now: Date.now,
      random: () => randomBytes(6).toString('hex'),
      patient: turns,
    });
  // The newer protocol has no sessions: all its clients are one to us, and share what one may ask for, four times over.
  const shared = await newSession({ burst: usualLimits.burst * 4, perSecond: usualLimits.perSecond * 4 });
  const modern = createMcpHandler(() => serverFor({ session: shared, version, era: 'modern', heard: new Set() }), {
    legacy: 'reject',
    maxSubscriptions: rules.most,
    maxRequestBodySize: largestMessage,
  });
  const legacy = httpSessions({
    ...rules,
    now: Date.now,
    newId: randomUUID,
    connect: async (transport) => {
      const session = await newSession();
      const heard = new Set<string>();
      const server = serverFor({ session, version, era: 'legacy', heard });
      await server.connect(transport);
      const stop = watch({
        where: () => placeOf(session),
        isHeard: () => heard.size > 0,
        updated: (uri) => {
          if (heard.has(uri)) server.sendResourceUpdated({ uri }).catch(() => undefined);
        },
        listed: () => {
          server.sendResourceListChanged().catch(() => undefined);
        },
      });
      return {
        transport,
        close: async () => {
          stop();
          await server.close();
        },
      };
    },
  });
  let listeners = 0;
  const subscribe = modern.bus.subscribe.bind(modern.bus);
  modern.bus.subscribe = (listener) => {
    listeners += 1;
    const leave = subscribe(listener);
    let isHere = true;
    return () => {
      if (isHere) listeners -= 1;
      isHere = false;
      leave();
    };
  };
  const stopWatching = watch({
    where: () => placeOf(shared),
    isHeard: () => listeners > 0,
    updated: (uri) => modern.notify.resourceUpdated(uri),
    listed: () => modern.notify.resourcesChanged(),
  });
  const { server, port } = await listen(wish.port, (request, response, own) =>
    answer(request, response, { port: own, token, largest: largestMessage }, async (asked) =>
      (await isLegacyRequest(asked, undefined, { maxRequestBodySize: largestMessage }))
        ? legacy.fetch(asked)
        : modern.fetch(asked),
    ),
  );
  const sweeping = setInterval(() => void legacy.sweep(), 60_000);
  sweeping.unref();
  return {
    url: `http://${address}:${port}/mcp`,
    tokenFile: file,
    isNewToken: isNew,
    sessions: legacy.size,
    close: async () => {
      clearInterval(sweeping);
      stopWatching();
      await Promise.all([modern.close(), legacy.close()]);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Serve = (request: IncomingMessage, response: ServerResponse, port: number) => Promise<void>;

async function listen(wanted: number, serve: Serve): Promise<{ readonly server: HttpServer; readonly port: number }> {
  let port = wanted;
  const limits = { headersTimeout: 10_000, requestTimeout: 30_000, maxHeaderSize: 16_384, keepAliveTimeout: 5000 };
  const server = createServer(limits, (request, response) => {
    serve(request, response, port).catch((error: unknown) => {
      process.stderr.write(`${printSafe(oneLine(error instanceof Error ? error.message : String(error), 300))}\n`);
      if (response.headersSent) response.destroy();
      else plainly(response, 500, 'that is a bug of ours');
    });
  });
  server.maxConnections = 128;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, address, resolve);
  }).catch((cause: unknown) => {
    const isTaken = errnoOf(cause) === 'EADDRINUSE';
    throw new DreamkeeperError(
      'E_USAGE',
      isTaken ? `port ${wanted} is in use` : `port ${wanted} cannot be listened on`,
      { hint: 'Choose another one: dk mcp --http --port 7474', cause },
    );
  });
  const place = server.address();
  port = typeof place === 'object' && place !== null ? place.port : wanted;
  return { server, port };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  gate: Parameters<typeof refusalOf>[1],
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const { method = '', url = '', rawHeaders } = request;
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as const] : [],
  );
  // A token in an address would stand in logs: what comes after the path is not looked at, and makes it another path.
  const refused = refusalOf({ method, path: url, headers }, gate);
  if (refused !== undefined) return plainly(response, refused.status, refused.why);
  const body = method === 'POST' ? await bodyOf(request, gate.largest) : undefined;
  if (body === 'too large') return plainly(response, 413, 'it is too large');
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const asked = new Request(`http://${address}:${gate.port}${url}`, {
    ...{ method, signal: leaving.signal },
    headers: headers
      .filter(([name]) => name !== 'authorization')
      .map(([name, value]) => [name, value] as [string, string]),
    ...(body === undefined ? {} : { body }),
  });
  const given = await fetch(asked);
  response.writeHead(given.status, { ...Object.fromEntries(given.headers), 'cache-control': 'no-store' });
  if (given.body === null) {
    response.end();
    return;
  }
  for await (const piece of given.body) {
    if (response.destroyed) break;
    response.write(piece);
  }
  response.end();
}

async function bodyOf(request: IncomingMessage, largest: number): Promise<string | 'too large'> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += (piece as Buffer).length;
    if (size > largest) return 'too large';
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function plainly(response: ServerResponse, status: number, message: string): void {
  const more = status === 401 ? { 'www-authenticate': 'Bearer' } : status === 405 ? { allow: 'POST, GET, DELETE' } : {};
  const text = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } });
  response.writeHead(status, {
    ...more,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(text);
}
