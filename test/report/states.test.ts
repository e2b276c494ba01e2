// A report of homes that are not as usual: empty, taken back, cloned, damaged, long ago. There is always a plain answer, and nothing is made up.
import assert from 'node:assert/strict';
import { cpSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { backInWords, headlineOf, waitingInWords } from '../../src/report/headline.ts';
import { moveInWords } from '../../src/report/told.ts';
import { endOf } from '../../src/report/week.ts';
import { localTime } from '../../src/text/text.ts';
import type { Morning } from '../../src/verbs/verbs.ts';
import { homeIn, project, type Sandbox, sandbox } from '../sandbox.ts';
import { stringsIn } from './told.ts';

const json = (box: Sandbox, home: string, ...args: readonly string[]): Morning => {
  const { code, stdout, stderr } = box.dk(home, ['report', ...args, '--json']);
  assert.equal(code, 0, `${stdout}${stderr}`);
  return JSON.parse(stdout) as Morning;
};
const text = (box: Sandbox, home: string): string => box.dk(home, ['report']).stdout;

/** A home in which somebody worked and slept once. */
function slept(box: Sandbox): string {
  const home = homeIn(box);
  box.git(home, 'commit', '-q', '--allow-empty', '-m', 'add: something to sleep on');
  box.dk(home, ['step', '--tool', 'bash', '--target', 'npm test', '--exit', '0']);
  assert.equal(box.dk(home, ['sleep']).code, 0);
  return home;
}

test('where there is no home it says so, and how to make one', (t) => {
  const box = sandbox(t);
  project(box);
  const ran = box.dk('project', ['report']);
  assert.deepEqual([ran.code, ran.stdout], [10, '']);
  assert.match(ran.stderr, /E_NO_HOME/u);
});

test('nobody has slept yet', (t) => {
  const box = sandbox(t);
  const home = homeIn(box);
  assert.match(
    text(box, home),
    /Nobody has slept here yet\.\nAfter some work, `dk sleep` is the first night[\s\S]*Nothing waits for you\.\n/u,
  );
  const { kind, nights, memory, learned, proof, undo, waits, tales, unknown } = json(box, home);
  assert.deepEqual(
    { kind, nights, memory, learned, proof, undo, waits, tales, unknown },
    {
      ...{ kind: 'empty', nights: [], memory: [], learned: [], proof: [], undo: [], waits: [], tales: [], unknown: [] },
    },
  );
});

test('the only night was taken back: nothing of it is told but that, and how to put it back', (t) => {
  const box = sandbox(t);
  const home = slept(box);
  const before = json(box, home);
  assert.equal(before.tales.length, 1);
  assert.equal(box.dk(home, ['undo', 'last']).code, 0);
  const { did, nights, tales, undo, memory } = json(box, home);
  assert.match(did, /It was taken back: nothing of it stands\.$/u);
  assert.deepEqual([nights[0]?.isUndone, tales, memory], [true, [], []]);
  const [{ night, isUndone, command } = {}] = undo as readonly Partial<Morning['undo'][number]>[];
  assert.deepEqual(
    [undo.length, night, isUndone, command],
    [1, nights[0]?.id, true, `dk undo ${nights[0]?.id} --redo`],
  );
  assert.match(text(box, home), /was taken back\. To put it back again:\n {4}dk undo n-\w+ --redo\n/u);
  // What it says can be typed.
  assert.equal(box.dk(home, (undo[0]?.command ?? '').split(' ').slice(1)).code, 0);
  assert.deepEqual(json(box, home).tales, before.tales);
});

test('every way to take a night back that it names works', (t) => {
  const box = sandbox(t);
  const home = slept(box);
  const { undo } = json(box, home);
  assert.equal(box.dk(home, (undo[0]?.command ?? '').split(' ').slice(1)).code, 0);
  assert.equal(json(box, home).nights[0]?.isUndone, true);
});

test('a night that failed waits for somebody until one succeeds, and is named by its own id', (t) => {
  const box = sandbox(t);
  const home = slept(box);
  const path = `${home}/.git/dreamkeeper/receipts.jsonl`;
  const [line = ''] = box.read(path).trim().split('\n').slice(-1);
  const failed = (id: string, hours: number): string => {
    const startedAt = new Date(Date.now() + hours * 3_600_000).toISOString();
    const told = {
      id,
      outcome: 'failed',
      reason: 'model-server',
      message: 'it answered 503',
      startedAt,
      endedAt: startedAt,
    };
    return `${JSON.stringify({ ...(JSON.parse(line) as object), ...told, commit: null, entry: null })}\n`;
  };
  box.write(path, `${failed('n-aaaaaaaaaa', -2)}${line}\n`);
  const good = json(box, home);
  assert.deepEqual([good.waits, good.attempts.map(({ id }) => id)], [[], ['n-aaaaaaaaaa']]);
  assert.equal(good.tried, 'Another attempt changed nothing. The reason: it answered 503 (failed).');
  assert.ok(text(box, home).includes('  Another attempt changed nothing. The reason: it answered 503 (failed).\n'));
  box.write(path, `${line}\n${failed('n-bbbbbbbbbb', 1)}`);
  const bad = json(box, home);
  assert.deepEqual(
    [bad.waiting, bad.waits[0]?.commands],
    ['One thing waits for you.', ['dk nights show n-bbbbbbbbbb']],
  );
  assert.match(box.dk(home, ['nights', 'show', 'n-bbbbbbbbbb']).stdout, /it answered 503/u);
});

test('on a clone there are no receipts: what the nights took is not known, and that is said', (t) => {
  const box = sandbox(t);
  slept(box);
  box.git('.', 'clone', '-q', 'home', 'clone');
  const { nights, cost, unknown, proof } = json(box, 'clone');
  assert.equal(nights.length, 1);
  assert.deepEqual([cost.isWhole, cost.calls], [false, 0]);
  assert.match(cost.told, /^No call to a model is on record here\.$/u);
  assert.match(unknown.join('\n'), /their receipts are on another machine/u);
  assert.equal(proof[0]?.result, 'proven');
});

test('a damaged home: what can be read is told, and what to do about the rest', (t) => {
  const box = sandbox(t);
  const home = slept(box);
  cpSync(box.path(home), box.path('whole'), { recursive: true });
  const damages: Readonly<Record<string, (at: string) => void>> = {
    ledger: (at) => box.write(`${at}/rem/ledger.jsonl`, `${box.read(`${at}/rem/ledger.jsonl`)}nonsense\n`),
    'no ledger': (at) => rmSync(box.path(at, 'rem'), { recursive: true }),
    store: (at) => box.write(`${at}/.git/dreamkeeper/state.db`, 'not a database'),
    receipts: (at) => box.write(`${at}/.git/dreamkeeper/receipts.jsonl`, '{"v":1}\nnonsense\n\0\0'),
    settings: (at) => box.write(`${at}/dreamkeeper.yaml`, 'rem: [\n'),
    board: (at) => box.write(`${at}/plan.org`, Buffer.from([0, 1, 2, 0, 255])),
    'no objects': (at) => rmSync(box.path(at, '.git/objects'), { recursive: true }),
  };
  for (const [what, spoil] of Object.entries(damages)) {
    rmSync(box.path('spoiled'), { recursive: true, force: true });
    cpSync(box.path('whole'), box.path('spoiled'), { recursive: true });
    spoil('spoiled');
    const ran = box.dk('spoiled', ['report', '--json']);
    const told = JSON.parse(ran.stdout) as Morning & {
      readonly error?: { readonly code: string; readonly hint: string };
    };
    // Where git itself cannot read the home there is no report; everything else has one.
    if (told.error !== undefined) {
      assert.equal(what, 'no objects', `${what}: ${ran.stdout}`);
      assert.notEqual(told.error.code, 'E_BUG');
      continue;
    }
    const said = stringsIn(told).join('\n');
    assert.doesNotMatch(said, /undefined|NaN|\[object/u, what);
    if (what !== 'receipts' && what !== 'store')
      assert.ok(told.waits.length + told.unknown.length > 0, `${what}: ${said}`);
    assert.notEqual(box.dk('spoiled', ['report']).stdout, '', what);
  }
});

test('of more nights than are told it says how many there were', () => {
  const night = { isUndone: false } as Morning['nights'][number];
  const told = { kind: 'slept', nights: [night, night], memory: [], learned: [], tales: [] } as const;
  const board = { moves: [], earlier: [] } as unknown as Morning['board'];
  assert.equal(headlineOf({ ...told, board }, '', false, 4).headline, 'The newest 2 of 6 nights since yesterday.');
  assert.equal(headlineOf({ ...told, board }, '', false).headline, 'Two nights since yesterday.');
});

test('of nights that were partly taken back it counts only the entries that stand, and says so', () => {
  const nights = [{ isUndone: false }, { isUndone: true }, { isUndone: true }] as unknown as Morning['nights'];
  const board = { moves: [], earlier: [] } as unknown as Morning['board'];
  const of = (tales: number): string =>
    headlineOf(
      {
        kind: 'slept',
        nights,
        memory: [],
        learned: [],
        tales: Array(tales).fill({}) as Morning['tales'][number][],
        board,
      },
      '',
      false,
    ).did;
  assert.equal(of(18), '18 new journal entries stand. Two nights were taken back.');
  assert.equal(of(1), 'One new journal entry stands. Two nights were taken back.');
});

test('what waits is a question if it can be answered, and what looks done is counted apart', () => {
  const [question, thing] = [{ answers: 'approve: …' }, { answers: null }];
  assert.equal(waitingInWords([], []), 'Nothing waits for you.');
  assert.equal(waitingInWords([question, question], []), 'Two questions wait for you.');
  assert.equal(waitingInWords([question, thing], []), 'Two things wait for you.');
  assert.equal(
    waitingInWords([question], [{ isSure: false }]),
    'One question waits for you. One task is perhaps finished (see "Board").',
  );
  assert.equal(
    waitingInWords([], [{ isSure: true }, { isSure: true }]),
    'Nothing waits for you. Two tasks look finished (see "Board").',
  );
});

test('the command that takes the newest night back comes early, and none where nothing stands', () => {
  const night = (id: string, isUndone: boolean): Morning['undo'][number] => ({
    ...{ night: id, isUndone, command: `dk undo ${id}${isUndone ? ' --redo' : ''}`, told: '', after: null },
  });
  assert.equal(backInWords([]), null);
  assert.equal(backInWords([night('n-a', true)]), null);
  assert.equal(backInWords([night('n-b', true), night('n-a', false)]), 'To take the night back: dk undo n-a');
  assert.equal(
    backInWords([night('n-b', false), night('n-a', false)]),
    'To take the last of these nights back: dk undo n-b',
  );
});

test('of a suggestion that waits it says what the owner chose for it', () => {
  const of = (line: string, moves: 'apply' | 'advise' | 'off', done: 'apply' | 'advise' | 'off' = 'advise'): string =>
    moveInWords({ line, became: 'waiting', from: null, to: null, why: '' }, { moves, done, trusting: false });
  assert.match(of('pick up: faq', 'apply'), /the board says NEXT for it, unless .* set `verdicts: advise`/u);
  assert.match(of('put down: faq', 'apply'), /the board says TODO for it/u);
  assert.match(of('pick up: faq', 'advise'), /The next session is told; nothing is moved\.$/u);
  assert.match(of('pick up: faq', 'off'), /No session is told: `verdicts` is off\.$/u);
  assert.match(of('done: faq — 1a2b3c4', 'apply'), /The next session is told; nothing is moved\.$/u);
});

test('a day ends where somebody is, also when the clocks change', () => {
  const far = new Date('2027-01-01T00:00:00Z');
  for (const [zone, day, end] of [
    ['UTC', '2026-06-10', '2026-06-10T23:59:59.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29T21:59:59.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T22:59:59.000Z'],
    ['Pacific/Kiritimati', '2026-06-10', '2026-06-10T09:59:59.000Z'],
    ['America/Los_Angeles', '2026-06-10', '2026-06-11T06:59:59.000Z'],
    ['Asia/Kathmandu', '2026-06-10', '2026-06-10T18:14:59.000Z'],
  ] as const) {
    const dayOf = (time: string): string => localTime(time, zone).split(' ')[1] ?? '';
    assert.equal(endOf(day, dayOf, far).toISOString(), end, zone);
    const now = new Date(`${day}T08:00:00Z`);
    assert.equal(endOf(day, dayOf, now) <= now, true, zone);
  }
});
