// The contract, kept by all who can be asked; and what each kind of provider is sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from '../../src/programs/programs.ts';
import { ask, env, key, openModel, sourceAt } from './asking.ts';
import { contract, type Implementation, type Part } from './contract.ts';
import { living } from './living.ts';
import { type Behaviour, endless, good, goodBytes, startModelServer, typeFor } from './server.ts';
import { answerOf, type Json, type Wire, wires } from './shapes.ts';

const served: Readonly<Record<Part, Behaviour>> = {
  say: good({ pieces: 40 }),
  stall: () => undefined,
  'stall in the answer': (turn) => {
    turn.response.writeHead(200, { 'content-type': typeFor(turn) });
    turn.response.write(goodBytes(turn).subarray(0, 60));
  },
  nothing: (turn) => turn.response.writeHead(200, { 'content-type': typeFor(turn) }).end(),
  endless: endless(() => ' \n'.repeat(8000)),
};

const overHttp = (wire: Wire, isStreamed: boolean): Implementation => ({
  name: `${wire}${isStreamed ? ', streamed' : ''}`,
  counts: 'provider',
  isModel: true,
  setUp: async (t, part, text) => {
    const server = await startModelServer(t, [served[part]], text);
    return {
      model: openModel(sourceAt(server.url, wire, isStreamed), { env, random: () => 'x' }),
      calls: () => server.asked.length,
      isOver: () => server.letGo().then(() => true),
    };
  },
});

const programs: Readonly<Record<Part, string>> = {
  say: 'process.stdin.resume().on("end", () => process.stdout.write(process.env.SAY))',
  stall: 'setInterval(() => {}, 1000)',
  'stall in the answer': 'process.stdout.write("Good "); setInterval(() => {}, 1000)',
  nothing: '',
  endless:
    'const more = () => { while (process.stdout.write("x".repeat(10000))); }; process.stdout.on("drain", more); more()',
};

let calls = 0;
const command: Implementation = {
  name: 'command',
  counts: 'estimate',
  isModel: true,
  setUp: (_, part, text) => {
    calls += 1;
    const call = `contract-${process.pid}-${calls}`;
    let started = 0;
    // What is long comes from the program itself: an environment has a limit.
    const isLong = text.length > 50_000;
    const source = isLong ? 'process.stdout.write("nights ".repeat(262144 / 7))' : programs[part];
    const argv = [process.execPath, '-e', source];
    return Promise.resolve({
      model: openModel(
        { kind: 'command', provider: 'program', argv },
        {
          run: runProgram,
          env: { PATH: env.PATH, SAY: isLong ? '' : text },
          random: () => {
            started += 1;
            return `${call}.${started}`;
          },
        },
      ),
      // Who was never started has read nothing, and that is counted.
      calls: () => 0,
      isOver: () => Promise.resolve(living(`${call}.`).length === 0),
    });
  },
};

contract({
  name: 'builtin',
  counts: 'nothing',
  isModel: false,
  setUp: () =>
    Promise.resolve({
      model: openModel({ kind: 'builtin' }, { env, random: () => 'x' }),
      calls: () => 0,
      isOver: () => Promise.resolve(true),
    }),
});
for (const wire of wires) for (const isStreamed of [false, true]) contract(overHttp(wire, isStreamed));
contract(command);

const schema = {
  ...{ type: 'object', properties: { for: { type: 'string' } }, required: ['for'], additionalProperties: false },
};

/** Where each kind says which form an answer has to have. */
function formIn(wire: Wire, body: Json): unknown {
  if (wire === 'chat') return body.response_format;
  const place = wire === 'responses' ? body.text : body.output_config;
  return typeof place === 'object' && place !== null && 'format' in place ? place.format : undefined;
}

const strict: Readonly<Record<Wire, unknown>> = {
  chat: { type: 'json_schema', json_schema: { schema, strict: true, name: 'dream' } },
  responses: { type: 'json_schema', strict: true, name: 'dream', schema },
  anthropic: { type: 'json_schema', schema },
};

for (const wire of wires)
  for (const isStreamed of [false, true])
    test(`${wire}${isStreamed ? ', streamed' : ''}: what is sent`, async (t) => {
      const server = await startModelServer(t, [good()]);
      const source = sourceAt(server.url, wire, isStreamed);
      const request = {
        system: 'Be calm \u{1f319}.',
        prompt: 'What \u2028 happened?',
        temperature: 0.3,
        maxTokens: 777,
      };
      for (const form of ['schema', 'json', 'text'] as const)
        assert.equal((await ask(source, { ...request, form, schema })).kind, 'answer');
      const bodies = server.asked.map(({ body }) => body);
      const anyJson = wire === 'anthropic' ? undefined : { type: 'json_object' };
      assert.deepEqual(
        bodies.map((body) => formIn(wire, body)),
        [strict[wire], anyJson, undefined],
      );
      for (const [index, body] of bodies.entries()) {
        assert.equal(body.model, 'dreamer-1');
        assert.equal(body.temperature, 0.3);
        assert.equal(body[wire === 'responses' ? 'max_output_tokens' : 'max_tokens'], 777);
        assert.deepEqual([body.tools, body.tool_choice, body.functions], [undefined, undefined, undefined]);
        assert.equal(body.stream ?? false, isStreamed);
        const told = JSON.stringify(body);
        assert.ok(told.includes('Be calm \u{1f319}.') && told.includes(JSON.stringify(request.prompt)));
        assert.ok(!told.includes(key), 'the key belongs into a header');
        if (wire === 'responses') assert.equal(body.store, false, 'nobody is asked to keep a day');
        const headers = server.asked[index]?.headers ?? {};
        assert.equal(
          wire === 'anthropic' ? headers['x-api-key'] : headers.authorization,
          wire === 'anthropic' ? key : `Bearer ${key}`,
        );
      }
    });

test('without a key none is sent, and none is looked for', async (t) => {
  process.env.OPENAI_API_KEY = 'sk-somebody-elses';
  process.env.ANTHROPIC_API_KEY = 'sk-somebody-elses';
  t.after(() => {
    delete process.env.OPENAI_API_KEY;
    delete process.env.ANTHROPIC_API_KEY;
  });
  const server = await startModelServer(t, [good()]);
  for (const wire of wires)
    assert.equal((await ask(sourceAt(server.url, wire, false, { key: undefined }))).kind, 'answer');
  assert.doesNotMatch(JSON.stringify(server.asked), /somebody-elses/u);
});

test('a proxy that sends back what it was sent: the key is not in the answer', async (t) => {
  const echo: Behaviour = (turn) => good()({ ...turn, text: `your header was ${key}, and ${key} again` });
  for (const wire of wires)
    for (const isStreamed of [false, true]) {
      const server = await startModelServer(t, [echo]);
      const outcome = await ask(sourceAt(server.url, wire, isStreamed));
      assert.ok(outcome.kind === 'answer', JSON.stringify(outcome));
      assert.equal(outcome.text, 'your header was (the key), and (the key) again');
    }
});

test('a key that is not where it should be: nobody is called', async (t) => {
  const server = await startModelServer(t, [good()]);
  for (const place of [{ env: 'NOT_SET' }, { file: '/no/such/file' }, { file: 'relative' }, { file: '/dev/null' }]) {
    const outcome = await ask(sourceAt(server.url, 'chat', false, { key: place }));
    assert.ok(outcome.kind === 'failed' && outcome.reason === 'key', JSON.stringify(outcome));
    assert.equal(outcome.spent.input, 0);
  }
  assert.equal(server.asked.length, 0);
});

test('counts are taken at their word where they are counts, and dollars too', async (t) => {
  const tried = async (usage: Json | null): Promise<unknown[]> => {
    const server = await startModelServer(t, [good({ usage })]);
    const { spent } = await ask(sourceAt(server.url, 'chat', false));
    return [spent.input, spent.output, spent.isEstimated, spent.usd];
  };
  assert.deepEqual(await tried({ prompt_tokens: 100, completion_tokens: 50, cost: 0.0125 }), [100, 50, false, 0.0125]);
  assert.deepEqual(await tried({ prompt_tokens: 1.5, completion_tokens: 50 }), [2, 50, false, null]);
  assert.deepEqual(await tried(null), [8, 5, true, null]);
  assert.deepEqual(await tried({ prompt_tokens: -5, completion_tokens: 1e300, cost: -1 }), [8, 5, true, null]);
  assert.deepEqual(await tried({ prompt_tokens: 0, completion_tokens: 0 }), [8, 5, true, null]);
});

test('a stream without a count is estimated', async (t) => {
  for (const wire of wires) {
    const server = await startModelServer(t, [good({ usage: null })]);
    const { spent } = await ask(sourceAt(server.url, wire, true));
    assert.deepEqual([spent.input, spent.output, spent.isEstimated], [8, 5, true], wire);
  }
});

test('an answer that took long to think about is waited for', async (t) => {
  const slow: Behaviour = ({ response, wire, text }) =>
    setTimeout(() => response.end(JSON.stringify(answerOf(wire, text))), 600);
  const server = await startModelServer(t, [slow]);
  const outcome = await ask(sourceAt(server.url, 'chat', false), { limits: { total: 5000, idle: 200, bytes: 9999 } });
  assert.equal(outcome.kind, 'answer');
});
