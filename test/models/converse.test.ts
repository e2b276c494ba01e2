// A turn with tools: the same words from every kind of provider, what each is sent, and failures as answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { converse, type Talk, type TalkOutcome } from '../../src/models/models.ts';
import { env, key, patientLimits, shortLimits, sourceAt } from './asking.ts';
import { type Behaviour, endless, good, startModelServer, status } from './server.ts';
import { type Wire, wires } from './shapes.ts';
import { asks, type WantedCall } from './talking.ts';

const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const usual: Talk = {
  system: 'You work.',
  messages: [{ role: 'user', text: 'Begin.' }],
  tools: [{ name: 'read', description: 'Read a file.', schema }],
  ...{ temperature: 0.2, maxTokens: 500, limits: patientLimits },
};
const outside = { env, random: () => 'x' };
const both = wires.flatMap((wire) => [false, true].map((isStreamed) => ({ wire, isStreamed })));
const called = ({ wire, isStreamed }: (typeof both)[number]): string => `${wire}${isStreamed ? ', streamed' : ''}`;

for (const kind of both) {
  const { wire, isStreamed } = kind;
  const talk = async (
    t: { after(done: () => unknown): void },
    behaviour: Behaviour,
    more: Partial<Talk> = {},
  ): Promise<{ readonly outcome: TalkOutcome; readonly body: unknown }> => {
    const server = await startModelServer(t, [behaviour], 'All done.');
    const outcome = await converse(sourceAt(server.url, wire, isStreamed), { ...usual, ...more }, outside);
    return { outcome, body: server.asked[0]?.body };
  };

  test(`${called(kind)}: calls, in order, with their arguments read`, async (t) => {
    const wanted: WantedCall[] = [
      { name: 'read', arguments: { path: 'a \u{1f319}.ts' } },
      { name: 'read', arguments: { path: 'b.ts', deep: [1, { two: null }] } },
    ];
    const { outcome } = await talk(t, asks(wanted, 'I look.'));
    assert.ok(outcome.kind === 'turn', JSON.stringify(outcome));
    assert.equal(outcome.text, 'I look.');
    assert.equal(outcome.stop, 'calls');
    assert.deepEqual(
      outcome.calls.map(({ name, arguments: given }) => ({ name, arguments: given })),
      wanted,
    );
    assert.equal(new Set(outcome.calls.map(({ id }) => id)).size, 2);
    assert.ok(outcome.spent.input === 11 && outcome.spent.output === 7 && !outcome.spent.isEstimated);
  });

  test(`${called(kind)}: calls without a word, and words without a call`, async (t) => {
    const { outcome: silent } = await talk(t, asks([{ name: 'read', arguments: { path: 'a' } }]));
    assert.ok(silent.kind === 'turn' && silent.text === '' && silent.calls.length === 1, JSON.stringify(silent));
    const { outcome: words } = await talk(t, good());
    assert.ok(words.kind === 'turn', JSON.stringify(words));
    assert.deepEqual([words.text, words.calls, words.stop], ['All done.', [], 'end']);
  });

  test(`${called(kind)}: what is sent, with calls and answers of before`, async (t) => {
    const { body } = await talk(t, good(), {
      messages: [
        { role: 'user', text: 'Begin.' },
        {
          role: 'assistant',
          text: 'Looking.',
          calls: [
            { id: 'call_a', name: 'read', arguments: { path: 'x.ts' } },
            { id: 'call_b', name: 'no such tool!', arguments: '{not json' },
          ],
        },
        {
          role: 'tool',
          answers: [
            { id: 'call_a', name: 'read', text: 'the content' },
            { id: 'call_b', name: 'no such tool!', text: 'there is no such tool' },
          ],
        },
      ],
    });
    const sent = JSON.stringify(body);
    for (const part of ['You work.', 'Begin.', 'Looking.', 'x.ts', 'call_a', 'call_b', 'the content', 'Read a file.'])
      assert.ok(sent.includes(part), part);
    assert.ok(!sent.includes('no such tool!') && !sent.includes(key));
    assert.ok(sent.includes('unreadable'), 'what was no JSON goes back as what it was');
    if (wire === 'responses') assert.match(sent, /"store":false/u);
    assert.equal(JSON.stringify(body).includes('"path"'), true);
  });

  test(`${called(kind)}: what fails, fails as a question does`, async (t) => {
    const reason = async (behaviour: Behaviour, more: Partial<Talk> = {}): Promise<string> => {
      const { outcome } = await talk(t, behaviour, more);
      return outcome.kind === 'failed' ? outcome.reason : outcome.kind;
    };
    assert.equal(await reason(status(401)), 'auth');
    assert.equal(await reason(status(429)), 'rate');
    assert.equal(await reason(status(500)), 'server');
    assert.equal(await reason(() => undefined, { limits: shortLimits }), 'timeout');
    assert.equal(
      await reason(
        endless(() => ' \n'.repeat(8000)),
        { limits: { ...patientLimits, wire: 100_000 } },
      ),
      'too-big',
    );
    const long = asks([{ name: 'read', arguments: { path: 'x'.repeat(5000) } }]);
    assert.equal(await reason(long, { limits: { ...patientLimits, bytes: 4000, wire: 100_000 } }), 'too-big');
    assert.equal(await reason(asks([{ name: 'read' }]), { tools: [] }), 'garbage');
    assert.equal(await reason(good(), { signal: AbortSignal.abort() }), 'stopped');
    const refusing: Behaviour = (turn) => good()({ ...turn, text: "I'm sorry, I cannot help with that." });
    assert.equal(await reason(refusing), 'refused');
  });
}

test('arguments that are no JSON come as the text they are', async (t) => {
  for (const isStreamed of [false, true])
    for (const wire of ['chat', 'responses'] satisfies Wire[]) {
      const server = await startModelServer(t, [asks([{ name: 'read', raw: '{"path": oops' }])]);
      const outcome = await converse(sourceAt(server.url, wire, isStreamed), usual, outside);
      assert.ok(outcome.kind === 'turn', `${wire} ${JSON.stringify(outcome)}`);
      assert.equal(outcome.calls[0]?.arguments, '{"path": oops');
    }
});

test('ids that are odd or the same are told apart', async (t) => {
  const same = ['same', 'same', 'with blank', ''].map((id) => ({ name: 'read', id }));
  const server = await startModelServer(t, [asks(same)]);
  const outcome = await converse(sourceAt(server.url, 'chat', false), usual, outside);
  assert.ok(outcome.kind === 'turn', JSON.stringify(outcome));
  const ids = outcome.calls.map(({ id }) => id);
  assert.equal(new Set(ids).size, 4);
  for (const id of ids) assert.match(id, /^[\w-]{1,64}$/u);
});

test('the key in what a proxy sends back is not in a call', async (t) => {
  const server = await startModelServer(t, [asks([{ name: 'read', arguments: { path: key } }])]);
  const outcome = await converse(sourceAt(server.url, 'chat', false), usual, outside);
  assert.ok(outcome.kind === 'turn' && !JSON.stringify(outcome).includes(key), JSON.stringify(outcome));
});

test('rules and programs cannot converse, and say so', async () => {
  const program = { kind: 'command', provider: 'p', argv: ['x'] } as const;
  for (const source of [{ kind: 'builtin' } as const, program]) {
    const outcome = await converse(source, usual, outside);
    assert.ok(outcome.kind === 'failed' && outcome.reason === 'request', JSON.stringify(outcome));
    assert.match(outcome.message, /cannot use tools/u);
    assert.equal(outcome.spent.input, 0);
  }
});
