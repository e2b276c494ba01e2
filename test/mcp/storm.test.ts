// Many clients that remember at once: no note is lost, and none is kept twice; who could not be served is told so, and asks again.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { caller, httpServer, httpTransport, placeIn } from './clients.ts';

const clients = Number(process.env.DREAMKEEPER_MCP_CLIENTS ?? 4);
const each = Number(process.env.DREAMKEEPER_MCP_NOTES ?? 6);
const timeout = 1_200_000;

type Remember = (text: string) => Promise<{ readonly isError: boolean; readonly text: string }>;

const noteOf = (client: number, note: number): string => `client ${client} saw thing number ${note} of its own`;

async function storm(t: TestContext, box: Sandbox, place: string, all: readonly Remember[]): Promise<void> {
  let again = 0;
  await Promise.all(
    all.map(async (remember, client) => {
      for (let note = 0; note < each; note += 1)
        for (;;) {
          const { isError, text } = await remember(noteOf(client, note));
          if (!isError) break;
          assert.match(text, /E_REPO_LOCKED|Too many calls/u);
          again += 1;
          await new Promise((resolve) => setTimeout(resolve, 1000));
        }
    }),
  );
  t.diagnostic(`${clients * each} notes, ${again} of them asked for again`);
  const folder = join(place, '.dream/notes');
  const kept = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  const lines = kept.split('\n').filter((line) => line.startsWith('- client '));
  assert.equal(lines.length, clients * each);
  const there = new Set(lines);
  for (let client = 0; client < clients; client += 1)
    for (let note = 0; note < each; note += 1) assert.ok(there.has(`- ${noteOf(client, note)}`), noteOf(client, note));
  assert.equal(box.git('project/.dream', 'status', '--porcelain').trim(), '', 'all of it is committed');
}

test(`${clients} clients of one server, ${each} notes each`, async (t) => {
  const box = sandbox(t);
  const place = placeIn(box, 'empty');
  const server = await httpServer(box, place);
  t.after(server.close);
  const all = await Promise.all(
    Array.from({ length: clients }, async (): Promise<Remember> => {
      const client = new Client({ name: 'storm', version: '1' });
      await client.connect(httpTransport(server));
      t.after(() => client.close());
      return async (text) => {
        const { content, isError } = await client.callTool({ name: 'remember', arguments: { text } }, { timeout });
        const [first] = content as readonly { readonly text?: string }[];
        return { isError: isError === true, text: first?.text ?? '' };
      };
    }),
  );
  assert.equal(server.sessions(), clients);
  await storm(t, box, place, all);
});

test(`${clients} clients with a server each, ${each} notes each`, async (t) => {
  const box = sandbox(t);
  const place = placeIn(box, 'empty');
  const all = await Promise.all(
    Array.from({ length: clients }, async (_, at): Promise<Remember> => {
      const { call } = await caller(t, box, place, { protocol: at % 2 === 0 ? 'v1' : 'v2' });
      return (text) => call('remember', { text });
    }),
  );
  await storm(t, box, place, all);
  assert.equal(box.dk('project', ['doctor', '--strict']).code, 0);
});
