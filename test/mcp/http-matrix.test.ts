// Who may come in over HTTP: Host × Origin × token × method, every one of them sent to a real server; what else a request could try; and sessions.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { sandbox } from '../sandbox.ts';
import { httpServer, httpTransport, placeIn, type Server } from './clients.ts';

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
const opening = JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
});
const accept = 'application/json, text/event-stream';
const json = { 'content-type': 'application/json', accept };

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function send(
  { url }: Pick<Server, 'url'>,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
  agent?: Agent,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, ...(agent === undefined ? {} : { agent }) }, (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => (text += piece.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
      response.on('error', reject);
      // A stream that stays open has said all that is asked here.
      if (response.headers['content-type']?.startsWith('text/event-stream') === true && method === 'GET') {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: '' });
        asked.destroy();
      }
    });
    asked.on('error', (error) => reject(error));
    asked.end(body);
  });
}

test('Host × Origin × token × method: each of 768 is answered as it has to be', async (t) => {
  const box = sandbox(t);
  const server = await httpServer(box, placeIn(box, 'empty'));
  t.after(server.close);
  const { port } = new URL(server.url);
  const wrong = 'f'.repeat(64);
  const hosts: readonly (readonly [value: string, isOurs: boolean])[] = [
    [`127.0.0.1:${port}`, true],
    [`localhost:${port}`, true],
    [`evil.example:${port}`, false],
    [`127.0.0.1.evil.example:${port}`, false],
    ['127.0.0.1', false],
    [`127.0.0.1:${Number(port) + 1}`, false],
    [`localhost:${port}@evil.example`, false],
    [`0.0.0.0:${port}`, false],
  ];
  const origins: readonly (readonly [value: string | undefined, isOurs: boolean])[] = [
    [undefined, true],
    [`http://127.0.0.1:${port}`, true],
    [`https://127.0.0.1:${port}`, false],
    ['null', false],
    [`http://evil.example:${port}`, false],
    [`http://localhost:${port}.evil.example`, false],
  ];
  const tokens: readonly (readonly [value: string | undefined, isRight: boolean])[] = [
    [`Bearer ${server.token}`, true],
    [undefined, false],
    [`Bearer ${wrong}`, false],
    [`bearer ${server.token} `, false],
  ];
  const methods = ['POST', 'GET', 'DELETE', 'OPTIONS'];
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  t.after(() => agent.destroy());
  let count = 0;
  for (const [host, isOurHost] of hosts)
    for (const [origin, isOurOrigin] of origins)
      for (const [authorization, isRight] of tokens)
        for (const method of methods) {
          const headers = {
            ...(method === 'POST' ? json : { accept }),
            host,
            ...(origin === undefined ? {} : { origin }),
            ...(authorization === undefined ? {} : { authorization }),
          };
          const {
            status,
            headers: told,
            body,
          } = await send(server, method, headers, method === 'POST' ? ping : undefined, agent);
          const label = `${host} ${origin} ${authorization?.slice(0, 12)} ${method}`;
          // No session is opened by any of them: who may come in is told that in the protocol's own words.
          const inside = { POST: 400, GET: 400, DELETE: 400, OPTIONS: 405 }[method];
          const expected = !isOurHost || !isOurOrigin ? 403 : isRight ? inside : 401;
          assert.equal(status, expected, `${label}: ${body}`);
          assert.equal(told['access-control-allow-origin'], undefined, label);
          assert.ok(!body.includes(server.token), label);
          count += 1;
        }
  assert.equal(count, 768);
});

test('what else a request could try: other paths, types, sizes, two of one header, a token in the address', async (t) => {
  const box = sandbox(t);
  const server = await httpServer(box, placeIn(box, 'empty'));
  t.after(server.close);
  const authorization = `Bearer ${server.token}`;
  const post = (more: Record<string, string>, body = opening) =>
    send(server, 'POST', { ...json, authorization, ...more }, body);
  assert.equal((await post({})).status, 200);
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    '',
  ])
    assert.equal((await post({ 'content-type': type })).status, 415, type);
  assert.equal((await post({}, `{"a":"${'x'.repeat(1024 * 1024)}"}`)).status, 413);
  const at = (path: string) => ({ url: new URL(path, server.url).href });
  assert.equal((await send(at('/'), 'POST', { ...json, authorization }, opening)).status, 404);
  assert.equal((await send(at(`/mcp?token=${server.token}`), 'POST', json, opening)).status, 401);
  assert.equal((await send(at(`/mcp?token=${server.token}`), 'POST', { ...json, authorization }, opening)).status, 404);
  const { port } = new URL(server.url);
  for (const twice of [
    `Host: 127.0.0.1:${port}\r\nHost: evil.example`,
    `Host: 127.0.0.1:${port}\r\nAuthorization: ${authorization}\r\nAuthorization: x`,
  ])
    assert.match(
      await raw(
        Number(port),
        `POST /mcp HTTP/1.1\r\n${twice}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
      ),
      /^HTTP\/1\.1 (?:400|401|403) /u,
    );
  // A body that says less, and sends more, than may be.
  const pieces = `${(1024 * 1024 + 10).toString(16)}\r\n${'x'.repeat(1024 * 1024 + 10)}\r\n0\r\n\r\n`;
  const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`;
  assert.match(await raw(Number(port), head + pieces), /^HTTP\/1\.1 413 /u);
});

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let told = '';
    socket.on('data', (piece) => (told += piece.toString()));
    socket.on('error', () => resolve(told));
    socket.on('close', () => resolve(told));
  });
}

test('the token: of 256 bits, in a file for one person, made once; refused if others can read it, or if it is none', async (t) => {
  const box = sandbox(t);
  const place = placeIn(box, 'missing');
  const first = await httpServer(box, place);
  await first.close();
  assert.match(first.token, /^[0-9a-f]{64}$/u);
  assert.equal(statSync(first.tokenFile).mode & 0o777, 0o600);
  const second = await httpServer(box, place);
  await second.close();
  assert.equal(second.token, first.token);
  chmodSync(first.tokenFile, 0o644);
  await assert.rejects(httpServer(box, place), /others can read/u);
  rmSync(first.tokenFile);
  symlinkSync('/etc/hostname', first.tokenFile);
  await assert.rejects(httpServer(box, place), /no plain file/u);
  rmSync(first.tokenFile);
  box.write('person/.local/state/dreamkeeper/mcp-token', 'short\n');
  chmodSync(first.tokenFile, 0o600);
  await assert.rejects(httpServer(box, place), /holds no token/u);
  assert.ok(existsSync(first.tokenFile));
});

test('sessions: no more than there may be, gone when they are over, and each with its own id', async (t) => {
  const box = sandbox(t);
  const server = await httpServer(box, placeIn(box, 'empty'), {}, { most: 2, idle: 60_000 });
  t.after(server.close);
  const headers = { ...json, authorization: `Bearer ${server.token}` };
  const ids = [];
  for (let each = 0; each < 2; each += 1) {
    const { status, headers: told } = await send(server, 'POST', headers, opening);
    assert.equal(status, 200);
    ids.push(String(told['mcp-session-id']));
  }
  assert.equal(server.sessions(), 2);
  assert.notEqual(ids[0], ids[1]);
  assert.equal((await send(server, 'POST', headers, opening)).status, 503);
  // What is no opening leaves none behind.
  const ended = await send(server, 'DELETE', { ...headers, 'mcp-session-id': ids[0] ?? '' });
  assert.equal(ended.status, 200);
  assert.equal(server.sessions(), 1);
  assert.equal((await send(server, 'POST', { ...headers, 'mcp-session-id': ids[0] ?? '' }, ping)).status, 404);
  assert.equal((await send(server, 'POST', { ...headers, 'mcp-session-id': ids[1] ?? '' }, ping)).status, 200);
  assert.equal((await send(server, 'POST', headers, ping)).status, 400);
  assert.equal(server.sessions(), 1);
});

test('a client without the token, or with a wrong one, gets nothing', async (t) => {
  const box = sandbox(t);
  const server = await httpServer(box, placeIn(box, 'healthy'));
  t.after(server.close);
  for (const token of ['', '0'.repeat(64)]) {
    const client = new Client({ name: 'thief', version: '1' });
    await assert.rejects(client.connect(httpTransport({ url: server.url, token })));
  }
});
