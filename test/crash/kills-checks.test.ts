// Each check can fail: a fault of every kind is planted, and named.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { isDream, withLedgerLine } from '../../src/journal/journal.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { faultsIn, type Ill, type Known, ledgerOf, paidIn, slowFaultsIn } from './checks.ts';
import { hire } from './hand.ts';
import { clock } from './life.ts';
import { answerOf, copyTemplate, makeTemplates } from './person.ts';
import { newRecord, readLedgerInto } from './record.ts';
import { remainsIn, tornBy } from './remains.ts';

interface Lived {
  readonly box: Sandbox;
  readonly world: World;
  readonly home: FoundHome;
  readonly known: Known;
}

/** A night and its wake. */
async function lived(t: TestContext): Promise<Lived> {
  const box = sandbox(t);
  copyTemplate(box, makeTemplates(box), 'one', 'home');
  const world = await realWorld(box.env);
  const home = homeAt(world, box.path('home'));
  const hand = hire(box, home.home, t);
  await hand.tell({ act: 'night', time: clock(1, 0), answer: answerOf(1, ['pick up: Draw the map']) });
  await hand.tell({ act: 'wake', time: clock(1, 10) });
  await hand.dismiss();
  const known = newRecord();
  readLedgerInto(known, home);
  return { box, world, home, known };
}

function homeAt(world: World, folder: string): FoundHome {
  const home = world.places.find({ cwd: folder, env: {} });
  if (home === undefined) throw new Error('there is no home');
  return home;
}

interface Plant {
  readonly what: string;
  readonly ill: Ill;
  /** How the fault is told. */
  readonly told: RegExp;
  put(home: FoundHome, box: Sandbox): void;
}

const rem = ({ home }: FoundHome, name: string): string => join(home, 'rem', name);
const entryIn = (home: FoundHome): string =>
  readdirSync(join(home.home, 'rem')).find((name) => /^\d{4}-.*\.org$/u.test(name)) ?? '';
const inStore = ({ privateDir }: FoundHome, sql: string): void => {
  const database = new DatabaseSync(join(privateDir, 'state.db'));
  database.exec(sql);
  database.close();
};
const git = ({ home }: FoundHome, box: Sandbox, ...args: readonly string[]): void => {
  const ran = spawnSync('git', args, { cwd: home, env: box.env, encoding: 'utf8' });
  assert.equal(ran.status, 0, ran.stderr);
};
const left = (what: string, told: RegExp, put: Plant['put']): Plant => ({ what, ill: 'left over', told, put });

const plants: readonly Plant[] = [
  {
    ...{ what: 'an entry that is gone', ill: 'lost', told: /\.org is not what it was/u },
    put: (home) => rmSync(rem(home, entryIn(home))),
  },
  {
    ...{ what: 'a commit that is gone', ill: 'lost', told: /no commit of w-/u },
    put: (home, box) => git(home, box, 'reset', '-q', '--soft', 'HEAD~1'),
  },
  {
    ...{ what: 'a move that is gone', ill: 'lost', told: /"Draw the map" is TODO, not NEXT/u },
    put: ({ home }) => {
      const plan = join(home, 'plan.org');
      writeFileSync(plan, readFileSync(plan, 'utf8').replace('NEXT Draw', 'TODO Draw'));
    },
  },
  {
    ...{ what: 'a line of the ledger that is gone', ill: 'lost', told: /no line of w-/u },
    put: (home) => {
      const [first] = readFileSync(rem(home, 'ledger.jsonl'), 'utf8').split('\n');
      writeFileSync(rem(home, 'ledger.jsonl'), `${first}\n`);
    },
  },
  {
    ...{ what: 'a ledger line twice', ill: 'doubled', told: /a line of the ledger twice/u },
    put: (home) => {
      const [first] = readFileSync(rem(home, 'ledger.jsonl'), 'utf8').split('\n');
      appendFileSync(rem(home, 'ledger.jsonl'), `${first}\n`);
    },
  },
  {
    ...{ what: 'two dreams of the same news', ill: 'doubled', told: /a dream of the same news twice/u },
    put: (home) => {
      const night = ledgerOf(home).lines.find(isDream);
      if (night === undefined) throw new Error('there is no night');
      const { hash: _, prev: __, at: ___, ...line } = night;
      const again = withLedgerLine(readFileSync(rem(home, 'ledger.jsonl')), {
        ...{ ...line, id: 'n-aaaaaaaaaa', entry: 'rem/2026-01-01-0000.org' },
      });
      writeFileSync(rem(home, 'ledger.jsonl'), again);
    },
  },
  {
    ...{ what: 'a commit twice', ill: 'doubled', told: /a commit of one change twice/u },
    put: (home, box) => {
      const { id = '' } = ledgerOf(home).lines.at(-1) ?? {};
      git(home, box, 'commit', '-q', '--allow-empty', '-m', `again\n\nDream-Id: ${id}`);
    },
  },
  {
    ...{ what: 'a receipt twice', ill: 'doubled', told: /a receipt twice/u },
    put: ({ privateDir }) => {
      const path = join(privateDir, 'receipts.jsonl');
      appendFileSync(path, readFileSync(path));
    },
  },
  {
    ...{ what: 'a task twice', ill: 'doubled', told: /a task twice: Mend the boat/u },
    put: ({ home }) => appendFileSync(join(home, 'plan.org'), '* TODO Mend the boat\n'),
  },
  {
    ...{ what: 'half a manifest', ill: 'torn', told: /manifest\.json is no JSON/u },
    put: (home) => truncateSync(rem(home, 'manifest.json'), 20),
  },
  {
    ...{ what: 'a manifest without the entry', ill: 'torn', told: /the manifest does not name/u },
    put: (home) => writeFileSync(rem(home, 'manifest.json'), '{"format":1,"entries":[]}\n'),
  },
  {
    ...{ what: 'half an entry', ill: 'torn', told: /is no dream/u },
    put: (home) => truncateSync(rem(home, entryIn(home)), 60),
  },
  {
    ...{ what: 'half a line', ill: 'torn', told: /a line of .*receipts/u },
    put: ({ privateDir }) => appendFileSync(join(privateDir, 'receipts.jsonl'), '{"v":1,"id'),
  },
  {
    ...{ what: 'a night without its receipt', ill: 'torn', told: /landed without its receipt/u },
    put: ({ privateDir }) => writeFileSync(join(privateDir, 'receipts.jsonl'), ''),
  },
  {
    ...{ what: 'a file that is not as in its commit', ill: 'torn', told: /disk and commit disagree:.*plan\.org/u },
    put: ({ home }) => appendFileSync(join(home, 'plan.org'), 'one line more\n'),
  },
  {
    ...{ what: 'an index that did not follow', ill: 'torn', told: /disk and commit disagree/u },
    put: (home, box) => git(home, box, 'reset', '-q', 'HEAD~1', '--', 'plan.org'),
  },
  {
    ...{ what: 'a ledger that was edited', ill: 'forged', told: /changed after it was written/u },
    put: (home) => {
      const text = readFileSync(rem(home, 'ledger.jsonl'), 'utf8');
      writeFileSync(rem(home, 'ledger.jsonl'), text.replace('"agent":"agent"', '"agent":"other"'));
    },
  },
  {
    ...{ what: 'an entry that was edited', ill: 'forged', told: /the entry was changed/u },
    put: (home) => appendFileSync(rem(home, entryIn(home)), '- and more\n'),
  },
  left('a temporary file', /\.plan\.org\..*\.tmp/u, ({ home }) =>
    writeFileSync(join(home, `.plan.org.${'a'.repeat(24)}.tmp`), ''),
  ),
  left('a temporary file in the journal', /\.manifest\.json\..*\.tmp/u, (home) =>
    writeFileSync(rem(home, `.manifest.json.${'a'.repeat(24)}.tmp`), ''),
  ),
  left("git's lock on the index", /index\.lock/u, ({ home }) => writeFileSync(join(home, '.git', 'index.lock'), '')),
  left("git's lock on a branch", /main\.lock/u, ({ home }) =>
    writeFileSync(join(home, '.git', 'refs', 'heads', 'main.lock'), ''),
  ),
  left('a draft', /blobs-abcdef/u, ({ privateDir }) => mkdirSync(join(privateDir, 'blobs-abcdef'))),
  left('a held index', /held-/u, ({ privateDir }) =>
    writeFileSync(join(privateDir, `held-e3b0c442${'a'.repeat(16)}`), ''),
  ),
  left('an unfinished change', /1 unfinished changes/u, (home) =>
    inStore(home, "INSERT INTO intents (id, time, state, body) VALUES ('c-aaaaaaaaaa', '', 'sealed', '')"),
  ),
  left('a parked change', /1 parked changes/u, (home) =>
    inStore(home, "INSERT INTO intents (id, time, state, body) VALUES ('c-aaaaaaaaaa', '', 'parked', '')"),
  ),
  left('a row in the outbox', /1 rows in the outbox/u, (home) =>
    inStore(home, "INSERT INTO outbox VALUES ('n-aaaaaaaaaa', 'c-aaaaaaaaaa', 'line:x', '{}')"),
  ),
];

test('faults are found', async (t) => {
  const { box, world, home, known } = await lived(t);
  assert.deepEqual(await faultsIn({ box, world, home }, known), []);
  assert.equal(paidIn(home), 1);
  for (const [index, { what, ill, told, put }] of plants.entries())
    await t.test(what, async () => {
      const folder = box.path(`planted-${index}`);
      cpSync(home.home, folder, { recursive: true, preserveTimestamps: true });
      const planted = homeAt(world, folder);
      put(planted, box);
      const faults = await faultsIn({ box, world, home: planted }, known);
      assert.ok(
        faults.some((fault) => fault.ill === ill && told.test(fault.what)),
        JSON.stringify(faults, null, 2),
      );
    });
});

test('an object that is broken is found', async (t) => {
  const { box, world, home } = await lived(t);
  assert.deepEqual(await slowFaultsIn({ box, world, home }), []);
  const commit = box.git('home', 'rev-parse', 'HEAD').trim();
  const path = join(home.home, '.git', 'objects', commit.slice(0, 2), commit.slice(2));
  rmSync(path);
  writeFileSync(path, 'no object');
  assert.equal((await slowFaultsIn({ box, world, home }))[0]?.ill, 'torn');
});

test('a file that is neither as before nor as after is found', async (t) => {
  const { box, home } = await lived(t);
  const hand = hire(box, home.home, t);
  const end = { probe: 'file.begin', hit: 1, how: 'kill' } as const;
  assert.equal((await hand.tell({ act: 'add', task: 'Sleep', time: clock(2, 0), end })).kind, 'killed');
  assert.deepEqual(tornBy(home, remainsIn(home)), []);
  writeFileSync(join(home.home, 'plan.org'), '');
  assert.match(tornBy(home, remainsIn(home))[0] ?? '', /plan\.org is neither/u);
});
