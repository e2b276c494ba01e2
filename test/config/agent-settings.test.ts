// What an agent's own block says counts everywhere, and a hook looks for the same agent's pack as a night writes.
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { agentOf, settingsFor } from '../../src/config/config.ts';
import { findHome, packFiles } from '../../src/home/home.ts';
import { homeIn, sandbox } from '../sandbox.ts';

test('an agent’s own words go over the home’s, line by line', () => {
  const settings = {
    rem: { min_interval: '50m', keep: 10 },
    work: { limit: '1h' },
    agents: [{ id: 'zoe', rem: { min_interval: '5m' }, keeper: { interval: '2m' } }, { id: 'waldo' }],
  };
  const zoe = settingsFor(settings, 'zoe');
  assert.deepEqual(
    [zoe.rem, zoe.work, zoe.keeper],
    [{ min_interval: '5m', keep: 10 }, { limit: '1h' }, { interval: '2m' }],
  );
  assert.equal(settingsFor(settings, 'waldo').rem?.min_interval, '50m');
  assert.equal(settingsFor(settings, 'nobody'), settings);
  assert.deepEqual(
    [agentOf(settings, undefined), agentOf(settings, 'waldo'), agentOf({}, undefined)],
    ['zoe', 'waldo', 'agent'],
  );
});

test('the gate of an agent is its own, and its pack lies where a hook looks', (t) => {
  const box = sandbox(t);
  homeIn(box);
  writeFileSync(
    box.path('home/dreamkeeper.yaml'),
    'format: 1\nrem:\n  min_interval: 50m\nagents:\n  # the first\n  - id: zoe\n    rem:\n      min_interval: 1s\n  - id: waldo\n',
  );
  box.git('home', 'commit', '-qam', 'agents');
  const slept = box.dk('home', ['sleep', '--json']);
  assert.equal(slept.code, 0, slept.stderr);
  const home = findHome({ cwd: box.path('home'), env: {} });
  assert.ok(home !== undefined);
  const [pack = ''] = packFiles(home, {});
  assert.ok(pack.endsWith('/pack-zoe.json') && existsSync(pack), pack);
  assert.match(box.dk('home', ['status']).stdout, /zoe/u);
});
