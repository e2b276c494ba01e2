// A life of nights, wakes and tasks in which each piece of work, each move and each task has a name, so that twice or never can be seen.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseBoard, withTask } from '../../src/board/board.ts';
import { finishChanges, makeChange } from '../../src/change/change.ts';
import { parseHomeSettings } from '../../src/config/config.ts';
import { verifyNights } from '../../src/history/history.ts';
import { isDream, parseLedger } from '../../src/journal/journal.ts';
import { printStep, stepRecord } from '../../src/steps/steps.ts';
import { appendLine } from '../../src/telemetry/telemetry.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { sleepOnce } from '../sleep.ts';

export type Deed = 'night' | 'wake' | 'task';
export const deeds: readonly Deed[] = ['night', 'wake', 'task'];

export interface Living {
  readonly world: World;
  readonly home: FoundHome;
}

export async function livingIn(folder: string): Promise<Living> {
  const world = await realWorld({ PATH: process.env.PATH, HOME: folder });
  const home = world.places.find({ cwd: folder, env: {} });
  if (home === undefined) throw new Error(`no home in ${folder}`);
  return { world, home };
}

/** One command, as `dk` does it: what an earlier one left is finished first. Gives what it said. */
export async function act({ world, home }: Living, deed: Deed, name: string): Promise<string> {
  const settings = parseHomeSettings(readFileSync(join(home.home, 'dreamkeeper.yaml')), 'dreamkeeper.yaml', '-');
  const sleeper = { world, home, settings, agent: 'waldo' };
  const { waits } = await finishChanges(world, home);
  if (waits !== undefined) return `waits: ${waits.why}`;
  if (deed === 'night') {
    const { receipt } = await sleepOnce(sleeper, { env: { DREAMKEEPER_DREAM_MIN_INTERVAL_MS: '0' } });
    return `${receipt.outcome} ${receipt.reason}: ${receipt.message}`;
  }
  if (deed === 'wake')
    return (await wakeUp(sleeper)).verdicts
      .filter(({ result }) => result === 'applied')
      .map(({ line }) => line)
      .join('; ');
  const edit = (bytes: Uint8Array | undefined): Uint8Array => {
    const plan = bytes ?? new Uint8Array();
    // As the command does: a task that is there is not added again.
    return Buffer.from(plan).includes(`${name}\n`) ? plan : withTask(parseBoard(plan), { title: name, state: 'TODO' });
  };
  const files = [{ path: 'plan.org', edit }];
  return JSON.stringify(await makeChange(world, home, { files, subject: `board: add ${name}`, agent: 'waldo' }));
}

/** Somebody works: a commit and a step that are news, and the only ones with this name. */
export function work({ home }: Living, name: string): void {
  const project = home.project.worktree ?? '';
  // What is under way is done by now, so that the next night has something to pick up.
  const plan = readFileSync(join(home.home, 'plan.org'), 'utf8');
  if (/^\*\* (?:NEXT|DOING) /mu.test(plan)) {
    writeFileSync(join(home.home, 'plan.org'), plan.replace(/^\*\* (?:NEXT|DOING) /gmu, '** DONE '));
    git(home.home, 'commit', '-q', '-am', 'done');
  }
  writeFileSync(join(project, 'src', `${name}.ts`), `${name}\n`);
  git(project, 'add', '-A');
  git(project, 'commit', '-q', '-m', `work ${name}`);
  writeFileSync(join(project, 'src', `${name}.ts`), `${name}, and more\n`);
  const context = { run: 'life', agent: null, seq: 0, time: new Date(), head: null, branch: null };
  const report = { tool: 'edit', target: `src/${name}.ts`, exit: 0 };
  appendLine(
    join(home.home, '_steps.jsonl'),
    printStep(stepRecord(report, context, { sha256: () => '', redact: (text) => text })),
  );
}

export function git(cwd: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=P', '-c', 'user.email=p@example.org'];
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const ran = spawnSync('git', [...who, ...args], { cwd, env, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}`);
  return ran.stdout;
}

/** The private state is gone, with whatever belongs to it. */
export function lose({ home }: Living): void {
  for (const name of ['state.db', 'state.db-journal']) rmSync(join(home.privateDir, name), { force: true });
}

/** Nothing twice and nothing skipped, by what ledger, history and board say. */
export function happenedOnce({ home }: Living, works: readonly string[], tasks: readonly string[]): void {
  const ledger = parseLedger(readFileSync(join(home.home, 'rem/ledger.jsonl'), 'utf8')).lines;
  const ids = ledger.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length, 'a line of the ledger twice');
  const wakes = ledger.filter((line) => line.kind === 'wake').map(({ dream }) => dream);
  assert.equal(new Set(wakes).size, wakes.length, 'a dream was dealt with twice');
  const nights = ledger.filter(isDream);
  const tales = nights.map(({ entry }) => taleOf(join(home.home, entry)));
  for (const name of works) {
    const times = tales.filter((tale) => new RegExp(`work ${name}\\b`, 'iu').test(tale)).length;
    assert.equal(times, 1, `work ${name} was dreamt ${times} times`);
  }
  const log = git(home.home, 'log', '--format=%s').split('\n');
  const board = log
    .filter((subject) => subject.startsWith('board: '))
    .map((subject) => subject.slice('board: '.length));
  const moves = board.flatMap((subject) => subject.split(' · ')).filter((move) => move.includes(' → '));
  assert.equal(new Set(moves).size, moves.length, `a move twice: ${moves.join(' | ')}`);
  const plan = readFileSync(join(home.home, 'plan.org'), 'utf8');
  for (const task of tasks) assert.equal(plan.split(`${task}\n`).length - 1, 1, `task ${task}`);
  const receipts = readReceiptIds(home);
  assert.equal(new Set(receipts).size, receipts.length, 'a receipt twice');
}

function taleOf(path: string): string {
  return /\* tale\n([\s\S]*?)\n\* /u.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
}

/** Nothing half, nothing lying about: disk, index, history and ledger say the same. */
export async function isWhole({ world, home }: Living): Promise<void> {
  const { broken, uncommitted, foreign } = await verifyNights(world, home);
  assert.deepEqual([broken, uncommitted, foreign], [null, [], []]);
  const ledger = parseLedger(readFileSync(join(home.home, 'rem/ledger.jsonl'), 'utf8')).lines.map(({ id }) => id);
  const format = '--format=%(trailers:key=Dream-Id,valueonly,separator=%x20)';
  const landed = git(home.home, 'log', '--reverse', format).split('\n');
  assert.deepEqual(
    landed.filter((id) => /^[nw]-/u.test(id)),
    ledger,
    'nights and wakes, each in one commit',
  );
  assert.deepEqual(uncommittedIn(home), [], 'something is left uncommitted');
  assert.equal(existsSync(join(home.repository.gitDir, 'index.lock')), false, "git's lock is left");
  const store = world.stores.open(home.privateDir);
  assert.deepEqual(store.unfinished(), []);
  store.close();
}

/** What git calls changed or new, but for the record of the day, which a clone does not know to be private. */
export function uncommittedIn(home: FoundHome): string[] {
  const lines = git(home.home, 'status', '--porcelain').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && line !== '?? _steps.jsonl');
}

/** The ids of the receipts that say `ran`. */
export function readReceiptIds(home: FoundHome): string[] {
  const path = join(home.privateDir, 'receipts.jsonl');
  if (!existsSync(path)) return [];
  const all = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return all
    .map((line) => JSON.parse(line) as { id: string; outcome: string })
    .filter(({ outcome }) => outcome === 'ran')
    .map(({ id }) => id);
}
