// Many processes, one file: nothing acknowledged torn or lost, whoever dies when.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { appendLine, longestLine, readNewest, rotate } from '../../src/telemetry/telemetry.ts';
import { homeIn, root, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';

const appender = join(root, 'test', 'telemetry', 'appender.ts');

interface Told {
  readonly acknowledged: number;
  readonly wasKilled: boolean;
}

/** Starts a writer; kills it after it has acknowledged `killAfter` lines. */
function write(path: string, who: number, count: number, largest: number, killAfter?: number): Promise<Told> {
  const { promise, resolve, reject } = Promise.withResolvers<Told>();
  const child = spawn(process.execPath, [appender, path, String(who), String(count), String(largest)], {
    env: { NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let acknowledged = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    acknowledged += chunk.toString().split('\n').length - 1;
    if (killAfter !== undefined && acknowledged >= killAfter) child.kill('SIGKILL');
  });
  child.on('error', reject);
  child.on('close', (_, signal) => resolve({ acknowledged, wasKilled: signal === 'SIGKILL' }));
  return promise;
}

/** For each writer, every acknowledged line there, whole, once. Whoever was killed in the middle of a write may leave one fragment. */
function check(
  text: string,
  told: readonly Told[],
): { readonly lines: number; readonly unacknowledged: number; readonly fragments: number } {
  const seen = told.map(() => new Set<number>());
  let lines = 0;
  let fragments = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const record = parsed(line);
    if (record === undefined) {
      fragments += 1;
      continue;
    }
    const { who, n } = record;
    assert.ok(!seen[who]?.has(n), 'a line twice');
    seen[who]?.add(n);
    lines += 1;
  }
  let unacknowledged = 0;
  for (const [who, { acknowledged }] of told.entries()) {
    for (let n = 0; n < acknowledged; n += 1)
      assert.ok(seen[who]?.has(n), `line ${n} of writer ${who} was acknowledged and is lost`);
    unacknowledged += (seen[who]?.size ?? 0) - acknowledged;
  }
  const killed = told.filter(({ wasKilled }) => wasKilled).length;
  assert.ok(fragments <= killed, `${fragments} fragments of ${killed} killed writers`);
  return { lines, unacknowledged, fragments };
}

function parsed(line: string): { readonly who: number; readonly n: number } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

test('32 processes × 1,000 appends with random kills: nothing acknowledged torn or lost', async (t) => {
  const box = sandbox(t);
  const path = box.path('_steps.jsonl');
  const told: Promise<Told>[] = [];
  for (let who = 0; who < 32; who += 1)
    told.push(write(path, who, 1000, who % 4 === 0 ? 6000 : 200, who % 3 === 0 ? 1 + ((who * 37) % 900) : undefined));
  const all = await Promise.all(told);
  const { lines, unacknowledged, fragments } = check(readFileSync(path, 'utf8'), all);
  const killed = all.filter(({ wasKilled }) => wasKilled).length;
  assert.ok(killed >= 8, `only ${killed} were killed`);
  t.diagnostic(
    `${lines} lines, ${killed} writers killed, ${unacknowledged} written but not yet acknowledged, ${fragments} fragments of killed writers, 0 lost`,
  );
});

/** All of them with `soak:faults`. */
const processes = Number(process.env.DREAMKEEPER_STEP_PROCESSES ?? (isFull ? 16 : 8));

test(`${processes} \`dk step\` processes at once: as many whole lines`, async (t) => {
  const box = sandbox(t);
  homeIn(box);
  const ran = await Promise.all(
    Array.from({ length: processes }, (_, n) =>
      box.dkAsync('home', ['step'], {
        input: JSON.stringify({ tool: 'bash', target: `command ${n}`, exit: 0, args: { filler: 'y'.repeat(n * 10) } }),
      }),
    ),
  );
  assert.deepEqual([...new Set(ran.map(({ code }) => code))], [0], ran.find(({ code }) => code !== 0)?.stderr ?? '');
  const targets = box
    .read('home/_steps.jsonl')
    .trimEnd()
    .split('\n')
    // Whoever looked while another was writing put a line end before its own line: a blank line, which readers skip.
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { target: string }).target);
  assert.equal(new Set(targets).size, processes);
  assert.equal(targets.length, processes);
});

describe('appending', () => {
  test('what a dead writer left is sealed off', (t) => {
    const path = sandbox(t).write('x.jsonl', '{"a":1}\n{"torn":');
    appendLine(path, '{"b":2}');
    assert.equal(readFileSync(path, 'utf8'), '{"a":1}\n{"torn":\n{"b":2}\n');
  });
  test('line ends and long lines are refused, and nothing is written', (t) => {
    const path = sandbox(t).write('x.jsonl', '');
    for (const line of ['a\nb', 'x'.repeat(longestLine)])
      assert.throws(() => appendLine(path, line), { code: 'E_BAD_STEP' });
    assert.equal(readFileSync(path, 'utf8'), '');
  });
  test('never through a link', (t) => {
    const box = sandbox(t);
    symlinkSync(box.write('outside', ''), box.path('x.jsonl'));
    assert.throws(() => appendLine(box.path('x.jsonl'), '{}'), { code: 'E_NOT_A_FILE' });
    assert.equal(box.read('outside'), '');
  });
});

describe('rotating', () => {
  const when = (day: number): Date => new Date(Date.UTC(2026, 0, day));
  test('a large file is put aside, read with the rest in order, and only so many are kept', (t) => {
    const box = sandbox(t);
    const path = box.path('_steps.jsonl');
    for (let day = 1; day <= 12; day += 1) {
      rotate(path, when(day), () => 'abcd', { largest: 1, keep: 3 });
      appendLine(path, JSON.stringify({ day }));
    }
    assert.equal(readdirSync(box.folder).filter((name) => name.endsWith('.jsonl')).length, 4);
    assert.equal(readNewest(path), '{"day":9}\n{"day":10}\n{"day":11}\n{"day":12}\n');
  });
  test('pieces that a commit brought do not push ours out, whatever time they claim', (t) => {
    const box = sandbox(t);
    const path = box.path('_steps.jsonl');
    const brought = [1, 2, 3].flatMap((n) => [
      `_steps.2099010${n}T000000000Z-abcd.jsonl`,
      `_steps.2025120${n}T000000000Z-abcd.jsonl`,
      `_steps.2026010${n}T120000000Z-abcd.jsonl`,
    ]);
    for (const name of brought) writeFileSync(box.path(name), '{}\n', { mode: 0o644 });
    for (let day = 1; day <= 6; day += 1) {
      rotate(path, when(day), () => 'abcd', { largest: 1, keep: 3 });
      appendLine(path, JSON.stringify({ day }));
    }
    const left = readdirSync(box.folder).filter((name) => name.endsWith('.jsonl'));
    for (const name of brought) assert.ok(left.includes(name), name);
    assert.equal(left.length, brought.length + 4);
    assert.equal(readNewest(path, undefined, new Set(brought)), '{"day":3}\n{"day":4}\n{"day":5}\n{"day":6}\n');
  });
  test('a clock that goes back a year, or was never right: what was written last is what is kept, in order', (t) => {
    const box = sandbox(t);
    const path = box.path('_steps.jsonl');
    const days = [1, 2, 3, 4, -361, -360, -359, -358, -357, 5, 6, 2_900_000, 7, 8, 9];
    for (const [written, day] of days.entries()) {
      rotate(path, when(day), () => 'abcd', { largest: 1, keep: 3 });
      appendLine(path, JSON.stringify({ written }));
      const last = [written - 3, written - 2, written - 1, written].filter((each) => each >= 0);
      assert.equal(readNewest(path), last.map((each) => `{"written":${each}}\n`).join(''));
    }
  });
  test('a name that is at the end of all times hides nothing and takes nothing away', (t) => {
    const box = sandbox(t);
    const path = box.path('_steps.jsonl');
    writeFileSync(box.path('_steps.99999999T999999999Z-ff.jsonl'), '{"old":1}\n', { mode: 0o600 });
    for (let day = 1; day <= 6; day += 1) {
      rotate(path, when(day), () => 'abcd', { largest: 1, keep: 1 });
      appendLine(path, JSON.stringify({ day }));
      assert.match(readNewest(path), day === 1 ? /1/u : new RegExp(`"day":${day - 1}[^]*"day":${day}`, 'u'));
    }
  });
  test('while many write: nothing is lost', async (t) => {
    const box = sandbox(t);
    const path = box.path('_steps.jsonl');
    const told = [0, 1, 2, 3].map((who) => write(path, who, 400, 200));
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
      rotate(path, when(turns), () => turns.toString(16).padStart(4, '0'), { largest: 5000, keep: 1000 });
    }, 3);
    const all = await Promise.all(told);
    clearInterval(turning);
    const { lines } = check(readNewest(path, 1 << 28), all);
    assert.equal(lines, 1600);
    t.diagnostic(`${readdirSync(box.folder).filter((name) => name.endsWith('.jsonl')).length} pieces`);
  });
  test('reading is bounded and starts with a whole line', (t) => {
    const path = sandbox(t).path('_steps.jsonl');
    writeFileSync(path, '');
    for (let n = 0; n < 1000; n += 1) appendFileSync(path, `${JSON.stringify({ n, filler: 'é'.repeat(20) })}\n`);
    const text = readNewest(path, 5000);
    assert.ok(text.length <= 5000);
    for (const line of text.trimEnd().split('\n')) JSON.parse(line);
    assert.equal(readNewest(`${path}.none.jsonl`), '');
  });
});
