// Sessions expire by a clock that is handed in, and what a bucket of calls gives back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { httpSessions, type Kept } from '../../src/mcp/http-sessions.ts';
import { limiter } from '../../src/mcp/limits.ts';
import { serverFor } from '../../src/mcp/server.ts';
import { openSession } from '../../src/mcp/session.ts';
import { sandbox } from '../sandbox.ts';

test('a session that nobody uses is over, one that is used goes on', async (t) => {
  const box = sandbox(t);
  let now = 0;
  let closed = 0;
  let made = 0;
  const sessions = httpSessions({
    most: 4,
    idle: 1000,
    now: () => now,
    newId: () => {
      made += 1;
      return `id-${made}`;
    },
    connect: async (transport): Promise<Kept> => {
      const at = { cwd: box.folder, env: box.env };
      const random = (): string => '00';
      const session = await openSession({
        at,
        limits: { burst: 1, perSecond: 1 },
        asksRoots: false,
        now: () => now,
        random,
      });
      const server = serverFor({ session, version: '0', era: 'legacy', heard: new Set() });
      await server.connect(transport);
      const close = async (): Promise<void> => {
        closed += 1;
        await server.close();
      };
      return { transport, close };
    },
  });
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  const post = (body: object, id?: string): Promise<Response> =>
    sessions.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          ...(id === undefined ? {} : { 'mcp-session-id': id }),
        },
        body: JSON.stringify(body),
      }),
    );
  const open = async (): Promise<string> =>
    (await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })).headers.get('mcp-session-id') ?? '';
  const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
  const [first, second] = [await open(), await open()];
  assert.deepEqual([first, second], ['id-1', 'id-2']);
  now = 900;
  assert.equal((await post(ping, second)).status, 200);
  now = 1500;
  await sessions.sweep();
  assert.equal(sessions.size(), 1);
  assert.equal((await post(ping, first)).status, 404);
  assert.equal((await post(ping, second)).status, 200);
  await sessions.close();
  assert.deepEqual([sessions.size(), closed], [0, 2]);
});

test('a bucket: so many at once, then as they come back; a clock that goes back gives nothing', () => {
  let now = 1000;
  const { take } = limiter({ burst: 2, perSecond: 10 }, () => now);
  assert.deepEqual([take(), take(), take()], [0, 0, 100]);
  now += 50;
  assert.equal(take(), 50);
  now += 50;
  assert.deepEqual([take(), take()], [0, 100]);
  now -= 5000;
  assert.ok(take() > 0);
  now += 60_000;
  assert.deepEqual([take(), take()], [0, 0]);
  assert.ok(take() > 0, 'never more than the bucket holds');
});
