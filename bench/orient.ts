// What orienting costs a run: one wake pack against reading the same facts again (board, log, status, record, dream, files in flight).
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { foundHome, prepareHome } from '../src/adopt/adopt.ts';
import { wakeUp } from '../src/wake/wake.ts';
import { realWorld } from '../src/wire/wire.ts';
import { sleepOnce } from '../test/sleep.ts';

const folder = mkdtempSync(join(tmpdir(), 'dk-orient-'));
const project = join(folder, 'project');
const env = {
  ...{ PATH: process.env.PATH ?? '', HOME: folder },
  ...{
    GIT_AUTHOR_NAME: 'b',
    GIT_AUTHOR_EMAIL: 'b@example.org',
    GIT_COMMITTER_NAME: 'b',
    GIT_COMMITTER_EMAIL: 'b@example.org',
  },
};

function git(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const file = (name: string, lines: number): string =>
  Array.from({ length: lines }, (_, line) => `export const ${name}${line} = '${name} line ${line}';`).join('\n');

mkdirSync(join(project, 'src'), { recursive: true });
git(project, 'init', '-q', '-b', 'main');
for (let index = 0; index < 30; index += 1) {
  writeFileSync(join(project, `src/part-${index}.ts`), file(`part${index}_`, 200));
  git(project, 'add', '-A');
  git(project, 'commit', '-qm', `add: part ${index} of the landing page, with the words a person would write about it`);
}
const world = await realWorld(env);
const request = { cwd: project, env: {}, here: false, home: undefined, agent: 'waldo' };
await foundHome(world, request, await prepareHome(world, request));
const home = world.places.find({ cwd: project, env: {} });
if (home === undefined) throw new Error('no home');
const tasks = Array.from({ length: 60 }, (_, index) => {
  const state = index === 3 ? 'DOING' : index === 5 ? 'NEXT' : index % 3 === 0 ? 'DONE' : 'TODO';
  return `** ${state} section ${index}: say what it is for\n${'   Why it matters, who asked for it, and what was tried before.\n'.repeat(3)}- [ ] write it\n- [ ] check it\n`;
});
writeFileSync(
  join(home.home, 'plan.org'),
  `#+TODO: TODO NEXT DOING | DONE CANCELLED\n\n* board\n${tasks.join('')}\n* log\n${'- 2026-06-10 (waldo): shipped something\n'.repeat(60)}`,
);
const record = (index: number, tool: string, target: string, exit: number): string =>
  JSON.stringify({
    v: 1,
    phase: 'end',
    run: 'r',
    agent: null,
    seq: index,
    call: null,
    tool,
    target,
    exit,
    error: null,
    durationMs: 40,
    time: new Date().toISOString(),
    head: git(project, 'rev-parse', 'HEAD').trim(),
    branch: 'main',
    args: { path: target },
  });
const steps = Array.from({ length: 40 }, (_, index) =>
  record(index, index % 2 === 0 ? 'edit' : 'read', `src/part-${index % 5}.ts`, 0),
);
for (const part of [0, 1, 2]) writeFileSync(join(project, `src/part-${part}.ts`), file(`again${part}_`, 210));
writeFileSync(join(home.home, '_steps.jsonl'), `${[...steps, record(40, 'bash', 'npm test', 0)].join('\n')}\n`);

const sleeper = { world, home, settings: {}, agent: 'waldo' };
await sleepOnce(sleeper, { env: {} });
const { pack, carry } = await wakeUp(sleeper);
const newest =
  readdirSync(join(home.home, 'rem'))
    .filter((name) => name.endsWith('.org'))
    .toSorted()
    .at(-1) ?? '';
const readings: readonly (readonly [what: string, text: string])[] = [
  ['plan.org', readFileSync(join(home.home, 'plan.org'), 'utf8')],
  ['git log -12 --stat', git(project, 'log', '-12', '--stat')],
  ['git status', git(project, 'status')],
  ['git diff --stat', git(project, 'diff', '--stat')],
  [
    'the last 25 steps',
    readFileSync(join(home.home, '_steps.jsonl'), 'utf8').trimEnd().split('\n').slice(-25).join('\n'),
  ],
  ['the newest dream', readFileSync(join(home.home, 'rem', newest), 'utf8')],
  ...carry.midFlight.map((path): [string, string] => [path, readFileSync(join(project, path), 'utf8')]),
];
const total = readings.reduce((sum, [, text]) => sum + text.length, 0);
console.log(`60 tasks, 30 commits, 41 steps, ${carry.midFlight.length} files in flight`);
for (const [what, text] of readings) console.log(`  ${what.padEnd(24)} ${String(text.length).padStart(7)} characters`);
const open = carry.midFlight.reduce((sum, path) => sum + readFileSync(join(project, path), 'utf8').length, 0);
console.log(`reading it again: ${total} characters in ${readings.length} reads`);
console.log(
  `the wake pack:    ${pack.length} characters in 1 read, ${(total / pack.length).toFixed(1)}× less (budget 4000)`,
);
console.log(
  `without the files in flight, which a run may open anyway: ${((total - open) / pack.length).toFixed(1)}× less`,
);
rmSync(dirname(project), { recursive: true, force: true });
