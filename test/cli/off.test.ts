// The switch: off here or everywhere, until a time; nothing happens by itself then, and what a person asks for still does.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { homeIn, sandbox } from '../sandbox.ts';

test('off here: nothing is recorded, dreamt or moved; on again, it is', (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.dk('home', ['board', 'add', 'a task']);
  assert.match(box.dk('home', ['off']).stdout, /off here\. `dk on`/u);
  const step = ['step', '--tool', 'bash', '--target', 'ls', '--exit', '0'];
  const told = { code: 0, stdout: '', stderr: 'Not recorded: Dreamkeeper is off here. `dk on` switches it on.\n' };
  assert.deepEqual(box.dk('home', step), told);
  assert.equal(JSON.parse(box.dk('home', [...step, '--json']).stdout).recorded, null);
  const event = { hook_event_name: 'PostToolUse', session_id: 's', cwd: box.path('home'), tool_name: 'Read' };
  const heard = box.dk('home', ['hook', 'x', '--from', 'claude'], { input: JSON.stringify(event) });
  assert.deepEqual(heard, { code: 0, stdout: '', stderr: '' }, 'hooks are silent');
  assert.equal(existsSync(box.path('home/_steps.jsonl')), false);
  const slept = JSON.parse(box.dk('home', ['sleep', '--force', '--json']).stdout);
  assert.deepEqual([slept.outcome, slept.reason], ['gated', 'off']);
  assert.match(box.dk('home', ['wake']).stdout, /Dreamkeeper is off here/u);
  assert.match(box.dk('home', ['status']).stdout, /^Dreamkeeper is off here/u);
  assert.equal(box.dk('home', ['board', 'move', 'a task', 'NEXT']).code, 0, 'what a person asks for still works');
  assert.match(box.dk('home', ['on']).stdout, /is on/u);
  assert.equal(JSON.parse(box.dk('home', ['sleep', '--json']).stdout).outcome, 'ran');
});

test('off everywhere works without a home, for all homes, and needs its own on', (t) => {
  const box = sandbox(t);
  homeIn(box);
  assert.equal(box.dk('.', ['off']).code, 10);
  assert.equal(box.dk('.', ['off', '--everywhere']).code, 0);
  assert.match(box.dk('home', ['sleep']).stdout, /off everywhere/u);
  assert.match(box.dk('home', ['step', '--tool', 'ls']).stderr, /off everywhere\. `dk on --everywhere`/u);
  assert.match(box.dk('home', ['on']).stdout, /off everywhere.*dk on --everywhere/u);
  assert.equal(box.dk('home', ['on', '--everywhere']).code, 0);
  assert.equal(JSON.parse(box.dk('home', ['sleep', '--json']).stdout).reason, 'no-news');
});

test('until a time: off before it, on after it; what is no time is refused', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const before = Date.now();
  const off = JSON.parse(box.dk('home', ['off', '--until', '2h', '--json']).stdout).off;
  const after = Date.now();
  assert.equal(off.where, 'here');
  const said = Date.parse(off.until) - 7_200_000;
  assert.ok(before <= said && said <= after, `${before} ${off.until} ${after}`);
  box.write('home/.git/dreamkeeper/off.json', JSON.stringify({ since: '2020-01-01', until: '2020-01-02T00:00:00Z' }));
  assert.equal(JSON.parse(box.dk('home', ['sleep', '--json']).stdout).reason, 'no-news');
  box.write('home/.git/dreamkeeper/off.json', 'nonsense');
  assert.equal(JSON.parse(box.dk('home', ['sleep', '--json']).stdout).reason, 'off');
  for (const time of ['soon', '25:00', '2020-01-01', '0h', ''])
    assert.equal(box.dk('home', ['off', '--until', time]).code, 2, time);
  for (const time of ['18:30', '3d', '2999-01-01', '2999-01-01T08:00'])
    assert.equal(box.dk('home', ['off', '--until', time]).code, 0, time);
});
