// A ledger that is not whole: nothing is carried out twice, nothing is added to it, and it is put right from what is known to be ours.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { diagnose } from '../../src/doctor/doctor.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { undoChange } from '../../src/history/history.ts';
import { parseLedger, readLedger, withLedgerLine } from '../../src/journal/journal.ts';
import { readReceipts } from '../../src/night/night.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { workOnce } from '../../src/work/work.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { some } from '../share.ts';
import { sleepOnce } from '../sleep.ts';
import { shellRunner, usual } from '../work/workplace.ts';
import { live, numbers } from './undo-life.ts';

const agent = 'waldo';
const settings = {};
const path = 'rem/ledger.jsonl';

interface Lived {
  readonly box: Sandbox;
  readonly world: World;
  readonly home: FoundHome;
  /** The ledger as we left it. */
  readonly whole: string;
  ledger(): string;
  plan(): string;
  head(): string;
}

let template: Promise<string> | undefined;

/** Two nights and two wakes; then a person moved every task back to where the last dream found it. */
async function liveOnce(t: TestContext): Promise<string> {
  const box = sandbox(t);
  await live(box, 'home', 3, 2);
  const plan = box.read('home/plan.org').replaceAll('* NEXT ', '* TODO ');
  assert.notEqual(plan, box.read('home/plan.org'));
  box.write('home/plan.org', plan);
  box.git('home', 'commit', '-qam', 'back again');
  const folder = mkdtempSync(join(tmpdir(), 'dk-ledger-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(box.path('home'), folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

async function lived(t: TestContext): Promise<Lived> {
  template ??= liveOnce(t);
  const box = sandbox(t);
  cpSync(await template, box.path('home'), { recursive: true, preserveTimestamps: true });
  const real = await realWorld(box.env);
  const world: World = { ...real, now: () => new Date('2026-06-11T09:00:00Z'), pause: async () => undefined };
  const home = world.places.find({ cwd: box.path('home'), env: {} });
  assert.ok(home !== undefined);
  const ledger = (): string => {
    try {
      return readFileSync(box.path('home', path), 'latin1');
    } catch {
      // Gone is one of the damages.
      return '';
    }
  };
  return {
    ...{ box, world, home, ledger, whole: ledger() },
    plan: () => box.read('home/plan.org'),
    head: () => box.git('home', 'rev-parse', 'HEAD').trim(),
  };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const damage = ({ box }: Lived, text: string, isCommitted: boolean): void => {
  writeFileSync(box.path('home', path), text, 'latin1');
  if (isCommitted) box.git('home', 'commit', '-q', '--allow-empty', '-am', 'tidy up');
};
const codeOf = (error: unknown): string => {
  assert.ok(error instanceof DreamkeeperError, String(error));
  return `${error.code} ${error.exit}`;
};

/** What everybody does who would add to the ledger. */
async function tryAll(one: Lived): Promise<{ woken: string; reason: string; undo: string }> {
  const { world, home } = one;
  const sleeper = { world, home, settings, agent };
  const woken = await wakeUp(sleeper);
  assert.deepEqual(woken.verdicts, [], 'nothing is carried out a second time');
  const { receipt } = await sleepOnce(sleeper, { isForced: true, env: {} });
  const undo = await undoChange(world, home, { wanted: 'last', agent, keep: 50 }).then(({ result }) => result, codeOf);
  return { woken: woken.pack, reason: receipt.outcome === 'ran' ? 'ran' : receipt.reason, undo };
}

describe('line ends, and the order of lines', () => {
  const damages: readonly (readonly [what: string, does: (whole: string) => string])[] = [
    ['CRLF', (whole) => whole.replaceAll('\n', '\r\n')],
    ['reversed', (whole) => joined(linesOf(whole).toReversed())],
    ['marks of a conflict', (whole) => `<<<<<<< HEAD\n${whole}=======\n${whole}>>>>>>> theirs\n`],
    ['a line that was changed', (whole) => whole.replace('"echo":false', '"echo":true')],
    ['its first line is gone', (whole) => joined(linesOf(whole).slice(1))],
  ];
  for (const [what, does] of some(damages, 2))
    test(`${what}, committed by somebody: all wait, and the doctor puts it right`, async (t) => {
      const one = await lived(t);
      damage(one, does(one.whole), true);
      const before = [one.ledger(), one.plan(), one.head()];
      const tried = await tryAll(one);
      assert.deepEqual([tried.reason, tried.undo], ['ledger-broken', 'E_LEDGER_BROKEN 14']);
      assert.match(tried.woken, /the verdicts wait, because the ledger is not whole .*`dk doctor --fix`/u);
      const { world, home, box } = one;
      const run = await workOnce({ world, home, settings, agent }, usual(shellRunner(box, 'true')));
      assert.deepEqual([run.outcome, run.task], ['failed', null]);
      assert.match(run.message, /it could not begin: the ledger is not whole/u);
      assert.deepEqual([one.ledger(), one.plan(), one.head()], before);
      const [kept] = readReceipts(world, home).slice(-1);
      assert.deepEqual([kept?.outcome, kept?.reason], ['failed', 'ledger-broken']);
      assert.match(kept?.message ?? '', /line \d+ of rem\/ledger\.jsonl: .*`dk doctor --fix`/u);
      const mended = await diagnose(world, home, { isFixing: true });
      assert.match(mended.fixed.join('\n'), /made the ledger whole.*lost-and-found/u);
      assert.deepEqual(
        mended.findings.filter(({ id }) => id.startsWith('ledger')),
        [],
      );
      assert.equal(one.ledger(), one.whole);
    });
  test('a person who puts it right by hand need not commit it first', async (t) => {
    const one = await lived(t);
    damage(one, one.whole.replaceAll('\n', '\r\n'), true);
    damage(one, one.whole, false);
    assert.equal((await tryAll(one)).reason, 'ran');
    assert.ok(one.ledger().startsWith(one.whole));
  });
});

test('once it is whole again, all goes on', async (t) => {
  const one = await lived(t);
  damage(one, one.whole.replaceAll('\n', '\r\n'), true);
  assert.equal((await tryAll(one)).reason, 'ledger-broken');
  await diagnose(one.world, one.home, { isFixing: true });
  const { reason, undo } = await tryAll(one);
  assert.deepEqual([reason, undo], ['ran', 'undone']);
  assert.ok(one.ledger().startsWith(one.whole));
});

test('a line that nobody vouches for does not come in with the repair', async (t) => {
  const one = await lived(t);
  const { hash: _, prev: __, at: ___, ...last } = parseLedger(one.whole).lines.at(-1) ?? assert.fail();
  const forged = Buffer.from(withLedgerLine(Buffer.from(one.whole), { ...last, id: 'w-forgedforg' } as never));
  damage(one, forged.toString('latin1').replaceAll('\n', '\r\n'), true);
  await diagnose(one.world, one.home, { isFixing: true });
  assert.equal(one.ledger(), one.whole);
});

/** Some damage of a ledger, always the same for one seed; every kind comes in turn. */
function damaged(whole: string, seed: number, below: (below: number) => number): string {
  const lines = linesOf(whole);
  const at = below(lines.length);
  const line = lines[at] ?? '';
  const spot = below(whole.length);
  const kinds: readonly (() => string)[] = [
    () => whole.replaceAll('\n', '\r\n'),
    () => joined(lines.with(at, `${line}\r`)),
    () => joined(lines.toReversed()),
    () => joined(lines.toSorted(() => below(3) - 1)),
    () => joined(lines.toSpliced(at, 1)),
    () => joined(lines.toSpliced(below(lines.length), 0, line)),
    () => whole.slice(0, spot),
    () => whole.slice(spot),
    () => `${whole.slice(0, spot)}${String.fromCharCode(below(256))}${whole.slice(spot + 1)}`,
    () => `${whole.slice(0, spot)}${whole.slice(spot + 1 + below(40))}`,
    () => joined(lines.toSpliced(at, 0, ['<<<<<<< HEAD', '{}', '', '\u0000', line.slice(0, 80)][below(5)] ?? '')),
    () => `\u00ef\u00bb\u00bf${whole}`,
    () => whole.replaceAll('\n', '\r'),
    () => '',
  ];
  return (kinds[seed % kinds.length] ?? (() => whole))();
}

const rounds = Number(process.env.DREAMKEEPER_LEDGER_ROUNDS ?? 6);
const firstSeed = Number(process.env.DREAMKEEPER_SEED ?? 1);

test('damaged in any way, committed or not: no verdict twice, and nothing laundered', async (t) => {
  const counts = { held: 0, healed: 0 };
  for (let seed = firstSeed; seed < firstSeed + rounds; seed += 1) {
    const below = numbers(seed);
    for (let skip = 0; skip < 5; skip += 1) below(2);
    const one = await lived(t);
    damage(one, damaged(one.whole, seed, below), below(2) === 0);
    const before = [one.ledger(), one.head()];
    const plan = one.plan();
    const { reason } = await tryAll(one);
    const what = `seed ${seed}: ${reason}`;
    assert.equal(one.plan(), plan, what);
    if (reason === 'ran') {
      // All lines that were there, in their order, and then ours.
      counts.healed += 1;
      assert.deepEqual(linesOf(one.ledger()).slice(0, linesOf(one.whole).length), linesOf(one.whole), what);
      assert.equal(readLedger(Buffer.from(one.ledger(), 'latin1')).broken, undefined, what);
    } else {
      counts.held += 1;
      assert.equal(reason, 'ledger-broken', what);
      assert.deepEqual([one.ledger(), one.head()], before, what);
      // To put it right takes longer than all the rest.
      if (seed % 3 !== 0) continue;
      await diagnose(one.world, one.home, { isFixing: true });
      assert.equal(one.ledger(), one.whole, what);
    }
  }
  assert.ok(counts.held > 0 && counts.healed > 0, JSON.stringify(counts));
  t.diagnostic(JSON.stringify(counts));
});
