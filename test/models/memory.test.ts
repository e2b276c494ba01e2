// What a provider sends does not fill our memory: the peak of a process that meets a flood is near that of one that meets nothing.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bundled } from '../built.ts';
import { root } from '../sandbox.ts';
import { env } from './asking.ts';
import { type Behaviour, endless, good, says, startModelServer } from './server.ts';
import { chatChunk } from './shapes.ts';

const most = 64 * 1024 * 1024;
/** Half a gigabyte of blanks: many packages in a row are one. */
const bomb = Buffer.concat(new Array(500).fill(gzipSync(Buffer.alloc(1_000_000, ' '))));

interface Took {
  readonly outcome: string;
  readonly peak: number;
}

function asking(url: string, wire: string, mode: string): Promise<Took> {
  const { promise, resolve, reject } = Promise.withResolvers<Took>();
  const program = bundled(root, 'test/models/asking-child.ts');
  const child = spawn(process.execPath, [program, url, wire, mode], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.on('error', reject);
  child.on('close', () => {
    const { outcome, peak } = JSON.parse(said) as Took;
    resolve({ outcome, peak });
  });
  return promise;
}

const word = chatChunk({ content: 'z' });
const floods: Readonly<Record<string, Behaviour>> = {
  'a gzip bomb of half a gigabyte': says(bomb, { 'content-encoding': 'gzip' }),
  'an endless answer': endless(() => ' '.repeat(65_536)),
  'an endless line': endless((_, count) => (count === 0 ? 'data: {"x":"' : 'x'.repeat(65_536))),
  'endless small words': endless(({ isStreamed }) => (isStreamed ? word.repeat(200) : '[['.repeat(8000))),
  'an endless error page': endless(() => 'no '.repeat(20_000), {}, 500),
};

for (const mode of ['plain', 'stream'])
  test(`${mode}: no flood takes 64 MiB more than a small answer`, { timeout: 60_000 }, async (t) => {
    const calm = await startModelServer(t, [good()]);
    const small = await asking(calm.url, 'chat', mode);
    assert.equal(small.outcome, 'answer');
    for (const [name, behave] of Object.entries(floods)) {
      const server = await startModelServer(t, [behave]);
      const took = await asking(server.url, 'chat', mode);
      assert.equal(took.outcome, name === 'an endless error page' ? 'server' : 'too-big', name);
      const more = took.peak - small.peak;
      t.diagnostic(`${name}: ${Math.round(more / 1024 / 1024)} MiB more than ${Math.round(small.peak / 1024 / 1024)}`);
      assert.ok(more <= most, `${name}: ${more} bytes more`);
      await server.letGo();
    }
  });
