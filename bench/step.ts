// What recording a step costs an agent: `dk step` against an empty script on the same Node, taken in turns in one run.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.argv[2] ?? 200);
const bin = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'bin.js');
const folder = mkdtempSync(join(tmpdir(), 'dk-bench-'));
const env = { PATH: process.env.PATH ?? '', HOME: folder, NODE_COMPILE_CACHE: join(folder, 'cache') };

/** A project with a nested home, as most people have it. */
function prepare(): string {
  const project = join(folder, 'project');
  mkdirSync(project);
  for (const args of [
    ['init', '-q'],
    ['-c', 'user.name=b', '-c', 'user.email=b@example.org', 'commit', '-q', '--allow-empty', '-m', 'x'],
  ])
    spawnSync('git', args, { cwd: project });
  run(process.execPath, ['-e', 'require("fs").writeFileSync("app.js","")'], project);
  run(process.execPath, [bin, 'init'], project);
  return project;
}

function run(program: string, args: readonly string[], cwd: string, input?: string): number {
  const started = process.hrtime.bigint();
  const { status, stderr } = spawnSync(program, args, { cwd, env, input: input ?? '', encoding: 'utf8' });
  const took = Number(process.hrtime.bigint() - started) / 1e6;
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return took;
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const project = prepare();
const step = JSON.stringify({
  tool: 'bash',
  target: 'npm test',
  exit: 1,
  durationMs: 5210,
  args: { command: 'npm test' },
});
const candidates = {
  'node -e 0': () => run(process.execPath, ['-e', '0'], project),
  'dk step (stdin)': () => run(process.execPath, [bin, 'step'], project, step),
  'dk step (flags)': () =>
    run(process.execPath, [bin, 'step', '--tool', 'bash', '--target', 'npm test', '--exit', '1'], project),
};
const times: Record<string, number[]> = Object.fromEntries(Object.keys(candidates).map((name) => [name, []]));
for (let round = -5; round < rounds; round += 1) {
  for (const [name, once] of Object.entries(candidates)) {
    const took = once();
    if (round >= 0) times[name]?.push(took);
  }
}
console.log(`Node ${process.version}, ${rounds} rounds, taken in turns`);
const base = times['node -e 0'] ?? [];
for (const [name, all] of Object.entries(times)) {
  const ratio = (share: number): string => (percentile(all, share) / percentile(base, share)).toFixed(2);
  console.log(
    `${name.padEnd(18)} p50 ${percentile(all, 0.5).toFixed(1)} ms (${ratio(0.5)}×)   p99 ${percentile(all, 0.99).toFixed(1)} ms (${ratio(0.99)}×)`,
  );
}
const lines = readFileSync(join(project, '.dream', '_steps.jsonl'), 'utf8')
  .trimEnd()
  .split('\n').length;
console.log(`${lines} steps recorded, aim 1.2×`);
rmSync(folder, { recursive: true, force: true });
