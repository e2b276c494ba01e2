// Everything a home has kept, as one text in which nothing may be found: git objects, files, the private folder and its databases.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import type { FoundHome } from '../../src/world/world.ts';
import type { Made } from './realistic.ts';

/** Every object of the home's repository, reachable or not: commits, names and contents. */
export function objectsOf(home: Pick<FoundHome, 'home'>): string {
  const ran = spawnSync('git', ['cat-file', '--batch-all-objects', '--batch', '--unordered'], {
    cwd: home.home,
    maxBuffer: 1 << 28,
  });
  assert.equal(ran.status, 0, ran.stderr.toString());
  const refs = spawnSync('git', ['for-each-ref', '--format=%(refname)'], { cwd: home.home });
  return ran.stdout.toString('utf8') + refs.stdout.toString('utf8');
}

/** Files of the home that are ours to write: the journal and the record of the day. */
export function ownFiles({ home }: Pick<FoundHome, 'home'>): string {
  const names = [
    ...readdirSync(home).filter((name) => name.startsWith('_')),
    ...readdirSync(home)
      .filter((name) => name === 'rem')
      .flatMap((folder) => readdirSync(join(home, folder)).map((name) => join(folder, name))),
  ];
  return names.map((name) => `${name}\n${readFileSync(join(home, name), 'utf8')}`).join('\n');
}

/** Receipts, packs, drafts: every file of the private folder, and every row of its databases, unpacked. */
export function privateOf({ privateDir }: Pick<FoundHome, 'privateDir'>): string {
  if (!existsSync(privateDir)) return '';
  const files = readdirSync(privateDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) => `${name}\n${readFileSync(join(parentPath, name), 'latin1')}`);
  const rows = files
    .filter(({ name }) => name === 'state.db')
    .flatMap(({ parentPath, name }) => rowsOf(join(parentPath, name)));
  return [...texts, ...rows].join('\n');
}

function rowsOf(path: string): string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return tables.flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM "${String(name)}"`)
        .all()
        .flatMap((row) => Object.values(row).map((value) => unpacked(value))),
    );
  } finally {
    database.close();
  }
}

function unpacked(value: unknown): string {
  if (!(value instanceof Uint8Array)) return String(value);
  const isPacked = value[0] === 0x1f && value[1] === 0x8b;
  const text = (isPacked ? gunzipSync(value) : Buffer.from(value)).toString('utf8');
  // What lies in there as base64 is looked at as well.
  const inner = [...text.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/gu)].map(([run]) => Buffer.from(run, 'base64').toString());
  return [text, ...inner].join('\n');
}

/** None of the values is in any of the texts; each is named with the text that has it, and never shown. */
export function assertNone(all: readonly Made[], texts: Readonly<Record<string, string>>): void {
  const spilled = Object.entries(texts).flatMap(([where, text]) =>
    all.filter(({ value }) => text.includes(value)).map(({ name }) => `${where}: ${name}`),
  );
  assert.deepEqual(spilled, []);
}
