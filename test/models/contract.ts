// What everybody who can be asked promises, whoever it is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ModelOutcome, ModelRequest } from '../../src/models/models.ts';
import { type Model, requestWith, shortLimits } from './asking.ts';

/** What a model is told to do in one test. */
export type Part = 'say' | 'stall' | 'stall in the answer' | 'nothing' | 'endless';

/** A model set up to do something, and whether anything of the call is left. */
export interface SetUp {
  readonly model: Model;
  isOver(): Promise<boolean>;
  readonly calls: () => number;
}

interface After {
  after(done: () => unknown): void;
}

export interface Implementation {
  readonly name: string;
  /** Where it cannot do a part at all, undefined. */
  setUp(t: After, part: Part, text: string): Promise<SetUp | undefined>;
  /** Whether tokens are counted by somebody, or estimated by us. */
  readonly counts: 'nothing' | 'provider' | 'estimate';
  /** Whether words can be refused and cut; the rules always answer. */
  readonly isModel: boolean;
}

const texts: Readonly<Record<string, string>> = {
  'a sentence': 'Good morning.',
  'every kind of sign':
    'caf\u00e9 \u{1f319}\u200d\u{1f30a} \u05e9\u05dc\u05d5\u05dd \t"quoted" \\back\\ {braces} <tags> \u2028 \u0001 e\u0301\nnext\r\nline\n',
  'JSON in it': '{"for":"abc","tale":"He said \\"no\\"."}',
  'what a stream looks like': 'data: [DONE]\n\ndata: {"x":1}\n\n',
};

export function contract(implementation: Implementation): void {
  // Most of it is waiting for those who do not answer.
  describe(implementation.name, { concurrency: 4 }, () => promises(implementation));
}

function promises({ setUp, counts, isModel }: Implementation): void {
  const asked = async (model: Model, more: Partial<ModelRequest> = {}): Promise<ModelOutcome> =>
    model.ask(requestWith(more));
  const part = async (t: After, which: Part, text = 'Good morning.'): Promise<SetUp> => {
    const made = await setUp(t, which, text);
    assert.ok(made !== undefined);
    return made;
  };
  const failed = (outcome: ModelOutcome, reason: string): void => {
    assert.equal(outcome.kind === 'failed' ? outcome.reason : outcome.text, reason);
    assert.ok(outcome.kind === 'failed' && /^[^\x00-\x1f]{3,300}$/u.test(outcome.message));
  };

  for (const [what, text] of Object.entries(texts))
    test(`an answer comes back word for word: ${what}`, async (t) => {
      const { model, calls } = await part(t, 'say', text);
      const outcome = await asked(model, { byRules: () => text });
      assert.ok(outcome.kind === 'answer', JSON.stringify(outcome));
      assert.equal(outcome.text, text);
      assert.ok(calls() <= 1);
    });

  test(`what it took is counted`, async (t) => {
    const { model } = await part(t, 'say');
    const { spent } = await asked(model);
    assert.ok(Object.values(spent).every((value) => value === null || typeof value === 'boolean' || value >= 0));
    assert.equal(spent.isEstimated, counts === 'estimate');
    if (counts === 'nothing') assert.deepEqual([spent.input, spent.output, spent.bytes, spent.usd], [0, 0, 0, 0]);
    if (counts === 'provider') assert.deepEqual([spent.input, spent.output], [11, 7]);
    if (counts === 'estimate') assert.ok(spent.input > 3 && spent.output > 2);
    if (counts !== 'nothing') assert.ok(spent.bytes >= 'Good morning.'.length);
  });

  test(`somebody who is to stop before it began asks nobody`, async (t) => {
    const { model, calls } = await part(t, 'say');
    const outcome = await asked(model, { signal: AbortSignal.abort() });
    failed(outcome, 'stopped');
    assert.deepEqual([outcome.spent.input, outcome.spent.output, calls()], [0, 0, 0]);
  });

  test(`it can be asked many times, also at once`, async (t) => {
    const { model } = await part(t, 'say');
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => asked(model)));
    assert.ok(outcomes.every(({ kind }) => kind === 'answer'));
  });

  if (!isModel) return;

  for (const which of ['stall', 'stall in the answer'] as const) {
    // It stalls for ever, so whatever ends a call is what the test did; a call that nothing ends is ended by the runner.
    test(`it can be stopped, and lets go: ${which}`, { timeout: 60_000 }, async (t) => {
      const { model, isOver } = await part(t, which);
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 150);
      failed(await asked(model, { signal: stop.signal }), 'stopped');
      assert.ok(await isOver());
    });

    test(`it is not waited for beyond its time, and lets go: ${which}`, { timeout: 60_000 }, async (t) => {
      const { model, isOver } = await part(t, which);
      failed(await asked(model, { limits: shortLimits }), 'timeout');
      assert.ok(await isOver());
    });
  }

  test(`nothing said is no answer`, async (t) => {
    failed(await asked((await part(t, 'nothing')).model), 'garbage');
  });

  test(`a refusal in words is one`, async (t) => {
    failed(await asked((await part(t, 'say', 'I\u2019m sorry, I can\u2019t do that.')).model), 'refused');
    const { model } = await part(t, 'say', '{"tale":"I am sorry, he said."}');
    assert.equal((await asked(model)).kind, 'answer');
  });

  test(`256 KiB are too much where less was agreed, and enough where more was`, async (t) => {
    const text = 'nights '.repeat((256 * 1024) / 7);
    const { model } = await part(t, 'say', text);
    const most = { total: 20_000, idle: 10_000 };
    const outcome = await asked(model, { limits: { ...most, bytes: 100_000 } });
    failed(outcome, 'too-big');
    const good = await asked(model, { limits: { ...most, bytes: 300 * 1024 } });
    assert.ok(good.kind === 'answer' && good.text === text);
  });

  test(`what never ends is left`, async (t) => {
    const { model, isOver } = await part(t, 'endless');
    const outcome = await asked(model, { limits: { total: 5000, idle: 4000, bytes: 50_000, wire: 200_000 } });
    failed(outcome, 'too-big');
    assert.ok(outcome.spent.bytes <= 200_000 + 64 * 1024, `${outcome.spent.bytes}`);
    assert.ok(await isOver());
  });
}
