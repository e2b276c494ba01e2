// What a sweep costs in a home with up to 100,000 memories and 1,000,000 recalls: time, memory and growth, against three queries for each candidate on the same store.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { withStore } from '../src/change/change.ts';
import { rememberedNow } from '../src/facts/facts.ts';
import { identityOf } from '../src/memory/memory.ts';
import { sleepOnce } from '../src/night/night.ts';
import { countedRecalls, rulesOf, scored, sweepAct, sweepLook, tallied } from '../src/sweep/sweep.ts';
import { realWorld } from '../src/wire/wire.ts';
import type { AgentHome, RecallEvent } from '../src/world/world.ts';

const self = fileURLToPath(import.meta.url);
const eventsEach = 10;
const bulletsPerFile = 50;
const rounds = 3;
const now = Date.parse('2026-06-10T12:00:00Z');
const day = 24 * 60 * 60 * 1000;

const textOf = (at: number): string =>
  `The ${['printer', 'kettle', 'ferry', 'museum', 'tunnel'][at % 5]} number ${at} stands in room ${(at * 7919) % 10_007} and belongs to team ${(at * 31) % 97}`;

/** Events by a plain rule, so that the same home comes out each time: a few memories are asked for by many questions on many days. */
function* eventsOf(memories: number): Generator<RecallEvent> {
  for (let at = 0; at < memories; at += 1) {
    const memory = identityOf(textOf(at)).id;
    const spread = at % 100 === 0 ? 5 : 1;
    for (let each = 0; each < eventsEach; each += 1) {
      const query = `q${(each % spread) + (at % 1000)}`;
      const time = new Date(now - ((each % spread) + (at % 60)) * day - each * 1000).toISOString();
      yield { memory, asked: query, query, score: 1 / ((each % 5) + 1), time, agent: 'agent', session: 's' };
    }
  }
}

async function openHome(folder: string): Promise<AgentHome> {
  const env = { PATH: process.env.PATH ?? '', HOME: folder };
  const world = { ...(await realWorld(env)), now: () => new Date(now) };
  const home = world.places.find({ cwd: join(folder, 'home'), env });
  if (home === undefined) throw new Error('there is no home');
  return { world, home, settings: {}, agent: 'agent' };
}

async function prepare(folder: string, memories: number): Promise<void> {
  mkdirSync(join(folder, 'home'));
  const bin = join(self, '../../src/bin.ts');
  const env = { PATH: process.env.PATH ?? '', HOME: folder, NODE_NO_WARNINGS: '1' };
  const made = spawnSync(process.execPath, [bin, 'init'], { cwd: join(folder, 'home'), env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  mkdirSync(join(folder, 'home/notes'));
  for (let first = 0; first < memories; first += bulletsPerFile) {
    const many = Math.min(bulletsPerFile, memories - first);
    const name = new Date(now - (1 + first / bulletsPerFile) * day).toISOString().slice(0, 10);
    const lines = Array.from({ length: many }, (_, at) => `- ${textOf(first + at)}\n`);
    writeFileSync(join(folder, `home/notes/${name}.md`), lines.join(''));
  }
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.org', ...args], {
      cwd: join(folder, 'home'),
      env,
    });
  git('add', '-A');
  git('commit', '-qm', 'notes');
  const home = await openHome(folder);
  home.world.files.makeFolder(home.home.privateDir, true);
  withStore(home.world, home.home, (store) => {
    let batch: RecallEvent[] = [];
    const keep = (): void => {
      store.keepRecalls(batch, new Date(now).toISOString());
      batch = [];
    };
    for (const event of eventsOf(memories)) if (batch.push(event) === 20_000) keep();
    keep();
  });
}

/** Milliseconds of the processor: what others do on the machine meanwhile does not count. */
function cpuSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
}

function timed<Result>(act: () => Result): readonly [number, Result] {
  const started = process.cpuUsage();
  const result = act();
  return [cpuSince(started), result];
}

/** As it would be with a query for the promotion, one for the count and one for the events of each candidate. */
function byQueries(database: DatabaseSync): number {
  const rules = rulesOf({});
  database.exec('CREATE TEMP TABLE IF NOT EXISTS promotions (memory TEXT PRIMARY KEY)');
  const promoted = database.prepare('SELECT 1 FROM promotions WHERE memory = ?');
  const count = database.prepare('SELECT count(*) AS many FROM recalls WHERE memory = ? AND agent = ?');
  const events = database.prepare(
    'SELECT memory, query, score, time, session FROM recalls WHERE memory = ? AND agent = ?',
  );
  const all = database.prepare('SELECT DISTINCT memory FROM recalls WHERE agent = ?').all('agent') as {
    memory: string;
  }[];
  let passed = 0;
  for (const { memory } of all) {
    if (promoted.get(memory) !== undefined || Number(count.get(memory, 'agent')?.many) === 0) continue;
    const tally = tallied(events.all(memory, 'agent') as unknown as RecallEvent[]).get(memory);
    if (tally !== undefined && scored(memory, tally, now, rules).failed.length === 0) passed += 1;
  }
  return passed;
}

function byOnePass(home: AgentHome): number {
  const rules = rulesOf({});
  const { tallies } = countedRecalls(home, rules);
  return [...tallies].filter(([id, tally]) => scored(id, tally, now, rules).failed.length === 0).length;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(folder: string): Promise<void> {
  const home = await openHome(folder);
  const database = join(home.home.privateDir, 'state.db');
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const [one, passed] = timed(() => byOnePass(home));
    const open = new DatabaseSync(database, { readOnly: true });
    const [other, same] = timed(() => byQueries(open));
    open.close();
    if (passed !== same) throw new Error(`one pass found ${passed}, queries ${same}`);
    ours.push(one);
    theirs.push(other);
  }
  const files = process.cpuUsage();
  await rememberedNow(home);
  const read = cpuSince(files);
  const { figures } = await sweepLook(home);
  const started = process.cpuUsage();
  const { receipt } = await sleepOnce(home, { env: {}, acts: [sweepAct] });
  const whole = cpuSince(started);
  const size = (path: string): number => statSync(path).size;
  const told = {
    ...{
      scanned: figures.scanned,
      promoted: figures.promoted,
      outcome: receipt.outcome,
      ours: median(ours),
      theirs: median(theirs),
    },
    ...{ read, whole, rss: process.resourceUsage().maxRSS / 1024, state: size(database) },
    ...{ memory: size(join(folder, 'home/MEMORY.md')), ledger: size(join(folder, 'home/rem/ledger.jsonl')) },
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}

const [, , what, folder = '', many = ''] = process.argv;
if (what === 'prepare') await prepare(folder, Number(many));
else if (what === 'measure') await measure(folder);
else {
  const sizes = (what ?? '12500,25000,50000,100000').split(',').map(Number);
  const rows: string[] = [];
  for (const memories of sizes) {
    const place = mkdtempSync(join(tmpdir(), 'dk-bench-'));
    try {
      const child = (...args: string[]): string => {
        const ran = spawnSync(process.execPath, [self, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
        if (ran.status !== 0) throw new Error(ran.stderr);
        return ran.stdout;
      };
      child('prepare', place, String(memories));
      const told = JSON.parse(child('measure', place)) as Record<string, number>;
      const ms = (name: string): string => `${Math.round(told[name] ?? 0)}`.padStart(7);
      const mb = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1).padStart(6);
      rows.push(
        `${String(memories).padStart(8)} ${String(memories * eventsEach).padStart(9)} ${ms('ours')} ${ms('theirs')} ${((told.theirs ?? 0) / (told.ours ?? 1)).toFixed(1).padStart(6)}x ${ms('read')} ${ms('whole')} ${((1000 * (told.whole ?? 0)) / memories).toFixed(1).padStart(8)} ${mb((told.rss ?? 0) * 1024 * 1024)} ${mb(told.state ?? 0)} ${String(told.promoted).padStart(5)} ${String(told.memory).padStart(7)} ${String(told.ledger).padStart(7)}`,
      );
      process.stderr.write(`${rows.at(-1)}\n`);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  }
  const head =
    'memories   recalls  1 pass 3 queries  ratio    read   sweep  us/each     MB  state promo  MEMORY  ledger';
  process.stdout.write(
    `${head}\n${rows.join('\n')}\n\n1 pass, 3 queries: all recalls counted and scored, in ms of the processor, median of ${rounds}, in turns. read: the files of notes. sweep: the whole night without git, in ms, and in microseconds for each memory.\nMB: the most memory of the process. state: state.db in MB. promo: promoted. MEMORY, ledger: bytes after the sweep.\n`,
  );
}
