// The gate: an old Node is told what to do, a hook stays silent, help has examples, and the version is ours.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { bin, homeIn, root, sandbox } from '../sandbox.ts';

/** The entry file on a Node that says it is older. (.ci/run tries it on one that is.) */
function onNode(version: string, ...args: readonly string[]) {
  const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
  return spawnSync(process.execPath, ['--import', pretend, bin, ...args], {
    encoding: 'utf8',
    env: { NODE_NO_WARNINGS: '1' },
  });
}

describe('an old Node', () => {
  for (const version of ['18.20.8', '20.20.2', '22.17.1']) {
    test(version, () => {
      for (const args of [[], ['board'], ['step', '--tool', 'x'], ['init'], ['--help']]) {
        const { status, stdout, stderr } = onNode(version, ...args);
        assert.deepEqual([status, stdout], [2, '']);
        assert.match(
          stderr,
          /^E_NODE_TOO_OLD .*needs Node 22\.18 or later; this is [\d.]+\. Get one that lasts .*\n$/u,
        );
      }
      const hook = onNode(version, 'hook', 'session-start', '--from', 'claude');
      assert.deepEqual([hook.status, hook.stdout, hook.stderr], [0, '', '']);
    });
  }
  test('22.18 and later are welcome', () => {
    for (const version of ['22.18.0', '24.0.0', '26.10.0']) assert.equal(onNode(version, '--version').status, 0);
  });
});

test('a reader who has seen enough is not a failure', (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('home/plan.org', `* board\n${'** TODO a task with a longish title\n'.repeat(20_000)}`);
  const command = `'${process.execPath}' '${bin}' board | head -1; exit "\${PIPESTATUS[0]}"`;
  const ran = spawnSync('bash', ['-c', command], { cwd: box.path('home'), env: box.env, encoding: 'utf8' });
  assert.deepEqual([ran.status, ran.stderr], [0, '']);
});

describe('help', () => {
  test('every verb has one, with an example', (t) => {
    const box = sandbox(t);
    const verbs = [
      [],
      ['init'],
      ['board'],
      ['board', 'list'],
      ['board', 'next'],
      ['board', 'move'],
      ['board', 'add'],
      ['board', 'log'],
      ['board', 'lint'],
      ['step'],
      ['steps'],
      ['demo'],
    ];
    for (const verb of verbs) {
      const ran = box.dk('.', [...verb, '--help']);
      assert.deepEqual([ran.code, ran.stderr], [0, ''], verb.join(' '));
      assert.match(ran.stdout, /Examples?:\n {2}/u, verb.join(' '));
    }
  });
  test('no verb at all shows it', (t) => {
    const ran = sandbox(t).dk('.', []);
    assert.match(ran.stdout + ran.stderr, /Usage: dk/u);
  });
  test('the version', (t) => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    assert.equal(sandbox(t).dk('.', ['--version']).stdout.trim(), version);
  });
});
