// Unsaved work is kept whatever its files are called; where a file is left out, the reason that is given is the true one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { type Runner, workOnce } from '../../src/work/work.ts';
import { snapshot } from '../sandbox.ts';
import { bytesOf, contentFor, putTheirs, theirNames } from '../their-names.ts';
import { usual, workplace } from './workplace.ts';

/** An agent that does something to the project, and commits nothing. */
const doing = (act: () => void): Runner => ({
  name: 'test',
  run: () => {
    act();
    return Promise.resolve({ outcome: 'done', message: 'done', said: '' });
  },
});

test(`${theirNames.length} names that git can hold: all kept, and shown by git to the byte`, async (t) => {
  assert.ok(theirNames.length >= 40);
  const { box, worker, homeGit } = await workplace(t);
  const outside = (): Record<string, string> => snapshot(box.folder, (path) => path.startsWith('project/'));
  const before = outside();
  const done = await workOnce(worker, usual(doing(() => putTheirs(box.path('project')))));
  assert.equal(done.unsaved?.files.length, theirNames.length);
  assert.doesNotMatch(done.message, /not kept/u);
  const ref = done.unsaved?.ref ?? '';
  const env = { ...box.env, REF: ref };
  const cwd = box.path('project/.dream');
  const failed = theirNames.filter((name) => {
    // By a shell, because Node hands on no argument that is not UTF-8.
    const octal = [...bytesOf(name)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
    // Of two dots `git show` makes a range.
    const verb = name.includes('..') ? 'cat-file blob' : 'show';
    const script = `name=$(printf '${octal}.'); exec git ${verb} "$REF:\${name%.}"`;
    const shown = spawnSync('sh', ['-c', script], { cwd, env: { ...env, LC_ALL: 'C' } });
    return !contentFor(name).equals(shown.stdout);
  });
  assert.deepEqual(failed.map(String), []);
  const listed = spawnSync('git', ['ls-tree', '-r', '-z', '--name-only', ref], { cwd, env, encoding: 'latin1' });
  assert.deepEqual(
    listed.stdout.split('\0').filter(Boolean).toSorted(),
    theirNames.map((name) => bytesOf(name).toString('latin1')).toSorted(),
  );
  // None of them was anything but a name.
  assert.deepEqual(outside(), before);
  assert.equal(homeGit('for-each-ref', '--format=%(refname)'), `${ref}\nrefs/heads/main\n`);
  assert.equal(homeGit('fsck', '--strict', '--no-dangling'), '');
  assert.equal(homeGit('status', '--porcelain'), '');
});

test('each file that is left out has its own true reason; links within and programs are kept as such', async (t) => {
  const { box, worker, homeGit, git } = await workplace(t);
  const at = (path: string): string => box.path('project', path);
  box.write('outside.txt', 'not ours\n');
  const done = await workOnce(
    worker,
    usual(
      doing(() => {
        writeFileSync(at('run.sh'), '#!/bin/sh\n');
        chmodSync(at('run.sh'), 0o755);
        mkdirSync(at('a/b'), { recursive: true });
        symlinkSync('../../run.sh', at('a/b/within'));
        symlinkSync('../../../outside.txt', at('a/b/out'));
        symlinkSync('/etc/hostname', at('absolute'));
        linkSync(box.path('outside.txt'), at('second name'));
        spawnSync('mkfifo', [at('pipe')]);
        writeFileSync(at('app.js'), Buffer.alloc(9_000_000));
        writeFileSync(at('key [1].txt'), `k = "${['AKIA', 'QYLPMN5HFIQR7XYA'].join('')}"\n`);
        writeFileSync(at('_steps.jsonl'), '{}\n');
        mkdirSync(at('.Self/waldo'), { recursive: true });
        writeFileSync(at('.Self/waldo/Conversation.jsonl'), '{}\n');
        mkdirSync(at('git~1'));
        writeFileSync(at('git~1/config'), '[core]\n');
      }),
    ),
  );
  const ref = done.unsaved?.ref ?? '';
  assert.deepEqual(
    homeGit('ls-tree', '-r', ref)
      .trim()
      .split('\n')
      .map((line) => line.replace(/ blob [0-9a-f]+/u, '')),
    ['120000\ta/b/within', '100755\trun.sh'],
  );
  assert.equal(homeGit('show', `${ref}:a/b/within`), '../../run.sh');
  assert.equal(homeGit('fsck', '--strict', '--no-dangling'), '');
  for (const reason of [
    'app.js, it is too large (more than 8 MiB)',
    'a/b/out, absolute, it is a link that leads out',
    '"second name", it has a second name, perhaps elsewhere (a hard link)',
    '"key [1].txt", it has a credential in it',
    '.Self/waldo/Conversation.jsonl, _steps.jsonl, it is private',
    'git~1/config, git takes no file of that name',
  ])
    assert.ok(done.message.includes(reason), `${reason} in ${done.message}`);
  assert.match(git('status', '--porcelain'), /\?\? a\/\n/u, 'they lie where they were');
});

test('a pipe in the place of a file is not waited for, and is told', async (t) => {
  const { box, worker } = await workplace(t);
  const done = await workOnce(
    worker,
    usual(
      doing(() => {
        spawnSync('sh', ['-c', 'rm app.js && mkfifo app.js'], { cwd: box.path('project') });
        writeFileSync(box.path('project/kept.txt'), 'kept\n');
      }),
    ),
  );
  assert.match(done.message, /not kept: app\.js, it (?:is a pipe|was deleted)/u);
});

test('what git does not show, too: repositories inside, pipes and sockets are named with the true reason', async (t) => {
  const { box, worker, homeGit, git } = await workplace(t);
  const at = (path: string): string => box.path('project', path);
  const inner = (path: string, ...args: readonly string[]): void => void box.git(`project/${path}`, ...args);
  for (const path of ['old', 'module']) {
    box.write(`project/${path}/inside.txt`, 'inside\n');
    inner(path, 'init', '-q');
    inner(path, 'add', '-A');
    inner(path, 'commit', '-qm', 'inside');
  }
  git('add', 'module');
  box.write('project/.gitignore', 'ignored/\n');
  git('add', '.gitignore');
  git('commit', '-qm', 'a module');
  box.write('project/ignored/a.txt', 'a\n');
  spawnSync('mkfifo', [at('old-pipe')]);
  assert.equal((await workOnce(worker, usual(doing(() => undefined)))).message.includes('not kept'), false);
  const server = createServer();
  t.after(() => server.close());
  const done = await workOnce(worker, {
    ...usual({
      name: 'test',
      run: async () => {
        box.write('project/nested/new.txt', 'new\n');
        inner('nested', 'init', '-q');
        box.write('project/module/inside.txt', 'changed inside\n');
        mkdirSync(at('deep'));
        spawnSync('mkfifo', [at('deep/pipe'), at('ignored/pipe')]);
        const listening = Promise.withResolvers<void>();
        server.listen(at('socket'), () => listening.resolve());
        await listening.promise;
        return { outcome: 'done', message: 'done', said: '' };
      },
    }),
  });
  for (const reason of [
    'module/, nested/, it is a repository of its own',
    'deep/pipe, it is a pipe',
    'socket, it is a socket',
  ])
    assert.ok(done.message.includes(reason), `${reason} in ${done.message}`);
  assert.doesNotMatch(done.message, /old|ignored/u);
  assert.equal(done.unsaved, null, 'nothing of them is committed');
  assert.equal(homeGit('for-each-ref', 'refs/dreamkeeper'), '');
});
