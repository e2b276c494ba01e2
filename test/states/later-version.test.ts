// A home that a later version has lived in is read, slept in, woken, taken back and examined by this one, and nothing of the other is lost.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { finishChanges, makeChange } from '../../src/change/change.ts';
import { type Healthy, healthyHome } from '../doctor/healthy-home.ts';
import { type Ran, root, sandbox } from '../sandbox.ts';
import { some } from '../share.ts';
import { unpackHome } from './kept-home.ts';

const hashOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
const time = '2026-06-10T10:50:00.000Z';
const empty = { ...{ head: null, branch: null, echo: false, verdicts: [], doing: [], also: [] }, model: 'later/model' };

/** What only the later version knows, and where it put it. */
interface Later {
  readonly lines: readonly string[];
  readonly receipts: readonly string[];
  /** In the home, and in the private folder. */
  readonly files: Readonly<Record<string, string>>;
  readonly hidden: Readonly<Record<string, string>>;
}

const dream = (model: string): string =>
  `#+TITLE: rem — 2026-06-10 10:45 UTC\n#+MODEL: ${model}\n* tale\nZoe slept.\n* goals\n* blue sky\n* fears\n* verdicts\n- keep course\n* carry\n- next action: rest\n`;

type LaterLine = Readonly<Record<string, unknown>> & { readonly id: string };

/** One change of the later version: a line, files, a commit with its trailer, and what this machine remembers of it. */
function change(healthy: Healthy, line: LaterLine, files: Readonly<Record<string, string>> = {}): string {
  const ledger = healthy.path('rem/ledger.jsonl');
  const prev = /"hash":"([0-9a-f]{64})"\}\n$/u.exec(readFileSync(ledger, 'utf8'))?.[1] ?? null;
  const body = JSON.stringify({ v: 1, ...line, prev });
  const sealed = `${body.slice(0, -1)},"hash":"${hashOf(body)}"}`;
  appendFileSync(ledger, `${sealed}\n`);
  for (const [path, content] of Object.entries(files)) healthy.box.write(`${healthy.at}/${path}`, content);
  healthy.git('add', '--', 'rem');
  healthy.git('commit', '-qm', `later: ${line.id}\n\nDream-Id: ${line.id}`);
  const commit = healthy.git('rev-parse', 'HEAD').trim();
  appendFileSync(healthy.hidden('made-here.jsonl'), `${JSON.stringify({ id: line.id, line: hashOf(body), commit })}\n`);
  return sealed;
}

function liveLater(healthy: Healthy): Later {
  const zoe = dream('later/model');
  const night = { kind: 'night', agent: 'zoe', time, ...empty };
  const quiet = { ...{ ...night, id: 'n-dreamlessa', agent: 'waldo', entry: null, sha256: null, digested: null } };
  const entry = { entry: 'rem/zoe/2026-06-10-1045.org', sha256: hashOf(zoe) };
  const digested = { steps: null, board: hashOf(readFileSync(healthy.path('plan.org'))), changed: hashOf('') };
  const files = { 'rem/signals.jsonl': '{"v":1}\n', 'rem/weeks/24.md': '# a week\n' };
  const manifest = JSON.parse(readFileSync(healthy.path('rem/manifest.json'), 'utf8')) as { entries: string[] };
  manifest.entries.unshift('zoe/2026-06-10-1045.org');
  const lines = [
    change(healthy, { kind: 'mark', id: 'q-aaaaaaaaaa', agent: 'waldo', time, of: { file: 'MEMORY.md', line: 3 } }),
    change(healthy, { ...quiet, trigger: 'idle', acts: [{ name: 'sweep', promoted: ['x'] }] }, files),
    change(
      healthy,
      { ...night, id: 'n-zoeaaaaaaa', ...entry, digested, mood: 'calm' },
      { 'rem/zoe/2026-06-10-1045.org': zoe, 'rem/manifest.json': `${JSON.stringify(manifest, null, 2)}\n` },
    ),
    // Without agent and time, and with a body of its own.
    change(healthy, { kind: 'sweep', id: 's-bbbbbbbbbb', promoted: [[1, null, { deep: 'ü' }]] }),
  ];
  const receipts = [
    JSON.stringify({ v: 1, id: 'd-cccccccccc', kind: 'deep', startedAt: time, outcome: 'deferred', waves: [1, 2] }),
    JSON.stringify({ v: 1, id: 'd-dddddddddd', kind: 'deep', agent: 'waldo', startedAt: time, cost: { usd: 1 } }),
  ];
  appendFileSync(healthy.hidden('receipts.jsonl'), `${receipts.join('\n')}\n`, { mode: 0o600 });
  const hidden = { 'signals.db': 'of theirs', 'recall/index.bin': '\0\0\0' };
  mkdirSync(healthy.hidden('recall'), { mode: 0o700 });
  for (const [name, content] of Object.entries(hidden)) writeFileSync(healthy.hidden(name), content, { mode: 0o600 });
  const state = new DatabaseSync(healthy.hidden('state.db'));
  state.exec(`
    ALTER TABLE leases ADD COLUMN host TEXT NOT NULL DEFAULT 'here'; ALTER TABLE outbox ADD COLUMN due TEXT;
    ALTER TABLE intents ADD COLUMN acts TEXT NOT NULL DEFAULT '[]'; ALTER TABLE drafts ADD COLUMN size INTEGER;
    ALTER TABLE images ADD COLUMN packed INTEGER NOT NULL DEFAULT 0; ALTER TABLE memos ADD COLUMN since TEXT;
    CREATE TABLE signals (name TEXT PRIMARY KEY, weight REAL) STRICT; INSERT INTO signals VALUES ('MEMORY.md:3', 0.75);
    INSERT INTO outbox VALUES ('mail-1', 'q-aaaaaaaaaa', 'mail', '{"to":"somebody"}', '${time}');
    PRAGMA user_version = 12;`);
  state.close();
  return { lines, receipts, files: { ...files, [entry.entry]: zoe }, hidden };
}

/** All of the later version's, byte for byte. */
function isKept(healthy: Healthy, later: Later, before: string): void {
  const ledger = readFileSync(healthy.path('rem/ledger.jsonl'), 'utf8');
  assert.ok(ledger.startsWith(before), 'the ledger was only added to');
  const committed = healthy.git('show', 'HEAD:rem/ledger.jsonl').split('\n');
  for (const line of later.lines) assert.ok(committed.includes(line), line);
  const receipts = readFileSync(healthy.hidden('receipts.jsonl'), 'utf8').split('\n');
  for (const line of later.receipts) assert.ok(receipts.includes(line), line);
  for (const [path, content] of Object.entries(later.files))
    assert.equal(readFileSync(healthy.path(path), 'utf8'), content, path);
  for (const [name, content] of Object.entries(later.hidden))
    assert.equal(readFileSync(healthy.hidden(name), 'utf8'), content, name);
  const state = new DatabaseSync(healthy.hidden('state.db'), { readOnly: true });
  const rows = (sql: string): unknown[] =>
    state
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  assert.deepEqual(rows('SELECT * FROM signals'), [{ name: 'MEMORY.md:3', weight: 0.75 }]);
  assert.deepEqual(rows('SELECT * FROM outbox'), [
    { id: 'mail-1', intent: 'q-aaaaaaaaaa', kind: 'mail', body: '{"to":"somebody"}', due: time },
  ]);
  assert.deepEqual(rows('PRAGMA user_version'), [{ user_version: 12 }]);
  state.close();
}

const told = ({ code, stdout, stderr }: Ran): string => `${code}\n${stdout}\n${stderr}`;

describe('a home that a later version has lived in', () => {
  for (const shape of some(['nested', 'one'] as const, 2))
    test(shape, async (t) => {
      const healthy = await healthyHome(t, shape);
      const later = liveLater(healthy);
      const before = readFileSync(healthy.path('rem/ledger.jsonl'), 'utf8');
      const dk = (...args: readonly string[]): string => {
        const ran = healthy.box.dk('project', args);
        assert.equal(ran.code, 0, `dk ${args.join(' ')}: ${told(ran)}`);
        return ran.stdout;
      };
      const isContent = (): void => {
        const { findings } = JSON.parse(dk('doctor', '--strict', '--json')) as { findings: { id: string }[] };
        assert.deepEqual(
          findings.map(({ id }) => id),
          ['outbox-waits'],
        );
        const { uncommitted, foreign } = JSON.parse(dk('nights', 'verify', '--json')) as Record<string, unknown>;
        assert.deepEqual([uncommitted, foreign], [[], []]);
        isKept(healthy, later, before);
      };
      isContent();
      assert.match(dk('nights', 'list'), /d-cccccccccc +deep deferred:/u);
      assert.match(dk('sessions', 'list', '--prefix', 'deep:'), /deep:waldo:2026/u);
      assert.match(dk('journal', '--list'), /zoe\/2026-06-10-1045/u);
      assert.match(dk('why', 'n-dreamlessa'), /a night without a dream: sweep/u);
      assert.match(dk('why', 's-bbbbbbbbbb'), /a sweep of a later version/u);
      dk('status');

      healthy.box.write('project/a.ts', 'd\n');
      const night = JSON.parse(dk('sleep', '--json', '--force')) as { id: string; outcome: string };
      assert.equal(night.outcome, 'ran');
      isContent();
      assert.doesNotMatch(dk('wake', '--json'), /Zoe|n-zoeaaaaaaa/u);
      isContent();
      // Zoe wakes from what she dreamt in her own folder, and waldo did not.
      const zoe = healthy.box.dk('project', ['wake', '--json'], { env: { DREAMKEEPER_AGENT: 'zoe' } });
      assert.equal(zoe.code, 0, told(zoe));
      assert.match(zoe.stdout, /rem\/zoe\/2026-06-10-1045\.org|n-zoeaaaaaaa/u);
      dk('board', 'add', 'something new');
      dk('undo', night.id);
      isContent();
      dk('undo', night.id, '--redo');
      dk('doctor', '--fix');
      isContent();
      // What only the later version can take back is not said to be taken back.
      for (const id of ['q-aaaaaaaaaa', 'n-dreamlessa']) {
        const refused = healthy.box.dk('project', ['undo', id]);
        assert.equal(refused.code, 12, told(refused));
      }
      isContent();
    });
});

test('a line of a later version that was cut off is missed', async (t) => {
  const healthy = await healthyHome(t, 'nested');
  const whole = readFileSync(healthy.path('rem/ledger.jsonl'));
  liveLater(healthy);
  writeFileSync(healthy.path('rem/ledger.jsonl'), whole);
  healthy.git('commit', '-qam', 'tidy');
  const verified = healthy.box.dk('project', ['nights', 'verify']);
  assert.equal(verified.code, 14, told(verified));
  assert.match(verified.stdout, /in the history but not in the ledger/u);
});

describe('what a later version left to be delivered', () => {
  test('a change that it sealed is made by this one, and its letter waits', async (t) => {
    const healthy = await healthyHome(t, 'nested');
    const { world, home } = healthy;
    const dying = {
      ...world,
      probe: (name: string) => {
        if (name === 'sealed') throw new Error('killed');
      },
    };
    const letter = { id: 'letter', kind: 'mail', body: '{"to":"somebody"}' };
    await makeChange(dying, home, {
      files: [
        { path: 'plan.org', edit: (bytes) => Buffer.concat([bytes ?? Buffer.alloc(0), Buffer.from('** TODO more\n')]) },
      ],
      ...{ subject: 'board: more', agent: 'waldo', id: 'c-aaaaaaaaaa', outbox: [letter] },
    }).catch(() => undefined);
    const { finished, waits } = await finishChanges(world, home);
    assert.deepEqual([finished, waits], [['c-aaaaaaaaaa'], undefined]);
    assert.match(healthy.git('show', 'HEAD:plan.org'), /TODO more/u);
    const store = world.stores.open(home.privateDir);
    assert.deepEqual(store.ended(1)[0]?.ending, 'done');
    assert.deepEqual(store.undelivered(), [{ ...letter, intent: 'c-aaaaaaaaaa' }]);
    store.close();
    const found = healthy.box.dk('project', ['doctor', '--strict', '--json']);
    assert.equal(found.code, 0, told(found));
    assert.match(found.stdout, /outbox-waits/u);
  });

  test('what waited for a version that knows it is delivered by the first that comes, once, with its commit', async (t) => {
    const healthy = await healthyHome(t, 'nested');
    const last = readFileSync(healthy.hidden('made-here.jsonl'), 'utf8').trim().split('\n').at(-1) ?? '';
    const { id, commit } = JSON.parse(last) as { id: string; commit: string };
    const state = new DatabaseSync(healthy.hidden('state.db'));
    const insert = state.prepare('INSERT INTO outbox (id, intent, kind, body) VALUES (?, ?, ?, ?)');
    insert.run('waited', id, 'line:receipts.jsonl', '{"id":"waited","outcome":"ran"}');
    insert.run('senseless', id, 'line:receipts.jsonl', 'no line');
    state.close();
    const delivered = (): string[] =>
      readFileSync(healthy.hidden('receipts.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('waited'));
    for (let times = 0; times < 3; times += 1) healthy.box.dk('project', ['board']);
    assert.deepEqual(delivered(), [JSON.stringify({ id: 'waited', outcome: 'ran', commit })]);
    const store = healthy.world.stores.open(healthy.home.privateDir);
    assert.deepEqual(
      store.undelivered().map((item) => item.id),
      ['senseless'],
    );
    store.close();
  });
});

describe('a home that an earlier version has lived in', () => {
  // Made by the program of commit 650bd6f: three nights, a wake, one night taken back, and one that was gated.
  const kept = readFileSync(join(root, 'test/states/home-650bd6f.json.gz'));
  test('650bd6f', (t) => {
    const box = sandbox(t);
    unpackHome(kept, box.path('project'));
    const dk = (...args: readonly string[]): string => {
      const ran = box.dk('project', args);
      assert.equal(ran.code, 0, `dk ${args.join(' ')}: ${told(ran)}`);
      return ran.stdout;
    };
    const ledger = (): string => box.read('project/.dream/rem/ledger.jsonl');
    const before = ledger();
    const receipts = box.read('project/.dream/.git/dreamkeeper/receipts.jsonl');
    dk('doctor', '--strict');
    assert.match(dk('nights', 'verify'), /^3 nights, unbroken/u);
    const { nights } = JSON.parse(dk('nights', 'list', '--json')) as { nights: { trigger: unknown; acts: unknown }[] };
    assert.equal(nights.length, 4);
    assert.deepEqual([nights[0]?.trigger, nights[0]?.acts], [null, []]);
    box.write('project/a.ts', 'e\n');
    const night = JSON.parse(dk('sleep', '--json', '--force')) as { id: string; outcome: string };
    assert.equal(night.outcome, 'ran');
    dk('wake');
    dk('undo', night.id);
    // Also what the other version made.
    dk('undo', 'last');
    dk('undo', 'last', '--redo');
    dk('doctor', '--strict');
    assert.match(dk('nights', 'verify'), /^4 nights, unbroken/u);
    assert.ok(ledger().startsWith(before));
    assert.ok(box.read('project/.dream/.git/dreamkeeper/receipts.jsonl').startsWith(receipts));
  });
});
