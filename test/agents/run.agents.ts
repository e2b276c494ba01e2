// Programs that `dk run` wraps: whether the model behind them was sent the pack of the run, and whether the record says so.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { bin, project, sandbox } from '../sandbox.ts';
import { fetched } from './fetched.ts';
import { responsesModel } from './scripted-responses.ts';

for (const [how, isTold] of [
  [['--pack', 'stdin'], true],
  [[], false],
] as const)
  test(`Codex ${isTold ? 'has the pack together with the words' : 'without a word how: it has none, and that is said'}`, async (t) => {
    const box = sandbox(t);
    project(box);
    assert.equal(box.dk('project', ['init']).code, 0);
    const program = fetched('@openai/codex', 'codex', process.env.DREAMKEEPER_CODEX_VERSION ?? '0.166.0');
    const model = await responsesModel([]);
    const provider = `{name="local",base_url="${model.url}",wire_api="responses",env_key="LOCAL_KEY"}`;
    const local = ['model="gpt-5.5"', 'model_provider="local"', `model_providers.local=${provider}`];
    const codex = [program, 'exec', ...local.flatMap((each) => ['-c', each]), 'go on with the zeppelin'];
    const child = spawn(process.execPath, [bin, 'run', '--no-sleep', ...how, '--', ...codex], {
      ...{ cwd: box.path('project'), env: { ...box.env, LOCAL_KEY: 'x' }, stdio: ['ignore', 'pipe', 'pipe'] },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = await once(child, 'close');
    await model.close();
    assert.equal(code, 0, output);
    const asked = JSON.stringify(model.requests);
    assert.match(asked, /go on with the zeppelin/u);
    assert.equal(/Good morning, agent\./u.test(asked), isTold);
    assert.equal(/Nothing handed the pack to/u.test(output), !isTold);
    const { handed } = JSON.parse(box.dk('project', ['wake', '--list', '--json']).stdout);
    assert.equal(handed.length, isTold ? 1 : 0);
  });
