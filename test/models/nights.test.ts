// Whatever a provider does, a night ends with a receipt and nothing else; and what is asked stays within what was allowed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { askWithinLimits } from '../../src/asking/asking.ts';
import { readReceipts } from '../../src/night/night.ts';
import { timeOf } from '../day.ts';
import { some } from '../share.ts';
import { asleep, codeIn, dreamerAt, dreamText, someLimits } from './asleep.ts';
import { type Fault, faults } from './faults.ts';
import { type Behaviour, good, says, startModelServer, status } from './server.ts';
import { eventsOf, type Wire, wires } from './shapes.ts';

const dreams = (asked: Parameters<typeof codeIn>[0]): string => dreamText(codeIn(asked));

/** Every third fault, with the kinds of provider in turn: the wire has had them all, and each night is a dozen processes. */
function turns(): { readonly fault: Fault; readonly wire: Wire; readonly isStreamed: boolean }[] {
  return faults
    .filter((_, index) => index % 3 === 0)
    .map((fault, index) => {
      const kinds = fault.wires ?? wires;
      const modes = fault.modes ?? (['plain', 'stream'] as const);
      const wire = kinds[index % kinds.length] ?? 'chat';
      return { fault, wire, isStreamed: modes[Math.floor(index / 3) % modes.length] === 'stream' };
    });
}

describe('a night whose model fails', () => {
  test('changes nothing but its receipt', { timeout: 120_000 }, async (t) => {
    const { lived, sleep, seen, forget, world } = await asleep(t);
    const refused = await startModelServer(t, [status(401)]);
    assert.equal((await sleep('10:00', dreamerAt(refused.url, 'chat', false))).receipt.reason, 'model-auth');
    forget();
    const before = seen();
    assert.ok(turns().length >= 40);
    for (const { fault, wire, isStreamed } of some(turns(), 5)) {
      const at = `${fault.name} (${wire}${isStreamed ? ', streamed' : ''})`;
      const server = await startModelServer(t, [fault.behave]);
      const limits = {
        ...someLimits,
        call: fault.expect === 'timeout' || fault.name.includes('stalls') ? 250 : 20_000,
      };
      const { receipt } = await sleep('10:30', dreamerAt(server.url, wire, isStreamed, limits));
      const { outcome, reason, calls, commit, entry } = receipt;
      const expected = typeof fault.expect === 'string' ? fault.expect : fault.expect[isStreamed ? 'stream' : 'plain'];
      // What is too much for a short call is not for a night: then it is read, and is no dream.
      const allowed =
        expected === 'answer'
          ? ['malformed']
          : expected === 'too-big'
            ? ['model-too-big', 'malformed']
            : [`model-${expected}`];
      assert.ok(allowed.includes(reason), `${at}: ${outcome} ${reason}: ${receipt.message}`);
      assert.equal(outcome, reason === 'malformed' ? 'rejected' : 'failed', at);
      assert.deepEqual([commit, entry], [null, null], at);
      assert.ok(calls >= 1 && calls <= someLimits.night.calls && server.asked.length <= calls, `${at}: ${calls} calls`);
      assert.equal(readReceipts(world('10:30'), lived.home).at(-1)?.reason, reason, at);
      assert.deepEqual(seen(), before, at);
      forget();
    }
  });
});

describe('a night whose model can be had after all', () => {
  test('too many requests, then a dream: two calls, and the pause it wanted', async (t) => {
    for (const [headers, least, most] of [
      [{}, 1500, 2500],
      [{ 'retry-after': '7' }, 7000, 7000],
      [{ 'retry-after-ms': '40' }, 40, 40],
    ] as const) {
      const { sleep, pauses } = await asleep(t);
      const server = await startModelServer(t, [status(429, headers), good()], dreams);
      const { receipt, text } = await sleep('10:30', dreamerAt(server.url, 'chat', false));
      assert.deepEqual([receipt.outcome, receipt.calls, server.asked.length], ['ran', 2, 2], receipt.message);
      assert.match(text ?? '', /acme\/dreamer-1/u);
      assert.equal(pauses.length, 1);
      assert.ok((pauses[0] ?? 0) >= least && (pauses[0] ?? 0) <= most, `${pauses[0]}`);
    }
  });

  test('it is asked three times, and not once more', async (t) => {
    const { sleep, pauses } = await asleep(t);
    const server = await startModelServer(t, [status(503)]);
    const { receipt } = await sleep('10:30', dreamerAt(server.url, 'responses', true));
    assert.deepEqual([receipt.reason, receipt.calls, server.asked.length, pauses.length], ['model-server', 3, 3, 2]);
  });

  test('one that wants to be left alone for longer than a night is', async (t) => {
    const { sleep, pauses } = await asleep(t);
    const server = await startModelServer(t, [status(429, { 'retry-after': '3600' })]);
    const dreamer = dreamerAt(server.url, 'anthropic', false);
    assert.deepEqual((await sleep('10:30', dreamer)).receipt.reason, 'model-rate');
    assert.equal((await sleep('11:20', dreamer)).receipt.reason, 'model-resting');
    assert.deepEqual([server.asked.length, pauses.length], [1, 0]);
  });

  test('a form that is not known is asked for once, and never again', async (t) => {
    const { sleep, lived } = await asleep(t);
    const picky: Behaviour = (turn) => {
      const form = turn.body.response_format;
      const isSchema = typeof form === 'object' && form !== null && 'json_schema' in form;
      return (isSchema ? status(400, {}, '{"error":{"message":"json_schema is not supported"}}') : good())(turn);
    };
    const server = await startModelServer(t, [picky], dreams);
    const dreamer = dreamerAt(server.url, 'chat', false);
    const first = await sleep('10:30', dreamer);
    assert.deepEqual([first.receipt.outcome, first.receipt.calls], ['ran', 2], first.receipt.message);
    assert.deepEqual(
      server.asked.map(({ body }) => JSON.stringify(body.response_format).slice(0, 23)),
      ['{"type":"json_schema","j', '{"type":"json_object"}'].map((form) => form.slice(0, 23)),
    );
    lived.happen({ at: '11:00', edit: 'a.ts', content: 'c\n' });
    const second = await sleep('14:00', dreamer, true);
    assert.deepEqual([second.receipt.outcome, second.receipt.calls], ['ran', 1], second.receipt.message);
    assert.equal(server.asked.length, 3);
  });

  test('one answer delivered twice is one dream, and one call', async (t) => {
    const { sleep, lived } = await asleep(t);
    const twice = says((turn) => eventsOf(turn.wire, turn.text).join('').repeat(2));
    const server = await startModelServer(t, [twice], dreams);
    const { receipt } = await sleep('10:30', dreamerAt(server.url, 'chat', true));
    assert.deepEqual([receipt.outcome, receipt.calls], ['ran', 1], receipt.message);
    const again = await sleep('14:00', dreamerAt(server.url, 'chat', true));
    assert.deepEqual([again.receipt.outcome, server.asked.length], ['noop', 1]);
    assert.equal(
      lived
        .at('14:00')
        .world.files.list(lived.home.home, 'rem')
        .filter((name) => name.endsWith('.org')).length,
      1,
    );
  });

  test('an answer to another question is none', async (t) => {
    const { sleep } = await asleep(t);
    const server = await startModelServer(t, [good()], dreamText('0123456789abcdef'));
    const { receipt } = await sleep('10:30', dreamerAt(server.url, 'anthropic', true));
    assert.deepEqual([receipt.outcome, receipt.reason, receipt.calls], ['rejected', 'malformed', 1]);
    assert.match(receipt.message, /another question/u);
  });
});

describe('a night without its model', () => {
  test('the third failure in a row is a night by rules, and says so', async (t) => {
    const { sleep } = await asleep(t);
    const server = await startModelServer(t, [status(401), good({ end: 'length' }), good()], 'no dream at all');
    const dreamer = dreamerAt(server.url, 'chat', false);
    const reasons = [];
    for (const time of ['10:30', '10:40']) reasons.push((await sleep(time, dreamer)).receipt.reason);
    assert.deepEqual(reasons, ['model-auth', 'model-truncated']);
    const { receipt, text } = await sleep('10:50', dreamer);
    assert.equal(receipt.outcome, 'ran', receipt.message);
    assert.equal(receipt.model, 'builtin (after 3 failures of acme/dreamer-1)');
    assert.match(text ?? '', /builtin \(after 3 failures of acme\/dreamer-1\)/u);
  });

  test('what is spent is spent: rules dream, and nobody is called', async (t) => {
    for (const night of [{ calls: 0 }, { tokens: 500 }, { seconds: 0 }, { bytes: 0 }, { usd: 0.000001 }]) {
      const { sleep } = await asleep(t);
      const server = await startModelServer(t, [good()], dreams);
      const limits = { ...someLimits, night: { ...someLimits.night, ...night } };
      const dreamer = dreamerAt(server.url, 'chat', false, limits);
      const priced = { ...dreamer, source: { ...dreamer.source, price: { input: 10, output: 10 } } };
      const { receipt, text } = await sleep('10:30', 'usd' in night ? priced : dreamer);
      assert.deepEqual([receipt.outcome, receipt.calls, server.asked.length], ['ran', 0, 0], receipt.message);
      assert.match(text ?? '', /builtin \(outside the budget for acme\/dreamer-1\)/u);
    }
  });

  test('a budget that ends between two tries ends the tries', async (t) => {
    const { sleep } = await asleep(t);
    const server = await startModelServer(t, [status(500)]);
    const limits = { ...someLimits, night: { ...someLimits.night, calls: 2 } };
    const { receipt } = await sleep('10:30', dreamerAt(server.url, 'chat', false, limits));
    assert.deepEqual([receipt.outcome, receipt.calls, server.asked.length], ['ran', 2, 2], receipt.message);
    assert.match(receipt.model, /^builtin \(outside the budget/u);
  });

  test('the call of a process that was killed counts', { timeout: 30_000 }, async (t) => {
    const { box, lived, sleep } = await asleep(t);
    const server = await startModelServer(t, [() => undefined, good()], dreams);
    const child = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('sleeping-child.ts', import.meta.url)),
        server.url,
        lived.project,
        timeOf('10:30').toISOString(),
      ],
      { env: { ...box.env }, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const gone = new Promise((resolve) => child.on('exit', resolve));
    while (server.asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGKILL');
    await gone;
    await server.letGo();
    const limits = { ...someLimits, day: { ...someLimits.day, calls: 1 } };
    const { receipt } = await sleep('10:40', dreamerAt(server.url, 'chat', false, limits));
    assert.match(receipt.model, /^builtin \(outside the budget/u, receipt.message);
    assert.match(receipt.message, /the day's 1 calls .* \(1 so far\)/u);
    assert.equal(server.asked.length, 1);
  });

  test('after five failures a provider is left alone for ten minutes, also by others who mean it', async (t) => {
    const { world, lived } = await asleep(t);
    const server = await startModelServer(t, [status(404)]);
    const dreamer = dreamerAt(server.url, 'chat', false);
    const source = { ...dreamer.source, form: 'text' as const };
    const tried = async (time: string, isForced = false, act: 'dream' | 'test' = 'dream'): Promise<string> => {
      const outcome = await askWithinLimits(
        { world: world(time), home: lived.home },
        { ...dreamer, source },
        {
          ...{ act, night: `n-${time}`, temperature: 0, schema: undefined, isForced },
          prompt: () => ({ system: 's', prompt: 'p' }),
          byRules: () => 'r',
        },
      );
      return outcome.kind === 'failed' ? outcome.reason : outcome.kind;
    };
    for (const time of ['11:00', '11:01', '11:02', '11:03', '11:04', '11:05'])
      assert.equal(await tried(time, true, 'test'), 'request', 'who looks for the fault does not make it worse');
    for (const time of ['12:00', '12:01', '12:02', '12:03', '12:04']) assert.equal(await tried(time), 'request');
    assert.equal(await tried('12:05'), 'resting');
    assert.equal(await tried('12:13'), 'resting');
    assert.equal(server.asked.length, 11);
    assert.equal(await tried('12:13:30', true), 'request', 'a person may');
    assert.equal(await tried('12:15'), 'resting', 'twice as long now');
    assert.equal(await tried('12:34'), 'request');
    assert.equal(server.asked.length, 13);
  });
});
