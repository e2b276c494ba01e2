// The store as a file: shared, killed, brought forward, newer than us, damaged, or not to be opened.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { root, sandbox } from '../sandbox.ts';
import { sealing, time } from './contract.ts';

const store = JSON.stringify(join(root, 'src', 'store', 'store.ts'));

function script(t: TestContext, code: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', code, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const first = Promise.withResolvers<string>();
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('\n')) first.resolve(said.split('\n')[0] ?? '');
  });
  const gone = new Promise<number | null>((done) => child.once('close', (code_) => done(code_)));
  return { child, first: first.promise, gone, said: () => said };
}

/** What a store that works can do. */
function works(path: string): void {
  const one = openStore(path);
  const last = one.lastSealed();
  assert.equal(one.seal(sealing('works', last, { images: new Map([['x', Uint8Array.of(1, 0)]]) })), 'sealed');
  one.close();
  const other = openStore(path);
  assert.deepEqual([...(other.unfinished().at(-1)?.images.get('x') ?? [])], [1, 0]);
  other.finish('works', 'done', '');
  assert.equal(other.takeLease('w', { id: 'w', who: 'w', since: time }, 0).number, 1);
  other.keepDraft('w', Uint8Array.of(1), time);
  assert.deepEqual(other.problems(), []);
  other.close();
}

test('eight processes at once: every seal once, every lease number once, nobody is told of a fault', async (t) => {
  const path = sandbox(t).path('state.db');
  const code = `import { openStore } from ${store};
    const [path, me] = process.argv.slice(1);
    const numbers = []; let fenced = 0;
    for (let index = 0; index < 12; index += 1) {
      for (;;) {
        const store = openStore(path);
        const after = store.lastSealed();
        const outcome = store.seal({ id: me + '-' + index, time: ${JSON.stringify(time)}, body: me, images: new Map([['x', Buffer.from(me)]]), outbox: [], after });
        if (outcome === 'sealed') numbers.push(store.takeLease('night', { id: me, who: me, since: me }, 0).number);
        store.close();
        if (outcome === 'sealed') break;
        fenced += 1;
      }
    }
    console.log(JSON.stringify({ numbers, fenced }));`;
  const many = Array.from({ length: 8 }, (_, index) => script(t, code, path, `p${index}`));
  const exits = await Promise.all(many.map(({ gone }) => gone));
  assert.deepEqual(exits, Array(8).fill(0));
  const told = many.map(({ said }) => JSON.parse(said()) as { numbers: number[] });
  const numbers = told.flatMap(({ numbers: each }) => each);
  assert.deepEqual(
    numbers.toSorted((one, other) => one - other),
    Array.from({ length: 96 }, (_, index) => index + 1),
  );
  for (const { numbers: each } of told)
    assert.deepEqual(
      each,
      each.toSorted((one, other) => one - other),
    );
  const after = openStore(path);
  assert.equal(after.unfinished().length, 96);
  assert.equal(new Set(after.unfinished().map(({ id }) => id)).size, 96);
  assert.deepEqual(
    after.unfinished().map(({ seq }) => seq),
    Array.from({ length: 96 }, (_, index) => index + 1),
  );
  for (const { body, images } of after.unfinished()) assert.equal(Buffer.from(images.get('x') ?? []).toString(), body);
  after.close();
});

test('killed in the middle of a transaction, again and again: what was acknowledged is there, and nothing by halves', async (t) => {
  const path = sandbox(t).path('state.db');
  openStore(path).close();
  const code = `import { openStore } from ${store};
    import { writeSync } from 'node:fs';
    const [path, from] = process.argv.slice(1);
    const store = openStore(path);
    const images = new Map(Array.from({ length: 4 }, (_, index) => ['i' + index, Buffer.alloc(200_000, index + 1)]));
    for (let index = Number(from); ; index += 1) {
      const outbox = [{ id: 'o' + index, kind: 'k', body: '' }];
      if (store.seal({ id: 's' + index, time: ${JSON.stringify(time)}, body: '', images, outbox, after: store.lastSealed() }) !== 'sealed') throw new Error('fenced');
      writeSync(1, index + '\\n');
      store.finish('s' + index, 'parked', '');
    }`;
  let from = 0;
  for (let round = 0; round < 12; round += 1) {
    const { child, first, gone, said } = script(t, code, path, String(from));
    await first;
    // Somewhere in one of the next transactions.
    await new Promise((done) => setTimeout(done, (round * 7) % 40));
    child.kill('SIGKILL');
    await gone;
    const acknowledged = said()
      .split('\n')
      .filter((line) => line !== '')
      .map(Number);
    const after = openStore(path);
    assert.deepEqual(after.problems(), []);
    const known = new Set([...after.ended(100_000), ...after.unfinished()].map(({ id }) => id));
    for (const index of acknowledged) assert.ok(known.has(`s${index}`), `s${index} was acknowledged`);
    assert.ok(known.size <= (acknowledged.at(-1) ?? 0) + 2, 'and at most one that was not');
    for (const { id, images, outbox } of after.unfinished()) {
      assert.equal(images.size, 4, id);
      for (const content of images.values()) assert.equal(content.length, 200_000);
      assert.equal(outbox.length, 1);
      after.finish(id, 'done', '');
    }
    from = after.lastSealed();
    after.close();
  }
  works(path);
});

/** The tables of version 1, word for word as they were released. */
const versionOne = `CREATE TABLE intents (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, time TEXT NOT NULL, state TEXT NOT NULL,
     body TEXT NOT NULL, note TEXT NOT NULL DEFAULT '') STRICT;
   CREATE TABLE images (intent TEXT NOT NULL, name TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (intent, name)) STRICT;
   CREATE TABLE outbox (id TEXT PRIMARY KEY, intent TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL) STRICT;
   CREATE TABLE leases (name TEXT PRIMARY KEY, number INTEGER NOT NULL, id TEXT NOT NULL, who TEXT NOT NULL, since TEXT NOT NULL,
     ended INTEGER NOT NULL DEFAULT 0) STRICT;
   INSERT INTO intents (id, time, state, body, note) VALUES ('old', '${time}', 'done', '', 'was'), ('open', '${time}', 'sealed', 'b', '');
   INSERT INTO images VALUES ('open', 'x', x'00ff00');
   INSERT INTO outbox VALUES ('o', 'open', 'line:x', 'y');
   INSERT INTO leases VALUES ('night', 7, 'n', 'who', 'since', 0);
   PRAGMA user_version = 1;`;

test('a store of version 1 is brought forward with every row, also by eight processes at once', async (t) => {
  const path = sandbox(t).path('state.db');
  const old = new DatabaseSync(path);
  old.exec(versionOne);
  old.close();
  const code = `import { openStore } from ${store}; openStore(process.argv[1]).close(); console.log('opened');`;
  const exits = await Promise.all(Array.from({ length: 8 }, () => script(t, code, path).gone));
  assert.deepEqual(exits, Array(8).fill(0));
  const after = openStore(path);
  assert.deepEqual(after.ended(5), [{ id: 'old', time, ending: 'done', note: 'was' }]);
  const [open] = after.unfinished();
  assert.deepEqual([open?.id, open?.seq, open?.body, open?.outbox.length], ['open', 2, 'b', 1]);
  assert.deepEqual([...(open?.images.get('x') ?? [])], [0, 255, 0]);
  assert.equal(after.takeLease('night', { id: 'm', who: 'm', since: time }, 0).number, 8);
  after.close();
  works(path);
});

const isTold =
  (code: string) =>
  (error: unknown): true => {
    assert.ok(error instanceof DreamkeeperError, String(error));
    assert.equal(error.code, code);
    assert.notEqual(error.hint, '');
    return true;
  };

test('what a later program added is left alone, row for row, and keeps nobody out', (t) => {
  const path = sandbox(t).path('state.db');
  openStore(path).close();
  const later = new DatabaseSync(path);
  const tables = ['intents', 'images', 'outbox', 'leases', 'drafts', 'calls', 'memos'];
  later.exec(`${tables.map((name) => `ALTER TABLE ${name} ADD COLUMN later TEXT NOT NULL DEFAULT 'x';`).join('')}
    CREATE TABLE future (a TEXT) STRICT; INSERT INTO future VALUES ('kept'); CREATE INDEX by_kind ON outbox (kind);
    INSERT INTO memos VALUES ('seen', 'one', 'theirs'); INSERT INTO leases VALUES ('sweep', 7, 'n', 'who', 'since', 0, 'theirs');
    PRAGMA user_version = 999`);
  later.close();
  works(path);
  const store = openStore(path);
  store.setMemo('seen', 'two');
  store.takeLease('sweep', { id: 'm', who: 'm', since: time }, 0);
  store.keepDraft('d', Uint8Array.of(1), time);
  store.keepDraft('d', Uint8Array.of(2), time);
  assert.deepEqual([...(store.draft('d') ?? [])], [2]);
  const plan = {
    night: 'n',
    act: 'a',
    provider: 'p',
    model: 'm',
    time,
    input: 1,
    output: 1,
    bytes: 1,
    milliseconds: 1,
  };
  assert.ok((store.beginCall(time, () => ({ ...plan, usd: null })) ?? 0) > 0);
  store.close();
  const look = new DatabaseSync(path);
  assert.deepEqual(
    look
      .prepare('SELECT a FROM future')
      .all()
      .map(({ a }) => a),
    ['kept'],
  );
  const [memo] = look.prepare("SELECT value, later FROM memos WHERE name = 'seen'").all();
  assert.deepEqual({ ...memo }, { value: 'two', later: 'theirs' });
  const [lease] = look.prepare("SELECT number, id, later FROM leases WHERE name = 'sweep'").all();
  assert.deepEqual({ ...lease }, { number: 8, id: 'm', later: 'theirs' });
  assert.deepEqual({ ...look.prepare('PRAGMA user_version').get() }, { user_version: 999 });
  look.close();
});

test('a store of a later major version is refused, and not a byte of it changes', (t) => {
  const box = sandbox(t);
  const path = box.path('state.db');
  openStore(path).close();
  const newer = new DatabaseSync(path);
  newer.exec('PRAGMA user_version = 1000; CREATE TABLE future (x) STRICT'.replace('(x)', '(x TEXT)'));
  newer.close();
  const before = readFileSync(path);
  assert.throws(() => openStore(path), isTold('E_FORMAT_NEWER'));
  assert.ok(before.equals(readFileSync(path)));
  assert.equal(existsSync(`${path}.damaged`), false);
});

/** Ways to spoil a store that had something in it. */
const damages: Readonly<Record<string, (path: string) => void>> = {
  garbage: (path) => writeFileSync(path, Buffer.alloc(40_000, 'garbage ')),
  'a few words': (path) => writeFileSync(path, 'this is no database at all\n'),
  'cut in the middle of a page': (path) => truncateSync(path, 6000),
  'cut to one page': (path) => truncateSync(path, 4096),
  'first page of zeros behind the header': (path) => spoil(path, 100, 3996, 0),
  'second half flipped': (path) => spoil(path, Math.floor(readFileSync(path).length / 2), 1 << 20, 0xff),
  'every page but the first flipped': (path) => spoil(path, 4096, 1 << 20, 0xff),
};

function spoil(path: string, from: number, length: number, mask: number): void {
  const bytes = readFileSync(path);
  for (let at = from; at < Math.min(bytes.length, from + length); at += 1)
    bytes[at] = mask === 0 ? 0 : (bytes[at] ?? 0) ^ mask;
  writeFileSync(path, bytes);
}

for (const [what, damage] of Object.entries(damages)) {
  test(`damaged (${what}): put aside, and a new one works`, (t) => {
    const path = sandbox(t).path('state.db');
    const one = openStore(path);
    for (let index = 0; index < 8; index += 1) {
      one.seal(sealing(`i${index}`, index, { images: new Map([['x', Buffer.alloc(9000, index)]]) }));
      one.keepDraft(`d${index}`, Buffer.alloc(5000, index), time);
    }
    one.close();
    damage(path);
    const spoilt = readFileSync(path);
    works(path);
    assert.ok(existsSync(`${path}.damaged`), 'what was there is kept aside');
    assert.ok(spoilt.equals(readFileSync(`${path}.damaged`)));
  });
}

test('an empty file is a store that begins', (t) => {
  const path = sandbox(t).path('state.db');
  writeFileSync(path, '');
  works(path);
});

test('what cannot be opened or written is told, with what to do', {
  skip: process.getuid?.() !== 0 && 'needs root to become nobody',
}, async (t) => {
  const box = sandbox(t);
  const cases: Readonly<Record<string, (path: string) => void>> = {
    'no right to read': (path) => chmodSync(path, 0o000),
    'no right to write': (path) => chmodSync(path, 0o444),
    'a folder in its place': (path) => mkdirSync(`${path}.x`),
  };
  chmodSync(box.folder, 0o755);
  for (const [what, spoilIt] of Object.entries(cases)) {
    const folder = box.path(what.replaceAll(' ', '-'));
    mkdirSync(folder);
    const path = join(folder, 'state.db');
    if (what.startsWith('a folder')) mkdirSync(path);
    else openStore(path).close();
    spoilIt(path);
    const code = `import { openStore } from ${store};
      process.setgid(65534); process.setuid(65534);
      try {
        const store = openStore(process.argv[1]);
        store.keepDraft('x', Buffer.from('x'), 'now');
        console.log('worked');
      } catch (error) { console.log(error.name + ' ' + error.code + ' ' + (error.hint ?? '').length); }`;
    const { first } = script(t, code, path);
    assert.match(await first, /^DreamkeeperError E_(?:DISK|NO_PERMISSION) [1-9]/u, what);
    assert.equal(existsSync(`${path}.damaged`), false, what);
  }
});

test('a folder that is gone, and a store that was closed, are told', (t) => {
  const box = sandbox(t);
  assert.throws(() => openStore(box.path('nowhere', 'state.db')), isTold('E_DISK'));
  const one: Store = openStore(box.path('state.db'));
  one.close();
  assert.throws(() => one.lastSealed(), Error);
});
