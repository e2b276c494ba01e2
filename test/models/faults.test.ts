// Every way a provider can fail has its name, is asked once, takes no more than agreed, and leaves nothing open.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { ModelOutcome } from '../../src/models/models.ts';
import { some } from '../share.ts';
import { ask, key, patientLimits, shortLimits, sourceAt } from './asking.ts';
import { type Expected, type Fault, faults } from './faults.ts';
import { goodBytes, type ModelServer, says, startModelServer, status } from './server.ts';
import { cutEnd, type Wire, wires } from './shapes.ts';

const modes = ['plain', 'stream'] as const;
type Mode = (typeof modes)[number];

/** A socket holds some of what nobody reads any more. */
const socketBuffers = 8 * 1024 * 1024;
const chunk = 64 * 1024;

async function inTurns<Item>(items: readonly Item[], most: number, act: (item: Item) => Promise<void>): Promise<void> {
  const left = some(items, 3).values();
  await Promise.all(
    Array.from({ length: most }, async () => {
      for (const item of left) await act(item);
    }),
  );
}

function wanted({ expect }: Fault, mode: Mode): Expected {
  return typeof expect === 'string' ? expect : expect[mode];
}

function checkOutcome(outcome: ModelOutcome, fault: Fault, expected: Expected, at: string): void {
  const { spent } = outcome;
  const told = outcome.kind === 'failed' ? `${outcome.reason}: ${outcome.message}` : `answer: ${outcome.text}`;
  assert.equal(outcome.kind === 'answer' ? 'answer' : outcome.reason, expected, `${at}: ${told}`);
  assert.ok(spent.bytes <= shortLimits.bytes * 16 + chunk, `${at}: ${spent.bytes} bytes`);
  assert.ok([spent.input, spent.output, spent.bytes, spent.milliseconds].every(Number.isSafeInteger), at);
  if (outcome.kind === 'answer') {
    assert.equal(outcome.text, fault.text ?? 'Good morning.', at);
    return;
  }
  assert.ok(!outcome.message.includes(key.slice(0, 14)), `${at} tells the key: ${outcome.message}`);
  assert.match(outcome.message, /^[^\x00-\x1f\x7f]{3,300}$/u, at);
  if (fault.status !== undefined) assert.equal(outcome.status, fault.status, at);
  if (fault.message !== undefined) assert.match(outcome.message, fault.message, at);
  const { retryAfter } = fault;
  if (typeof retryAfter === 'function') assert.ok(retryAfter(outcome.retryAfter), `${at}: ${outcome.retryAfter}`);
  else if (retryAfter !== undefined) assert.equal(outcome.retryAfter, retryAfter, at);
}

const cleaning: (() => unknown)[] = [];
const later = { after: (done: () => unknown) => cleaning.push(done) };
const cleanUp = async (): Promise<void> => {
  await Promise.all(cleaning.splice(0).map((done) => done()));
};

async function tryFault(fault: Fault, wire: Wire, mode: Mode): Promise<void> {
  const at = `${fault.name} (${wire}, ${mode})`;
  const limits = fault.limits ?? patientLimits;
  const server: ModelServer = await startModelServer(later, [fault.behave]);
  const outcome = await ask(sourceAt(server.url, wire, mode === 'stream'), { limits });
  checkOutcome(outcome, fault, wanted(fault, mode), at);
  assert.equal(server.asked.length, 1, at);
  if (fault.isLeft === true) await server.letGo();
  assert.ok(server.written() <= socketBuffers, `${at}: ${server.written()} bytes left the server`);
}

let unhandled: unknown;
const note = (error: unknown): void => {
  unhandled ??= error;
};
before(() => process.on('unhandledRejection', note));
after(() => process.off('unhandledRejection', note));

describe('what a provider can do', () => {
  test(`there are at least 60 faults, and no name twice`, () => {
    assert.ok(faults.length >= 60, `${faults.length}`);
    assert.equal(new Set(faults.map(({ name }) => name)).size, faults.length);
  });

  for (const wire of wires)
    for (const mode of modes)
      test(`${wire}, ${mode}: each fault has its outcome`, { timeout: 120_000 }, async () => {
        const here = faults.filter(
          (fault) => (fault.wires ?? wires).includes(wire) && (fault.modes ?? modes).includes(mode),
        );
        const wrong: string[] = [];
        await inTurns(here, 6, (fault) =>
          tryFault(fault, wire, mode).catch((error: unknown) => {
            wrong.push(error instanceof Error ? error.message : String(error));
          }),
        );
        await cleanUp();
        assert.deepEqual(wrong, []);
      });
});

describe('where it does not go', () => {
  for (const code of [300, 301, 302, 303, 304, 307, 308])
    test(`${code} is not followed`, async (t) => {
      const metadata = await startModelServer(t, [says('{"AccessKeyId":"x"}')]);
      for (const wire of wires)
        for (const mode of modes) {
          const server = await startModelServer(t, [status(code, { location: `${metadata.url}/chat/completions` })]);
          const outcome = await ask(sourceAt(server.url, wire, mode === 'stream'));
          assert.ok(outcome.kind === 'failed' && outcome.reason === 'redirect' && outcome.status === code);
          assert.equal(server.asked.length, 1);
        }
      assert.equal(metadata.asked.length + metadata.open(), 0, 'nobody was sent there');
    });

  test('a port where nobody listens', async () => {
    const port = await freePort();
    for (const wire of wires) {
      const outcome = await ask(sourceAt(`http://127.0.0.1:${port}/v1`, wire, false));
      assert.ok(outcome.kind === 'failed' && outcome.reason === 'network', JSON.stringify(outcome));
      assert.match(outcome.message, /ECONNREFUSED/u);
      assert.equal(outcome.spent.input, 0, 'nobody was told anything');
    }
  });

  test('https where http is spoken', async (t) => {
    const server = await startModelServer(t, [says('x')]);
    const outcome = await ask(sourceAt(server.url.replace('http:', 'https:'), 'chat', false));
    assert.ok(outcome.kind === 'failed' && outcome.reason === 'network', JSON.stringify(outcome));
    assert.equal(server.asked.length, 0);
  });

  test('a name that is not known, a password in the address', async () => {
    const unknown = await ask(sourceAt('http://no-such-host.invalid/v1', 'chat', false));
    assert.ok(unknown.kind === 'failed' && unknown.reason === 'network');
    const open = await ask(sourceAt('http://me:hunter2@127.0.0.1:1/v1', 'chat', true));
    assert.ok(open.kind === 'failed' && open.reason === 'network', JSON.stringify(open));
    assert.doesNotMatch(open.message, /hunter2/u);
  });
});

describe('a good answer cut at every percent (every third, but in a full run)', () => {
  const tale = `He said "no" \u2014 and \\left\\ a caf\u00e9 \u{1f319}.\n`.repeat(12);
  const percents = some(
    Array.from({ length: 100 }, (_, percent) => percent),
    3,
  );

  for (const wire of wires)
    for (const mode of modes)
      test(`${wire}, ${mode}`, { timeout: 60_000 }, async (t) => {
        const isStreamed = mode === 'stream';
        const cutBytes = await startModelServer(
          t,
          percents.map((percent) =>
            says((turn) => goodBytes(turn).subarray(0, Math.floor((goodBytes(turn).length * percent) / 100))),
          ),
          tale,
        );
        for (const percent of percents) {
          const outcome = await ask(sourceAt(cutBytes.url, wire, isStreamed));
          // What chat says behind its end is a count; without it the answer is still whole.
          if (outcome.kind === 'answer')
            assert.ok(wire === 'chat' && isStreamed && outcome.text === tale, `${percent} %`);
          else assert.ok(['garbage', 'truncated'].includes(outcome.reason), `${percent} %`);
        }
        assert.equal(cutBytes.asked.length, percents.length);
        // What a stream gives piece by piece is the same text in the end: to see it arrive whole, once is enough.
        for (const isMarked of isStreamed ? [true] : [true, false]) {
          const texts = percents.slice(1).map((percent) => {
            const text = tale.slice(0, Math.ceil((tale.length * percent) / 100));
            return text.isWellFormed() ? text : `${text}\udf19`;
          });
          const server = await startModelServer(
            t,
            texts.map((text) =>
              says((turn) =>
                goodBytes({ ...turn, text }, isMarked ? { end: cutEnd[wire], why: 'max_output_tokens' } : {}),
              ),
            ),
          );
          for (const text of texts) {
            const outcome = await ask(sourceAt(server.url, wire, isStreamed));
            if (isMarked) assert.ok(outcome.kind === 'failed' && outcome.reason === 'truncated', text);
            else assert.ok(outcome.kind === 'answer' && outcome.text === text, text);
          }
        }
      });
});

test('nothing is left open', async () => {
  await cleanUp();
  const opened = (): string[] =>
    process.getActiveResourcesInfo().filter((name) => /TCP|TLS|HTTP|Timeout|Process|Zlib/iu.test(name));
  const isOpen = (names: readonly string[]): boolean => names.length > 1 || names.some((name) => name !== 'Timeout');
  // What was let go of is closed by and by: soon, and on a busy machine later.
  for (let turn = 0; turn < 200 && isOpen(opened()); turn += 1) await new Promise((done) => setTimeout(done, 100));
  const open = opened();
  // The reporter of the test runner may have a clock of its own.
  assert.deepEqual(
    open.filter((name) => name !== 'Timeout'),
    [],
  );
  assert.ok(open.length <= 1, open.join(' '));
  assert.equal(unhandled, undefined);
});

function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = createServer();
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 1));
  });
  return promise;
}
