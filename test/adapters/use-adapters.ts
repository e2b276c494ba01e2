// Programs of people who use our adapters with the real libraries: `.ci/packed` checks the types in a project that has all of them. They are never run.
import Anthropic from '@anthropic-ai/sdk';
import { generateText, isStepCount, type ModelMessage, streamText, ToolLoopAgent, tool } from 'ai';
import { type AgentSleeper, createSleeper, type SleeperEvent, trim } from 'dreamkeeper';
import { withSleep } from 'dreamkeeper/ai-sdk';
import { withSleep as withSleepAnthropic } from 'dreamkeeper/anthropic';
import { withSleep as withSleepOpenAI } from 'dreamkeeper/openai';
import OpenAI from 'openai';
import { z } from 'zod';

const heard: SleeperEvent[] = [];
const sleeper: AgentSleeper = await createSleeper({
  home: 'memory',
  agent: 'scout',
  on: (event) => {
    if (event.kind === 'trouble') process.stderr.write(event.hint);
    else heard.push(event);
  },
});

const look = tool({
  description: 'Looks.',
  inputSchema: z.object({ at: z.string() }),
  execute: async ({ at }) => at.length,
});
const { text } = await generateText({
  model: 'a/b',
  prompt: 'Look.',
  stopWhen: isStepCount(9),
  ...withSleep(sleeper, { look }),
});
streamText({ model: 'a/b', prompt: text, ...withSleep(sleeper, { look }) });
const agent = new ToolLoopAgent({ model: 'a/b', ...withSleep(sleeper, { look }) });
await agent.generate({ prompt: 'Look.' });
const kept: ModelMessage[] = [{ role: 'user', content: 'Hello' }];
const shorter: readonly ModelMessage[] = trim(kept, { when: 'full' }).messages;

const anthropic = new Anthropic();
const night = withSleepAnthropic(sleeper);
let messages: Anthropic.MessageParam[] = [{ role: 'user', content: await sleeper.wake() }];
messages = await night.turn(messages);
const reply = await anthropic.messages.create({ model: 'm', max_tokens: 100, messages, tools: [night.tool] });
messages.push({ role: 'assistant', content: reply.content });
const results: Anthropic.ToolResultBlockParam[] = [];
for (const block of reply.content) {
  if (block.type !== 'tool_use') continue;
  results.push((await night.answer(block)) ?? { type: 'tool_result', tool_use_id: block.id, content: 'ok' });
}
messages.push({ role: 'user', content: results });
await night.end(messages);

const openai = new OpenAI();
const other = withSleepOpenAI(sleeper);
let chat: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hello' }];
chat = await other.turn(chat);
const { choices } = await openai.chat.completions.create({ model: 'm', messages: chat, tools: [other.tool] });
for (const call of choices[0]?.message.tool_calls ?? [])
  chat.push((await other.answer(call)) ?? { role: 'tool', tool_call_id: call.id, content: 'ok' });
let items: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Hello' }];
items = await other.turn(items);
const { output } = await openai.responses.create({ model: 'm', input: items, tools: [other.responsesTool] });
for (const item of output) {
  if (item.type !== 'function_call') continue;
  items.push(
    (await other.responsesAnswer(item)) ?? { type: 'function_call_output', call_id: item.call_id, output: 'ok' },
  );
}
// @ts-expect-error A sleeper needs a home.
await createSleeper({});
// @ts-expect-error There is no such event.
if (heard[0]?.kind === 'dancing') process.exit();
process.stdout.write(`${shorter.length} ${(await sleeper.sleep({ wait: false })).kind}`);
