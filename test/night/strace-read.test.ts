// The trace is read right: a program that does every forbidden thing is told on for each, and a careful one for none.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { needs, sandbox } from '../sandbox.ts';
import { parseTrace, readTrace, straceArguments } from './strace-read.ts';
import { namings, truncations, unsyncedFolders, writesTo } from './strace-rules.ts';

const program = `
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
const put = (name, { sync = true, text = 'text' } = {}) => {
  const file = fs.openSync(name, 'wx');
  fs.writeSync(file, text);
  if (sync) fs.fsyncSync(file);
  fs.closeSync(file);
};
const syncFolder = (name) => {
  const folder = fs.openSync(name, 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
};
// As it should be.
put('a.tmp');
fs.renameSync('a.tmp', 'good.org');
syncFolder('.');
// As it should not be.
put('b.tmp', { sync: false });
fs.renameSync('b.tmp', 'unsynced.org');
put('c.tmp');
fs.appendFileSync('c.tmp', 'more');
fs.renameSync('c.tmp', 'written-after-sync.org');
put('d.tmp', { sync: false });
fs.renameSync('d.tmp', 'synced-after-rename.org');
const late = fs.openSync('synced-after-rename.org', 'r');
fs.fsyncSync(late);
put('e.tmp', { sync: false });
fs.linkSync('e.tmp', 'linked.org');
const folder = fs.openSync('.', 'r');
put('f.tmp', { sync: false });
fs.renameSync('/proc/self/fd/' + folder + '/f.tmp', '/proc/self/fd/' + folder + '/through-a-descriptor.org');
await fs.promises.writeFile('g.tmp', 'text');
await fs.promises.rename('g.tmp', 'in-a-thread.org');
put('h.tmp', { sync: false });
spawnSync('mv', ['h.tmp', 'by-another.org']);
process.chdir('below');
put('i.tmp', { sync: false });
fs.renameSync('i.tmp', '../elsewhere.org');
process.chdir('..');
put('below/j.org', { sync: false });
fs.renameSync('below', 'moved');
put('k "\\u00fc.tmp', { sync: false });
fs.renameSync('k "\\u00fc.tmp', 'odd "\\u00fc".org');
fs.fsyncSync(folder);
put('l.tmp');
fs.renameSync('l.tmp', 'moved/folder-not-synced.org');
fs.writeFileSync('good.org', 'opened for truncation');
fs.truncateSync('good.org', 3);
const file = fs.openSync('lines.jsonl', 'a');
fs.writeSync(file, '{}');
fs.writeSync(file, '\\n');
fs.writevSync(file, [Buffer.from('{}'), Buffer.from('\\n')]);
fs.ftruncateSync(file, 0);
fs.copyFileSync('good.org', 'copied.tmp');
fs.renameSync('copied.tmp', 'copied.org');
`;

test('whoever does what is forbidden is found', (t) => {
  if (!needs(t, 'strace', 'apt install strace')) return;
  const args = straceArguments();
  if (args === undefined) return t.skip('strace may not trace here (allow ptrace)');
  const box = sandbox(t);
  box.write('program.mjs', program);
  box.write('work/below/kept.org', '');
  const command = [...args, '-o', box.path('trace'), process.execPath, box.path('program.mjs')];
  const env = { ...box.env, UV_USE_IO_URING: '0' };
  const ran = spawnSync('strace', command, { cwd: box.path('work'), env, encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
  const calls = readTrace(box.path('trace'));
  const inWork = (path: string): boolean => path.startsWith(box.path('work/'));
  const isPage = (path: string): boolean => inWork(path) && path.endsWith('.org');

  const unsynced = namings(calls).filter(({ to, isSynced }) => inWork(to) && !isSynced);
  assert.deepEqual(
    unsynced.map(({ to, call }) => `${call.program} ${to.slice(box.path('work/').length)}`),
    [
      ...['unsynced', 'written-after-sync', 'synced-after-rename', 'linked', 'through-a-descriptor', 'in-a-thread'].map(
        (name) => `node ${name}.org`,
      ),
      ...['mv by-another.org', 'node elsewhere.org', 'node moved/j.org', 'node odd "ü".org', 'node copied.org'],
    ],
  );
  const folders = unsyncedFolders(calls, isPage).map(({ to }) => basename(to));
  assert.deepEqual(folders, ['by-another.org', 'j.org', 'folder-not-synced.org', 'copied.org']);
  const isLines = (path: string): boolean => path === join(box.path('work'), 'lines.jsonl');
  assert.deepEqual(
    truncations(calls, (path) => path === box.path('work/good.org') || isLines(path)).map(({ name }) => name),
    // Truncated by name is opened and truncated, in Node.
    ['openat', 'ftruncate', 'ftruncate'],
  );
  assert.deepEqual(
    writesTo(calls, isLines).map(({ name, result }) => [name, result]),
    [
      ['write', 2],
      ['write', 1],
      ['writev', 3],
      ['ftruncate', 0],
    ],
  );
});

const trace = `100   execve("/usr/bin/git", [""...], 0x1 /* 3 vars */) = 0
100   openat(AT_FDCWD</w>, "x", O_WRONLY|O_CREAT|O_EXCL, 0666) = 3</w/x>
100   clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD, exit_signal=0} => {parent_tid=[101]}, 88) = 101
101   openat(AT_FDCWD</w>, ".", O_RDONLY|O_DIRECTORY) = 7</w/held>
100   write(3</w/x>, ""..., 10 <unfinished ...>
101   rename("/proc/self/fd/7/a", "/proc/self/fd/7/b") = 0
100   <... write resumed>)              = 10
100   fsync(3</w/x> <unfinished ...>
101   rename("x", "y" <unfinished ...>
100   <... fsync resumed>)              = 0
101   <... rename resumed>)             = 0
100   vfork( <unfinished ...>
102   chdir("/elsewhere")               = 0
102   execve("/bin/mv", [""...], 0x1 /* 3 vars */ <unfinished ...>
100   <... vfork resumed>)              = 102
102   <... execve resumed>)             = 0
102   renameat2(AT_FDCWD</elsewhere>, "p", 5</other>, "q", RENAME_NOREPLACE) = 0
102   rename("r", "s")                  = -1 ENOENT (No such file or directory)
102   unlink("t")                       = 0
102   +++ exited with 0 +++
100   rename("\\303\\274\\"", "z")          = 0
`;

test('calls on two lines, threads, children and folders', () => {
  const calls = parseTrace(trace);
  const told = calls.map(({ name, process, program, path, to }) =>
    `${process} ${program} ${name} ${path} ${to}`.trim(),
  );
  assert.deepEqual(told, [
    '100 git openat /w/x',
    '100 git openat /w/held',
    '100 git rename /w/held/a /w/held/b',
    '100 git write /w/x',
    '100 git fsync /w/x',
    '100 git rename /w/x /w/y',
    '102 mv renameat2 /elsewhere/p /other/q',
    '102 mv unlink /elsewhere/t',
    '100 git rename /w/ü" /w/z',
  ]);
  // The sync had not ended when the rename began.
  const [renamed] = namings(calls).filter(({ to }) => to === '/w/y');
  assert.equal(renamed?.isSynced, false);
});
