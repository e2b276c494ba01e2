// Requests that nobody should send: each is answered or dropped, none ends the server, and what it takes of memory stays level.
import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fc } from '../drawn.ts';
import { bin, sandbox } from '../sandbox.ts';
import { httpServer, placeIn, toolNames } from './clients.ts';

const all = Number(process.env.DREAMKEEPER_MCP_FUZZ ?? 400);
const seed = Number(process.env.DREAMKEEPER_SEED ?? 20_261_118);

const opening = {
  ...{ jsonrpc: '2.0', id: 'open', method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
const methods = [
  ...['tools/call', 'tools/list', 'resources/read', 'resources/list', 'resources/subscribe', 'resources/unsubscribe'],
  ...[
    'prompts/get',
    'prompts/list',
    'initialize',
    'ping',
    'server/discover',
    'subscriptions/listen',
    'completion/complete',
  ],
  ...[
    'notifications/cancelled',
    'notifications/roots/list_changed',
    'notifications/initialized',
    'logging/setLevel',
    '',
  ],
];
const odd = fc.oneof(
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.constantFrom(
    '..',
    '../../etc/passwd',
    '\u0000',
    '__proto__',
    'constructor',
    '-rf',
    '$(id)',
    '\u202e',
    '\ud800',
    '',
  ),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string({ maxLength: 9 }), { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('text', 'uri', '__proto__', 'a'), fc.string({ maxLength: 9 }), { maxKeys: 3 }),
);
/** What a night takes is not to be fuzzed: it is asked for by a wrong name only. */
const names = fc.constantFrom(...toolNames.filter((name) => name !== 'sleep_now'), 'undo', 'toString', '');
const given = fc.dictionary(
  fc.constantFrom(
    'text',
    'mode',
    'most',
    'count',
    'path',
    'commit',
    'do',
    'title',
    'under',
    'task',
    'note',
    'seconds',
    'x',
  ),
  odd,
  { maxKeys: 4 },
);
const uri = fc.oneof(
  fc.constantFrom('pack', 'carry', 'board', 'memory', 'journal/last').map((path) => `dreamkeeper://${path}`),
  fc.string({ maxLength: 40 }).map((path) => `dreamkeeper://journal/${path}`),
  fc.constantFrom('file:///etc/passwd', 'dreamkeeper://../..', 'dreamkeeper://journal/..%2f..%2fetc', ''),
);
const params = fc.oneof(
  { weight: 4, arbitrary: fc.record({ name: names, arguments: fc.oneof(given, odd) }) },
  { weight: 2, arbitrary: fc.record({ uri: fc.oneof(uri, odd) }) },
  { weight: 1, arbitrary: odd },
);
const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0', 2),
    id: fc.oneof(fc.nat(), odd),
    method: fc.constantFrom(...methods),
    params,
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);
const line = fc.oneof(
  { weight: 8, arbitrary: message.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }).map((text) => text.replaceAll(/[\r\n]/gu, ' ')) },
  { weight: 1, arbitrary: fc.array(message, { maxLength: 3 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: message.map((value) => JSON.stringify(value).slice(0, -2)) },
);

/** What the process takes, in KiB; undefined where no such thing is told. */
function memoryOf({ pid }: ChildProcessWithoutNullStreams): number | undefined {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return undefined;
  return Number(/^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(path, 'utf8'))?.[1]);
}

test(`stdio: ${all} lines, seed ${seed}`, async (t) => {
  const box = sandbox(t);
  const child = spawn(process.execPath, [bin, 'mcp'], { cwd: placeIn(box, 'healthy'), env: box.env });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  t.after(() => child.kill());
  let told = '';
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  const waiting = new Map<string, () => void>();
  child.stdout.on('data', (piece: Buffer) => {
    told += piece.toString();
    for (let end = told.indexOf('\n'); end !== -1; end = told.indexOf('\n')) {
      const { id } = JSON.parse(told.slice(0, end)) as { readonly id?: unknown };
      told = told.slice(end + 1);
      waiting.get(String(id))?.();
      waiting.delete(String(id));
    }
  });
  let errors = '';
  child.stderr.on('data', (piece: Buffer) => (errors += piece.toString()));
  const write = (value: unknown): void => {
    child.stdin.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
  };
  const answered = (id: string, value: unknown): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.set(id, resolve);
      void ended.then((code) => reject(new Error(`it ended with ${code}: ${errors.slice(-2000)}`)));
      write(value);
    });
  await answered('open', opening);
  let before: number | undefined;
  const batch = 50;
  const lines = fc.sample(line, { numRuns: all, seed });
  for (let at = 0; at < lines.length; at += batch) {
    for (const each of lines.slice(at, at + batch)) write(each);
    await answered(`after ${at}`, { jsonrpc: '2.0', id: `after ${at}`, method: 'ping' });
    // What a process needs once it has by then.
    if (at >= all / 4) before ??= memoryOf(child);
  }
  const after = memoryOf(child);
  assert.equal(isOver, false);
  assert.doesNotMatch(errors, /a bug of ours|TypeError|RangeError|unhandled/iu, errors.slice(-2000));
  if (before !== undefined && after !== undefined) {
    t.diagnostic(
      `memory: ${Math.round(before / 1024)} MiB after a quarter, ${Math.round(after / 1024)} MiB at the end`,
    );
    assert.ok(after < before + 96 * 1024, `${before} KiB, then ${after} KiB`);
  }
  child.stdin.end();
  assert.equal(await ended, 0);
});

test(`HTTP: ${Math.ceil(all / 4)} bodies, with the token, seed ${seed}`, async (t) => {
  const box = sandbox(t);
  const server = await httpServer(box, placeIn(box, 'healthy'));
  t.after(server.close);
  const headers = {
    ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    authorization: `Bearer ${server.token}`,
  };
  const opened = await fetch(server.url, { method: 'POST', headers, body: JSON.stringify(opening) });
  const id = opened.headers.get('mcp-session-id') ?? '';
  await opened.text();
  for (const [index, body] of fc.sample(line, { numRuns: Math.ceil(all / 4), seed: seed + 1 }).entries()) {
    const more: Record<string, string> =
      index % 3 === 0 ? {} : index % 3 === 1 ? { 'mcp-session-id': id } : { 'mcp-protocol-version': '2026-07-28' };
    const given = await fetch(server.url, { method: 'POST', headers: { ...headers, ...more }, body, signal: t.signal });
    assert.ok(given.status < 500 || given.status === 503, `${given.status} for ${body}`);
    // A stream that somebody asked for stays open.
    await given.body?.cancel();
  }
  const alive = await fetch(server.url, {
    method: 'POST',
    headers: { ...headers, 'mcp-session-id': id },
    body: '{"jsonrpc":"2.0","id":9,"method":"ping"}',
  });
  assert.equal(alive.status, 200);
  await alive.text();
});
