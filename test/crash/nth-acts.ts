// Acts that are disturbed, and the state of a home before and after them, as far as two equal lives agree in it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseBoard, withTask } from '../../src/board/board.ts';
import { finishChanges, makeChange } from '../../src/change/change.ts';
import { undoChange, verifyNights } from '../../src/history/history.ts';
import { parseLedger } from '../../src/journal/journal.ts';
import { readReceipts } from '../../src/night/night.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import type { World } from '../../src/world/world.ts';
import { type DayEvent, type Lived, liveDay } from '../day.ts';
import { type Sandbox, snapshot } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { dreamt, files } from '../wake/dreamt.ts';

export type Sleeper = ReturnType<Lived['at']>;

/** `happened`: whether the act itself says that it was done. */
export interface Act {
  readonly name: string;
  readonly time: string;
  prepare(box: Sandbox): Promise<Lived>;
  run(sleeper: Sleeper): Promise<{ readonly happened: boolean; readonly told: string }>;
}

const board = '* board\n** TODO comparison table for src/a.ts\n** TODO honest faq\n\n* log\n';
const work: readonly DayEvent[] = [
  { at: '09:00', edit: 'src/b.ts', content: 'b2\n' },
  { at: '09:01', commit: 'add: b' },
  { at: '09:05', edit: 'src/a.ts', content: 'a2\n' },
  { at: '09:10', run: 'npm test', exit: 0 },
];
export const env = { DREAMKEEPER_DREAM_MIN_INTERVAL_MS: '0' };

export const acts: readonly Act[] = [
  {
    name: 'a night',
    time: '09:30',
    prepare: (box) => liveDay(box, 'night', { shape: 'nested', board, before: files, day: work }),
    run: async (sleeper) => {
      const { receipt } = await sleepOnce(sleeper, { env });
      return { happened: receipt.outcome === 'ran', told: `${receipt.outcome} ${receipt.reason}: ${receipt.message}` };
    },
  },
  {
    name: 'a wake that moves a task',
    time: '09:40',
    prepare: (box) => dreamt(box, 'one', board, 'wake'),
    run: async (sleeper) => {
      const { verdicts, pack } = await wakeUp(sleeper);
      return { happened: verdicts.some(({ result }) => result === 'applied'), told: pack };
    },
  },
  {
    name: 'a change of the board',
    time: '09:50',
    prepare: (box) => liveDay(box, 'board', { shape: 'one', board, before: files, day: work }),
    run: async ({ world, home }) => {
      const edit = (bytes: Uint8Array | undefined): Uint8Array => {
        const plan = bytes ?? new Uint8Array();
        return Buffer.from(plan).includes('one more')
          ? plan
          : withTask(parseBoard(plan), { title: 'one more', state: 'TODO' });
      };
      const done = await makeChange(world, home, {
        files: [
          { path: 'plan.org', edit },
          { path: 'notes.md', isHosts: true, edit: () => Buffer.from('noted\n') },
        ],
        ...{ subject: 'board: add one more', agent: 'waldo' },
      });
      return { happened: done.kind === 'changed', told: JSON.stringify(done) };
    },
  },
  {
    name: 'an undo of a night',
    time: '10:00',
    prepare: (box) => dreamt(box, 'nested', board, 'undo'),
    run: async ({ world, home }) => {
      const wanted = parseLedger(readOr(join(home.home, 'rem/ledger.jsonl'))).lines[0]?.id ?? '';
      const { result } = await undoChange(world, home, { wanted, agent: 'waldo', keep: 50 });
      return { happened: result === 'undone', told: result };
    },
  },
];

/** What two lives of the same day agree in: no ids, no hashes. Whether the hashes are right is asked of the chain itself. */
export interface State {
  readonly files: string;
  readonly log: string;
  readonly uncommitted: string;
  readonly staged: string;
}

const plain = (text: string): string =>
  text.replace(/\b[cnwu]-[a-z2-7]{10}\b/gu, '<id>').replace(/\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b/gu, '<hash>');

export async function stateOf({ home }: Sleeper): Promise<State> {
  const git = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run('git', args, { cwd: home.home, encoding: 'utf8', env: gitEnv });
    return plain(stdout.replace(/^index .*$/gmu, 'index'));
  };
  const found = snapshot(home.home, (path) => /^\.git(?:\/|$)/u.test(path));
  // A folder without files is nothing to git, nor to anybody.
  for (const [path, kind] of Object.entries(found)) if (kind === 'folder') delete found[path];
  const manifest = found['rem/manifest.json'];
  if (manifest !== undefined) found['rem/manifest.json'] = withoutGaps(manifest);
  const [log, uncommitted, staged] = await Promise.all([
    git('log', '--format=%an %s%n%b%n--'),
    git('diff', 'HEAD', '--no-ext-diff'),
    git('diff', '--cached', '--no-ext-diff'),
  ]);
  return { files: plain(JSON.stringify(found, null, 1)), log, uncommitted, staged };
}

/** A night that failed is a gap in the manifest of the next; the undisturbed one has none. */
function withoutGaps(manifest: string): string {
  return manifest.replace(/"gaps": \[[\s\S]*?\n {2}\]/u, '"gaps": []');
}

const run = promisify(execFile);

/** Everything the next tick could depend on, in few characters. */
export async function fingerprint(sleeper: Sleeper): Promise<string> {
  const { world, home } = sleeper;
  const receipts = readReceipts(world, home).map(({ id, outcome, reason, count }) => [id, outcome, reason, count]);
  const known = [await stateOf(sleeper), receipts, privateFiles(sleeper), storeIn(sleeper)];
  return createHash('sha256').update(JSON.stringify(known)).digest('hex');
}

/** The names in the private folder, and locks of git; random parts taken out. */
function privateFiles({ home }: Sleeper): string[] {
  return readdirSync(home.repository.gitDir, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^(?:objects|dreamkeeper\/lens|logs)/u.test(path))
    .map((path) => path.replace(/-[0-9A-Za-z]{6,24}/u, '-*').replace(/[0-9a-f]{24}/u, '*'))
    .toSorted();
}

function storeIn({ world, home }: Sleeper): unknown {
  if (!world.stores.exists(home.privateDir)) return undefined;
  const store = world.stores.open(home.privateDir);
  try {
    const open = store.unfinished().map(({ id, body, outbox, images }) => [id, body, outbox, [...images.keys()]]);
    const endings = store.ended(99).map(({ id, ending }) => [id, ending]);
    return [store.lastSealed(), open, endings, store.holderOf('night')];
  } finally {
    store.close();
  }
}

/** How two states differ, in few lines. */
export function difference(one: State, other: State): string {
  const told = (['files', 'log', 'uncommitted', 'staged'] as const).flatMap((part) => {
    const [mine, theirs] = [one[part].split('\n'), other[part].split('\n')];
    const more = mine.filter((line) => !theirs.includes(line)).map((line) => `  ${part} + ${line.slice(0, 300)}`);
    const less = theirs.filter((line) => !mine.includes(line)).map((line) => `  ${part} - ${line.slice(0, 300)}`);
    if (more.length + less.length === 0 && one[part] !== other[part])
      return [`  ${part}: the same lines in other number`];
    return [...more.slice(0, 4), ...less.slice(0, 4)];
  });
  return told.join('\n');
}

const gitEnv = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', HOME: '/dev/null' };

export const same = (one: State, other: State): boolean => difference(one, other) === '';

export function unfinishedIn({ world, home }: Sleeper): number {
  if (!world.stores.exists(home.privateDir)) return 0;
  const store = world.stores.open(home.privateDir);
  try {
    return store.unfinished().length;
  } finally {
    store.close();
  }
}

/** Finishes what was left, and does it again, in a world that works. */
export async function nextTick(act: Act, sleeper: Sleeper): Promise<void> {
  const { waits } = await finishChanges(sleeper.world, sleeper.home);
  assert.equal(waits, undefined, 'something still waits');
  await act.run(sleeper);
}

/** Nothing of ours lies about: no temporary file, no lock, no draft, no receipt twice, an unbroken chain. */
export async function tidy(sleeper: Sleeper): Promise<void> {
  const { world, home } = sleeper;
  const all = readdirSync(home.home, { recursive: true, encoding: 'utf8' });
  assert.deepEqual(
    all.filter((path) => /\.tmp$|\.lock$|dreamkeeper\/(?:blobs|tree|index|held)-/u.test(path)),
    [],
    'left over',
  );
  assert.equal(unfinishedIn(sleeper), 0, 'an intent is left');
  const journal = join(home.privateDir, 'state.db-journal');
  assert.ok(!existsSync(journal) || readFileSync(journal).length === 0, 'a transaction is left');
  const { broken, uncommitted } = await verifyNights(world, home);
  assert.deepEqual([broken, uncommitted], [null, []]);
  const ran = new Set<string>();
  for (const line of world.lines.newest(join(home.privateDir, 'receipts.jsonl')).split('\n').filter(Boolean)) {
    const { id } = JSON.parse(line) as { id: string };
    assert.ok(!ran.has(id), `two receipts for ${id}`);
    ran.add(id);
  }
  const nights = parseLedger(readOr(join(home.home, 'rem/ledger.jsonl'))).lines.filter(({ kind }) => kind === 'night');
  const landed = readReceipts(world, home).filter(({ outcome }) => outcome === 'ran');
  assert.deepEqual(
    landed.map(({ id }) => id),
    nights.map(({ id }) => id),
    'a receipt for every night that landed',
  );
}

function readOr(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** The world of a copy, at a fixed time, with its own random numbers. */
export function sleeperIn(lived: Lived, folder: string, time: string, seed: number): Sleeper {
  const given = lived.at(time);
  const home = given.world.places.find({ cwd: folder, env: {} });
  if (home === undefined) throw new Error(`no home in ${folder}`);
  let count = seed;
  const random = (bytes: number): string => {
    count += 1;
    return Array.from({ length: bytes }, (_, index) =>
      ((count * 37 + index * (101 + (count >> 3))) % 256).toString(16).padStart(2, '0'),
    ).join('');
  };
  const world: World = { ...given.world, random, pause: () => Promise.resolve() };
  return { ...given, home, world };
}
