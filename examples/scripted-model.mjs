// A model that says what it was told to say, on this machine only: Anthropic's messages and OpenAI's chat interface. With it the examples need no key and no network.
import { createServer } from 'node:http';

/**
 * Starts one. `turns` are what the model does, one after the other: `{ say }`, or `{ call, input }` to use a tool. Past its last turn it says "done".
 * Each request that brings tools is a turn of the agent; a request without tools is a question beside it, such as that of a sleep.
 */
export async function scriptedModel(turns, aside = 'nothing to say') {
  const requests = [];
  let next = 0;
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const asked = JSON.parse(Buffer.concat(parts).toString('utf8') || '{}');
    requests.push(asked);
    const isTurn = (asked.tools ?? []).length > 0;
    const turn = isTurn ? (turns[next++] ?? { say: 'done' }) : { say: aside };
    const body = request.url.endsWith('/messages') ? anthropic(turn, next) : openai(turn, next);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    requests,
    close: () => new Promise((resolve) => server.close(resolve) && server.closeAllConnections()),
  };
}

function anthropic({ say, call, input }, number) {
  const content =
    call === undefined
      ? [{ type: 'text', text: say }]
      : [{ type: 'tool_use', id: `toolu_${number}`, name: call, input }];
  const stop_reason = call === undefined ? 'end_turn' : 'tool_use';
  const usage = { input_tokens: 5, output_tokens: 5 };
  return {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content,
    stop_reason,
    stop_sequence: null,
    usage,
  };
}

function openai({ say, call, input }, number) {
  const made = { id: `call_${number}`, type: 'function', function: { name: call, arguments: JSON.stringify(input) } };
  const message = { role: 'assistant', content: say ?? null, ...(call === undefined ? {} : { tool_calls: [made] }) };
  const choice = { index: 0, message, finish_reason: call === undefined ? 'stop' : 'tool_calls' };
  const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 };
  return { id: `chat_${number}`, object: 'chat.completion', created: 0, model: 'scripted', choices: [choice], usage };
}
