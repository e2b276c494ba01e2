// Many clients that remember at once, each with a server of its own: no note is lost, and none is kept twice.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { caller, placeIn } from './clients.ts';

const clients = Number(process.env.DREAMKEEPER_MCP_CLIENTS ?? 4);
const each = Number(process.env.DREAMKEEPER_MCP_NOTES ?? 6);

test(`${clients} clients, ${each} notes each`, async (t) => {
  const box = sandbox(t);
  const place = placeIn(box, 'empty');
  const text = (client: number, note: number): string => `client ${client} saw thing number ${note} of its own`;
  const all = await Promise.all(
    Array.from({ length: clients }, (_, at) => caller(t, box, place, { protocol: at % 2 === 0 ? 'v1' : 'v2' })),
  );
  await Promise.all(
    all.map(async ({ call }, client) => {
      // Two at a time: one server has to bear that, too.
      for (let note = 0; note < each; note += 2) {
        const told = await Promise.all(
          [note, note + 1].filter((one) => one < each).map((one) => call('remember', { text: text(client, one) })),
        );
        for (const { isError, text: why } of told) assert.equal(isError, false, why);
      }
    }),
  );
  await Promise.all(all.map(({ close }) => close()));
  const folder = join(place, '.dream/notes');
  const kept = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  const lines = kept.split('\n').filter((line) => line.startsWith('- client '));
  assert.equal(lines.length, clients * each);
  for (let client = 0; client < clients; client += 1)
    for (let note = 0; note < each; note += 1) assert.ok(lines.includes(`- ${text(client, note)}`), text(client, note));
  assert.equal(box.git('project/.dream', 'status', '--porcelain').trim(), '', 'all of it is committed');
  assert.equal(box.dk('project', ['doctor', '--strict']).code, 0);
});
