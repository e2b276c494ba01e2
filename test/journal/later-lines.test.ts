// Lines that only a later version understands: kept, followed and passed over; what claims to be a kind we know has to fit it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  type DreamLine,
  isDream,
  isNight,
  isUndone,
  newestNight,
  nightsOf,
  parseLedger,
  soundLines,
  type UndoLine,
  withLedgerLine,
} from '../../src/journal/journal.ts';
import { fc } from '../drawn.ts';

const time = '2026-06-10T09:00:00.000Z';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
/** A line of any kind behind another, sealed as every version seals it. */
function sealed(line: object, prev: string | null): string {
  const body = JSON.stringify({ v: 1, ...line, prev });
  return `${body.slice(0, -1)},"hash":"${hashOf(body)}"}\n`;
}
const lastHash = (content: string): string | null => /"hash":"([0-9a-f]{64})"\}\n$/u.exec(content)?.[1] ?? null;
const after = (content: string, line: object): string => `${content}${sealed(line, lastHash(content))}`;

const dream: DreamLine = {
  ...{ kind: 'night', id: 'n-aaaaaaaaaa', agent: 'waldo', time, model: 'builtin', entry: 'rem/2026-06-10-0900.org' },
  ...{ sha256: hashOf(''), echo: false, head: null, branch: null, verdicts: [], doing: [] },
  digested: { steps: null, board: null, changed: hashOf('') },
};
const dreamless = {
  ...{ ...dream, id: 'n-bbbbbbbbbb', entry: null, sha256: null, digested: null, trigger: 'idle' },
  acts: [{ name: 'sweep', outcome: 'ran', promoted: 3 }],
};
const undo: UndoLine = {
  ...{
    kind: 'undo',
    id: 'u-aaaaaaaaaa',
    agent: 'waldo',
    time,
    of: dream.id,
    undid: [dream.id],
    redo: false,
    board: null,
  },
};
const mark = { kind: 'mark', id: 'q-aaaaaaaaaa', agent: 'waldo', time, entry: { of: ['MEMORY.md', 7] } };

/** Kinds, and anything beside them. */
const anyLater = fc
  .record({
    kind: fc
      .string({ minLength: 1 })
      .filter((kind) => !['night', 'run', 'wake', 'undo', 'pin', 'tombstone'].includes(kind)),
    more: fc.dictionary(
      fc.string().filter((name) => !['v', 'kind', 'id', 'prev', 'hash', '__proto__'].includes(name)),
      fc.jsonValue(),
    ),
  })
  .map(({ kind, more }) => ({ ...more, kind: kind.toWellFormed(), id: 'q-aaaaaaaaaa' }));

describe('a kind that only a later version knows', () => {
  test('of any name, with anything in it, is whole; the next line follows it, byte for byte', () => {
    fc.assert(
      fc.property(anyLater, (later) => {
        const before = after(after('', dream), later);
        const read = parseLedger(before);
        assert.equal(read.broken, undefined);
        assert.deepEqual(read.lines[1]?.kind === 'other' && read.lines[1].named, later.kind);
        const next = Buffer.from(withLedgerLine(Buffer.from(before), undo)).toString();
        assert.ok(next.startsWith(before));
        const [, second, third] = parseLedger(next).lines;
        assert.equal(parseLedger(next).broken, undefined);
        assert.equal(third?.prev, second?.hash);
        assert.equal(soundLines(Buffer.from(next)).length, 3);
      }),
    );
  });
  test('moves nothing: neither a night, nor what was taken back', () => {
    const content = after(after(after('', dream), mark), { ...mark, kind: 'unmark', undid: [dream.id], redo: false });
    const ledger = parseLedger(content);
    assert.equal(ledger.broken, undefined);
    assert.deepEqual(
      nightsOf(ledger, 'waldo').map(({ id }) => id),
      [dream.id],
    );
    assert.equal(newestNight(content, 'waldo')?.id, dream.id);
    assert.equal(isUndone(ledger, dream.id), false);
  });
  test('is a break if it was changed, dropped, cut or not sealed', () => {
    const whole = after(after(after('', dream), mark), undo);
    const [one = '', two = '', three = ''] = whole.split('\n');
    for (const [what, lines] of Object.entries({
      changed: [one, two.replace('MEMORY', 'DREAMS'), three],
      dropped: [one, three],
      cut: [one, two.slice(0, -9), three],
      unsealed: [one, JSON.stringify({ v: 1, ...mark, prev: lastHash(`${one}\n`) })],
      'of another version': [one, sealed({ ...mark, v: 2 }, lastHash(`${one}\n`)).trim()],
    }))
      assert.equal(parseLedger(`${lines.join('\n')}\n`).broken?.line, 2, what);
  });
  for (const letter of ['f', 'n', 'p', 'r', 'u', 'w'])
    test(`does not speak for a change of ours (${letter}-…)`, () => {
      const forged = after(after('', dream), { ...mark, id: `${letter}-aaaaaaaaaa` });
      assert.equal(parseLedger(forged).broken?.line, 2);
    });
});

describe('a kind we know', () => {
  test('may say more than we understand', () => {
    const content = after('', { ...dream, mood: 'calm', trigger: 'session-end', acts: [{ name: 'dream', words: 12 }] });
    const [line] = parseLedger(content).lines;
    assert.equal(parseLedger(content).broken, undefined);
    assert.deepEqual(line?.kind === 'night' && [line.trigger, line.acts], [
      'session-end',
      [{ name: 'dream', words: 12 }],
    ]);
  });
  test('has to fit all the same', () => {
    for (const wrong of [
      { entry: '../x.org' },
      { sha256: null },
      { digested: null },
      { acts: [{}] },
      { id: 'w-aaaaaaaaaa' },
    ])
      assert.equal(parseLedger(after('', { ...dream, ...wrong })).broken?.line, 1, JSON.stringify(wrong));
  });
});

describe('a night without a dream', () => {
  const content = after(after('', dream), dreamless);
  test('is a night, and no dream: gate, news and wake go by the one before', () => {
    const ledger = parseLedger(content);
    assert.equal(ledger.broken, undefined);
    assert.deepEqual(
      ledger.lines.filter(isNight).map(({ id }) => id),
      [dream.id, dreamless.id],
    );
    assert.deepEqual(
      ledger.lines.filter(isDream).map(({ id }) => id),
      [dream.id],
    );
    assert.deepEqual(
      nightsOf(ledger, 'waldo').map(({ id }) => id),
      [dream.id],
    );
    assert.equal(newestNight(content, 'waldo')?.id, dream.id);
  });
  test('gives no verdict, and echoes nobody', () => {
    const given = [{ line: 'keep course', task: null, from: null }];
    for (const wrong of [{ verdicts: given }, { echo: true }, { doing: [{ task: 'x', seen: true, body: '' }] }])
      assert.equal(parseLedger(after('', { ...dreamless, ...wrong })).broken?.line, 1, JSON.stringify(wrong));
  });
});

describe('the folder of an agent in rem/', () => {
  const at = (entry: string): string => after('', { ...dream, entry });
  for (const good of ['rem/zoe/2026-06-10-0900.org', 'rem/agent-2/2026-06-10-0900-12.org', 'rem/notes.org'])
    test(good, () => assert.equal(parseLedger(at(good)).broken, undefined));
  for (const bad of [
    'rem/Zoe/2026-06-10-0900.org',
    'rem/zoe/notes.org',
    'rem/../2026-06-10-0900.org',
    'rem/zoe/sub/2026-06-10-0900.org',
    'rem/.zoe/2026-06-10-0900.org',
    'rem/zoe/2026-02-30-0900.org',
  ])
    test(bad, () => assert.equal(parseLedger(at(bad)).broken?.line, 1));
});
