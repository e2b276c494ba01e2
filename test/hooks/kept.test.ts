// A session that the keeper runs: its steps are recorded, but it was handed its pack already, and somebody else sleeps on it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sandbox } from '../sandbox.ts';
import { bash, harness, until } from './harness.ts';

test('a kept run is recorded, gets no second pack, and starts no tick', async (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const env = { DREAMKEEPER_KEPT: '1', DREAMKEEPER_RUN: 'r-aaaaaaaaaa' };
  const start = agent.tell({ hook_event_name: 'SessionStart', source: 'startup' }, { env });
  assert.deepEqual([start.code, start.stdout], [0, '']);
  agent.tell(bash('npm test', 0, 'toolu_1'), { env });
  agent.tell({ hook_event_name: 'SessionEnd', reason: 'other' }, { env });
  assert.deepEqual(
    agent.runs().map(({ event }) => event),
    ['start', 'end'],
  );
  assert.deepEqual(
    agent.steps().map(({ target }) => target),
    ['npm test'],
  );
  assert.deepEqual(
    agent.runs().map(({ alone }) => alone),
    [undefined, undefined],
  );
  agent.tell({ hook_event_name: 'Stop' }, { env: { ...env, DREAMKEEPER_ALONE: '1' } });
  assert.equal(agent.runs().at(-1)?.alone, true, 'no person is there, and the record says so');
  await pause(1500);
  assert.deepEqual(agent.dreams(), []);
  // The same end without the keeper: somebody sleeps.
  agent.tell({ hook_event_name: 'SessionEnd', reason: 'other' });
  await until(() => agent.dreams().length === 1, 'a dream');
});
