// What can happen to private state: the store, its locks, changes that were not finished.
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { type Damage, killedAt, put, sql } from './damage.ts';
import type { Healthy } from './healthy-home.ts';

export const damagesOfState: readonly Damage[] = [
  {
    what: 'the store is no database',
    does: (h) => put(h.hidden('state.db'), 'garbage '.repeat(2000)),
    says: ['state-damaged'],
    isFixed: true,
  },
  {
    what: 'the store contradicts itself',
    does: (h) =>
      sql(
        h.hidden('state.db'),
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'who TEXT NOT NULL', 'who TEXT NOT NULL CHECK (length(who) > 9999)') WHERE name = 'leases'",
      ),
    says: ['state-damaged'],
    isError: true,
    isFixed: true,
  },
  {
    what: 'the store is of a later major version',
    does: (h) => sql(h.hidden('state.db'), 'PRAGMA user_version = 1000'),
    says: ['state-newer'],
    isError: true,
  },
  {
    what: 'the store is of a later minor version, which left something to deliver',
    does: (h) =>
      sql(
        h.hidden('state.db'),
        "PRAGMA user_version = 7; CREATE TABLE signals (a TEXT) STRICT; INSERT INTO outbox VALUES ('o', 'n-aaaaaaaaaa', 'mail', '')",
      ),
    says: ['outbox-waits'],
    isInfo: true,
  },
  {
    what: 'the store lies elsewhere',
    does: (h) => {
      mkdirSync(h.box.path('state'), { mode: 0o700 });
      put(h.hidden('elsewhere'), `${h.box.path('state')}\n`);
      for (const name of ['state.db', 'lock.db', 'night.db']) renameSync(h.hidden(name), h.box.path('state', name));
    },
    says: ['state-elsewhere'],
    isInfo: true,
  },
  {
    what: 'the private folder is gone',
    does: (h) => rmSync(h.home.privateDir, { recursive: true }),
    says: ['state-lost'],
    isInfo: true,
  },
  {
    what: 'a change was sealed and nothing more',
    does: (h) => killedAt(h, 'sealed'),
    says: ['intent-open'],
    isFixed: true,
  },
  {
    what: 'a change was written and not committed',
    does: async (h) => {
      await killedAt(h, 'sealed');
      appendFileSync(h.path('plan.org'), '** TODO more\n');
    },
    says: ['intent-open'],
    isFixed: true,
  },
  {
    what: 'a change was committed and not finished',
    does: (h) => killedAt(h, 'committed'),
    says: ['intent-open'],
    isFixed: true,
  },
  {
    what: 'a change is half made, and all is committed by now',
    shape: 'nested',
    does: (h) => park(h),
    says: ['intent-parked'],
    isError: true,
    isFixed: true,
  },
  {
    what: 'a change is half made',
    does: (h) => {
      park(h);
      appendFileSync(h.path('plan.org'), '** TODO theirs\n');
    },
    says: ['intent-parked'],
    isError: true,
  },
  {
    what: 'a change was put aside, because nobody can make it',
    does: (h) => {
      park(h, 'aside');
      appendFileSync(h.path('plan.org'), '** TODO theirs\n');
    },
    says: ['intent-aside'],
    isFixed: true,
  },
  {
    what: 'a lock of ours is full of something',
    does: (h) => put(h.hidden('lock.db'), 'garbage '.repeat(999)),
    says: ['locks-dead'],
    isError: true,
    isFixed: true,
  },
  {
    what: 'the lock of nights is a folder',
    does: (h) => {
      rmSync(h.hidden('night.db'));
      mkdirSync(h.hidden('night.db'));
    },
    says: ['locks-dead'],
    isError: true,
    isFixed: true,
  },
  {
    what: 'everybody may read the private folder',
    does: (h) => chmodSync(h.home.privateDir, 0o755),
    says: ['private-mode'],
    isFixed: true,
  },
  {
    what: 'everybody may read the record of the day',
    does: (h) => chmodSync(h.path('_steps.jsonl'), 0o644),
    says: ['private-mode'],
    isFixed: true,
  },
  {
    what: 'everybody may write the record of the day',
    does: (h) => chmodSync(h.path('_steps.jsonl'), 0o666),
    says: ['private-mode', 'record-foreign'],
    isError: true,
    isFixed: true,
  },
  {
    what: 'temporary files beside ours',
    does: (h) => {
      put(h.path(`.plan.org.${'0'.repeat(24)}.tmp`), 'half');
      put(h.path(`rem/.ledger.jsonl.${'b'.repeat(24)}.tmp`), 'half');
    },
    says: ['leftover'],
    isFixed: true,
  },
  {
    what: 'drafts in the private folder',
    does: (h) => {
      mkdirSync(h.hidden('index-Ab12Cd'));
      put(h.hidden('tree-Ab12Cd'), '');
      put(h.hidden(`held-e3b0c442${'c'.repeat(16)}`), 'x');
    },
    says: ['leftover'],
    isFixed: true,
  },
  { what: 'the store is gone', does: (h) => rmSync(h.hidden('state.db')), says: ['state-lost'], isInfo: true },
  { what: 'a night was killed: nobody is asleep', does: (h) => lease(h), says: [], isInfo: true },
];

function park({ world, home }: Healthy, ending: 'parked' | 'aside' = 'parked'): void {
  const store = world.stores.open(home.privateDir);
  const id = 'c-parkedpark';
  store.seal({
    id,
    time: '2026-06-10T11:00:00.000Z',
    body: '{}',
    images: new Map(),
    outbox: [],
    after: store.lastSealed(),
  });
  store.finish(id, ending, 'plan.org was written by somebody else');
  store.close();
}

/** Takes the lease as a night does, and never gives it back. */
function lease({ world, home }: Healthy): void {
  const store = world.stores.open(home.privateDir);
  store.takeLease('night', { id: 'n-aaaaaaaaaa', who: 'process 1', since: '2026-06-10T11:00:00.000Z' }, 0);
  store.close();
}
