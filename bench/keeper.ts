// What keeping costs: one idle tick, one idle beat and one look from outside against a plain look at the same files; many idle homes for a while, their memory, and whether file handles stay flat.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withStore } from '../src/change/change.ts';
import { beatOnce, keepHomes, stepOnce } from '../src/keeper/keeper.ts';
import { canonicalCadence } from '../src/lifecycle/lifecycle.ts';
import { runProgram } from '../src/programs/programs.ts';
import { keptHome } from '../src/verbs/kept-home.ts';
import { realWorld } from '../src/wire/wire.ts';

const [count, ticks, seconds] = [2, 3, 4].map((at, index) => Number(process.argv[at] ?? [1000, 5000, 90][index])) as [
  number,
  number,
  number,
];
const bin = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'bin.js');
const folder = mkdtempSync(join(tmpdir(), 'dk-bench-'));
const env = { PATH: process.env.PATH ?? '', HOME: folder };
const collect = globalThis.gc;
if (collect === undefined) throw new Error('needs --expose-gc');

async function prepare(): Promise<string[]> {
  const first = join(folder, 'home-0');
  mkdirSync(first);
  const made = spawnSync(process.execPath, [bin, 'init'], { cwd: first, env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  rmSync(join(first, '.git', 'hooks'), { recursive: true, force: true });
  writeFileSync(join(first, 'lifecycle.org'), canonicalCadence);
  // Its heart beats, nobody has to be swept today, and the agent sleeps until tonight: so every tick and beat looks, and finds nothing to do.
  writeFileSync(join(first, 'dreamkeeper.yaml'), 'format: 1\ndreaming: { enabled: true }\n');
  const keeping = await keptHome({ cwd: first, env }).open();
  withStore(keeping.world, keeping.home, (store) => {
    store.setMemo('sleep:agent', until);
    store.setMemo(
      'sweep:agent',
      JSON.stringify({ v: 1, completed: new Date().toISOString(), failures: 0, failed: null }),
    );
  });
  return Array.from({ length: count }, (_, index) => {
    const home = join(folder, `home-${index}`);
    if (index > 0) cpSync(first, home, { recursive: true });
    return home;
  });
}

const handles = (): number => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);
const held = (): number => {
  for (let round = 0; round < 3; round += 1) collect();
  return process.memoryUsage().heapUsed;
};
const milliseconds = (from: bigint): number => Number(process.hrtime.bigint() - from) / 1e6;

const until = new Date(Date.now() + 20 * 3_600_000).toISOString();
const places = await prepare();
const homes = places.map((cwd) => keptHome({ cwd, env }));
const looks = 5;
const looked = process.hrtime.bigint();
for (let round = 0; round < looks; round += 1)
  for (const place of places)
    for (const name of ['lifecycle.org', 'dreamkeeper.yaml', '.git/dreamkeeper/state.db']) statSync(join(place, name));
const base = milliseconds(looked) / (looks * count);

const open: number[] = [];
const times: number[] = [];
for (let tick = -50; tick < ticks; tick += 1) {
  const home = homes[(tick + 50) % count];
  if (home === undefined) break;
  const began = process.hrtime.bigint();
  const { outcome } = await stepOnce(await home.open(), { tell: () => undefined });
  if (outcome !== 'gated') throw new Error(outcome);
  if (tick >= 0) times.push(milliseconds(began));
  if (tick >= 0 && tick % 500 === 0) open.push(handles());
}
const sorted = times.toSorted((one, other) => one - other);
const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
console.log(`Node ${process.version}, ${count} homes, ${ticks} idle ticks one after another`);
console.log(`a look at three files   ${(base * 1000).toFixed(1)} µs`);
console.log(
  `an idle tick            p50 ${at(0.5).toFixed(2)} ms (${(at(0.5) / base).toFixed(0)}×)   p99 ${at(0.99).toFixed(2)} ms`,
);
console.log(`${count} homes, a tick each hour: ${((100 * count * at(0.5)) / 3_600_000).toFixed(2)} % of one processor`);
console.log(
  `file handles every 500 ticks: ${open.join(' ')}${open.every((each) => each === open[0]) ? ' (flat)' : ''}`,
);

/** The middle and the end of what so many of them took. */
async function measured(name: string, many: number, does: (at: number) => Promise<unknown> | unknown): Promise<number> {
  const took: number[] = [];
  for (let at = 0; at < many; at += 1) {
    const began = process.hrtime.bigint();
    await does(at);
    took.push(milliseconds(began));
  }
  const inOrder = took.toSorted((one, other) => one - other);
  const [middle = 0, end = 0] = [inOrder[Math.floor(many / 2)], inOrder[Math.floor(many * 0.99)]];
  console.log(
    `${name.padEnd(23)} p50 ${middle.toFixed(3)} ms (${(middle / base).toFixed(1)}×)   p99 ${end.toFixed(3)} ms`,
  );
  return middle;
}
await measured('an idle beat, opened', Math.min(ticks, 2000), async (at) => {
  const home = homes[at % count];
  if (home !== undefined) await beatOnce(await home.open(), () => undefined);
});
const signs = await Promise.all(homes.slice(0, Math.min(count, 1000)).map(async (home) => (await home.open()).sign));
await measured('a look from outside', ticks, (at) => signs[at % signs.length]?.());

const world = await realWorld(env);
const before = held();
const handlesBefore = handles();
const stop = new AbortController();
let seen = 0;
const kept = keepHomes(homes, {
  ...{ world, signal: stop.signal },
  onEvent: ({ event }) => {
    if (event === 'next') seen += 1;
  },
  wait: (wanted, signal) => pass(wanted, undefined, { signal }).catch(() => undefined),
});
// Everybody has been looked at once, and nobody is due for most of an hour.
while (seen < count) await pass(100);
// Three beats later it is known of each how it looks from outside.
await pass(100_000);
const [used, since, heap] = [process.cpuUsage(), process.hrtime.bigint(), held()];
await pass(seconds * 1000);
const { user, system } = process.cpuUsage(used);
const share = (user + system) / 1000 / milliseconds(since);
const grown = held() - before;
console.log(
  `${count} quiet homes, a beat each 30 s, for ${seconds} s: ${(100 * share).toFixed(1)} % of one processor, heap ${((held() - heap) / 1024).toFixed(0)} kB more at the end`,
);
console.log(
  `kept and idle: ${(grown / count / 1024).toFixed(2)} kB of heap each, ${handles() - handlesBefore} more file handles`,
);
stop.abort();
await kept;

// Deaf to SIGTERM, with a grandchild in a session of its own that is deaf, too.
const deaf = 'trap "" TERM HUP; while :; do sleep 0.05; done';
const late: number[] = [];
for (let round = 0; round < 20; round += 1) {
  const limit = 300;
  const began = process.hrtime.bigint();
  const mark = `bench-${process.pid}-${round}.`;
  const argv = ['sh', '-c', `setsid sh -c '${deaf}' & ${deaf}`];
  await runProgram({ argv, cwd: folder, env, limit, grace: limit / 10, mostBytes: 1000, mark });
  late.push(milliseconds(began) - limit);
}
console.log(
  `a deaf run is gone ${late.toSorted((one, other) => one - other)[10]?.toFixed(0)} ms after its limit (p50 of 20, limit 300 ms, grace 30 ms)`,
);
rmSync(folder, { recursive: true, force: true });
