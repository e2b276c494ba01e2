// The manifest: what is printed is read, whatever another program left there is read as far as it goes, and fifty are the newest fifty.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Manifest, parseLedger, parseManifest, printManifest } from '../../src/journal/journal.ts';
import { makeManifest } from '../../src/night/night.ts';
import { liveDay } from '../day.ts';
import { fc } from '../drawn.ts';
import { sandbox } from '../sandbox.ts';
import { times } from '../share.ts';
import { sleepOnce } from '../sleep.ts';
import { anyText } from './any-entry.ts';

const empty: Manifest = { format: 1, entries: [], dreams: [], gaps: [] };
const text = anyText.map((any) => any.toWellFormed());
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const plainly = { noNullPrototype: true } as const;
const anyManifest: fc.Arbitrary<Manifest> = fc.record(
  {
    format: fc.constant(1 as const),
    entries: fc.array(text),
    dreams: fc.array(
      fc.record(
        {
          ...{ file: text, id: maybe(text), time: maybe(text), model: text, agent: maybe(text), ours: fc.boolean() },
          ...{ summary: text, verdicts: fc.nat() },
        },
        plainly,
      ),
      { maxLength: 3 },
    ),
    gaps: fc.array(fc.record({ time: text, reason: text, message: text }, plainly), { maxLength: 3 }),
  },
  plainly,
);

describe('read and printed', () => {
  test('any manifest comes back', () => {
    fc.assert(
      fc.property(anyManifest, (manifest) => assert.deepEqual(parseManifest(printManifest(manifest)), manifest)),
      { numRuns: times(500) },
    );
  });
  test('the seed’s own form: names only', () => {
    assert.deepEqual(parseManifest('{"entries":["2026-06-11-0915.org","2026-06-10-1430.org"]}'), {
      ...empty,
      entries: ['2026-06-11-0915.org', '2026-06-10-1430.org'],
    });
  });
  test('what does not fit is left out, the rest stays', () => {
    const gap = { time: 't', reason: 'r', message: 'm' };
    const given = { entries: ['a', 1, null, ['b']], dreams: [null, {}, { file: 'f' }], gaps: [gap, { time: 't' }, 3] };
    assert.deepEqual(parseManifest(JSON.stringify(given)), { ...empty, entries: ['a'], gaps: [gap] });
    assert.deepEqual(parseManifest('{"entries":"a","gaps":{}}'), empty);
  });
  test('what is no manifest is an empty one', () => {
    for (const broken of [
      '',
      '{',
      'null',
      '[]',
      '3',
      '"x"',
      '{"entries":[',
      '<<<<<<< HEAD',
      '\0',
      '{"__proto__":{"entries":["a"]}}',
    ])
      assert.deepEqual(parseManifest(broken), empty, broken);
    fc.assert(
      fc.property(fc.oneof(text, fc.json()), (any) => assert.equal(parseManifest(any).format, 1)),
      { numRuns: times(500) },
    );
  });
});

const day = { shape: 'one', board: '* board\n** TODO write the page\n', before: { 'a.txt': 'a\n' }, day: [] } as const;
const entry = (tale: string): string =>
  `#+TITLE: rem — 2026-01-01 00:00 UTC\n#+MODEL: other\n* tale\n${tale}\n* goals\n- a\n* blue sky\n* fears\n* verdicts\n- keep course\n* carry\n`;

describe('made from what lies in rem/', () => {
  test('the newest fifty, and the fifty-first is dropped', async (t) => {
    const box = sandbox(t);
    const lived = await liveDay(box, 'day', day);
    const rem = join(lived.home.home, 'rem');
    mkdirSync(rem, { recursive: true });
    const names = Array.from(
      { length: 50 },
      (_, index) => `2026-05-${String(1 + (index % 28)).padStart(2, '0')}-0${Math.floor(index / 28)}00.org`,
    );
    for (const name of names) writeFileSync(join(rem, name), entry(`The tale of ${name}.`));
    box.git('day', 'add', 'rem');
    box.git('day', 'commit', '-q', '-m', 'theirs');
    const { receipt } = await sleepOnce(lived.at('15:00'), { isForced: true, env: {} });
    assert.equal(receipt.outcome, 'ran', receipt.message);
    const manifest = parseManifest(readFileSync(join(rem, 'manifest.json'), 'utf8'));
    assert.equal(manifest.entries.length, 50);
    assert.equal(manifest.entries[0], '2026-06-10-1500.org');
    assert.ok(!manifest.entries.includes('2026-05-01-0000.org'), 'the oldest is not named any more');
    assert.ok(existsSync(join(rem, '2026-05-01-0000.org')), 'and still there');
    assert.deepEqual(manifest.entries, manifest.entries.toSorted().toReversed());
    assert.deepEqual(
      manifest.dreams.map(({ file }) => file),
      manifest.entries,
    );
    assert.deepEqual(
      manifest.dreams.map(({ ours }) => ours),
      [true, ...Array.from({ length: 49 }, () => false)],
    );
    const [mine, other] = manifest.dreams;
    assert.deepEqual(
      [mine?.id, mine?.agent, mine?.model, mine?.time],
      [receipt.id, 'waldo', 'builtin', '2026-06-10T15:00:00.000Z'],
    );
    assert.deepEqual([other?.id, other?.model, other?.verdicts], [null, 'other', 1]);
    assert.equal(other?.summary, `The tale of ${other?.file}`);
  });
  test('a changed entry is not ours; a link, a folder and what is malformed are gaps that stay known', async (t) => {
    const lived = await liveDay(sandbox(t), 'day', day);
    const rem = join(lived.home.home, 'rem');
    const { receipt } = await sleepOnce(lived.at('15:00'), { isForced: true, env: {} });
    const path = join(lived.home.home, receipt.entry ?? '');
    const { world, home } = lived.at('16:00');
    const make = (): Manifest =>
      makeManifest({
        ...{ world, home, journalGaps: [], receipts: [], keep: 50 },
        ledger: parseLedger(readFileSync(join(rem, 'ledger.jsonl'), 'utf8')),
      });
    assert.deepEqual(
      make().dreams.map(({ ours, id }) => [ours, id]),
      [[true, receipt.id]],
    );
    writeFileSync(path, readFileSync(path, 'utf8').replace('* tale\n', '* tale\nNobody slept. '));
    assert.deepEqual(
      make().dreams.map(({ ours, id }) => [ours, id]),
      [[false, receipt.id]],
    );
    symlinkSync(path, join(rem, '2026-06-10-1600.org'));
    writeFileSync(join(rem, '2026-06-10-1601.org'), '* tale\n');
    mkdirSync(join(rem, '2026-06-10-1602.org'));
    const made = make();
    assert.deepEqual(
      made.dreams.map(({ file }) => `rem/${file}`),
      [receipt.entry],
    );
    assert.deepEqual(made.gaps[0], {
      time: '2026-06-10T16:01:00.000Z',
      reason: 'malformed',
      message: 'rem/2026-06-10-1601.org: the heading "goals" is missing',
    });
    // What is repaired or removed later stays known as a gap there was.
    writeFileSync(join(rem, 'manifest.json'), printManifest(made));
    rmSync(join(rem, '2026-06-10-1601.org'));
    assert.deepEqual(make().gaps[0], made.gaps[0]);
    assert.equal(make().gaps.length, made.gaps.length);
  });
  test('a broken manifest is made anew', async (t) => {
    const lived = await liveDay(sandbox(t), 'day', day);
    const rem = join(lived.home.home, 'rem');
    mkdirSync(rem, { recursive: true });
    writeFileSync(join(rem, 'manifest.json'), '{"entries":["2020-01-01-0000.org"');
    const { receipt } = await sleepOnce(lived.at('15:00'), { isForced: true, env: {} });
    assert.equal(receipt.outcome, 'ran', receipt.message);
    assert.deepEqual(parseManifest(readFileSync(join(rem, 'manifest.json'), 'utf8')).entries, ['2026-06-10-1500.org']);
  });
});
