// Without a keeper (E8, E18, E19, E25, E39): whoever comes back after an absence gets the pack at once, and beside that session memory is put in order; the next one begins with what is left.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { type Harness, harness, until } from './harness.ts';

const hour = 60 * 60 * 1000;

/** Everything that was recorded so far was so long ago. */
function earlier(box: Sandbox, agent: Harness, milliseconds: number): void {
  const folder = box.path(agent.folder, '.dream');
  const then = (time: string): string => new Date(Date.parse(time) - milliseconds).toISOString();
  for (const path of [join(folder, '_steps.jsonl'), join(folder, '.git/dreamkeeper/runs.jsonl')]) {
    if (!existsSync(path)) continue;
    const text = readFileSync(path, 'utf8').replaceAll(/(?<="time":")[^"]+/gu, then);
    writeFileSync(path, text);
    const at = new Date(Date.now() - milliseconds);
    utimesSync(path, at, at);
  }
}

const doubled =
  '# MEMORY.md\n\n- The staging server listens on port 8080.\n- The staging server is listening on port 8080.\n- Deploys go out on Friday.\n';

const listedNight = (box: Sandbox, agent: Harness): string =>
  JSON.parse(box.dk(agent.folder, ['sessions', 'list', '--kind', 'curate', '--json']).stdout).nights[0].id;

interface Slept {
  readonly trigger: string;
  readonly outcome: string;
  readonly acts: readonly { readonly name: string; readonly outcome: string }[];
}

async function lived(box: Sandbox, settings: string): Promise<{ agent: Harness; nights(): Slept[] }> {
  const agent = harness(box);
  const home = join(agent.folder, '.dream');
  box.write(join(home, 'dreamkeeper.yaml'), `format: 1\nreview: off\n${settings}`);
  box.write(join(home, 'MEMORY.md'), doubled);
  box.dk(agent.folder, ['memory', 'whose', 'agent']);
  agent.wake('s1');
  agent.tell({ hook_event_name: 'UserPromptSubmit', prompt: 'look at the port', prompt_id: 'p1' });
  agent.tell({ hook_event_name: 'SessionEnd', reason: 'exit' });
  await until(() => agent.dreams().length > 0, 'the night at the end of the session');
  const nights = (): Slept[] => JSON.parse(box.dk(agent.folder, ['nights', 'list', '--json']).stdout).nights as Slept[];
  return { agent, nights };
}

test('after three hours, a session that begins has memory put in order beside it, and the next begins with that', async (t) => {
  const box = sandbox(t);
  const { agent, nights } = await lived(box, 'dreaming: {enable: true, sweep: false}\n');
  earlier(box, agent, 3 * hour);
  const pack = agent.wake('s2');
  assert.match(pack, /is listening on port 8080/u, 'that session did not wait for it');
  const memory = (): string => box.read(join(agent.folder, '.dream/MEMORY.md'));
  await until(() => !memory().includes('is listening'), 'the curation beside the session');
  await until(() => nights().some(({ trigger }) => trigger === 'idle'), 'its receipt');
  const [night] = nights().filter(({ trigger }) => trigger === 'idle');
  assert.deepEqual(
    night?.acts.map(({ name, outcome }) => [name, outcome]),
    [['curate', 'ran']],
  );
  const next = agent.wake('s3');
  assert.doesNotMatch(next, /is listening on port 8080/u);
  assert.match(
    next,
    /While nobody was here, on \w{3} [-\d]+ [:\d]+( UTC)?, MEMORY\.md was put in order: 1 merged \(`dk nights show n-[a-z0-9]+`\)\./u,
    'and is told so',
  );
  box.dk(agent.folder, ['undo', listedNight(box, agent)]);
  assert.doesNotMatch(agent.wake('s4'), /was put in order/u, 'what was taken back is not told');
  box.dk(agent.folder, ['undo', listedNight(box, agent), '--redo']);
  const listed = JSON.parse(
    box.dk(agent.folder, ['sessions', 'list', '--prefix', 'dream:', '--kind', 'curate', '--json']).stdout,
  ).nights as { session: string; wroteMemory: boolean; tokens: object; model: string; endedAt: string }[];
  assert.equal(listed.length, 1);
  assert.ok(/^dream:agent:\d{4}-/u.test(listed[0]?.session ?? '') && listed[0]?.wroteMemory === true);
  const shown = box.dk(agent.folder, ['sessions', 'show', listed[0]?.session ?? '']).stdout;
  assert.match(shown, /^-- The staging server is listening on port 8080\.$/mu);
  assert.match(box.dk(agent.folder, ['status']).stdout, /While nobody was here, .*1 merged.*1 of at most 3 today/u);
});

test('after a short absence, or with dreaming off, or without idle, nothing of the kind is begun', async (t) => {
  for (const [settings, away] of [
    ['dreaming: {enable: true, sweep: false}\n', 1.9 * hour],
    ['dreaming: {enable: false}\n', 3 * hour],
    ['dreaming: {enable: true, idle: false, sweep: false}\n', 3 * hour],
  ] as const) {
    const box = sandbox(t);
    const { agent, nights } = await lived(box, settings);
    earlier(box, agent, away);
    agent.wake('s2');
    // The same look, in line: what the detached one would do.
    const ticked = box.dk(agent.folder, ['tick', '--session', '--absence', '--run', 's2', '--json']);
    assert.equal(JSON.parse(ticked.stdout).receipt, null, settings);
    assert.deepEqual(
      nights().filter(({ trigger }) => trigger === 'idle'),
      [],
    );
  }
});

test('a home that was swept before is told once that this comes with the same switch', async (t) => {
  const box = sandbox(t);
  const name = project(box, 'project');
  box.dk(name, ['init']);
  box.write(join(name, '.dream/dreamkeeper.yaml'), 'format: 1\ndreaming: {enabled: true}\n');
  box.dk(name, ['sleep', '--only', 'sweep']);
  const packOf = (run: string): string => box.dk(name, ['tick', '--pack', '--run', run]).stdout;
  assert.match(packOf('s1'), /`dreaming: \{idle: false\}` leaves that out/u);
  assert.doesNotMatch(packOf('s2'), /leaves that out/u);
});

test('of six processes that see at once that it is time, one does it', async (t) => {
  const box = sandbox(t);
  const { agent, nights } = await lived(box, 'dreaming: {enable: true, sweep: false}\n');
  earlier(box, agent, 3 * hour);
  const looks = Array.from({ length: 6 }, () =>
    box.dkAsync(agent.folder, ['tick', '--session', '--absence', '--run', 's2', '--json']),
  );
  const ended = await Promise.all(looks);
  assert.deepEqual(
    ended.map(({ code }) => code),
    [0, 0, 0, 0, 0, 0],
  );
  const ran = nights().filter(({ trigger, outcome }) => trigger === 'idle' && outcome === 'ran');
  assert.equal(ran.length, 1);
  assert.equal(box.git(join(agent.folder, '.dream'), 'log', '--format=%s').match(/^curate:/gmu)?.length, 1);
});
