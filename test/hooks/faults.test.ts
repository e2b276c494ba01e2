// Whatever stands in a hook's way: it ends with 0, says nothing, and the loss is counted where there is a place to count.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { bin, type Ran, type Sandbox, sandbox } from '../sandbox.ts';
import { bash, type Harness, harness } from './harness.ts';

const quiet = { code: 0, stdout: '', stderr: '' };
const events = [
  bash('npm test', 1, 'a'),
  { hook_event_name: 'UserPromptSubmit', prompt: 'go on' },
  { hook_event_name: 'Stop' },
];

function dropsOf(box: Sandbox, agent: Harness): string {
  const told = JSON.parse(box.dk(agent.folder, ['status', '--json']).stdout) as {
    readonly problems: readonly { readonly code: string; readonly message: string }[];
  };
  return told.problems.find(({ code }) => code === 'hooks-dropped')?.message ?? '';
}

interface Disk {
  remount(how: string): void;
}

/** Does something with the home on a small disk of its own; skipped where nobody may mount one. */
function withDisk(t: TestContext, box: Sandbox, agent: Harness, size: string, does: (disk: Disk) => void): void {
  const home = box.path(agent.folder, '.dream');
  const mount = (...args: readonly string[]): number | null => spawnSync('mount', args, { stdio: 'ignore' }).status;
  cpSync(home, box.path('copy'), { recursive: true });
  if (process.getuid?.() !== 0 || mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', home) !== 0)
    return t.skip('needs the right to mount');
  try {
    cpSync(box.path('copy'), home, { recursive: true });
    does({ remount: (how) => assert.equal(mount('-o', `remount,${how}`, home), 0) });
  } finally {
    // Before the sandbox is removed, which cannot remove a disk.
    spawnSync('umount', ['-l', home], { stdio: 'ignore' });
  }
}

test('a full disk', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const home = box.path(agent.folder, '.dream');
  const fill = (size: number): void => {
    try {
      for (let more = 0; more < 4000; more += 1)
        writeFileSync(join(home, `fill-${size}-${more}`), Buffer.alloc(size, 1));
    } catch {
      // It is full.
    }
  };
  withDisk(t, box, agent, '2m', () => {
    agent.tell({ hook_event_name: 'Stop' });
    for (const size of [65_536, 4096]) fill(size);
    // What fits into the last block of a file still fits; so many do not.
    for (let round = 0; round < 12; round += 1)
      for (const event of events) assert.deepEqual(agent.tell({ ...event, session_id: 's'.repeat(120) }), quiet);
    for (const name of readdirSync(home)) if (name.startsWith('fill')) rmSync(join(home, name));
    assert.match(dropsOf(box, agent), /could not be recorded \(the disk \d+\)/u);
  });
});

test('a disk that cannot be written', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  withDisk(t, box, agent, '8m', ({ remount }) => {
    remount('ro');
    for (const event of events) assert.deepEqual(agent.tell(event), quiet);
    remount('rw');
    assert.match(dropsOf(box, agent), /^4 events .*\(no right to write 4\)/u);
  });
});

test('something in the place of our files', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const home = box.path(agent.folder, '.dream');
  mkdirSync(join(home, '_steps.jsonl'));
  assert.deepEqual(agent.tell(events[0] ?? {}), quiet);
  rmSync(join(home, '_steps.jsonl'), { recursive: true });
  spawnSync('mkfifo', [join(home, '_steps.jsonl')]);
  assert.deepEqual(agent.tell(events[0] ?? {}), quiet);
  rmSync(join(home, '_steps.jsonl'));
  for (const name of ['lock.db', 'night.db', 'state.db']) {
    mkdirSync(join(home, '.git', 'dreamkeeper'), { recursive: true });
    rmSync(join(home, '.git', 'dreamkeeper', name), { force: true });
    mkdirSync(join(home, '.git', 'dreamkeeper', name));
  }
  for (const event of events) assert.deepEqual(agent.tell(event), quiet);
  assert.equal(agent.steps().length, 2);
  // A session start, too, has its pack, though nothing can be locked.
  assert.match(agent.wake('s9'), /Good morning/u);
  assert.match(dropsOf(box, agent), /^2 events /u);
});

test('a home of a later version', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  box.write(join(agent.folder, '.dream', 'dreamkeeper.yaml'), 'format: 2\n');
  for (const event of events) assert.deepEqual(agent.tell(event), quiet);
  assert.equal(agent.steps().length, 0);
  box.write(join(agent.folder, '.dream', 'dreamkeeper.yaml'), 'format: 1\n');
  assert.match(dropsOf(box, agent), /\(the home 4\)/u);
});

test('with half of the program gone, it still records, and hands over the last pack', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const alone = box.path('alone', 'dist');
  cpSync(dirname(bin), alone, { recursive: true });
  writeFileSync(box.path('alone', 'package.json'), '{"type":"module","version":"0.0.0"}');
  // There are no libraries beside it either; a hook needs none, and what dreams has them built in.
  rmSync(join(alone, 'desk.js'));
  const hook = (payload: object): Ran => {
    const input = JSON.stringify({ session_id: 's1', cwd: box.path(agent.folder), ...payload });
    const args = [join(alone, 'bin.js'), 'hook', 'x', '--from', 'claude'];
    const ran = spawnSync(process.execPath, args, {
      cwd: box.path(agent.folder),
      env: box.env,
      input,
      encoding: 'utf8',
    });
    return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
  };
  for (const event of events) assert.deepEqual(hook(event), quiet);
  assert.equal(agent.steps().length, 2);
  const start = { hook_event_name: 'SessionStart', source: 'startup' };
  assert.deepEqual(hook(start), quiet);
  assert.match(dropsOf(box, agent), /^1 event /u);
  agent.wake('s2');
  const { code, stdout, stderr } = hook({ ...start, session_id: 's3' });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  assert.match(stdout, /a newer one was not ready in time.*Good morning/u);
  assert.ok(existsSync(alone) && statSync(alone).isDirectory());
});

test('on a Node that is too old, it is silent', { skip: !existsSync('/usr/bin/env') }, (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const script = box.write(
    'old.mjs',
    "Object.defineProperty(process.versions, 'node', { value: '20.1.0' });\nawait import(process.env.BIN);\n",
  );
  const ran = spawnSync(process.execPath, [script, 'hook', 'x', '--from', 'claude'], {
    ...{ cwd: box.path(agent.folder), env: { ...box.env, BIN: bin }, input: '{}', encoding: 'utf8' },
  });
  assert.deepEqual([ran.status, ran.stdout, ran.stderr], [0, '', '']);
});
