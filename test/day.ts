// Lives a scripted day in a repository: real files with the times the script says, real commits (or, if asked, commits in memory), real steps, a clock that is an argument.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { foundHome, prepareHome } from '../src/adopt/adopt.ts';
import { moveTask, parseBoard, tasksOf, withTask } from '../src/board/board.ts';
import { outputSays } from '../src/checks/checks.ts';
import { parseHomeSettings } from '../src/config/config.ts';
import { readHead } from '../src/home/home.ts';
import { printStep, stepRecord } from '../src/steps/steps.ts';
import { appendLine } from '../src/telemetry/telemetry.ts';
import { realWorld } from '../src/wire/wire.ts';
import type { FoundHome, World } from '../src/world/world.ts';
import { madeOnceLater } from './made-once.ts';
import type { MemoryGit } from './memory-git/memory-git.ts';
import { type PersonsGit, realPerson } from './persons-git.ts';
import type { Sandbox } from './sandbox.ts';

/** One thing that happens. Exactly one of the verbs is given. */
export interface DayEvent {
  readonly at: string;
  readonly edit?: string;
  readonly write?: string;
  readonly content?: string;
  readonly read?: string;
  readonly run?: string;
  readonly exit?: number;
  /** What the command printed. */
  readonly prints?: string;
  readonly durationMs?: number;
  readonly start?: string;
  readonly delete?: string;
  readonly commit?: string;
  readonly files?: readonly string[];
  readonly move?: string;
  readonly to?: string;
  readonly task?: string;
  readonly state?: string;
  readonly branch?: string;
  readonly checkout?: string;
  readonly prompt?: string;
  /** A failure that somebody says is known. */
  readonly dismiss?: string;
  /** Which session did it. */
  readonly session?: string;
}

export interface DayScript {
  readonly what: string;
  readonly shape: 'nested' | 'one';
  readonly board: string;
  readonly before: Readonly<Record<string, string>>;
  readonly day: readonly DayEvent[];
  readonly sleepAt: string;
}

export interface Lived {
  readonly project: string;
  readonly home: FoundHome;
  /** Somebody asleep or awake at this time of the day. */
  at(time: string): { world: World; home: FoundHome; settings: ReturnType<typeof parseHomeSettings>; agent: string };
  happen(event: DayEvent): void;
}

const date = '2026-06-10';
/** A time of the scripted day, or one of any day in full. */
export const timeOf = (at: string): Date =>
  new Date(/^\d{4}-/u.test(at) ? at : `${date}T${at.length === 5 ? `${at}:00` : at}Z`);

/** Bytes that are always the same, so that a dream lived twice has the same id. */
export function countingRandom(): (bytes: number) => string {
  let count = 0;
  return (bytes) => {
    count += 1;
    return Array.from({ length: bytes }, (_, index) =>
      ((count * 37 + index * 101) % 256).toString(16).padStart(2, '0'),
    ).join('');
  };
}

/** Looked for once per process, by whoever comes first; the others wait for it. */
let template: Promise<string> | undefined;

/** A home as `dk init` makes it at a fixed time. */
async function makeTemplate(box: Sandbox, folder: string): Promise<void> {
  const world: World = { ...(await realWorld(box.env)), now: () => timeOf('00:00'), random: countingRandom() };
  await world.git.create(folder);
  const request = { cwd: folder, env: {}, here: true, home: undefined, agent: 'waldo' };
  await foundHome(world, request, await prepareHome(world, request));
}

async function freshHome(box: Sandbox, to: string): Promise<void> {
  template ??= madeOnceLater('day', (folder) => makeTemplate(box, folder));
  cpSync(await template, to, { recursive: true });
}

/** `memory` is the git in memory it is lived on, if what is asked has nothing to do with git. */
export async function liveDay(
  box: Sandbox,
  name: string,
  script: Omit<DayScript, 'sleepAt' | 'what'>,
  memory?: MemoryGit,
): Promise<Lived> {
  const project = box.path(name);
  mkdirSync(project, { recursive: true });
  const homeFolder = script.shape === 'one' ? project : join(project, '.dream');
  const personIn = (folder: string): PersonsGit => (memory?.person ?? realPerson)(folder, box.env);
  const git = personIn(project);
  const whenIs = (at: string): string => timeOf(at).toISOString();
  if (script.shape === 'nested') {
    git.init();
    writeFileSync(join(project, '.git/info/exclude'), '/.dream/\n');
  }
  await freshHome(box, homeFolder);
  writeFileSync(join(homeFolder, 'plan.org'), `#+TODO: TODO NEXT DOING | DONE CANCELLED\n${script.board}`);
  put(project, script.before);
  if (script.shape === 'nested')
    personIn(homeFolder).commit('the plan', { when: whenIs('00:01'), isEmptyAllowed: true, isAll: true });
  const known = new Map<string, number>();
  stamp(project, timeOf('08:00'), known);
  const heads = join(project, '.git/refs/heads');
  git.add();
  git.commit('first', { when: whenIs('08:00'), isEmptyAllowed: true });

  const outside = await realWorld(box.env);
  const real = memory?.world(outside) ?? outside;
  const home = real.places.find({ cwd: project, env: {} });
  if (home === undefined) throw new Error('the day has no home');
  const random = countingRandom();
  const steps = join(home.home, '_steps.jsonl');
  let session = 'day';
  const record = (at: string, report: Parameters<typeof stepRecord>[0]): void => {
    const context = { run: session, agent: null, seq: 0, time: timeOf(at), ...readHead(home.project) };
    appendLine(steps, printStep(stepRecord(report, context, { sha256: () => '', redact: (text) => text })));
  };
  const board = (change: (bytes: Uint8Array) => Uint8Array): void => {
    const path = join(home.home, 'plan.org');
    writeFileSync(path, change(readFileSync(path)));
  };
  let calls = 0;
  const happen = (event: DayEvent): void => {
    const { at } = event;
    session = event.session ?? 'day';
    const path = event.edit ?? event.write;
    if (path !== undefined) put(project, { [path]: event.content ?? '' });
    if (event.delete !== undefined) rmSync(join(project, event.delete));
    if (event.branch !== undefined) git.branch(event.branch);
    if (event.checkout !== undefined) git.checkout(event.checkout);
    if (event.commit !== undefined) {
      git.add(event.files);
      git.commit(event.commit, { when: whenIs(at) });
    }
    if (event.move !== undefined)
      board((bytes) => {
        const plan = parseBoard(bytes);
        const task = tasksOf(plan).find(({ title }) => title === event.move);
        const moved = task === undefined ? undefined : moveTask(plan, task, event.to ?? 'DOING', 'the script says so');
        if (moved?.kind !== 'applied') throw new Error(`the script moves "${event.move}" and cannot`);
        return moved.bytes;
      });
    if (event.task !== undefined)
      board((bytes) => withTask(parseBoard(bytes), { title: event.task ?? '', state: event.state ?? 'TODO' }));
    stamp(project, timeOf(at), known);
    stamp(heads, timeOf(at), known);
    // Recorded after the deed, as a harness does it.
    if (event.edit !== undefined) record(at, { tool: 'edit', target: event.edit, exit: 0 });
    if (event.read !== undefined) record(at, { tool: 'read', target: event.read, exit: 0 });
    if (event.run !== undefined)
      record(at, {
        ...{ tool: 'bash', target: event.run, exit: event.exit ?? 0, durationMs: event.durationMs },
        output: event.prints === undefined ? undefined : outputSays(event.run, event.prints, event.exit ?? 0),
      });
    if (event.start !== undefined) {
      calls += 1;
      record(at, { tool: 'bash', target: event.start, phase: 'start', call: `c${calls}` });
    }
    if (event.prompt !== undefined) record(at, { tool: 'prompt', target: event.prompt });
    if (event.dismiss !== undefined) record(at, { tool: 'dismissed', target: event.dismiss });
  };
  for (const event of script.day) happen(event);
  return {
    project,
    home,
    happen,
    at: (time) => ({
      world: { ...real, now: () => timeOf(time), random, git: { ...real.git, ...scriptedTimes(real) } },
      home,
      settings: parseHomeSettings(readFileSync(join(home.home, 'dreamkeeper.yaml')), 'dreamkeeper.yaml', 'config.yaml'),
      agent: 'waldo',
    }),
  };
}

function put(project: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content);
  }
}

/** Times of files as the script set them. (The system also remembers when a file was really touched, and the product goes by that.) */
export function scriptedTimes(real: World): Pick<World['git'], 'changed' | 'writtenAt' | 'lastWritten'> {
  const writtenAt = (worktree: string, path: string): string | undefined => {
    for (let at = path; ; at = dirname(at)) {
      const found = lstatSync(join(worktree, at), { throwIfNoEntry: false });
      if (found !== undefined) return found.mtime.toISOString();
      if (at === '.') return undefined;
    }
  };
  return {
    writtenAt,
    // The real one asks about each tracked file that is there whether it is meant, and goes by the time of the system.
    lastWritten: async (repository, isMeant) => {
      const worktree = repository.place.worktree ?? '';
      const meant: string[] = [];
      const note = (path: string): boolean => {
        if (isMeant(path) && existsSync(join(worktree, path))) meant.push(path);
        return false;
      };
      await real.git.lastWritten(repository, note);
      return meant
        .map((path) => writtenAt(worktree, path) ?? '')
        .reduce((last, time) => (time > last ? time : last), '');
    },
    changed: async (repository) => {
      const state = await real.git.changed(repository);
      const worktree = repository.place.worktree ?? '';
      return { ...state, files: state.files.map((file) => ({ ...file, written: writtenAt(worktree, file.path) })) };
    },
  };
}

/** Gives everything that was written since the last call the time of the script. */
function stamp(folder: string, time: Date, known: Map<string, number>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === '.git' || entry.name === '.dream') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) stamp(path, time, known);
    if (known.get(path) !== statSync(path).mtimeMs) {
      utimesSync(path, time, time);
      known.set(path, time.getTime());
    }
  }
  if (known.get(folder) !== statSync(folder).mtimeMs) {
    utimesSync(folder, time, time);
    known.set(folder, time.getTime());
  }
}
