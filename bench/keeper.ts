// What keeping costs: one idle tick against a plain look at the same files, memory for many idle homes, and whether file handles stay flat.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withStore } from '../src/change/change.ts';
import { keepHomes, stepOnce } from '../src/keeper/keeper.ts';
import { canonicalCadence } from '../src/lifecycle/lifecycle.ts';
import { runProgram } from '../src/programs/programs.ts';
import { keptHome } from '../src/verbs/kept-home.ts';
import { realWorld } from '../src/wire/wire.ts';

const [count, ticks] = [Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 5000)];
const bin = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'bin.js');
const folder = mkdtempSync(join(tmpdir(), 'dk-bench-'));
const env = { PATH: process.env.PATH ?? '', HOME: folder };
const collect = globalThis.gc;
if (collect === undefined) throw new Error('needs --expose-gc');

function prepare(): string[] {
  const first = join(folder, 'home-0');
  mkdirSync(first);
  const made = spawnSync(process.execPath, [bin, 'init'], { cwd: first, env, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  rmSync(join(first, '.git', 'hooks'), { recursive: true, force: true });
  writeFileSync(join(first, 'lifecycle.org'), canonicalCadence);
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

const places = prepare();
const homes = places.map((cwd) => keptHome({ cwd, env }));
const until = new Date(Date.now() + 20 * 3_600_000).toISOString();

// Everybody sleeps until tonight, so that each tick looks, finds its gate shut, and says when it comes again.
for (const home of homes) {
  const keeping = await home.open();
  withStore(keeping.world, keeping.home, (store) => store.setMemo('sleep:agent', until));
}

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
await pass(500);
const grown = held() - before;
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
