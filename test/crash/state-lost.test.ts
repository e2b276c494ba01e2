// The private state is lost at any moment: what must happen once happens once, and nothing is skipped.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { diagnose } from '../../src/doctor/doctor.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { verifyNights } from '../../src/history/history.ts';
import { bundled } from '../built.ts';
import { liveDay } from '../day.ts';
import { root, type Sandbox, sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import {
  act,
  type Deed,
  deeds,
  git,
  happenedOnce,
  isWhole,
  type Living,
  livingIn,
  lose,
  readReceiptIds,
  uncommittedIn,
  work,
} from './state-lost-life.ts';

const moments = Number(process.env.DREAMKEEPER_LOST ?? (isFull ? 12 : 9));
const seed = Number(process.env.DREAMKEEPER_SEED ?? 41);

function dice(from: number): (sides: number) => number {
  let state = from >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

async function newLife(box: Sandbox, name = 'project'): Promise<Living> {
  const tasks = Array.from({ length: 60 }, (_, index) => `** TODO write src/w${index}.ts\n`).join('');
  const lived = await liveDay(box, name, {
    ...{ shape: 'nested', board: `* board\n${tasks}\n* log\n`, before: { 'src/a.ts': 'a\n' }, day: [] },
  });
  return livingIn(lived.project);
}

/** A real process that is killed at a probe; gives the last thing it said. */
function inAnother(box: Sandbox, living: Living, deed: Deed, name: string, at: string): Promise<string> {
  const script = bundled(root, 'test/crash/state-lost-child.ts');
  const folder = living.home.project.worktree ?? '';
  const child = spawn(process.execPath, [script, folder, deed, name, at], {
    env: box.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((done) => child.once('close', () => done(said.trim())));
}

/** Its store was taken away while it held it: it says so, and nothing of it has happened; the next one shows that. */
function refusedBeforeTheSeal(error: unknown): string {
  assert.ok(error instanceof DreamkeeperError && error.code === 'E_DISK', String(error));
  return '';
}

test(`state.db is deleted at ${moments} moments of a life, between commands and during them`, async (t) => {
  const box = sandbox(t);
  const living = await newLife(box);
  const roll = dice(seed);
  const works: string[] = [];
  const tasks: string[] = [];
  const ways = { between: 0, during: 0 };
  let moves = 0;
  for (let moment = 0; moment < moments; moment += 1) {
    const deed = deeds[moment % deeds.length] ?? 'night';
    const task = `task ${moment} of this life`;
    if (deed === 'task') tasks.push(task);
    if (deed === 'night') {
      works.push(`w${works.length}`);
      work(living, works.at(-1) ?? '');
    }
    const nth = 1 + roll(deed === 'night' ? 30 : 18);
    let count = 0;
    const probe = (): void => {
      count += 1;
      if (count === nth) lose(living);
    };
    const isBetween = roll(2) === 0;
    if (isBetween) lose(living);
    ways[isBetween ? 'between' : 'during'] += 1;
    const first = isBetween
      ? await act(living, deed, task)
      : await act({ ...living, world: { ...living.world, probe } }, deed, task).catch(refusedBeforeTheSeal);
    if (deed === 'wake' && first !== '') moves += 1;
    // Once more, because who is not sure asks twice.
    const again = await act(living, deed, task);
    // One that lost its state in the middle may leave it to the next; but never do both the same.
    if (deed === 'wake') assert.ok(first === '' || again === '', `moment ${moment}: ${first} and ${again}`);
    if (deed === 'wake' && again !== '') moves += 1;
    // `unfinished` was decided, and the next command has finished it before it looked for news.
    if (deed === 'night')
      assert.match(
        `${first}\n${again}`,
        /^(?:ran|held unfinished)[\s\S]*\nnoop no-news|^(?!ran)[\s\S]*\nran/u,
        `moment ${moment}`,
      );
  }
  happenedOnce(living, works, tasks);
  await isWhole(living);
  const nights = readFileSync(join(living.home.home, 'rem/ledger.jsonl'), 'utf8').split('"kind":"night"').length - 1;
  assert.equal(readReceiptIds(living.home).length, nights, 'a receipt for every night');
  t.diagnostic(
    `${JSON.stringify(ways)}; ${works.length} pieces of work, ${moves} moves, ${tasks.length} tasks; seed ${seed}`,
  );
});

test('a fresh clone, and a copy on another machine, go on without repeating anything', async (t) => {
  const box = sandbox(t);
  const living = await newLife(box);
  for (const name of ['w0', 'w1']) {
    work(living, name);
    await act(living, 'night', '');
    await act(living, 'wake', '');
  }
  // What lies uncommitted in the worktree does not come along, and would be news there.
  git(living.home.project.worktree ?? '', 'commit', '-q', '-am', 'all of it');
  await act(living, 'night', '');
  await act(living, 'wake', '');
  happenedOnce(living, ['w0', 'w1'], []);
  // As a person does it: clone the project, and the home into it.
  const project = living.home.project.worktree ?? '';
  git(box.folder, 'clone', '-q', project, 'cloned');
  git(box.folder, 'clone', '-q', join(project, '.dream'), 'cloned/.dream');
  cpSync(project, box.path('copied'), { recursive: true, preserveTimestamps: true });
  for (const place of ['cloned', 'copied']) {
    const other = await livingIn(box.path(place));
    lose(other);
    assert.equal(await act(other, 'wake', ''), '', `${place}: no verdict is carried out again`);
    const said = await act(other, 'night', '');
    t.diagnostic(`${place}: a night without news says "${said}"`);
    assert.match(said, /^noop no-news/u, `${place}: nothing is new`);
    work(other, 'w2');
    assert.match(await act(other, 'night', ''), /^ran/u);
    await act(other, 'wake', '');
    happenedOnce(other, ['w0', 'w1', 'w2'], []);
    await isWhole(other);
  }
});

// Both at once: killed after it was sealed, and the only thing that knew of it deleted.
const ofNight =
  'lease plan sealed git.blobs git.commit git.locked file.begin file.written file.renamed applied applied:2 applied:3 applied:4 ' +
  'git.moved git.index committed delivered outbox done';
/** Less often: a wake goes the same way as a night. */
const ofWake = 'sealed applied git.moved done';
const places: readonly (readonly [Deed, string])[] = [
  ...ofNight.split(' ').map((place) => ['night', place] as const),
  ...ofWake.split(' ').map((place) => ['wake', place] as const),
];
interface Case {
  readonly name: string;
  readonly left: string;
  readonly then: string;
  /** What the doctor calls it, asked before anything else. */
  readonly named: readonly string[];
  /** What happened twice or never; what is half. */
  readonly twice: string | undefined;
  readonly half: string | undefined;
  /** What is half even after the doctor. */
  readonly unmended: string | undefined;
}

async function doubleFault(box: Sandbox, ready: Record<Deed, Living>, deed: Deed, place: string): Promise<Case> {
  const folder = box.path(`${deed}-${place}`);
  cpSync(ready[deed].home.project.worktree ?? '', folder, { recursive: true, preserveTimestamps: true });
  const living = await livingIn(folder);
  const said = await inAnother(box, living, deed, '', place);
  lose(living);
  const left = await leftovers(living);
  const { findings } = await diagnose(living.world, living.home);
  const named = findings.filter(({ level }) => level !== 'info').map(({ id }) => id);
  const next = await act(living, deed, '');
  for (const more of ['night', 'wake', 'night'] as const) await act(living, more, '');
  const then = `next: ${next.slice(0, 60)}; then: ${await leftovers(living)}`;
  const problem = async (look: () => Promise<void> | void): Promise<string | undefined> => {
    try {
      await look();
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message.slice(0, 500) : String(error);
    }
  };
  const twice = await problem(() => happenedOnce(living, ['w0', 'w1'], []));
  const half = await problem(() => isWhole(living));
  if (half !== undefined) await diagnose(living.world, living.home, { isFixing: true, agent: 'waldo' });
  return {
    name: `${deed} killed at ${said === place.split(':')[0] ? place : `nothing (${said})`}`,
    ...{ left, then, named },
    ...{ twice, half },
    unmended: half === undefined ? undefined : await problem(() => isWhole(living)),
  };
}

test('the double fault, place by place: killed, and the only thing that knew of it deleted', async (t) => {
  const box = sandbox(t);
  const night = await newLife(box, 'ready-night');
  work(night, 'w0');
  await act(night, 'night', '');
  await act(night, 'wake', '');
  work(night, 'w1');
  cpSync(night.home.project.worktree ?? '', box.path('ready-wake'), { recursive: true, preserveTimestamps: true });
  const wake = await livingIn(box.path('ready-wake'));
  await act(wake, 'night', '');
  // Every fifth, and all of them in the soak.
  const queue = places.filter((_, at) => at % 5 === 0 || isFull || process.env.DREAMKEEPER_LOST !== undefined);
  const cases: Case[] = [];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      cases.push(await doubleFault(box, { night, wake, task: night }, ...next));
  };
  await Promise.all([worker(), worker(), worker()]);
  for (const { name, left, then, named } of cases)
    t.diagnostic(`${name}: left ${left} | doctor: ${named.join(' ')} | ${then}`);
  await t.test('nothing happens twice, and nothing is skipped', () => {
    assert.deepEqual(
      cases.filter(({ twice }) => twice !== undefined).map(({ name, twice }) => `${name}: ${twice}`),
      [],
    );
  });
  await t.test('what lies about is named by the doctor', () => {
    const unnamed = cases.filter(({ left, named }) => /status|ledger|broken|litter/u.test(left) && named.length === 0);
    assert.deepEqual(
      unnamed.map(({ name, left }) => `${name}: ${left}`),
      [],
    );
  });
  await t.test('what the next commands leave, the doctor mends', () => {
    assert.deepEqual(
      cases.filter(({ unmended }) => unmended !== undefined).map(({ name, unmended }) => `${name}: ${unmended}`),
      [],
    );
  });
  await t.test('after the next commands it is complete or absent', () => {
    assert.deepEqual(
      cases.filter(({ half }) => half !== undefined).map(({ name, half }) => `${name}: ${half}`),
      [],
    );
  });
});

/** What lies about, in few words. */
async function leftovers({ world, home }: Living): Promise<string> {
  const status = uncommittedIn(home);
  const { uncommitted, broken } = await verifyNights(world, home);
  const all = readdirSync(home.home, { recursive: true, encoding: 'utf8' });
  const litter = all
    .filter((path) => /\.tmp$|\.lock$|dreamkeeper\/(?:blobs|tree|index|held)-/u.test(path))
    .map((path) => path.replace(/[0-9a-f]{24}|-[A-Za-z0-9]{6}$/u, '*'));
  const parts = [
    ...(status.length === 0 ? [] : [`status [${status.join(', ')}]`]),
    ...(uncommitted.length === 0 ? [] : [`${uncommitted.length} ledger lines uncommitted`]),
    ...(broken === null ? [] : [`broken: ${broken.where}: ${broken.reason}`]),
    ...(litter.length === 0 ? [] : [`litter [${litter.join(', ')}]`]),
    `${readReceiptIds(home).length} receipts`,
  ];
  return parts.join('; ');
}
