// Tries the script as cron would start it, three times, without a key and without a network. Between two of them somebody ends the sleep.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { init, openHome } from 'dreamkeeper';
import { scriptedModel } from '../scripted-model.mjs';

const site = createServer((request, response) => response.writeHead(request.url === '/down' ? 500 : 200).end('ok'));
await once(site.listen(0, '127.0.0.1'), 'listening');
const page = (path) => ({ call: 'check', input: { url: `http://127.0.0.1:${site.address().port}${path}` } });
const aRun = [page('/'), page('/down'), page('/'), page('/down'), page('/news'), { say: 'Two pages are down.' }];
// What a model may say of it is judged line by line: the time has to be one that was lived through.
const now = new Date().toISOString().slice(11, 16);
const model = await scriptedModel(
  [...aRun, ...aRun, ...aRun],
  `OBSERVATIONS:\nYLW ${now} check failed on /down\n\nREFLECTION:\nI only looked.\n\nPRIORITY:\nTell somebody about /down.`,
);

await init({ home: 'memory' });
const runs = [];
for (let run = 0; run < 3; run += 1) {
  const program = spawn(process.execPath, ['run.mjs'], {
    env: { ...process.env, MODEL_URL: model.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  program.stdout.on('data', (part) => {
    said += part;
  });
  const [code] = await once(program, 'exit');
  runs.push({ code, said });
  const home = await openHome({ cwd: 'memory' });
  const { woken } = await home.nap({ wake: true, reason: 'the next run is due' });
  runs[run].slept = woken?.wanted;
}
await model.close();
site.close();

const expect = (what, isTrue) => {
  console.log(`${isTrue ? '✓' : '✗'} ${what}`);
  if (!isTrue) process.exitCode = 1;
};
const asked = model.requests.filter(({ tools }) => tools !== undefined).map(({ messages }) => JSON.stringify(messages));
expect(
  'each run said what it found',
  runs.every(({ code, said }) => code === 0 && said.includes('Two pages are down.')),
);
expect(
  'each run left it asleep for 500 seconds',
  runs.every(({ slept }) => slept === 500),
);
expect('the next run is told what it thought in its sleep', asked.at(-1).includes('Tell somebody about /down.'));
expect('and why it was woken', asked.at(-1).includes('the next run is due'));
expect(
  'the model was asked what is worth keeping',
  model.requests.some(({ tools }) => tools === undefined),
);
const [dream] = (await readFile('memory/.self/dreams.jsonl', 'utf8'))
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
expect('its answer was kept', dream.reflection === 'I only looked.');
