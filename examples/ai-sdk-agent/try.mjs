// Tries the agent without a key and without a network: a scripted model, and a home in which an agent tires after 6 actions instead of 80.
import { appendFile, readFile } from 'node:fs/promises';
import { init } from 'dreamkeeper';
import { scriptedModel } from '../scripted-model.mjs';

await init({ home: 'memory' });
await appendFile('memory/dreamkeeper.yaml', '\nfatigue: {warning: 4, limit: 6, deep_sleep_pause: 1s}\n');
const model = await scriptedModel([
  ...['notes.txt', 'agent.mjs', 'none-1.txt', 'none-2.txt', 'none-3.txt', 'none-4.txt'].map((path) => ({
    call: 'read',
    input: { path },
  })),
  { say: 'I know my way around now.' },
]);
process.env.MODEL_URL = model.url;
await import('./agent.mjs');
await model.close();

const asked = model.requests.map(({ messages }) => JSON.stringify(messages));
const expect = (what, isTrue) => {
  console.log(`${isTrue ? '✓' : '✗'} ${what}`);
  if (!isTrue) process.exitCode = 1;
};
expect(
  'it was warned after 4 actions',
  !asked[3].includes('Start wrapping up.') && asked[4].includes('Start wrapping up.'),
);
expect(
  'it slept after 6, and was told so when it woke',
  !asked[5].includes('You woke up at ') && asked[6].includes('You woke up at '),
);
const observations = await readFile('memory/.self/observations.md', 'utf8');
expect('it kept what it lived through', /^(?:RED|YLW|GRN) /mu.test(observations));
