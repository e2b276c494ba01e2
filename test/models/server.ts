// A provider on this machine that does what a test says: speaks chat, responses and messages, in one piece and as a stream, well or badly.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { answerOf, eventsOf, type Json, type Shape, type Wire } from './shapes.ts';

/** One request as it came. */
export interface Asked {
  readonly wire: Wire;
  readonly isStreamed: boolean;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Json;
}

export interface Turn extends Asked {
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** What a good answer would say. */
  readonly text: string;
}

/** What the server does with one request. */
export type Behaviour = (turn: Turn) => unknown;

export interface ModelServer {
  /** With `/v1`. */
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Bytes that left for the sockets, headers and all. */
  written(): number;
  /** Connections somebody still holds. */
  open(): number;
  /** Resolves when nobody holds a connection any more on which something was under way. */
  letGo(): Promise<void>;
}

interface After {
  after(done: () => unknown): void;
}

const wireAt: Readonly<Record<string, Wire>> = {
  '/v1/chat/completions': 'chat',
  '/v1/responses': 'responses',
  '/v1/messages': 'anthropic',
};

/** Behaviours are used up in order; the last one stays. `say` is the text of a good answer. */
export async function startModelServer(
  test: After,
  script: readonly Behaviour[],
  say: string | ((asked: Asked) => string) = 'Good morning.',
): Promise<ModelServer> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const busy = new Set<Socket>();
  let gone = 0;
  const sent = (socket: Socket): number => socket.bytesWritten - socket.writableLength;
  const server = createServer({ keepAliveTimeout: 50 }, async (request, response) => {
    const { socket } = request;
    busy.add(socket);
    response.on('finish', () => busy.delete(socket));
    response.on('error', () => undefined);
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const body = bodyOf(Buffer.concat(chunks).toString());
    const path = request.url ?? '';
    const wire = wireAt[path];
    if (wire === undefined) {
      response.writeHead(404).end(`no such path: ${path}`);
      return;
    }
    const one: Asked = { wire, path, body, isStreamed: body.stream === true, headers: request.headers };
    const behaviour = script[Math.min(asked.length, script.length - 1)] ?? good();
    asked.push(one);
    await behaviour({ ...one, response, socket, text: typeof say === 'string' ? say : say(one) });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      gone += sent(socket);
      sockets.delete(socket);
      busy.delete(socket);
    });
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    written: () => gone + [...sockets].reduce((all, socket) => all + sent(socket), 0),
    open: () => sockets.size,
    letGo: async () => {
      while (busy.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

function bodyOf(text: string): Json {
  const value: unknown = JSON.parse(text === '' ? '{}' : text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** As a provider answers that is well. */
export function good(shape: Shape = {}, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return ({ wire, isStreamed, text, response }) => {
    const type = isStreamed ? 'text/event-stream; charset=utf-8' : 'application/json';
    response.writeHead(200, { 'content-type': type, ...headers });
    if (!isStreamed) return response.end(JSON.stringify(answerOf(wire, text, shape)));
    for (const each of eventsOf(wire, text, shape)) response.write(each);
    return response.end();
  };
}

/** The bytes a good answer has, in the form that was asked for. */
export function goodBytes({ wire, isStreamed, text }: Turn, shape: Shape = {}): Buffer {
  return Buffer.from(isStreamed ? eventsOf(wire, text, shape).join('') : JSON.stringify(answerOf(wire, text, shape)));
}

export const typeFor = ({ isStreamed }: Turn): string => (isStreamed ? 'text/event-stream' : 'application/json');

/** Any status with any page. */
export function status(code: number, headers: Readonly<Record<string, string>> = {}, page = errorOf('no')): Behaviour {
  return ({ response }) => response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(page);
}

export function errorOf(message: string): string {
  return JSON.stringify({ type: 'error', error: { type: 'some_error', message } });
}

/** 200 with this body, under the right type. */
export function says(body: string | Uint8Array | ((turn: Turn) => string | Uint8Array), headers: Json = {}): Behaviour {
  return (turn) => {
    turn.response.writeHead(200, { 'content-type': typeFor(turn), ...headers } as Record<string, string>);
    return turn.response.end(typeof body === 'function' ? body(turn) : body);
  };
}

/** Bytes straight to the socket. */
export function raw(bytes: string | ((turn: Turn) => string | Uint8Array), then?: 'end' | 'reset'): Behaviour {
  return (turn) => {
    turn.socket.write(typeof bytes === 'function' ? bytes(turn) : bytes);
    if (then === 'end') turn.socket.end();
    if (then === 'reset') setTimeout(() => turn.socket.resetAndDestroy(), 20);
  };
}

/** Writes for as long as somebody listens. */
export function endless(
  next: (turn: Turn, count: number) => string | Uint8Array,
  headers: Json = {},
  code = 200,
): Behaviour {
  return (turn) => {
    const { response } = turn;
    response.writeHead(code, { 'content-type': typeFor(turn), ...headers } as Record<string, string>);
    let count = 0;
    const more = (): void => {
      while (!response.destroyed && response.write(next(turn, count))) count += 1;
    };
    response.on('drain', () => {
      count += 1;
      more();
    });
    more();
  };
}
