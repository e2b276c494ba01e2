// `dk run` as people type it: any program wrapped, its exit ours, and a sleep after it, whatever ended it.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { until } from '../hooks/harness.ts';
import { bin, homeIn, project, type Sandbox, sandbox } from '../sandbox.ts';

function place(box: Sandbox): Sandbox {
  project(box);
  box.write('project/.git/info/exclude', '/.dream/\n');
  homeIn(box, 'project/.dream');
  box.write('project/.dream/plan.org', '#+TODO: TODO NEXT DOING | DONE\n* board\n** NEXT honest faq\n* log\n');
  box.git('project/.dream', 'commit', '-qam', 'plan');
  return box;
}

const dreams = (box: Sandbox): string[] =>
  existsSync(box.path('project/.dream/rem'))
    ? readdirSync(box.path('project/.dream/rem')).filter((name) => name.endsWith('.org'))
    : [];

test('a wrapped program has the terminal and the pack, its exit is ours, and we sleep after it', (t) => {
  const box = place(sandbox(t));
  const script =
    'echo visible; grep -c "honest faq" "$1" > ../count; echo x > y.txt; git add -A; git commit -qm y; exit 5';
  const ran = box.dk('project', ['run', '--', 'sh', '-c', script, 'sh', '{pack}']);
  assert.equal(ran.code, 5, ran.stderr);
  assert.match(
    ran.stdout,
    /^visible\nfailed {2}`sh` ended with 5\n {2}1 commit · task: honest faq is still DOING; when it is done: dk board done "honest faq"\n/u,
  );
  assert.ok(Number(box.read('count')) >= 2);
  assert.equal(dreams(box).length, 1);
});

test('as JSON, with the pack on its standard input, and without a sleep', (t) => {
  const box = place(sandbox(t));
  const ran = box.dk('project', [
    'run',
    '--json',
    '--no-sleep',
    '--pack',
    'stdin',
    '--',
    'sh',
    '-c',
    'echo seen; cat > ../pack',
  ]);
  assert.equal(ran.code, 0, ran.stderr);
  assert.equal(ran.stderr, 'seen\n', 'what it says does not spoil the JSON');
  const told = JSON.parse(ran.stdout) as Record<string, unknown>;
  assert.deepEqual([told.outcome, told.task, told.sleep, told.unsaved], ['done', 'honest faq', null, null]);
  assert.match(box.read('pack'), /Your task, claimed for this run: "honest faq"/u);
  assert.equal(dreams(box).length, 0);
});

test('the operator’s runner; without one it is said what to write where', (t) => {
  const box = place(sandbox(t));
  const none = box.dk('project', ['run']);
  assert.equal(none.code, 2);
  assert.match(
    none.stderr,
    /^E_NO_RUNNER no program is set up to run\nWrite this into .*config\.yaml:\nrunner:\n {2}kind: command\n/u,
  );
  box.write(
    'home/.config/dreamkeeper/config.yaml',
    'runner:\n  kind: command\n  command: [sh, -c, "cat > ../pack; echo NO-WORK: fine"]\n',
  );
  const env = { XDG_CONFIG_HOME: box.path('home/.config') };
  const ran = box.dk('project', ['run', '--no-sleep'], { env });
  assert.equal(ran.stderr, '');
  assert.deepEqual(
    [ran.code, ran.stdout],
    [
      0,
      'NO-WORK: fine\nno work  it found nothing to do\n  no commit · task: honest faq is still DOING; when it is done: dk board done "honest faq"\n',
    ],
    ran.stderr,
  );
});

test('a program that fails for want of a key is told where it went', (t) => {
  const box = place(sandbox(t));
  box.write(
    'config/dreamkeeper/config.yaml',
    'providers:\n  acme:\n    url: http://127.0.0.1:1/v1\n    key: env:ACME_KEY\n',
  );
  const env = { XDG_CONFIG_HOME: box.path('config'), ACME_KEY: 'a-secret' };
  const ran = box.dk('project', ['run', '--no-sleep', '--', 'sh', '-c', 'test -n "$ACME_KEY"'], { env });
  assert.equal(ran.code, 1);
  assert.match(
    ran.stderr,
    /^The program was not given ACME_KEY, because a model has its key there\..*`runner\.env` in your config\.yaml/u,
  );
  assert.doesNotMatch(`${ran.stdout}${ran.stderr}`, /a-secret/u);
});

test('at its limit it is over, and bad words are refused before anything happens', (t) => {
  const box = place(sandbox(t));
  const late = box.dk('project', ['run', '--no-sleep', '--limit', '600ms', '--', 'sleep', '60']);
  assert.equal(late.code, 13, late.stderr);
  assert.match(late.stdout, /^killed {2}`sleep` was not done within 0\.6 s/u);
  const head = box.git('project/.dream', 'rev-parse', 'HEAD');
  for (const limit of ['soon', '0s', '-1'])
    assert.match(
      box.dk('project', ['run', `--limit=${limit}`, '--', 'true']).stderr,
      /^E_USAGE --limit takes a duration/u,
    );
  const missing = box.dk('project', ['run', '--no-sleep', '--', 'no-such-agent']);
  assert.equal(missing.code, 2);
  assert.equal(box.git('project/.dream', 'rev-parse', 'HEAD'), head);
});

test('a signal goes to the wrapped program, and we still sleep', { timeout: 120_000 }, async (t) => {
  const box = place(sandbox(t));
  const script = 'trap "echo bye > ../bye; exit 9" TERM; touch ../up; while :; do sleep 0.05; done';
  const child = spawn(process.execPath, [bin, 'run', '--', 'sh', '-c', script], {
    ...{ cwd: box.path('project'), env: box.env, stdio: 'ignore' },
  });
  t.after(() => child.kill('SIGKILL'));
  const code = new Promise((resolve) => child.on('close', resolve));
  await until(() => existsSync(box.path('up')), 'it runs');
  child.kill('SIGTERM');
  assert.equal(await code, 9);
  assert.equal(box.read('bye'), 'bye\n');
  assert.equal(dreams(box).length, 1);
});

test('its help has examples, and the verbs of everyday do not grow', (t) => {
  const box = sandbox(t);
  const help = box.dk('.', ['run', '--help']).stdout;
  assert.match(help, /dk run -- claude/u);
  assert.match(help, /dk run --pack stdin -- codex exec/u);
  assert.doesNotMatch(box.dk('.', ['--help']).stdout, /^ {2}run /mu);
});

test('a program that nobody hands the pack is not on record as having it, and the person is told', (t) => {
  const box = place(sandbox(t));
  const run = (...args: string[]) => box.dk('project', ['run', '--no-sleep', ...args]);
  const told = (): number => JSON.parse(box.dk('project', ['wake', '--list', '--json']).stdout).handed.length;
  const plain = run('--', 'sh', '-c', 'cat > /dev/null; true');
  assert.equal(plain.code, 0);
  assert.match(
    plain.stderr,
    /^Nothing handed the pack to `sh`: it only lay in a file\. Use --pack stdin, or write \{pack\} in an argument\./u,
  );
  assert.equal(JSON.parse(run('--json', '--', 'true').stdout).isHanded, false);
  run('--', 'no-such-agent', '{pack}');
  assert.equal(told(), 0, 'nor is one that could not be started');
  const given = [
    run('--pack', 'stdin', '--', 'true'),
    run('--pack', 'file', '--', 'true'),
    run('--', 'true', '{pack}'),
    run('--', 'sh', '-c', 'cat "$DREAMKEEPER_PACK" > ../got'),
  ];
  assert.deepEqual(
    given.map(({ stderr }) => stderr),
    ['', '', '', ''],
  );
  assert.equal(told(), given.length);
  assert.match(box.read('got'), /^Good morning/u);
});

test('a look at the pack does not read like a finished task; a task that was finished does', (t) => {
  const box = place(sandbox(t));
  const looked = box.dk('project', ['run', '--no-sleep', '--', 'cat', '{pack}']);
  assert.match(
    looked.stdout,
    /\nover {2}`cat` ended well \(exit 0\)\n {2}no commit · task: honest faq is still DOING; /u,
  );
  assert.doesNotMatch(looked.stdout, /^done/mu);
  const finish = "sed -i 's/DOING honest/DONE honest/' .dream/plan.org";
  const done = box.dk('project', ['run', '--no-sleep', '--json', '--', 'sh', '-c', finish]);
  const { task, taskState } = JSON.parse(done.stdout) as { task: string; taskState: string };
  assert.deepEqual([task, taskState], ['honest faq', 'DONE']);
});
