// Programs as they are: deaf, quarrelsome, talkative, missing. Each ends as a value, and nothing of it is left.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type ProgramCall, type ProgramEnd, runProgram } from '../../src/programs/programs.ts';
import { living } from '../models/living.ts';

let calls = 0;
const sh = (source: string): string[] => ['sh', '-c', source];
const node = (source: string): string[] => [process.execPath, '-e', source];
const textOf = ({ said }: ProgramEnd): string => Buffer.from(said).toString();

/** Runs it in a folder of its own, and looks that nothing of it lives. */
async function ran(t: TestContext, argv: readonly string[], more: Partial<ProgramCall> = {}): Promise<ProgramEnd> {
  calls += 1;
  const mark = `programs-${process.pid}-${calls}.`;
  const cwd = folderOf(t);
  const env = { PATH: process.env.PATH };
  const end = await runProgram({ argv, cwd, env, limit: 20_000, grace: 300, mostBytes: 65_536, mark, ...more });
  // The system takes a moment to bury the dead.
  for (let look = 0; look < 100 && living(mark).length > 0; look += 1) await pause(10);
  assert.deepEqual(living(mark), []);
  return end;
}

const folders = new WeakMap<TestContext, string>();
function folderOf(t: TestContext): string {
  const known = folders.get(t);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'dk-programs-'));
  folders.set(t, folder);
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('it is handed its input, and what it says and complains of is kept', async (t) => {
  const end = await ran(t, sh('cat; echo why >&2; exit 4'), { input: 'caf\u00e9\0\n' });
  assert.deepEqual([end.kind, textOf(end), end.complained], ['ended', 'caf\u00e9\0\n', 'why\n']);
  assert.equal(end.kind === 'ended' && end.code, 4);
});

test('at its limit it is asked to end, and has its grace for that', async (t) => {
  const source = 'trap "echo saved > kept; exit 0" TERM; echo up; while :; do sleep 0.05; done';
  const end = await ran(t, sh(source), { limit: 800, grace: 15_000 });
  assert.deepEqual([end.kind, textOf(end)], ['late', 'up\n']);
  assert.equal(readFileSync(join(folderOf(t), 'kept'), 'utf8'), 'saved\n');
});

test('one that does not listen, and has grandchildren in other sessions that do not either, is gone', {
  timeout: 10 * 800,
}, async (t) => {
  const deaf = 'trap "" TERM HUP INT; while :; do sleep 0.05; done';
  const source = `trap "" TERM; setsid sh -c '${deaf}' & (setsid -f sh -c '${deaf}; true' &) ; touch up; ${deaf}`;
  const end = await ran(t, sh(source), { limit: 800 });
  assert.equal(end.kind, 'late');
  assert.ok(existsSync(join(folderOf(t), 'up')));
});

test('what it leaves behind after a good end is gone, too', async (t) => {
  const end = await ran(t, sh('setsid -f sleep 60; sleep 60 & echo ok'));
  assert.deepEqual([end.kind, textOf(end)], ['ended', 'ok\n']);
});

test('one that kills itself says by what', async (t) => {
  const end = await ran(t, sh('kill -9 $$'));
  assert.deepEqual(end.kind === 'ended' && [end.code, end.signalName], [null, 'SIGKILL']);
});

test('one that says too much is ended, or goes on and is heard at both ends', async (t) => {
  const flood = await ran(t, sh('exec yes'));
  assert.equal(flood.kind, 'too-big');
  assert.ok(flood.said.byteLength <= 65_536 && flood.bytes > 65_536);
  const source =
    'process.stdout.write("first\\n"); for (let i = 0; i < 300; i++) process.stdout.write("x".repeat(4096)); process.stdout.write("\\nlast\\n")';
  const heard = await ran(t, node(source), { ifMore: 'forget' });
  assert.equal(heard.kind, 'ended');
  assert.match(textOf(heard), /^first\nx+\nlast\n$/u);
  assert.equal(heard.bytes, 6 + 300 * 4096 + 6);
  assert.equal(heard.said.byteLength, 65_536);
});

test('what fits is kept whole, also in forgetful ears', async (t) => {
  const heard = await ran(t, sh('printf one; sleep 0.05; printf two'), { ifMore: 'forget', mostBytes: 6 });
  assert.equal(textOf(heard), 'onetwo');
});

test('one that is not there, or has no name, or stands nowhere', async (t) => {
  for (const more of [{ argv: ['no-such-program'] }, { argv: [] }, { argv: [''] }, { cwd: '/no/such/folder' }]) {
    const end = await ran(t, sh('true'), more);
    assert.equal(end.kind, 'not-started', JSON.stringify(more));
    assert.match(end.kind === 'not-started' ? end.why : '', /^E[A-Z_]+$/u);
  }
});

test('it stops when asked, also before it began', async (t) => {
  const controller = new AbortController();
  const started = (): void => void setTimeout(() => controller.abort(), 100);
  assert.equal((await ran(t, sh('sleep 60'), { signal: controller.signal, started })).kind, 'stopped');
  const early = await ran(t, sh('touch ran'), { signal: AbortSignal.abort() });
  assert.deepEqual([early.kind, existsSync(join(folderOf(t), 'ran'))], ['stopped', false]);
});

test('signals can be passed on to it', async (t) => {
  const source = 'trap "exit 7" INT; touch up; while :; do sleep 0.05; done';
  const started: ProgramCall['started'] = (pass) => {
    const look = setInterval(() => {
      if (!existsSync(join(folderOf(t), 'up'))) return;
      clearInterval(look);
      pass('SIGINT');
    }, 20);
  };
  const end = await ran(t, sh(source), { started });
  assert.equal(end.kind === 'ended' && end.code, 7);
});
