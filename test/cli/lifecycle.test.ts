// `dk lifecycle`, `dk tick` in a home that has one, `dk keep` as a process of its own, and the service it writes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import { canonicalCadence, drawCadence, parseCadence } from '../../src/lifecycle/lifecycle.ts';
import { bash, harness } from '../hooks/harness.ts';
import { bin, homeIn, type Sandbox, sandbox } from '../sandbox.ts';

describe('dk lifecycle', () => {
  test('init writes the usual one in a commit, once', (t) => {
    const box = sandbox(t);
    homeIn(box);
    assert.match(box.dk('home', ['lifecycle']).stdout, /There is no lifecycle\.org here/u);
    assert.equal(box.dk('home', ['lifecycle', 'init', '--dry-run']).stdout, canonicalCadence);
    assert.ok(!existsSync(box.path('home', 'lifecycle.org')));
    assert.match(box.dk('home', ['lifecycle', 'init']).stdout, /^Wrote lifecycle\.org/u);
    assert.equal(box.read('home/lifecycle.org'), canonicalCadence);
    assert.match(box.git('home', 'log', '-1', '--format=%s %an'), /^lifecycle: the usual cadence agent/u);
    assert.equal(box.git('home', 'status', '--porcelain'), '');
    box.write('home/lifecycle.org', `${canonicalCadence}# mine\n`);
    const again = box.dk('home', ['lifecycle', 'init']);
    assert.equal(again.code, 12);
    assert.match(again.stderr, /E_NOT_OURS there is a lifecycle\.org already/u);
    assert.match(box.read('home/lifecycle.org'), /# mine/u);
  });

  test('lint tells every mistake with its line, and ends with 12', (t) => {
    const box = sandbox(t);
    homeIn(box);
    assert.equal(box.dk('home', ['lifecycle', 'lint']).code, 0);
    box.write('home/lifecycle.org', canonicalCadence);
    assert.equal(box.dk('home', ['lifecycle', 'lint']).stdout, 'lifecycle.org has no mistakes.\n');
    box.write('home/lifecycle.org', canonicalCadence.replace(':REPEAT: 3', ':REPEAT: often'));
    assert.match(box.dk('home', ['status']).stdout, /line 7 of lifecycle\.org: REPEAT is "often"/u);
    const { code, stdout } = box.dk('home', ['lifecycle', 'lint']);
    assert.equal(code, 12);
    assert.equal(stdout, 'lifecycle.org:7: REPEAT is "often"\n  It is a whole number from 1 to 1000.\n');
    const json = JSON.parse(box.dk('home', ['lifecycle', 'lint', '--json']).stdout) as { schema: number; problems: [] };
    assert.deepEqual([json.schema, json.problems.length], [1, 1]);
  });

  test('show draws it with where the agent is', (t) => {
    const box = sandbox(t);
    homeIn(box);
    box.write('home/lifecycle.org', canonicalCadence);
    assert.equal(
      box.dk('home', ['lifecycle', 'show']).stdout,
      '[wake_add 0/3] -> wake_audit -> (rem) -> wake_plan -> wake_add\nNow: wake_add, 0 of 3 done.\nrem may begin now.\nNo tick yet.\n',
    );
    for (const verb of ['status', 'wake'])
      assert.match(box.dk('home', [verb]).stdout, /^(?:- )?Cadence: \[wake_add 0\/3\] -> wake_audit/mu, verb);
    const json = JSON.parse(box.dk('home', ['lifecycle', 'show', '--json']).stdout) as Record<string, unknown>;
    assert.deepEqual([json.schema, json.position, json.due], [1, { state: 'wake_add', hits: 0 }, null]);
    const read = parseCadence(Buffer.from(canonicalCadence));
    assert.equal(read.kind, 'cadence');
    assert.equal(
      drawCadence(read.cadence, { state: 'rem', hits: 0 }),
      'wake_add x3 -> wake_audit -> [(rem)] -> wake_plan -> wake_add',
    );
  });
});

test('dk tick is a step of the lifecycle for cron, and never for a session', (t) => {
  const box = sandbox(t);
  homeIn(box);
  // Only sleep, so that nobody has to be set up to run.
  const cadence = '* rem\n:PROPERTIES:\n:KIND: rem\n:END:\n';
  box.write('home/lifecycle.org', cadence);
  box.git('home', 'add', '-A');
  box.git('home', 'commit', '-q', '-m', 'add: a cadence');
  const step = (...args: readonly string[]) => {
    const { stdout, code } = box.dk('home', ['tick', '--json', ...args]);
    return { ...(JSON.parse(stdout) as { step?: { outcome: string; state: string }; receipt?: object }), code };
  };
  const first = step();
  assert.deepEqual([first.step?.outcome, first.step?.state, first.code], ['done', 'rem', 0]);
  const gated = step();
  assert.deepEqual([gated.step?.outcome, gated.code], ['gated', 0]);
  for (const args of [['--session'], ['--run', 's1']]) {
    const session = step(...args);
    assert.ok(session.step === undefined && session.receipt !== undefined);
  }
  // A wake needs somebody who runs. Who is missing is told, with what to paste, and was no try.
  box.write('home/lifecycle.org', canonicalCadence.replaceAll(/(\* |NEXT: )rem$/gmu, '$1night'));
  const wake = step();
  assert.deepEqual([wake.step?.outcome, wake.code], ['unready', 2]);
  const told = box.dk('home', ['tick']);
  assert.equal(told.code, 2);
  const [, file = '', yaml = ''] = /Write this into (\S+):\n([\s\S]*?)\nOr run/u.exec(told.stderr) ?? [];
  const named = file.replace(`${box.folder}/`, '');
  box.write(named, yaml);
  // What is pasted counts; here with a program that fails.
  box.write(named, box.read(named).replace('[claude, -p]', '["false"]'));
  const failed = step();
  assert.deepEqual([failed.step?.outcome, failed.code], ['failed', 13]);
  assert.equal(step().step?.outcome, 'early');
  assert.match(box.dk('home', ['tick']).stdout, /If you have put that right, `dk tick --force` does not wait/u);
  assert.match(box.dk('home', ['lifecycle']).stdout, /Failed 1 time in a row\.\nLast tick .* the next is due in/u);
  box.write(named, box.read(named).replace('"false"', '"true"'));
  assert.equal(step('--force').step?.outcome, 'done');
  box.write('home/lifecycle.org', '* nothing\n');
  assert.match(box.dk('home', ['lifecycle']).stdout, /\(the last good version stays in force\)/u);
});

test('the end of a session never wakes an agent', async (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  box.write('project/.dream/lifecycle.org', canonicalCadence);
  agent.tell(bash('npm test', 0, 'a'));
  agent.tell({ hook_event_name: 'SessionEnd', reason: 'other' });
  const shown = (): string => box.dk('project', ['lifecycle', 'show']).stdout;
  // What was started beside has slept when there is a dream; or it did what it should not.
  while (agent.dreams().length === 0 && shown().includes('No tick yet')) await soon();
  assert.match(shown(), /No tick yet/u);
});

/** Starts `dk keep`, waits until it has said something, and tells how it ended. */
async function keep(
  box: Sandbox,
  args: readonly string[],
  until: (said: string) => boolean,
  signal: 'SIGTERM' | 'SIGINT',
): Promise<{ readonly said: string; readonly code: number | null }> {
  const child = spawn(process.execPath, [bin, 'keep', ...args], { cwd: box.path('home'), env: box.env });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let said = '';
  for await (const chunk of child.stdout) {
    const isNew = !until(said);
    said += String(chunk);
    // Once: a second one ends it at once, as people expect of a second Ctrl-C.
    if (isNew && until(said)) child.kill(signal);
  }
  return { said, code: await ended };
}

test('dk keep says what it does, as lines or JSON, and ends well when it is asked to', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  const plain = await keep(box, [], (said) => said.includes('next at'), 'SIGTERM');
  assert.equal(plain.code, 0);
  assert.match(
    plain.said,
    /^\d{4}-\d\d-\d\d \d\d:\d\d UTC {2}keeping 1 home \(process \d+ on .*\)\n.*: next at .* UTC\n.*stopping\n.*stopped\n$/u,
  );
  box.write('person/.config/dreamkeeper/config.yaml', `homes: ["${box.path('home')}", "${box.path('nowhere')}"]\n`);
  const json = await keep(box, ['--json'], (said) => said.includes('"failed"') && said.includes('"next"'), 'SIGINT');
  assert.equal(json.code, 0);
  const events = json.said
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    events.map(({ schema, event }) => `${schema} ${event}`),
    [
      '1 started',
      ...(events[1]?.event === 'next' ? ['1 next', '1 failed'] : ['1 failed', '1 next']),
      '1 stopping',
      '1 stopped',
    ],
  );
  assert.equal(events[0]?.homes, 2);
  assert.match(String(events.find(({ event }) => event === 'failed')?.message), /no home was found from/u);
});

test('a second dk keep on a home waits and says for whom', async (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('home/lifecycle.org', canonicalCadence);
  const first = spawn(process.execPath, [bin, 'keep'], { cwd: box.path('home'), env: box.env });
  t.after(() => first.kill('SIGKILL'));
  // It has the home when it has said when it comes.
  let said = '';
  const { promise: looked, resolve } = Promise.withResolvers<void>();
  first.stdout.on('data', (chunk) => {
    said += String(chunk);
    if (said.includes('next wake_add at')) resolve();
  });
  await looked;
  // The note is written right behind that, so the second one may be told to come first; then it comes again.
  for (let tries = 0; tries < 20; tries += 1) {
    const second = await keep(box, ['--json'], (text) => /"waiting"|"next"/u.test(text), 'SIGTERM');
    if (!second.said.includes('"waiting"')) continue;
    assert.match(second.said, new RegExp(`"who":"process ${first.pid} on `, 'u'));
    return;
  }
  assert.fail('it never waited');
});

test('--install-service writes a unit that names node, dk and the homes, and does not replace another', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const path = box.path('person', '.config', 'systemd', 'user', 'dreamkeeper.service');
  const args = ['keep', '--install-service'];
  if (process.platform !== 'linux') return t.skip('systemd is for Linux');
  assert.match(box.dk('home', [...args, '--dry-run']).stdout, /^Would write .*dreamkeeper\.service:\n\[Unit\]/u);
  assert.ok(!existsSync(path));
  const { stdout, code } = box.dk('home', args);
  assert.equal(code, 0);
  assert.match(stdout, /^Wrote .*\nIt is not started yet\. Run next:\n {2}systemctl --user daemon-reload\n/u);
  assert.ok(readFileSync(path, 'utf8').includes(`"${bin}" "keep" "${box.path('home')}"\n`));
  assert.match(box.dk('home', args).stdout, /is there already\./u);
  const other = box.dk('home', [...args, '/another home']);
  assert.equal(other.code, 12);
  assert.match(other.stderr, /E_NOT_OURS/u);
  assert.equal(box.dk('home', [...args, '--force', '/another home']).code, 0);
  assert.match(readFileSync(path, 'utf8'), /"keep" "\/another home"\n/u);
});

test('dk keep without a home, or with a wish for a dry run, does not look like a keeper at work', (t) => {
  const box = sandbox(t);
  homeIn(box);
  assert.equal(box.dk('.', ['keep']).code, 10);
  assert.match(box.dk('home', ['keep', box.path('nowhere')]).stderr, /E_NO_HOME there is no home at .*nowhere/u);
  assert.equal(box.dk('home', ['keep', '--dry-run']).code, 2);
});
