// What comes over the wire stays within the budget, in a stream too; and a second try fits into what the first left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asking, askWithinLimits } from '../../src/asking/asking.ts';
import { ask, sourceAt } from './asking.ts';
import { asleep, dreamerAt, someLimits } from './asleep.ts';
import { endless, startModelServer, status } from './server.ts';
import { chatChunk } from './shapes.ts';

const asking: Asking = {
  ...{ act: 'test', night: 'n', temperature: 0, schema: undefined, isForced: true },
  prompt: () => ({ system: 's', prompt: 'p' }),
  byRules: () => 'r',
};

test('an endless stream takes no more than the night has left', async (t) => {
  const { world, lived } = await asleep(t);
  const server = await startModelServer(t, [endless(() => chatChunk({ reasoning_content: 'hm' }))]);
  const limits = { ...someLimits, night: { ...someLimits.night, bytes: 100_000 } };
  const dreamer = dreamerAt(server.url, 'chat', true, limits);
  const { bill } = await askWithinLimits({ world: world('12:00'), home: lived.home }, dreamer, asking);
  assert.ok(bill.bytes <= 100_000 + 64 * 1024, `${bill.bytes}`);
});

test('times are whole milliseconds, whatever is left of a night', async (t) => {
  const { world, lived } = await asleep(t);
  const spent = { input: 1, output: 1, isEstimated: true, bytes: 1, milliseconds: 2026, usd: 0 };
  const failure = { kind: 'failed', reason: 'server', message: 'm', status: 500, retryAfter: 1, spent } as const;
  const awake = world('12:00');
  const models = { ...awake.models, ask: () => Promise.resolve(failure) };
  const dreamer = dreamerAt('http://127.0.0.1:1/v1', 'chat', false, { ...someLimits, call: 1_000_000.5 });
  const asked = await askWithinLimits({ world: { ...awake, models }, home: lived.home }, dreamer, asking);
  assert.deepEqual([asked.kind, asked.bill.calls], ['failed', 3]);
});

test('the whole request counts before it is made: the form that is asked for, and what a program adds itself', async (t) => {
  const { world, lived } = await asleep(t);
  const awake = world('12:00');
  const asked: string[] = [];
  const spent = { input: 1, output: 1, isEstimated: true, bytes: 1, milliseconds: 1, usd: 0 };
  const models: typeof awake.models = {
    ...awake.models,
    ask: ({ kind }) => {
      asked.push(kind);
      return Promise.resolve({ kind: 'answer', text: 'r', spent });
    },
  };
  const place = { world: { ...awake, models }, home: lived.home };
  const limits = { ...someLimits, night: { ...someLimits.night, tokens: 1300 } };
  const long = { type: 'object', description: 'x'.repeat(4000) };
  const http = dreamerAt('http://127.0.0.1:1/v1', 'chat', false, limits);
  const program = (...argv: readonly string[]): typeof http => ({
    ...http,
    source: { kind: 'command', provider: 'p', argv },
  });
  for (const [dreamer, schema, kind] of [
    [http, long, 'failed'],
    [program('claude', '-p'), undefined, 'failed'],
    [program('codex', 'exec', '-'), undefined, 'failed'],
    [http, undefined, 'answer'],
    [program('mine'), undefined, 'answer'],
  ] as const) {
    const answered = await askWithinLimits(place, dreamer, { ...asking, night: `n-${asked.length}`, schema });
    assert.equal(answered.kind, kind, dreamer.source.kind);
    assert.ok(answered.kind !== 'failed' || answered.reason === 'budget');
  }
  assert.deepEqual(asked, ['chat', 'command']);
});

test('a provider that counts nothing is charged with the form, too', async (t) => {
  const server = await startModelServer(t, [status(500), status(500)]);
  const source = sourceAt(server.url, 'chat', false);
  const schema = { type: 'object', description: 'x'.repeat(3200) };
  const plain = await ask(source, { form: 'schema', schema: {} });
  const long = await ask(source, { form: 'schema', schema });
  assert.ok(long.spent.input - plain.spent.input >= 1000, `${plain.spent.input} ${long.spent.input}`);
});
