// The messages of a run of ours, as trimming reads them.
import { type Shape, saysFailed, shortArguments, shortResult, withoutMiddle } from '../trim/trim.ts';
import type { TalkMessage } from '../world/world.ts';

export const talkShape: Shape<TalkMessage> = {
  see: (message) => {
    if (message.role === 'user') return { role: 'user', parts: [{ kind: 'text', text: message.text }] };
    if (message.role === 'tool')
      return {
        role: 'tool',
        parts: message.answers.map(({ id, text }) => ({ kind: 'result', id, text, hasFailed: saysFailed(text) })),
      };
    return {
      role: 'assistant',
      parts: [
        { kind: 'text', text: message.text },
        ...message.calls.map((call) => ({
          kind: 'call' as const,
          id: call.id,
          tool: call.name,
          given: call.arguments,
        })),
      ],
    };
  },
  say: (text) => ({ role: 'user', text }),
  shorten: (message, most, note) => {
    if (message.role === 'tool') {
      const answers = message.answers.map((answer) => ({ ...answer, text: shortResult(answer.text, most, note) }));
      return answers.every(({ text }, at) => text === message.answers[at]?.text) ? message : { ...message, answers };
    }
    const text = withoutMiddle(message.text, most, note);
    if (message.role === 'user') return text === message.text ? message : { ...message, text };
    const calls = message.calls.map((call) => {
      const short = shortArguments(call.arguments, most, note);
      return short === call.arguments ? call : { ...call, arguments: short };
    });
    const isSame = text === message.text && calls.every((call, at) => call === message.calls[at]);
    return isSame ? message : { ...message, text, calls };
  },
};
