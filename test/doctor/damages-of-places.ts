// What can lie where something of ours belongs, and what killed processes leave lying about.
import { existsSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Damage, gitDir, old, put, sql } from './damage.ts';
import type { Healthy } from './healthy-home.ts';

/** A place, and what lies there instead: with something of somebody's in it, that must not be lost. */
const instead = {
  file: (path: string) => {
    rmSync(path, { recursive: true, force: true });
    put(path, 'mine\n');
  },
  folder: (path: string) => {
    rmSync(path, { recursive: true, force: true });
    put(join(path, 'mine.txt'), 'mine\n');
  },
  link: (path: string, { box }: Healthy) => {
    const to = box.path(`elsewhere-${basename(path)}`);
    if (existsSync(path)) renameSync(path, to);
    else mkdirSync(to);
    symlinkSync(to, path);
  },
  'dead link': (path: string, { box }: Healthy) => {
    rmSync(path, { recursive: true, force: true });
    symlinkSync(box.path('nowhere'), path);
  },
} as const;

type Lies = keyof typeof instead;

function taken(place: (h: Healthy) => string, what: string, lies: Lies, says: Damage['says'] = []): Damage {
  return {
    moves: what.split(' ').length > 1 ? 'dreamkeeper' : what,
    what: `${what} is a ${lies}`,
    does: (h) => instead[lies](place(h), h),
    says: ['place-taken', ...says],
    isError: true,
    isFixed: true,
  };
}

const inPrivate = (name: string, lies: Lies): Damage => taken((h) => h.hidden(name), name, lies);
const inHome = (name: string, lies: Lies): Damage => taken((h) => h.path(name), name, lies);
const privateFolder = (lies: Lies): Damage =>
  taken((h) => h.home.privateDir, 'the private folder', lies, ['state-lost']);

/** Git itself cannot go on with a folder there. */
const inExclude = (whose: string, git: (h: Healthy) => string): Damage => ({
  ...taken((h) => join(git(h), 'info/exclude'), 'exclude', 'folder'),
  what: `info/exclude of the ${whose} is a folder`,
});

/** In place of the store, which is put aside by whoever opens it. */
function notOurs(what: string, does: (path: string, h: Healthy) => void): Damage {
  return {
    what: `in place of the store: ${what}`,
    does: (h) => {
      rmSync(h.hidden('state.db'));
      does(h.hidden('state.db'), h);
    },
    says: ['state-foreign'],
    isFixed: true,
    moves: 'state.db',
  };
}

const hex = (length: number): string => 'a'.repeat(length);
/** Left long enough ago that no writer lives. */
const left = (path: string): void => {
  put(path, 'half');
  old(path);
};

export const damagesOfPlaces: readonly Damage[] = [
  ...(['file', 'link', 'dead link'] as const).map(privateFolder),
  inPrivate('receipts.jsonl', 'folder'),
  inPrivate('receipts.jsonl', 'link'),
  inPrivate('runs.jsonl', 'folder'),
  inPrivate('made-here.jsonl', 'folder'),
  inPrivate('made-here.jsonl', 'link'),
  { ...inPrivate('off.json', 'folder'), shape: 'nested' },
  { ...inExclude('home', (h) => gitDir(h)), shape: 'nested' },
  { ...inExclude('home', (h) => gitDir(h)), shape: 'one' },
  { ...inExclude('project', (h) => h.box.path(h.project, '.git')), shape: 'nested' },
  inPrivate('drops', 'link'),
  inPrivate('pack-waldo.json', 'folder'),
  inPrivate('woken-waldo.json', 'link'),
  inPrivate('ledger-known.json', 'folder'),
  inPrivate('state.db-sealed.json', 'folder'),
  inHome('_steps.jsonl', 'folder'),
  inHome('_steps.jsonl', 'link'),
  {
    what: 'the record of the day has a second name elsewhere',
    does: (h) => linkSync(h.path('_steps.jsonl'), h.box.path('second')),
    says: ['place-taken'],
    isError: true,
    isFixed: true,
    moves: '_steps.jsonl',
  },
  inPrivate('lens-sha1', 'file'),
  inPrivate('lens-sha1', 'link'),
  inPrivate('lost-and-found', 'file'),
  inHome('notes', 'file'),
  inHome('notes', 'link'),
  inHome('notes', 'dead link'),
  {
    what: 'notes is a file that git tracks: it is left alone',
    does: (h) => {
      put(h.path('notes'), 'mine\n');
      h.git('add', 'notes');
    },
    says: ['place-taken'],
    isError: true,
  },
  notOurs('a database of another program', (path) =>
    sql(path, 'CREATE TABLE cookies (a); INSERT INTO cookies VALUES (1)'),
  ),
  notOurs('one that has a table of our name', (path) => sql(path, 'CREATE TABLE intents (a); PRAGMA user_version = 3')),
  notOurs('one of a version that would be a later one of ours', (path) =>
    sql(path, 'CREATE TABLE cookies (a); PRAGMA user_version = 99; PRAGMA application_id = 12345'),
  ),
  notOurs('one that keeps a log beside it', (path) => sql(path, 'PRAGMA journal_mode = WAL; CREATE TABLE cookies (a)')),
  notOurs('a folder', (path) => instead.folder(path)),
  notOurs('a link that leads out', (path, h) => symlinkSync(h.box.path('out.db'), path)),
  {
    what: 'the store is cut off',
    does: (h) => put(h.hidden('state.db'), Buffer.from('SQLite format 3\0').subarray(0, 12)),
    says: ['state-damaged'],
    isFixed: true,
  },
  { what: 'the store is empty', does: (h) => put(h.hidden('state.db'), ''), says: [], isInfo: true },
  {
    what: 'the sealed copy beside a lost store is somebody else’s',
    does: (h) => {
      rmSync(h.hidden('state.db'));
      put(h.hidden('state.db-sealed.json'), '{"mine":true}\n');
    },
    says: ['state-foreign'],
    isFixed: true,
  },
  ...(
    [
      ['is garbage', (path) => put(path, 'nonsense')],
      ['is empty', (path) => put(path, '')],
      ['is a folder', (path) => instead.folder(path)],
    ] satisfies readonly (readonly [string, (path: string) => void])[]
  ).map(
    ([what, does]): Damage => ({
      what: `the index ${what}`,
      does: (h) => does(join(gitDir(h), 'index')),
      says: ['index-unreadable'],
      isError: true,
      isFixed: true,
      moves: 'index',
    }),
  ),
  ...(['nested', 'one'] as const).map(
    (shape): Damage => ({
      what: `the index is gone (${shape})`,
      shape,
      does: (h) => rmSync(join(gitDir(h), 'index')),
      says: ['index-missing'],
      isFixed: true,
    }),
  ),
  {
    what: 'drafts in git’s info, of a sealed copy, of the switch, of a lock, in the lens, of notes and settings',
    shape: 'nested',
    does: (h) => {
      for (const git of [gitDir(h), h.box.path(h.project, '.git')]) left(join(git, `info/.exclude.${hex(24)}.tmp`));
      left(h.hidden(`state.db-sealed.json.${hex(16)}`));
      left(h.hidden('off.json.4711'));
      left(h.hidden(`lock-${hex(16)}.db`));
      left(h.hidden(`lens-sha1/.config.${hex(24)}.tmp`));
      left(h.path(`notes/.2026-06-10.md.${hex(24)}.tmp`));
      left(h.box.path(h.project, `.claude/.settings.local.json.${hex(24)}.tmp`));
    },
    says: ['leftover'],
    isFixed: true,
  },
  {
    what: 'a draft that somebody may be writing just now',
    does: (h) => {
      put(h.hidden(`state.db-sealed.json.${hex(16)}`), 'half');
      put(join(gitDir(h), `info/.exclude.${hex(24)}.tmp`), 'half');
    },
    says: [],
    isInfo: true,
  },
];
