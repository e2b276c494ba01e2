// A program as a model: whatever it does, it is asked in full, heard within limits, and gone afterwards with all it started.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallLimits, ModelOutcome, ModelRequest } from '../../src/models/models.ts';
import { runProgram } from '../../src/programs/programs.ts';
import { openModel, requestWith } from './asking.ts';
import { living } from './living.ts';

const limits: CallLimits = { total: 5000, idle: 5000, bytes: 64 * 1024 };
const soon: CallLimits = { ...limits, total: 600 };
let calls = 0;

/** Asks a program, and looks that nothing of it lives. */
async function tried(t: TestContext, argv: readonly string[], more: Partial<ModelRequest> = {}): Promise<ModelOutcome> {
  calls += 1;
  const call = `command-${process.pid}-${calls}.`;
  const env = { PATH: process.env.PATH, FOLDER: folderOf(t) };
  const model = openModel({ kind: 'command', provider: 'program', argv }, { env, random: () => call, run: runProgram });
  const outcome = await model.ask(requestWith({ limits, ...more }));
  // The system takes a moment to bury the dead.
  for (let look = 0; look < 20 && living(call).length > 0; look += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(living(call), []);
  return outcome;
}

const folders = new WeakMap<TestContext, string>();
function folderOf(t: TestContext): string {
  const known = folders.get(t);
  if (known !== undefined) return known;
  const folder = mkdtempSync(join(tmpdir(), 'dk-command-'));
  folders.set(t, folder);
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const node = (source: string): string[] => [process.execPath, '-e', source];
const sh = (source: string): string[] => ['sh', '-c', source];
const waits = 'setInterval(() => {}, 1000);';

function reasonOf(outcome: ModelOutcome): string {
  return outcome.kind === 'failed' ? outcome.reason : `answer ${outcome.text}`;
}

function messageOf(outcome: ModelOutcome): string {
  return outcome.kind === 'failed' ? outcome.message : '';
}

test('the prompt arrives byte for byte, also a long one', async (t) => {
  const system = 'Be calm \u{1f319}.\u0000\r\n';
  const prompt = 'caf\u00e9 "x" $HOME `id` \\ \n'.repeat(20_000);
  const source =
    'const fs = require("fs"); fs.writeFileSync(process.env.FOLDER + "/got", fs.readFileSync(0)); console.log("ok")';
  assert.equal(reasonOf(await tried(t, node(source), { system, prompt })), 'answer ok\n');
  assert.equal(readFileSync(join(folderOf(t), 'got'), 'utf8'), `${system}\n\n${prompt}`);
});

test('it knows that it is inside, and stands nowhere in particular', async (t) => {
  const result = await tried(
    t,
    sh('echo "$DREAMKEEPER_INSIDE $(ls -A | wc -l) $(stat -c %a .) $(pwd)"; touch left-behind'),
  );
  const [, inside, files, mode, folder = ''] = /^answer (\S+) +(\d+) (\d+) (\S+)\n$/u.exec(reasonOf(result)) ?? [];
  assert.deepEqual([inside, files, mode], ['1', '0', '700'], reasonOf(result));
  assert.notEqual(folder, tmpdir());
  assert.equal(existsSync(folder), false, 'it is gone with the call');
});

// Neither this one nor those below ever end by themselves; if we did not end them, the runner would end the test.
test('one that does not hear SIGTERM is killed', { timeout: 60_000 }, async (t) => {
  const result = await tried(t, node(`process.on("SIGTERM", () => {}); ${waits}`), { limits: soon });
  assert.equal(reasonOf(result), 'timeout');
});

/** Nobody else sleeps as long as this. */
const nap = 100_000 + process.pid;

for (const [name, source] of Object.entries({
  'in its group': `sleep ${nap} & sleep ${nap}`,
  'in a session of their own': `setsid sleep ${nap} & setsid -f sleep ${nap}; sleep ${nap}`,
  'twice removed': `setsid sh -c "setsid -f sleep ${nap}; sleep ${nap}" & sleep ${nap}`,
  'with an empty environment': `env -i sleep ${nap} & env -i sh -c "sleep ${nap} & sleep ${nap}" & sleep ${nap}`,
  'that make more': `f() { sleep 0.01; (f &) ; sleep ${nap}; }; f`,
}))
  test(`grandchildren ${name} go with it`, { timeout: 60_000 }, async (t) => {
    let most = 0;
    const looking = setInterval(() => {
      most = Math.max(most, sleepers().length);
    }, 50);
    t.after(() => clearInterval(looking));
    const result = await tried(t, sh(source), { limits: soon });
    assert.ok(most >= 2, 'there were some');
    assert.equal(reasonOf(result), 'timeout');
    assert.deepEqual(sleepers(), []);
  });

/** Sleepers of these tests, by how long they would sleep: not everybody has a mark. */
function sleepers(): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/u.test(name) && readFileSync(`/proc/${name}/cmdline`, 'latin1').startsWith(`sleep\0${nap}\0`);
    } catch {
      // Gone while we looked.
      return false;
    }
  });
}

test('grandchildren that hold its stdout open are not waited for', async (t) => {
  // They sleep longer than a call may take: to wait for them would end it as one that timed out.
  const result = await tried(t, sh('echo done; setsid sleep 60 & exit 0'));
  assert.equal(reasonOf(result), 'answer done\n');
});

test('a flood on stdout is left', async (t) => {
  const result = await tried(t, sh('exec yes'));
  assert.equal(reasonOf(result), 'too-big');
  assert.ok(result.spent.bytes <= limits.bytes + 64 * 1024);
});

test('a flood on stderr is not kept, and its end is told', async (t) => {
  const source =
    'for (let i = 0; i < 2000; i++) process.stderr.write("x".repeat(4096)); process.stderr.write("\\nno \\u001b[31mluck\\n"); process.exitCode = 3';
  const result = await tried(t, node(source));
  assert.equal(reasonOf(result), 'command');
  assert.match(messageOf(result), /ended with 3: no .*luck$/u);
  assert.doesNotMatch(messageOf(result), /[\u0000-\u001f]/u);
});

test('a flood on stderr and an answer are an answer', async (t) => {
  assert.equal(reasonOf(await tried(t, sh('yes | head -c 3000000 >&2; echo ok'))), 'answer ok\n');
});

test('its words when it fails, or is killed', async (t) => {
  const result = await tried(t, sh('echo half; echo "no key" >&2; exit 3'));
  assert.deepEqual([reasonOf(result), messageOf(result)], ['command', '`sh` ended with 3: no key']);
  const killed = await tried(t, sh('kill -9 $$'));
  assert.deepEqual([reasonOf(killed), messageOf(killed)], ['command', '`sh` ended with a signal']);
});

test('one that cannot be started', async (t) => {
  writeFileSync(join(folderOf(t), 'plain'), 'no program', { mode: 0o600 });
  for (const argv of [
    ['no-such-program'],
    [join(folderOf(t), 'plain')],
    [tmpdir()],
    [''],
    [],
    ['sh', 'a\0b'],
    ['sh', '-c', 'x'.repeat(3_000_000)],
  ]) {
    const result = await tried(t, argv);
    assert.equal(reasonOf(result), 'command', argv[0]);
    assert.match(messageOf(result), /could not be started \(E[A-Z0-9_]+\)$/u);
    assert.equal(result.spent.input, 0, 'nobody read anything');
  }
});

test('one that reads nothing', async (t) => {
  const prompt = 'x'.repeat(1_000_000);
  assert.equal(reasonOf(await tried(t, sh('exec 0<&-; echo ok'), { prompt })), 'answer ok\n');
  assert.equal(reasonOf(await tried(t, sh('echo ok; exit 0'), { prompt })), 'answer ok\n');
});

test('one that closes its stdout and goes on has its time, and no more', async (t) => {
  const result = await tried(t, sh('echo ok; exec 1>&- 2>&-; sleep 60'), { limits: soon });
  assert.equal(reasonOf(result), 'timeout');
  assert.equal(reasonOf(await tried(t, sh('echo ok; exec 1>&- 2>&-; sleep 0.1'))), 'answer ok\n');
});

test('what is no text is no answer', async (t) => {
  assert.equal(reasonOf(await tried(t, sh("printf 'caf\\351'"))), 'garbage');
  assert.equal(reasonOf(await tried(t, sh("printf '\\342\\202'"))), 'garbage');
  assert.equal(reasonOf(await tried(t, sh("printf ' \\n\\n'; echo why >&2"))), 'garbage');
});

test('a character that comes in two parts is one', async (t) => {
  assert.equal(reasonOf(await tried(t, sh("printf '\\342'; sleep 0.1; printf '\\202\\254'"))), 'answer \u20ac');
});

test('one that is stopped before it began never runs', async (t) => {
  const result = await tried(t, sh('touch "$FOLDER/ran"; echo ok'), { signal: AbortSignal.abort() });
  assert.equal(reasonOf(result), 'stopped');
  assert.ok(!existsSync(join(folderOf(t), 'ran')));
});

test('no clock and no process of it keeps us', async (t) => {
  await tried(t, sh('echo ok'));
  const open = (): string[] => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap');
  // The system may take a moment to tell that it is gone.
  for (let look = 0; look < 100 && open().length > 0; look += 1) await pause(20);
  assert.deepEqual(open(), []);
});
