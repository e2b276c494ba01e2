// A real session of Claude Code with 90 calls that tires: the warning is first in the request after the 60th call, in none twice, and the end consolidates.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { dreamsIn } from '../../src/observations/observations.ts';
import { until } from '../hooks/harness.ts';
import { project, sandbox } from '../sandbox.ts';
import { claudeProgram, session } from './claude.ts';

before(() => {
  claudeProgram();
});

const warning = "You've been active for a while. Start wrapping up.";

test('90 calls: told once, from the 60th on, and consolidated at the end', async (t) => {
  const box = sandbox(t);
  project(box);
  const installed = box.dk('project', ['install', 'claude', '--yes']);
  assert.equal(installed.code, 0, installed.stdout + installed.stderr);
  const file = 'project/.dream/dreamkeeper.yaml';
  box.write(file, `${box.read(file)}fatigue:\n  hooks: true\n`);
  const script = Array.from({ length: 90 }, (_, at) => ({
    call: 'Bash',
    input: { command: `echo call ${at + 1}`, description: 'Say which' },
  }));
  const { code, asked, output } = await session(box, {
    ...{ folder: 'project', prompt: 'count to ninety', flags: ['--allowedTools', 'Bash', '--max-turns', '200'] },
    script: [...script, { say: 'done' }],
  });
  assert.equal(code, 0, output);
  const requests = asked
    .split('\n')
    .map((request) => ({
      calls: request.split('"type":"tool_result"').length - 1,
      told: request.split(warning).length - 1,
    }));
  const last = requests.findLast(({ calls }) => calls === 90);
  assert.equal(last?.told, 1, JSON.stringify(requests.slice(-5)));
  for (const { calls, told } of requests) assert.equal(told, calls >= 60 ? 1 : 0, `a request after ${calls} calls`);
  const dreams = () => {
    const shown = box.git('project/.dream', 'log', '--all', '--format=', '--name-only');
    return shown.includes('.self/dreams.jsonl')
      ? dreamsIn(Buffer.from(box.read('project/.dream/.self/dreams.jsonl')))
      : [];
  };
  await until(() => dreams().length > 0, 'the consolidation');
  assert.equal(dreams()[0]?.actions, 90);
});
