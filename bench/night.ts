// What a night and a morning cost in a home with a past: against the plain git commands they need, in process and as whole processes.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseHomeSettings } from '../src/config/config.ts';
import { wakeUp } from '../src/wake/wake.ts';
import { realWorld } from '../src/wire/wire.ts';
import { sleepOnce } from '../test/sleep.ts';

const [rounds, commits, tasks, steps] = [Number(process.argv[2] ?? 15) || 0, 1000, 1000, 50_000];
const bin = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist', 'bin.js');
const isPreparing = process.argv[2] === 'prepare';
const folder = isPreparing ? (process.argv[3] ?? '') : mkdtempSync(join(tmpdir(), 'dk-bench-'));
const project = join(folder, 'project');
const env = {
  ...{ PATH: process.env.PATH ?? '', HOME: folder, NODE_COMPILE_CACHE: join(folder, 'cache'), NODE_NO_WARNINGS: '1' },
  ...{
    GIT_AUTHOR_NAME: 'b',
    GIT_AUTHOR_EMAIL: 'b@example.org',
    GIT_COMMITTER_NAME: 'b',
    GIT_COMMITTER_EMAIL: 'b@example.org',
  },
};

function run(program: string, args: readonly string[], cwd: string, input?: string): number {
  const started = performance.now();
  const { status, stderr } = spawnSync(program, args, {
    cwd,
    env,
    input: input ?? '',
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const took = performance.now() - started;
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return took;
}

function prepare(): void {
  mkdirSync(project);
  run('git', ['init', '-q', '-b', 'main'], project);
  const past = Math.floor(Date.now() / 1000) - 1_000_000;
  const stream = Array.from({ length: commits }, (_, index) => {
    const body = `text ${index}\n`;
    const message = `add: part ${index} of the work`;
    return `commit refs/heads/main\ncommitter b <b@example.org> ${past + index * 60} +0000\ndata ${message.length}\n${message}\nM 100644 inline src/file-${index % 300}.ts\ndata ${body.length}\n${body}`;
  });
  run('git', ['fast-import', '--quiet'], project, `${stream.join('\n')}\n`);
  run('git', ['reset', '-q', '--hard'], project);
  run(process.execPath, [bin, 'init', '--agent', 'waldo'], project);
  const states = ['TODO', 'DONE', 'TODO', 'TODO'];
  const lines = Array.from(
    { length: tasks },
    (_, index) => `** ${states[index % 4]} task number ${index} about part ${index % 37}`,
  );
  writeFileSync(
    join(project, '.dream/plan.org'),
    `#+TODO: TODO NEXT DOING | DONE CANCELLED\n\n* board\n${lines.join('\n')}\n\n* log\n`,
  );
  run('git', ['commit', '-qam', 'plan'], join(project, '.dream'));
  const start = Date.now() - 6 * 60 * 60 * 1000;
  const targets = ['npm test', 'src/file-1.ts', 'npm run lint', 'src/file-2.ts', 'ls -la', 'src/file-3.ts'];
  const records = Array.from({ length: steps }, (_, index) => {
    const target = targets[index % 6] ?? '';
    const tool = target.startsWith('src') ? 'edit' : 'bash';
    const time = new Date(start + index * 300).toISOString();
    return JSON.stringify({
      v: 1,
      phase: 'end',
      run: 'r',
      agent: null,
      seq: index,
      call: null,
      tool,
      target,
      exit: index % 17 === 0 ? 1 : 0,
      error: null,
      durationMs: 40,
      time,
      head: null,
      branch: 'main',
    });
  });
  writeFileSync(join(project, '.dream/_steps.jsonl'), `${records.join('\n')}\n`);
}

/** What anybody would have to ask of git to gather the same, and to commit four files. */
function plainGit(round: number): { readonly night: number; readonly morning: number } {
  const home = join(project, '.dream');
  const gather = (): number =>
    run('git', ['log', '-12', '--format=%H %cI %s', '--name-only'], project) +
    run('git', ['status', '--porcelain=v2', '--branch', '-uall'], project);
  const night = gather();
  for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(home, `plain-${name}`), `${round}`);
  const landed =
    run('git', ['add', 'plain-a', 'plain-b', 'plain-c', 'plain-d'], home) +
    run('git', ['commit', '-q', '-m', `plain ${round}`], home);
  return { night: night + landed, morning: gather() };
}

const middle = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

// In a process of its own: starting git takes longer the more memory the starter has.
if (isPreparing) {
  prepare();
  process.exit(0);
}
run(process.execPath, [fileURLToPath(import.meta.url), 'prepare', folder], folder);
const world = await realWorld(env);
const home = world.places.find({ cwd: project, env: {} });
if (home === undefined) throw new Error('no home');
const settings = parseHomeSettings(
  readFileSync(join(home.home, 'dreamkeeper.yaml')),
  'dreamkeeper.yaml',
  'config.yaml',
);
const sleeper = { world, home, settings, agent: 'waldo' };
const times: Record<string, number[]> = {};
const note = (name: string, took: number): void => {
  times[name] = [...(times[name] ?? []), took];
};
for (let round = -2; round < rounds; round += 1) {
  writeFileSync(join(project, 'src/file-1.ts'), `round ${round}\n`);
  const plain = plainGit(round);
  const atNight = performance.now();
  const { receipt } = await sleepOnce(sleeper, { isForced: true, env: {} });
  const asleep = performance.now() - atNight;
  if (receipt.outcome !== 'ran') throw new Error(receipt.message);
  const atDawn = performance.now();
  await wakeUp(sleeper);
  const awake = performance.now() - atDawn;
  const empty = run(process.execPath, ['-e', '0'], project);
  const sleep = run(process.execPath, [bin, 'sleep', '--force'], project);
  const wake = run(process.execPath, [bin, 'wake'], project);
  if (round < 0) continue;
  note('plain git, night', plain.night);
  note('plain git, morning', plain.morning);
  note('dream in process', asleep);
  note('wake in process', awake);
  note('node -e 0', empty);
  note('dk sleep', sleep);
  note('dk wake', wake);
}
console.log(
  `Node ${process.version}; ${commits} commits, ${tasks} tasks, ${steps} steps; ${rounds} rounds, taken in turns, medians`,
);
const of = (name: string): number => middle(times[name] ?? []);
const row = (name: string, base: number, what: string): void =>
  console.log(`${name.padEnd(20)} ${of(name).toFixed(1).padStart(7)} ms   ${(of(name) / base).toFixed(2)}× ${what}`);
row('plain git, night', of('plain git, night'), '');
row('dream in process', of('plain git, night'), 'plain git (aim 3×)');
row('plain git, morning', of('plain git, morning'), '');
row('wake in process', of('plain git, morning'), 'plain git (aim 3×)');
row('dk sleep', of('node -e 0') + of('plain git, night'), 'an empty Node and plain git');
row('dk wake', of('node -e 0') + of('plain git, morning'), 'an empty Node and plain git');
rmSync(folder, { recursive: true, force: true });
