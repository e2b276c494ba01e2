// An agent by the AI SDK. `...withSleep(sleeper, tools)` is all that it takes to let it sleep.
import { readFile } from 'node:fs/promises';
import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, isStepCount, tool } from 'ai';
import { createSleeper } from 'dreamkeeper';
import { withSleep } from 'dreamkeeper/ai-sdk';
import { z } from 'zod';

const {
  MODEL_URL = 'https://api.anthropic.com/v1',
  MODEL = 'claude-haiku-4-5',
  MODEL_KEY = '',
  TASK = 'Look around.',
} = process.env;
const model = createAnthropic({ baseURL: MODEL_URL, apiKey: MODEL_KEY })(MODEL);
const read = tool({
  description: 'Reads a file.',
  inputSchema: z.object({ path: z.string() }),
  execute: ({ path }) => readFile(path, 'utf8'),
});

const sleeper = await createSleeper({ home: 'memory', on: (event) => console.log(`(${event.kind})`) });
const { text } = await generateText({
  model,
  prompt: `${await sleeper.wake()}\n\n${TASK}`,
  stopWhen: isStepCount(200),
  ...withSleep(sleeper, { read }),
});
console.log(text);
await sleeper.sleep({ wait: false });
