// The messages of a run of ours, trimmed: random runs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trimBy } from '../../src/trim/trim.ts';
import { talkShape } from '../../src/work/talk-shape.ts';
import type { TalkMessage } from '../../src/world/world.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';
import { conversations, type Turn } from '../trim/transcripts.ts';

const talkOf = (turns: readonly Turn[]): TalkMessage[] =>
  turns.flatMap((turn): TalkMessage[] => {
    if (turn.who === 'user') return [{ role: 'user', text: turn.text }];
    const calls = turn.calls.map(({ id, tool, given }) => ({ id, name: tool, arguments: given }));
    const answers = turn.calls.map(({ id, tool, result }) => ({ id, name: tool, text: result }));
    return [
      { role: 'assistant', text: turn.text, calls },
      ...(calls.length === 0 ? [] : [{ role: 'tool' as const, answers }]),
    ];
  });

test('no call is parted from its answers, nothing grows, and twice is as once', () => {
  const how = fc.record({
    when: fc.constantFrom('always' as const, 'full' as const),
    keep: fc.constantFrom(20, 3),
    most: fc.constantFrom(100_000, 4000),
  });
  fc.assert(
    fc.property(
      fc.oneof(conversations(300), conversations(300, true), conversations(20_000, false, 10)),
      how,
      (turns, options) => {
        const messages = talkOf(turns);
        const { messages: left } = trimBy(talkShape, messages, options);
        assert.ok(JSON.stringify(left).length <= JSON.stringify(messages).length);
        for (const [at, message] of left.entries()) {
          const calls = message.role === 'assistant' ? message.calls.map(({ id }) => id) : [];
          const after = left[at + 1];
          if (calls.length > 0) assert.deepEqual(after?.role === 'tool' && after.answers.map(({ id }) => id), calls);
          if (message.role === 'tool') assert.equal(left[at - 1]?.role, 'assistant');
        }
        assert.equal(trimBy(talkShape, left, options).messages, left);
      },
    ),
    { numRuns: times(400) },
  );
});
