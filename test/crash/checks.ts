// What must hold in a home whenever nobody is at work: nothing lost, nothing twice, nothing torn, nothing forged, nothing left over.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseBoard, tasksOf } from '../../src/board/board.ts';
import { verifyNights } from '../../src/history/history.ts';
import { entriesAmong, isDream, type LedgerRead, parseEntry, parseLedger } from '../../src/journal/journal.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import type { Sandbox } from '../sandbox.ts';
import { paidFile } from './paid.ts';
import { gitIn } from './person.ts';

export type Ill = 'lost' | 'doubled' | 'torn' | 'forged' | 'left over';
export interface Fault {
  readonly ill: Ill;
  readonly what: string;
}

/** What has been acknowledged, or decided for good, so far. */
export interface Known {
  /** Ids of changes: each is one commit. Those of nights and wakes are also one line of the ledger. */
  readonly changes: ReadonlySet<string>;
  /** Entries, and the hash of each; `absent` if it was taken back. */
  readonly entries: ReadonlyMap<string, string>;
  /** The board. */
  readonly tasks: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
  /** Files of the person's in the home that are not committed. */
  readonly open: ReadonlySet<string>;
}

export interface Subject {
  readonly box: Sandbox;
  readonly world: World;
  readonly home: FoundHome;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

export const ledgerOf = (home: FoundHome): LedgerRead => parseLedger(textOf(join(home.home, 'rem', 'ledger.jsonl')));

/** All that is wrong. */
export async function faultsIn(subject: Subject, known: Known): Promise<Fault[]> {
  const { home } = subject;
  const ids = await idsInHistory(subject);
  return [
    ...lost(home, known, ids).map((what): Fault => ({ ill: 'lost', what })),
    ...doubled(home, ids).map((what): Fault => ({ ill: 'doubled', what })),
    ...[...torn(home), ...(await apart(subject, known))].map((what): Fault => ({ ill: 'torn', what })),
    ...(await forged(subject)).map((what): Fault => ({ ill: 'forged', what })),
    ...leftOver(home).map((what): Fault => ({ ill: 'left over', what })),
  ];
}

/** The changes that landed, oldest last; one that landed twice is there twice. */
export async function idsInHistory({ box, home }: Subject): Promise<string[]> {
  const format = '--format=%(trailers:key=Dream-Id,valueonly,separator=%x20)';
  const listed = await gitIn(box, home.repository.worktree ?? home.home, ['log', format]);
  return listed.split('\n').filter((line) => line !== '');
}

function lost(home: FoundHome, known: Known, ids: readonly string[]): string[] {
  const inLedger = new Set(ledgerOf(home).lines.map(({ id }) => id));
  const board = new Map(tasksOf(boardOf(home)).map(({ title, state }) => [title, state]));
  const log = textOf(join(home.home, 'plan.org'));
  return [
    ...[...known.changes].filter((id) => !ids.includes(id)).map((id) => `no commit of ${id}`),
    ...[...known.changes]
      .filter((id) => /^[nwu]-/u.test(id) && !inLedger.has(id))
      .map((id) => `no line of ${id} in the ledger`),
    ...[...known.entries]
      .filter(([path, hash]) => hashAt(home, path) !== hash)
      .map(([path]) => `${path} is not what it was`),
    ...[...known.tasks]
      .filter(([title, state]) => board.get(title) !== state)
      .map(([title, state]) => `"${title}" is ${board.get(title) ?? 'gone'}, not ${state}`),
    ...known.notes.filter((note) => !log.includes(`${note}\n`)).map((note) => `"${note}" is gone`),
  ];
}

const hashAt = (home: FoundHome, path: string): string =>
  existsSync(join(home.home, path)) ? sha256(readFileSync(join(home.home, path))) : 'absent';
const boardOf = (home: FoundHome): ReturnType<typeof parseBoard> =>
  parseBoard(readFileSync(join(home.home, 'plan.org')));

function twice(what: string, values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.has(value) || !seen.add(value)).map((value) => `${what} twice: ${value}`);
}

function doubled(home: FoundHome, ids: readonly string[]): string[] {
  const { lines } = ledgerOf(home);
  const raw = textOf(join(home.home, 'rem', 'ledger.jsonl'))
    .split('\n')
    .filter((line) => line !== '');
  const nights = lines.filter(isDream);
  const wakes = lines.filter((line) => line.kind === 'wake');
  const notes = textOf(join(home.home, 'plan.org'))
    .split('\n')
    .filter((line) => line.startsWith('- '));
  return [
    ...twice('a commit of one change', ids),
    ...twice('a line of the ledger', raw),
    ...twice(
      'an id in the ledger',
      lines.map(({ id }) => id),
    ),
    ...twice(
      'an entry in the ledger',
      nights.map(({ entry }) => entry),
    ),
    ...twice(
      'a dream of the same news',
      nights.map(({ head, digested }) => JSON.stringify([head, digested])),
    ),
    ...twice(
      'a wake for one dream',
      wakes.map(({ dream }) => dream),
    ),
    ...twice(
      'a receipt',
      receiptsOf(home).map(({ id }) => id),
    ),
    ...twice(
      'a task',
      tasksOf(boardOf(home)).map(({ title }) => title),
    ),
    ...twice('a note', notes),
  ];
}

export function receiptsOf({ privateDir }: FoundHome): readonly { readonly id: string; readonly outcome: string }[] {
  return textOf(join(privateDir, 'receipts.jsonl'))
    .split('\n')
    .flatMap((line) => {
      const value = line === '' ? undefined : jsonOf(line);
      return value === undefined ? [] : [value as { id: string; outcome: string }];
    });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is torn is told of elsewhere.
    return undefined;
  }
}

function torn(home: FoundHome): string[] {
  const rem = join(home.home, 'rem');
  const names = existsSync(rem) ? readdirSync(rem) : [];
  const whole = [
    ...names.filter((name) => name.endsWith('.json')).map((name) => join(rem, name)),
    ...readdirSync(home.privateDir)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(home.privateDir, name)),
  ];
  const byLines = [join(rem, 'ledger.jsonl'), join(home.privateDir, 'receipts.jsonl'), join(home.home, '_steps.jsonl')];
  const entries = entriesAmong(names);
  const manifest = jsonOf(textOf(join(rem, 'manifest.json'))) as { entries?: unknown } | undefined;
  const ran = new Set(
    receiptsOf(home)
      .filter(({ outcome }) => outcome === 'ran')
      .map(({ id }) => id),
  );
  return [
    ...whole.filter((path) => jsonOf(textOf(path)) === undefined).map((path) => `${path} is no JSON`),
    ...byLines.flatMap((path) => tornLines(path)),
    ...entries
      .filter((name) => parseEntry(readFileSync(join(rem, name))).kind !== 'dream')
      .map((name) => `rem/${name} is no dream`),
    ...(entries.length > 0 && JSON.stringify(manifest?.entries) !== JSON.stringify(entries.slice(0, 50))
      ? ['the manifest does not name the entries that are there']
      : []),
    ...ledgerOf(home)
      .lines.filter((line) => line.kind === 'night' && !ran.has(line.id))
      .map(({ id }) => `${id} landed without its receipt`),
    ...(boardOf(home).headings.length < 2 ? ['the board has no headings'] : []),
  ];
}

function tornLines(path: string): string[] {
  const text = textOf(path);
  const bad = text.split('\n').filter((line) => line !== '' && jsonOf(line) === undefined);
  return [
    ...bad.map((line) => `a line of ${path}: ${line.slice(0, 60)}`),
    ...(text === '' || text.endsWith('\n') ? [] : [`the last line of ${path}`]),
  ];
}

/** Disk, index and last commit say the same of our files. */
async function apart({ box, home }: Subject, { open }: Known): Promise<string[]> {
  const status = await gitIn(box, home.home, ['status', '--porcelain', '-uall', '--', 'rem', 'plan.org']);
  return status
    .split('\n')
    .filter((line) => line !== '' && !open.has(line.slice(3)))
    .map((line) => `disk and commit disagree: ${line}`);
}

async function forged({ world, home }: Subject): Promise<string[]> {
  const { broken, foreign, uncommitted } = await verifyNights(world, home);
  return [
    ...(broken === null ? [] : [`${broken.where}: ${broken.reason}`]),
    ...foreign.map((path) => `${path} is nobody's`),
    ...uncommitted.map((id) => `${id} is in the ledger and in no commit`),
  ];
}

const drafts = /^(?:blobs|tree|index|held)-/u;

export function leftOver({ home, privateDir, repository }: FoundHome): string[] {
  const beside = [home, join(home, 'rem'), privateDir].flatMap((folder) =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => /^\..*\.tmp$/u.test(name))
      .map((name) => join(folder, name)),
  );
  const locks = readdirSync(repository.gitDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.lock'),
  );
  return [
    ...[...beside, ...locks],
    ...readdirSync(privateDir).filter((name) => drafts.test(name) || name.endsWith('.damaged')),
    ...rowsLeft(join(privateDir, 'state.db')),
  ];
}

function rowsLeft(path: string): string[] {
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const count = (sql: string): number => Number(database.prepare(sql).get()?.n ?? 0);
    const rows = {
      'unfinished changes': count("SELECT count(*) AS n FROM intents WHERE state = 'sealed'"),
      'parked changes': count("SELECT count(*) AS n FROM intents WHERE state = 'parked'"),
      'rows in the outbox': count('SELECT count(*) AS n FROM outbox'),
      'images of changes': count('SELECT count(*) AS n FROM images'),
    };
    return Object.entries(rows).flatMap(([what, n]) => (n === 0 ? [] : [`${n} ${what}`]));
  } finally {
    database.close();
  }
}

/** How often a dreamer was paid. */
export function paidIn({ privateDir }: FoundHome): number {
  return textOf(join(privateDir, paidFile)).split('\n').length - 1;
}

/** What only programs of their own can say; they take long, and are not asked every time. */
export async function slowFaultsIn({ box, home }: Subject): Promise<Fault[]> {
  try {
    await gitIn(box, home.home, ['fsck', '--strict', '--no-dangling', '--no-progress']);
  } catch (error) {
    return [{ ill: 'torn', what: `git fsck: ${error instanceof Error ? error.message : ''}` }];
  }
  return [];
}
