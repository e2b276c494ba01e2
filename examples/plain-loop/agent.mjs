// An agent in one loop over Anthropic's messages interface. The lines with `sleep` are all that it takes to let it sleep.
import { readFile } from 'node:fs/promises';
import { createSleeper } from 'dreamkeeper';
import { withSleep } from 'dreamkeeper/anthropic';

const {
  MODEL_URL = 'https://api.anthropic.com/v1',
  MODEL = 'claude-haiku-4-5',
  MODEL_KEY = '',
  TASK = 'Look around.',
} = process.env;

const sleeper = await createSleeper({ home: 'memory', on: (event) => console.log(`(${event.kind})`) });
const sleep = withSleep(sleeper);
let messages = [{ role: 'user', content: `${await sleeper.wake()}\n\n${TASK}` }];
for (;;) {
  messages = await sleep.turn(messages);
  const { content } = await ask({ messages, tools: [...tools(), sleep.tool] });
  messages.push({ role: 'assistant', content });
  for (const { text } of content) if (text) console.log(text);
  const calls = content.filter(({ type }) => type === 'tool_use');
  if (calls.length === 0) break;
  messages.push({
    role: 'user',
    content: await Promise.all(calls.map(async (call) => (await sleep.answer(call)) ?? run(call))),
  });
}
await sleep.end(messages);

function tools() {
  const path = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
  return [{ name: 'read', description: 'Reads a file.', input_schema: path }];
}

async function run({ id, input }) {
  try {
    return { type: 'tool_result', tool_use_id: id, content: await readFile(input.path, 'utf8') };
  } catch (error) {
    return { type: 'tool_result', tool_use_id: id, is_error: true, content: error.message };
  }
}

async function ask(request) {
  const response = await fetch(`${MODEL_URL}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': MODEL_KEY, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: MODEL, max_tokens: 1000, ...request }),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}
