// What is no store of ours is put aside whole, under a name of its own, and never written into.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openStore } from '../../src/store/store.ts';
import { sandbox } from '../sandbox.ts';

const sealing = (id: string, after: number) => ({ id, after, time: '', body: '{}', images: new Map(), outbox: [] });

function another(path: string, sql = ''): void {
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE cookies (a); INSERT INTO cookies VALUES (1); ${sql}`);
  database.close();
}

test('a database of another program, to the byte, whatever version it says', (t) => {
  const box = sandbox(t);
  for (const version of [0, 1, 3, 99]) {
    const path = box.path(`${version}.db`);
    another(path, `PRAGMA user_version = ${version}`);
    const before = readFileSync(path);
    const store = openStore(path);
    assert.equal(store.seal(sealing('c', 0)), 'sealed');
    store.close();
    assert.ok(readFileSync(`${path}.foreign`).equals(before), `version ${version}`);
    // What was made anew is ours, and is kept.
    assert.equal(openStore(path).lastSealed(), 1);
  }
});

test('a second and a third are put aside beside the first, and nothing is written over', (t) => {
  const box = sandbox(t);
  const path = box.path('state.db');
  for (const text of ['one', 'two', 'three']) {
    writeFileSync(path, text.repeat(500));
    openStore(path).close();
  }
  const kept = readdirSync(box.folder).filter((name) => name.endsWith('.damaged'));
  assert.deepEqual(kept.map((name) => box.read(name).slice(0, 3)).toSorted(), ['one', 'thr', 'two']);
});

test('a folder or a link in its place: nothing is written through it', (t) => {
  const box = sandbox(t);
  mkdirSync(box.path('folder.db'));
  symlinkSync(box.path('out.db'), box.path('link.db'));
  for (const name of ['folder.db', 'link.db']) {
    const store = openStore(box.path(name));
    assert.equal(store.seal(sealing('c', 0)), 'sealed');
    store.close();
  }
  assert.equal(existsSync(box.path('out.db')), false);
  assert.deepEqual(
    readdirSync(box.folder).filter((name) => name.endsWith('.foreign')),
    ['folder.db.foreign', 'link.db.foreign'],
  );
});

test('a journal goes with what it belongs to, and is not played back into the new one', (t) => {
  const box = sandbox(t);
  const path = box.path('state.db');
  symlinkSync(box.path('out.db'), path);
  writeFileSync(`${path}-journal`, 'a journal of it');
  openStore(path).close();
  assert.equal(box.read('state.db.foreign-journal'), 'a journal of it');
});

test('drafts of the sealed copy that killed ones left go with the next seal, if no writer can live', (t) => {
  const box = sandbox(t);
  const store = openStore(box.path('state.db'));
  const drafts = ['a', 'b'].map((letter) => box.path(`state.db-sealed.json.${letter.repeat(16)}`));
  for (const draft of drafts) writeFileSync(draft, 'half');
  utimesSync(drafts[0] ?? '', new Date(0), new Date(0));
  store.seal(sealing('c', 0));
  store.close();
  assert.deepEqual(drafts.map(existsSync), [false, true]);
});
