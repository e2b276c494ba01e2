// Git as a process: however it ends, or does not, we get an answer of one of six kinds, in time.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  commitFiles,
  type GitCall,
  type GitOutcome,
  type GitProgram,
  requireGit,
  runGit,
} from '../../src/repo/repo.ts';
import { bytesOf } from '../../src/repo/repository.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { openAt, program, request } from './support.ts';

/** A program of ours in git's place. */
function fake(box: Sandbox, script: string): GitProgram {
  const path = box.write('fake-git', `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return { path, searchPath: program.searchPath };
}

function run(box: Sandbox, git: GitProgram, more: Partial<GitCall> = {}): Promise<GitOutcome> {
  return runGit(git, { args: ['version'], gitDir: box.folder, ...more });
}

test('an answer, a failure with its exit code and words, and a death', async (t) => {
  const box = sandbox(t);
  const ok = await run(box, program);
  assert.equal(ok.kind, 'ok');
  assert.match(ok.kind === 'ok' ? ok.stdout.toString() : '', /^git version \d/u);
  assert.deepEqual(await run(box, fake(box, 'echo so >&2; exit 7')), { kind: 'failed', exit: 7, stderr: 'so\n' });
  assert.deepEqual(await run(box, fake(box, 'kill -9 $$')), { kind: 'failed', exit: null, stderr: '' });
  const loud = await run(box, fake(box, 'yes x | head -c 1000000 >&2; exit 1'));
  assert.ok(loud.kind === 'failed' && loud.stderr.length < 200_000);
});

test('a git that is not there, or is no program, is told as what it is', async (t) => {
  const box = sandbox(t);
  assert.deepEqual(await run(box, { path: 'git', searchPath: box.folder }), { kind: 'missing' });
  assert.deepEqual(await run(box, { path: box.path('none'), searchPath: '' }), { kind: 'missing' });
  box.write('git', 'not a program');
  assert.deepEqual(await run(box, { path: 'git', searchPath: box.folder }), { kind: 'missing' });
  assert.equal((await run(box, { path: box.path('git'), searchPath: '' })).kind, 'failed');
  // A folder that is gone says nothing about git.
  assert.equal((await run(box, program, { cwd: box.path('gone') })).kind, 'failed');
  await assert.rejects(requireGit({ path: 'git', searchPath: '' }, box.folder), { code: 'E_NO_GIT' });
  await assert.rejects(openAt(box.path(project(box)), { path: 'git', searchPath: '' }), { code: 'E_NO_GIT' });
});

test('an old git is refused by its version, a strange one too', async (t) => {
  const box = sandbox(t);
  for (const version of ['git version 2.30.9', 'git version 1.9.5.msysgit.0', 'gut', '']) {
    await assert.rejects(requireGit(fake(box, `echo '${version}'`), box.folder), { code: 'E_GIT_TOO_OLD' }, version);
  }
  for (const version of [
    'git version 2.31.0',
    'git version 2.39.5 (Apple Git-154)',
    'git version 3.0.0',
    'git version 2.100.0.windows.1',
  ]) {
    await requireGit(fake(box, `echo '${version}'`), box.folder);
  }
});

test('a git that does not answer is ended at its deadline, with all it started', async (t) => {
  const box = sandbox(t);
  const late = box.path('late');
  for (const script of [
    `sleep 60; : > '${late}'`,
    `(sleep 1; : > '${late}') & sleep 60`,
    'trap "" TERM HUP INT; while :; do sleep 1; done',
    'exec <&-; yes',
  ]) {
    const outcome = await run(box, fake(box, script), { timeoutMs: 300 });
    assert.match(outcome.kind, /^(?:timeout|too-big)$/u, script);
  }
  await pause(1_000);
  assert.equal(existsSync(late), false);
});

test('one that leaves the group of git keeps our pipes open; the answer comes while it lives', async (t) => {
  const box = sandbox(t);
  const [apart, over] = [box.path('apart'), box.path('over')];
  const stays = `echo $$ > "${apart}"; sleep 60; : > "${over}"`;
  const outcome = await run(box, fake(box, `setsid sh -c '${stays}' & sleep 60`), { timeoutMs: 2_000 });
  assert.deepEqual(outcome, { kind: 'timeout' });
  assert.equal(existsSync(over), false, 'it was not waited for');
  const pid = Number(box.read('apart'));
  assert.ok(pid > 1);
  // It leads a group of its own: its sleep goes with it.
  process.kill(-pid, 'SIGKILL');
});

test('every way it can end but well has a code of its own or says why', () => {
  const coded = [
    [{ kind: 'missing' }, 'E_NO_GIT', /not found/u],
    [{ kind: 'timeout' }, 'E_GIT_TIMEOUT', /in time \(do it\)/u],
    [{ kind: 'aborted' }, 'E_GIT', /aborted/u],
    [{ kind: 'too-big' }, 'E_GIT', /too-big/u],
    [
      { kind: 'failed', exit: 128, stderr: 'fatal: \u001b[31mred\nmore' },
      'E_GIT',
      /^git could not do it \(exit 128: fatal: [^\u001b\n]*\)$/u,
    ],
    [{ kind: 'failed', exit: null, stderr: '' }, 'E_GIT', /exit \?/u],
  ] as const;
  for (const [outcome, code, message] of coded) assert.throws(() => bytesOf(outcome, 'do it'), { code, message });
  assert.equal(bytesOf({ kind: 'ok', stdout: Buffer.from('fine') }, 'do it').toString(), 'fine');
});

test('an order to stop is obeyed before and during', async (t) => {
  const box = sandbox(t);
  assert.deepEqual(await run(box, program, { signal: AbortSignal.abort() }), { kind: 'aborted' });
  const order = new AbortController();
  const outcome = run(box, fake(box, 'sleep 30'), { signal: order.signal });
  setTimeout(() => order.abort(), 100);
  assert.deepEqual(await outcome, { kind: 'aborted' });
});

test('an answer that is too long is cut off; input nobody reads does no harm', async (t) => {
  const box = sandbox(t);
  assert.deepEqual(await run(box, fake(box, 'yes'), { largestOutput: 100_000 }), { kind: 'too-big' });
  const big = Buffer.alloc(5_000_000, 'x');
  assert.deepEqual(await run(box, fake(box, 'exit 0'), { input: big }), { kind: 'ok', stdout: Buffer.alloc(0) });
  const echoed = await run(box, fake(box, 'cat'), { input: big });
  assert.ok(echoed.kind === 'ok' && echoed.stdout.equals(big));
});

test('a git that fails in the middle of a commit leaves everything as it was, whichever command it is', async (t) => {
  const box = sandbox(t);
  project(box);
  // Of this kind git is asked; the usual one is read without it.
  box.git('project', 'update-index', '--index-version', '4');
  const before = { head: box.git('project', 'rev-parse', 'HEAD'), index: box.git('project', 'ls-files', '--stage') };
  const commands = ['cat-file', 'unpack-objects', 'update-index', 'ls-files', 'update-ref'];
  for (const command of commands) {
    const flaky = fake(
      box,
      `case " $* " in *" ${command} "*) [ -e '${box.path('fail')}' ] && exit 128;; esac\nexec git "$@"`,
    );
    const repository = await openAt(box.path('project'), flaky);
    const base = await repository.head();
    box.write('fail', '');
    await assert.rejects(commitFiles(repository, request(base, { 'a.md': 'a\n' })), { code: 'E_GIT' }, command);
    for (const lock of ['index.lock', 'refs/heads/main.lock'])
      assert.equal(existsSync(box.path('project/.git', lock)), false, `${command} leaves ${lock}`);
    const now = { head: box.git('project', 'rev-parse', 'HEAD'), index: box.git('project', 'ls-files', '--stage') };
    assert.deepEqual(now, before, command);
    assert.deepEqual(readdirSync(box.path('project/.git/dreamkeeper')), ['lens-sha1'], `${command} leaves a draft`);
    rmSync(box.path('fail'));
  }
});
