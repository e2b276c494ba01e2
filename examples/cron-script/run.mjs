// A script that cron starts every ten minutes: it does a little, and sleeps until the next time. `*/10 * * * * cd /srv/watcher && node run.mjs`
import { createSleeper } from 'dreamkeeper';
import { withSleep } from 'dreamkeeper/openai';

const {
  MODEL_URL = 'https://api.openai.com/v1',
  MODEL = 'gpt-5-mini',
  MODEL_KEY = '',
  TASK = 'Look whether the site is up.',
} = process.env;

const check = {
  type: 'function',
  function: {
    name: 'check',
    description: 'Says what a page answers.',
    parameters: { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
  },
};

const sleeper = await createSleeper({ home: 'memory', model: (question) => answer(question) });
const sleep = withSleep(sleeper);
let messages = [{ role: 'user', content: `${await sleeper.wake()}\n\n${TASK}` }];
for (;;) {
  messages = await sleep.turn(messages);
  const { message } = (await ask({ messages, tools: [check, sleep.tool] })).choices[0];
  messages.push(message);
  if (message.content) console.log(message.content);
  if (!message.tool_calls?.length) break;
  for (const call of message.tool_calls) messages.push((await sleep.answer(call)) ?? (await run(call)));
}
await sleep.end(messages, { seconds: 500 });

async function run(call) {
  const { url } = JSON.parse(call.function.arguments);
  const content = await fetch(url).then(
    (page) => (page.ok ? `${page.status}` : `Error: ${page.status}`),
    (error) => `Error: ${error.message}`,
  );
  return { role: 'tool', tool_call_id: call.id, content };
}

/** The same model consolidates: one question, one answer, no tools. */
async function answer({ system, prompt, maxTokens, signal }) {
  const messages = [
    { role: 'system', content: system },
    { role: 'user', content: prompt },
  ];
  return (await ask({ messages, max_completion_tokens: maxTokens }, signal)).choices[0].message.content;
}

async function ask(request, signal) {
  const response = await fetch(`${MODEL_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${MODEL_KEY}` },
    body: JSON.stringify({ model: MODEL, ...request }),
    signal,
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}
