// One of us, as a process of its own: does what it is told on a home, and dies or stops at the place it is told to.
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { matchTask, moveTask, parseBoard, withTask } from '../../src/board/board.ts';
import { finishChanges, makeChange } from '../../src/change/change.ts';
import { parseHomeSettings } from '../../src/config/config.ts';
import { consolidateAct, deepAct } from '../../src/consolidate/consolidate.ts';
import { dreamAct } from '../../src/dream/dream.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { undoChange } from '../../src/history/history.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { sleepOnce } from '../sleep.ts';
import { paidFile } from './paid.ts';

/** What it is told, one line of JSON each. */
export interface Command {
  readonly act: 'night' | 'wake' | 'add' | 'move' | 'undo' | 'redo' | 'finish';
  /** What its clock says. */
  readonly time: string;
  /** Where it ends: at the so-manyth time it comes by this place. `*` stops at every place. */
  readonly end?: { readonly probe: string; readonly hit: number; readonly how: 'kill' | 'stop' } | undefined;
  /** A night with a dreamer who wants to be paid, and says this; by rules without. */
  readonly answer?: string | undefined;
  readonly task?: string;
  readonly state?: string;
  /** What is taken back, or put back. */
  readonly of?: string;
}

/** What it says when it is done. Whatever it says here, it has acknowledged. */
export interface Reply {
  readonly ack: Command['act'];
  readonly hits: Readonly<Record<string, number>>;
  readonly outcome?: string;
  readonly message?: string;
  readonly id?: string | null;
  readonly entry?: string | null;
  readonly commit?: string | null;
}

type Done = Omit<Reply, 'ack' | 'hits'>;

const project = process.argv[2] ?? '.';
const real = await realWorld();
const found = real.places.find({ cwd: project, env: {} });
if (found === undefined) throw new Error(`there is no home at ${project}`);
const home: FoundHome = found;

function worldFor(command: Command, hits: Record<string, number>): World {
  const now = (): Date => new Date(command.time);
  const probe = (name: string): void => {
    hits[name] = (hits[name] ?? 0) + 1;
    const isHere = command.end?.probe === '*' || (command.end?.probe === name && command.end.hit === hits[name]);
    if (!isHere || command.end === undefined) return;
    if (command.end.how === 'stop') writeSync(1, `${JSON.stringify({ stopped: name })}\n`);
    process.kill(process.pid, command.end.how === 'stop' ? 'SIGSTOP' : 'SIGKILL');
  };
  return { ...real, now, probe };
}

async function perform(command: Command, world: World): Promise<Done> {
  // As every verb begins.
  const { finished, waits } = await finishChanges(world, home);
  if (command.act === 'finish')
    return { outcome: waits === undefined ? 'finished' : waits.why, id: finished.join(' ') };
  const yaml = join(home.home, 'dreamkeeper.yaml');
  const settings = parseHomeSettings(existsSync(yaml) ? readFileSync(yaml) : new Uint8Array(), yaml, 'config.yaml');
  const sleeper = { world, home, settings, agent: 'agent' };
  if (command.act === 'night') return night(command, sleeper);
  if (command.act === 'wake') {
    const woken = await wakeUp(sleeper);
    return { outcome: 'woken', commit: woken.commit, id: woken.dream, message: woken.pack };
  }
  if (command.act === 'undo' || command.act === 'redo') {
    const request = { wanted: command.of ?? '', isRedo: command.act === 'redo', agent: 'agent', keep: 50 };
    const { result, changed } = await undoChange(world, home, request);
    return { outcome: result, id: changed?.kind === 'changed' ? changed.id : null };
  }
  return change(command, world);
}

async function night({ answer }: Command, sleeper: Parameters<typeof sleepOnce>[0]): Promise<Done> {
  const world = answering(sleeper.world, () => {
    // Whoever takes money keeps a record that outlives a power cut.
    const file = openSync(join(home.privateDir, paidFile), 'a');
    writeSync(file, 'one dream\n');
    fsyncSync(file);
    closeSync(file);
    return answer ?? '';
  });
  const dreamer = answer === undefined ? undefined : dreamerNamed('a dreamer');
  const { receipt } = await sleepOnce(
    { ...sleeper, world },
    { env: {}, dreamers: { dream: dreamer }, acts: [consolidateAct, deepAct, dreamAct] },
  );
  return {
    ...{ outcome: receipt.outcome, message: `${receipt.reason}: ${receipt.message}` },
    ...{ id: receipt.id, entry: receipt.entry, commit: receipt.commit },
  };
}

/** As `dk board add` and `dk board move` do it. */
async function change({ act, task = '', state = 'TODO' }: Command, world: World): Promise<Done> {
  const edit = (bytes: Uint8Array | undefined): Uint8Array => {
    const board = parseBoard(bytes ?? new Uint8Array());
    const match = matchTask(board, task);
    if (act === 'add') return match.kind === 'found' ? board.bytes : withTask(board, { title: task, state });
    if (match.kind !== 'found') throw new Error(`no task ${task}`);
    const moved = moveTask(board, match.task, state, 'told to');
    return moved.kind === 'applied' ? moved.bytes : board.bytes;
  };
  const done = await makeChange(world, home, {
    ...{ files: [{ path: 'plan.org', edit }], subject: `board: ${act} ${task}`, agent: 'agent' },
  });
  return done.kind === 'changed'
    ? { outcome: 'changed', id: done.id, commit: done.commit ?? null, message: done.note ?? '' }
    : { outcome: 'unchanged', id: null, commit: null, message: done.note ?? '' };
}

for await (const line of createInterface({ input: process.stdin })) {
  const command: Command = JSON.parse(line);
  const hits: Record<string, number> = {};
  const done = await perform(command, worldFor(command, hits)).catch((error: unknown): Done => {
    if (!(error instanceof DreamkeeperError)) throw error;
    // A refusal is an answer, too.
    return { outcome: error.code, message: error.message };
  });
  writeSync(1, `${JSON.stringify({ ack: command.act, hits, ...done })}\n`);
}
