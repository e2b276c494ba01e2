// kill -9 from outside, at any time and with all its gits: whoever comes next finds its way, as a user would.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { parseBoard, tasksOf } from '../../src/board/board.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { FoundHome } from '../../src/world/world.ts';
import { bin, type Sandbox, sandbox } from '../sandbox.ts';
import { type Fault, faultsIn, leftOver, slowFaultsIn } from './checks.ts';
import { doctorFor } from './doctor.ts';
import { copyTemplate, makeTemplates, personIn, randomFrom, type Shape } from './person.ts';
import { newRecord, readLedgerInto } from './record.ts';

const kills = process.env.DREAMKEEPER_KILLS === undefined ? 6 : Math.floor(Number(process.env.DREAMKEEPER_KILLS) / 8);
const seed = Number(process.env.DREAMKEEPER_SEED ?? 1);

interface Seen {
  kills: number;
  /** Deaths after which git's own locks were there, by name; those the next dk could not take away; temporary files of private records. */
  readonly locks: Map<string, number>;
  removedByHand: number;
  waited: number;
  readonly faults: (Fault & { readonly where: string })[];
}

/** Everybody whom a process started, and whom those did. */
function descendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const];
      } catch {
        // It ended while we looked.
        return [];
      }
    });
  const below = (of: number): number[] =>
    parents.filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

/** Starts dk, and kills it after a while: with its gits, or so that they outlive it. Gives what it said if it was faster. */
async function killed(
  box: Sandbox,
  cwd: string,
  args: readonly string[],
  after: number,
  isWithGits: boolean,
): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: box.env, stdio: ['ignore', 'pipe', 'ignore'] });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const closed = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  await Promise.race([closed, pause(after)]);
  const pid = child.pid ?? 0;
  if (child.exitCode === null) {
    // Stopped first, so that it starts nobody while the others are looked for.
    signal(pid, 'SIGSTOP');
    if (isWithGits) for (const each of descendants(pid)) signal(each, 'SIGKILL');
    signal(pid, 'SIGKILL');
  }
  return { code: await closed, stdout };
}

const locksIn = ({ repository }: FoundHome): string[] =>
  readdirSync(repository.gitDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.lock'));

/** As a user would: again after a moment; and if git itself says that a lock has to be removed by hand, by hand. */
async function recover(box: Sandbox, project: string, home: FoundHome, seen: Seen): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    box.dkAt(project, ['status']);
    if (leftOver(home).filter((what) => !/\.json\.[0-9a-f]+\.tmp$/u.test(what)).length === 0) return;
    seen.waited += 1;
    await pause(2100);
    box.dkAt(project, ['wake']);
    const empty = locksIn(home).filter((name) => statSync(join(home.repository.gitDir, name)).size === 0);
    if (round < 2) continue;
    for (const name of empty) rmSync(join(home.repository.gitDir, name));
    seen.removedByHand += empty.length;
  }
}

test(`${kills} kills from outside`, async (t) => {
  if (!existsSync('/proc/self/stat')) return t.skip('only Linux tells who started whom');
  const box = sandbox(t);
  const templates = makeTemplates(box);
  const world = await realWorld(box.env);
  const seen: Seen = { kills: 0, locks: new Map(), removedByHand: 0, waited: 0, faults: [] };
  const ask = doctorFor(box);
  const live = async (shape: Shape): Promise<void> => {
    const random = randomFrom(seed * 31 + shape.length);
    copyTemplate(box, templates, shape, shape);
    const project = box.path(shape);
    const home = world.places.find({ cwd: project, env: {} });
    if (home === undefined) throw new Error('there is no home');
    const person = personIn(box, project, home.home);
    const record = newRecord();
    // How long each takes if nobody kills it.
    const usual = new Map<string, number>();
    for (const args of [['sleep', '--force'], ['wake'], ['board', 'add', 'Task of the start']]) {
      const from = performance.now();
      box.dkAt(project, args);
      usual.set(args[0] ?? '', performance.now() - from);
    }
    record.tasks.set('Task of the start', 'TODO');
    for (let round = 0; seen.kills < kills && round < kills * 3 && seen.faults.length === 0; round += 1) {
      person.step(new Date().toISOString());
      const task = `Task ${round}`;
      const args =
        [
          ['sleep', '--force', '--json'],
          ['wake', '--json'],
          ['board', 'add', task, '--json'],
        ][round % 3] ?? [];
      const after = (0.2 + 0.8 * random()) * (usual.get(args[0] ?? '') ?? 0);
      const { code, stdout } = await killed(box, project, args, after, random() < 0.7);
      if (code === null) seen.kills += 1;
      for (const name of locksIn(home)) seen.locks.set(name, (seen.locks.get(name) ?? 0) + 1);
      await recover(box, project, home, seen);
      const hasAdded = tasksOf(parseBoard(readFileSync(join(home.home, 'plan.org')))).some(
        ({ title }) => title === task,
      );
      if (args[0] === 'board' && (code === 0 || hasAdded)) record.tasks.set(task, 'TODO');
      if (args[0] === 'sleep' && code === 0) {
        const told: { outcome: string; id: string } = JSON.parse(stdout);
        if (told.outcome === 'ran') record.changes.add(told.id);
      }
      readLedgerInto(record, home);
      const faults = await faultsIn({ box, world, home }, record);
      const where = `${shape}, seed ${seed}, round ${round}, ${args.join(' ')} killed after ${after.toFixed(0)} ms`;
      seen.faults.push(...faults.map((fault) => ({ ...fault, where })));
    }
    const last = [...(await slowFaultsIn({ box, world, home })), ...(await ask({ project }))];
    seen.faults.push(...last.map((fault) => ({ ...fault, where: `${shape}, the end` })));
  };
  await Promise.all([live('one'), live('nested')]);
  const locks = [...seen.locks].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
  t.diagnostic(
    `${seen.kills} kills; locks found: ${locks}; waited ${seen.waited} times; removed by hand ${seen.removedByHand}; seed ${seed}`,
  );
  assert.deepEqual(seen.faults, []);
});
