// An agent that got another name: its earlier dreams are not denied, and the way back to them is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homeIn, sandbox } from '../sandbox.ts';

test('after the agent was renamed, pack and status name the dreams of the earlier name', (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('home/plan.org', '* board\n** TODO honest faq\n');
  const settings = box.read('home/dreamkeeper.yaml');
  const [, name = ''] = /^agent: (\S+)$/mu.exec(settings) ?? [];
  assert.equal(JSON.parse(box.dk('home', ['sleep', '--json']).stdout).outcome, 'ran');
  const rename = (to: string): string => box.write('home/dreamkeeper.yaml', settings.replace(/^agent: .*$/mu, to));
  rename('agent: zoe');
  assert.match(
    box.dk('home', ['wake', '--dry-run']).stdout,
    new RegExp(`There is no dream of .zoe. yet \\(the journal has 1 dream of .${name}.; .dk status. says how`, 'u'),
  );
  const status = box.dk('home', ['status']).stdout;
  assert.match(status, new RegExp(`agent-renamed 1 dream in rem/ is of the agent ${name}; .* is zoe now`, 'u'));
  assert.match(status, new RegExp(`write \`agent: ${name}\` into dreamkeeper\\.yaml`, 'u'));
  assert.equal(box.dk('home', ['journal']).code, 0, 'it can still be read');
  // Where a home names both, nobody was renamed.
  rename(`agent: zoe\nagents:\n  - id: ${name}\n  - id: zoe`);
  assert.doesNotMatch(box.dk('home', ['status']).stdout, /agent-renamed/u);
  rename(`agent: ${name}`);
  assert.doesNotMatch(box.dk('home', ['status']).stdout, /agent-renamed/u);
  rename('agent: zoe');
  assert.equal(JSON.parse(box.dk('home', ['sleep', '--json']).stdout).outcome, 'ran');
  assert.doesNotMatch(box.dk('home', ['status']).stdout, /agent-renamed/u, 'with a dream of its own it is somebody');
});
