// A harness is added by one folder and one name in a list: it is installed, records, wakes, is looked after, and leaves.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSteps } from '../../src/steps/steps.ts';
import { project, type Ran, root, type Sandbox, sandbox } from '../sandbox.ts';

const program = join(root, 'test', 'sessions', 'toy', 'bin.ts');

function dk(box: Sandbox, ...args: readonly string[]): string {
  const ran = spawnSync(process.execPath, [program, ...args], {
    cwd: box.path('project'),
    env: box.env,
    encoding: 'utf8',
  });
  assert.equal(ran.status, 0, `dk ${args.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}

/** What the toy does at an event: it starts the command in its settings and hands it some lines. */
function event(box: Sandbox, name: string, lines: readonly string[], more: Readonly<Record<string, string>> = {}): Ran {
  const command = new RegExp(`^on ${name}: (.*)$`, 'mu').exec(box.read('project/toy.conf'))?.[1] ?? '';
  const input = [`in ${box.path('project')}`, 'run r1', ...lines].join('\n');
  const env = { ...box.env, ...more, DREAMKEEPER_WAKE_WAIT_MS: '60000' };
  const ran = spawnSync('sh', ['-c', command], { cwd: box.path('project'), env, input, encoding: 'utf8' });
  return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

test('a toy is installed, records, wakes and leaves as if it had never been there', (t) => {
  const box = sandbox(t);
  project(box);
  const before = '# my toy\r\ncolour = red';
  box.write('project/toy.conf', before);
  box.git('project', 'add', '.');
  box.git('project', 'reset', '-q', 'toy.conf');
  box.write('project/.git/info/exclude', 'toy.conf\n');

  assert.match(dk(box, 'install', 'toy', '--yes', '--no-first-night'), /From the next session of Toy Agent on:/u);
  assert.match(box.read('project/toy.conf'), /^# my toy\r\ncolour = red\non begin: .* hook begin --from toy /u);
  assert.ok(existsSync(box.path('project/.dream/.git/dreamkeeper/installed-toy.json')));
  assert.match(dk(box, 'doctor'), /info toy-works An event sent through the hooks of .*toy\.conf arrived/u);

  assert.deepEqual(event(box, 'did', ['no n1', 'hand sh', 'with npm test', 'end 1', 'ms 40']), {
    code: 0,
    stdout: '',
    stderr: '',
  });
  box.write('project/sub/x', '');
  event(box, 'did', [`in ${box.path('project/sub')}`, 'hand sh', 'with npm run lint', 'end 0']);
  // Its shell stands elsewhere; what it says of the project counts.
  event(box, 'said', ['in /', 'words make it green'], { TOY_ROOM: box.path('project') });
  const { records } = parseSteps(box.read('project/.dream/_steps.jsonl'));
  assert.deepEqual(
    records.map(({ tool, target, exit, run }) => [tool, target, exit, run]),
    [
      ['sh', 'npm test', 1, 'r1'],
      ['sh', 'cd sub && npm run lint', 0, 'r1'],
      ['prompt', 'make it green', null, 'r1'],
    ],
  );
  const woken = event(box, 'begin', ['why new']);
  assert.match(woken.stdout, /^<<<Good morning[\s\S]*npm test[\s\S]*>>>\n$/u);
  box.write(
    'project/.dream/plan.org',
    `#+TODO: TODO DOING | DONE\n${'* DOING a task with a long name\n  :LOGBOOK:\n  :END:\n'.repeat(60)}`,
  );
  assert.ok(dk(box, 'wake').length > 2100, 'there is more to say');
  const short = event(box, 'begin', ['why again']).stdout;
  assert.ok(short.startsWith('<<<') && short.length <= 2000 + '<<<>>>\n'.length, `${short.length}`);

  box.write('project/toy.conf', `${box.read('project/toy.conf')}quiet\n`);
  assert.match(dk(box, 'doctor'), /warning toy-hooks-off .* Toy Agent ignores them: it is told to be quiet/u);
  box.write('project/toy.conf', box.read('project/toy.conf').replace('quiet\n', ''));

  assert.match(dk(box, 'uninstall', 'toy', '--yes', '--data'), /\(local: as it was before us; /u);
  assert.equal(box.read('project/toy.conf'), before);
  assert.equal(box.read('project/.git/info/exclude'), 'toy.conf\n');
  assert.ok(!existsSync(box.path('project/.dream')));
});

test('what a toy has not is said, and other harnesses are not touched', (t) => {
  const box = sandbox(t);
  project(box);
  const at = { cwd: box.path('project'), env: box.env, encoding: 'utf8' } as const;
  const shared = spawnSync(process.execPath, [program, 'install', 'toy', '--shared', '--yes'], at);
  assert.match(shared.stderr, /E_USAGE Toy Agent has no settings for --shared/u);
  dk(box, 'install', 'claude', '--yes', '--no-first-night');
  dk(box, 'install', 'toy', '--yes', '--no-first-night', '--user');
  assert.match(dk(box, 'doctor'), /claude-works[\s\S]*toy-works/u);
  const settings = box.read('project/.claude/settings.local.json');
  dk(box, 'uninstall', 'toy', '--user', '--yes');
  assert.equal(box.read('project/.claude/settings.local.json'), settings);
});
