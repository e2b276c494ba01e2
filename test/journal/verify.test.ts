// `dk nights verify` on three real nights: whatever was done to the journal behind its back, the first of it is named.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type Verified, verifyNights } from '../../src/history/history.ts';
import { isDream, parseLedger, withLedgerLine } from '../../src/journal/journal.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { liveDay } from '../day.ts';
import { type Ran, type Sandbox, sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

const foreign = '* tale\nAnother program wrote this.\n* goals\n* blue sky\n* fears\n* verdicts\n* carry\n';
const entries = ['rem/2026-06-10-0900.org', 'rem/2026-06-10-1000.org', 'rem/2026-06-10-1100.org'] as const;
const [first, second, third] = entries;
let box: Sandbox;
let ids: readonly string[] = [];
let lines: readonly string[] = [];

describe('three nights', () => {
  const ends: (() => void)[] = [];
  before(async (t) => {
    // The sandbox goes when the whole block has ended, not when this step has.
    box = sandbox({ ...t, after: (end: () => void) => ends.push(end) } as never);
    const lived = await liveDay(box, 'day', {
      ...{
        shape: 'one',
        board: '* board\n** TODO write the page\n** TODO read the book\n',
        before: { 'a.txt': 'a\n' },
      },
      day: [],
    });
    const nights: string[] = [];
    for (const [at, event] of [
      ['09:00', { at: '08:30', edit: 'a.txt', content: 'b\n' }],
      ['10:00', { at: '09:30', commit: 'second thoughts', files: ['a.txt'] }],
      ['11:00', { at: '10:30', edit: 'c.txt', content: 'c\n' }],
    ] as const) {
      lived.happen(event);
      const { receipt } = await sleepOnce(lived.at(at), { isForced: true, env: {} });
      assert.equal(receipt.outcome, 'ran', receipt.message);
      nights.push(receipt.id);
      await wakeUp(lived.at(at));
    }
    ids = nights;
    lines = box.read('day/rem/ledger.jsonl').split('\n').slice(0, -1);
  });
  after(() => {
    for (const end of ends) end();
  });

  function changed(name: string, change: (path: (file: string) => string) => void): void {
    cpSync(box.path('day'), box.path(name), { recursive: true, preserveTimestamps: true });
    change((file) => box.path(name, file));
  }
  /** Does something to a copy of the home, and verifies it as a person does. */
  function verify(name: string, change: (path: (file: string) => string) => void): { ran: Ran; told: Verified } {
    changed(name, change);
    const ran = box.dk(name, ['nights', 'verify', '--json']);
    assert.equal(ran.stderr, '');
    return { ran, told: JSON.parse(ran.stdout) as Verified };
  }
  /** The same without a process. */
  async function look(name: string, change: (path: (file: string) => string) => void): Promise<Verified> {
    changed(name, change);
    const world = await realWorld(box.env);
    const home = world.places.find({ cwd: box.path(name), env: {} });
    assert.ok(home !== undefined);
    return verifyNights(world, home);
  }
  const isBroken = ({ ran, told }: ReturnType<typeof verify>, where: string, reason: string): void => {
    assert.deepEqual(told.broken, { where, reason });
    assert.equal(ran.code, 14);
  };
  const ledgerOf = (given: readonly string[]): string => given.map((line) => `${line}\n`).join('');
  /** Where in the ledger the n-th night stands, counted from 0. */
  const nightAt = (night: number): number => lines.findIndex((line) => line.includes(`"id":"${ids[night]}"`));

  test('as they are: unbroken', () => {
    const { ran, told } = verify('whole', () => undefined);
    const head = /"hash":"([0-9a-f]{64})"\}$/u.exec(lines.at(-1) ?? '')?.[1] ?? '';
    assert.deepEqual(told, { ...told, nights: 3, broken: null, foreign: [], head });
    assert.equal(ran.code, 0);
    const plain = box.dk('whole', ['nights', 'verify']);
    assert.deepEqual([plain.code, plain.stdout], [0, `3 nights, unbroken. The chain ends in ${head.slice(0, 16)}.\n`]);
  });
  test('an entry edited: named, also in words', () => {
    const result = verify('edited', (path) => {
      writeFileSync(path(second), readFileSync(path(second), 'utf8').replace('* fears', '* fears \n- mine'));
    });
    isBroken(result, `${second} (${ids[1]})`, 'the entry was changed after it was written');
    const plain = box.dk('edited', ['nights', 'verify']);
    assert.equal(plain.code, 14);
    assert.match(plain.stdout, new RegExp(`^Broken at ${second} \\(${ids[1]}\\): the entry was changed`, 'u'));
  });
  test('an entry edited and committed is no less edited', async () => {
    const result = await look('committed', (path) => {
      writeFileSync(path(first), `${readFileSync(path(first), 'utf8')}\n`);
      box.git('committed', 'add', '-A');
      box.git('committed', 'commit', '-q', '-m', 'nothing to see');
    });
    assert.deepEqual(result.broken, {
      where: `${first} (${ids[0]})`,
      reason: 'the entry was changed after it was written',
    });
  });
  test('an entry deleted', () => {
    isBroken(
      verify('deleted', (path) => rmSync(path(third))),
      `${third} (${ids[2]})`,
      'the entry is gone',
    );
  });
  test('an entry replaced by a link to a copy of itself', async () => {
    const told = await look('linked', (path) => {
      cpSync(path(second), path('copy.org'));
      rmSync(path(second));
      symlinkSync(path('copy.org'), path(second));
    });
    assert.equal(told.broken?.where, `${second} (${ids[1]})`);
  });
  test('two entries changed: the older is the first', async () => {
    const result = await look('two', (path) => {
      rmSync(path(third));
      writeFileSync(path(first), foreign);
    });
    assert.deepEqual(result.broken, {
      where: `${first} (${ids[0]})`,
      reason: 'the entry was changed after it was written',
    });
  });
  test('a line of the ledger edited, before an entry that was', () => {
    const at = nightAt(1);
    const result = verify('line', (path) => {
      writeFileSync(
        path('rem/ledger.jsonl'),
        ledgerOf(lines.with(at, (lines[at] ?? '').replace('"echo":', '"echo": '))),
      );
      rmSync(path(third));
    });
    isBroken(result, `line ${at + 1} of rem/ledger.jsonl`, 'it was changed after it was written');
  });
  test('a line of the ledger dropped: the first, one in between', () => {
    for (const night of [0, 1]) {
      const at = nightAt(night);
      const result = verify(`dropped${night}`, (path) =>
        writeFileSync(path('rem/ledger.jsonl'), ledgerOf(lines.toSpliced(at, 1))),
      );
      isBroken(result, `line ${at + 1} of rem/ledger.jsonl`, 'the line it follows is gone');
    }
  });
  test('the last night cut off: the history still knows it', () => {
    const at = nightAt(2);
    const commit = box.git('day', 'log', '--format=%h', '--abbrev=7', `--grep=^Dream-Id: ${ids[2]}$`).trim();
    const result = verify('cut', (path) => writeFileSync(path('rem/ledger.jsonl'), ledgerOf(lines.slice(0, at))));
    isBroken(result, `${ids[2]} (commit ${commit})`, 'the night is in the history but not in the ledger');
    assert.deepEqual(result.told.foreign, [third]);
  });
  test('the last two cut off, or the whole ledger gone: the oldest missing is named', async () => {
    const two = await look('cut2', (path) =>
      writeFileSync(path('rem/ledger.jsonl'), ledgerOf(lines.slice(0, nightAt(1)))),
    );
    assert.match(two.broken?.where ?? '', new RegExp(`^${ids[1]} `, 'u'));
    const all = await look('gone', (path) => rmSync(path('rem/ledger.jsonl')));
    assert.match(all.broken?.where ?? '', new RegExp(`^${ids[0]} `, 'u'));
  });
  test('the last night cut off, its entry removed, and all of it committed', async () => {
    const result = await look('hidden', (path) => {
      writeFileSync(path('rem/ledger.jsonl'), ledgerOf(lines.slice(0, nightAt(2))));
      rmSync(path(third));
      box.git('hidden', 'add', '-A');
      box.git('hidden', 'commit', '-q', '-m', 'tidy up');
    });
    assert.match(result.broken?.where ?? '', new RegExp(`^${ids[2]} `, 'u'));
  });
  test('an entry rewritten, and every hash after it made anew: this machine, or the commit in which it landed, still knows', async () => {
    const told = await look('forged', (path) => {
      let content = new Uint8Array();
      for (const line of parseLedger(ledgerOf(lines)).lines) {
        const { hash: _, prev: __, at: ___, ...kept } = line;
        if (kept.kind === 'other') continue;
        if (isDream(kept) && kept.id === ids[0]) {
          const forged = readFileSync(path(kept.entry), 'utf8').replace('* tale\n', '* tale\nForged. ');
          writeFileSync(path(kept.entry), forged);
          content = Buffer.from(
            withLedgerLine(content, { ...kept, sha256: createHash('sha256').update(forged).digest('hex') }),
          );
        } else content = Buffer.from(withLedgerLine(content, kept));
      }
      writeFileSync(path('rem/ledger.jsonl'), content);
    });
    assert.match(`${told.broken?.where} ${told.broken?.reason}`, new RegExp(ids[0] ?? '', 'u'));
    assert.match(
      told.broken?.reason ?? '',
      /not as this machine wrote it|otherwise than the commit in which it landed/u,
    );
  });
  test('the last line torn', async () => {
    const result = await look('torn', (path) => writeFileSync(path('rem/ledger.jsonl'), ledgerOf(lines).slice(0, -40)));
    assert.deepEqual(result.broken, {
      where: `line ${lines.length} of rem/ledger.jsonl`,
      reason: 'it is not a line of ours',
    });
  });
  test('an entry of another program: reported, not a break', () => {
    const { ran, told } = verify('foreign', (path) => {
      writeFileSync(path('rem/2026-06-10-0930.org'), foreign);
      writeFileSync(path('rem/2026-06-10-1200.org'), 'not even a dream');
      writeFileSync(path('rem/notes.org'), 'no entry at all');
    });
    assert.deepEqual([ran.code, told.broken, told.nights], [0, null, 3]);
    assert.deepEqual(told.foreign, ['rem/2026-06-10-1200.org', 'rem/2026-06-10-0930.org']);
    const plain = box.dk('foreign', ['nights', 'verify']);
    assert.match(
      plain.stdout,
      /^3 nights, unbroken\..*\nrem\/2026-06-10-1200\.org was not written by a sleep of ours\./u,
    );
  });
  test('a home that never slept is unbroken', async () => {
    const told = await look('fresh', (path) => {
      box.git('fresh', 'reset', '-q', '--hard', box.git('fresh', 'rev-list', '--max-parents=0', 'HEAD').trim());
      rmSync(path('rem/ledger.jsonl'), { force: true });
    });
    assert.deepEqual(told, { nights: 0, broken: null, foreign: [], uncommitted: [], head: null });
  });
});
