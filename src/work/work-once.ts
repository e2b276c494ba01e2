// One waking run, the same for every runner: wake, claim, run, look what it left.
import { boardPath, parseBoard, tasksOf } from '../board/board.ts';
import { changeId, netOf, ownInProject } from '../change/change.ts';
import { usualBudget, zoneOf } from '../config/config.ts';
import { type DreamkeeperError, tryOr, unlessBug } from '../errors/errors.ts';
import { dropOldUnsaved } from '../night/night.ts';
import { localTime, oneLine, present } from '../text/text.ts';
import { handedOvers, keepHandedOver, messagesTold, wakeInParts } from '../wake/wake.ts';
import type { AgentHome, Repository } from '../world/world.ts';
import { type RunTask, taskFor } from './claim.ts';
import { gateNotes } from './gate.ts';
import { goneNotes, middleOf, putRunLine } from './run-lines.ts';
import { isToldByItself, runPack } from './run-pack.ts';
import { notesToTell, tellLater } from './told-later.ts';
import { type KeptFiles, keepUnsaved, leftBy, type Standing, standingOf } from './unsaved.ts';
import type { RunDone, RunEnd, WorkRequest } from './work-types.ts';

/** Runs the agent once. Whatever a runner or its agent does is an outcome; only a bug is thrown. */
export async function workOnce(worker: AgentHome, request: WorkRequest): Promise<RunDone> {
  const { world, home, settings } = worker;
  const run = changeId(world, 'r');
  const startedAt = world.now().toISOString();
  const over = (outcome: RunDone['outcome'], message: string): RunDone => {
    const endedAt = world.now().toISOString();
    const nothing = { task: null, taskState: null, isHanded: false, commits: 0, unsaved: null };
    return { run, outcome, message, ...nothing, startedAt, endedAt };
  };
  const off = world.places.off(home);
  if (off !== undefined) return over('stopped', `Dreamkeeper is off ${off.where}`);
  const prepare = async (): Promise<Ready | RunDone> => {
    const repository = await world.git.open(home.project, home.privateDir);
    const before = await standingOf(worker, repository);
    const day = await world.lines.day(home);
    const notes = [...goneNotes(worker, day, before.files), ...notesToTell(worker, false)];
    const budget = settings.wake?.chars ?? usualBudget;
    const { parts } = await wakeInParts(worker, { budget, notes, isAudit: request.kind === 'audit' });
    // Nothing is claimed for a run that will not be.
    if (request.signal?.aborted === true) return over('stopped', 'it was asked to stop');
    const task = await taskFor(worker, run, request, { looksDone: parts.facts.looksDone, doing: parts.doing });
    const pack = netOf(settings).redact(runPack(worker, parts, budget, run, request, task));
    if (!isToldByItself(request.runner, parts)) messagesTold(worker, parts.kept?.messages.length ?? 0);
    return { repository, before, task, pack };
  };
  const ready = await prepare().catch(unlessBug(({ message }) => over('failed', `it could not begin: ${message}`)));
  return 'outcome' in ready ? ready : runIt(worker, request, run, ready);
}

interface Ready {
  readonly repository: Repository;
  readonly before: Standing;
  readonly task: RunTask | undefined;
  readonly pack: string;
}

async function runIt(
  worker: AgentHome,
  request: WorkRequest,
  run: string,
  { repository, before, task, pack }: Ready,
): Promise<RunDone> {
  const { world, settings } = worker;
  const net = netOf(settings);
  const { runner, cadence, kind, prose, limit, signal, alone } = request;
  const branch = before.head.ref?.replace(/^refs\/heads\//u, '') ?? null;
  const startedAt = world.now().toISOString();
  putRunLine(worker, run, 'start', kind, branch, alone);
  // What is kept as handed over was: a program that never began, or that nobody gave its pack, was told nothing.
  let isHanded = false;
  const given = (): void => {
    isHanded = true;
    keepHandedOver(worker, { run, how: 'run', why: kind, pack });
  };
  let end: RunEnd | undefined;
  try {
    const asked = {
      run,
      state: cadence?.state ?? null,
      kind,
      prose,
      task: task?.title ?? null,
      pack,
      limit,
      signal,
      alone,
      given,
    };
    const failed = ({ message }: DreamkeeperError): RunEnd => ({ outcome: 'failed', message, said: '' });
    end = await runner.run(worker, asked).catch(unlessBug(failed));
  } finally {
    putRunLine(worker, run, 'end', end?.outcome ?? 'failed', branch, alone);
  }
  const endedAt = world.now().toISOString();
  if (end.outcome === 'killed')
    tellLater(
      worker,
      `The run of ${localTime(startedAt, zoneOf(settings, world))} was ended at its limit${middleOf(await world.lines.day(worker.home), run, startedAt, endedAt)}.`,
    );
  if (end.outcome === 'failed')
    tellLater(
      worker,
      `The run of ${localTime(startedAt, zoneOf(settings, world))} failed: ${oneLine(end.message, 200)}.`,
    );
  // If the project cannot be read any more, the run may have removed it; how the run ended is still to be told.
  const { commits, kept } = await lookAfter(worker, run, startedAt, repository, before).catch(
    unlessBug(() => ({ commits: 0, kept: undefined })),
  );
  const hasWorked = commits > 0 || kept !== undefined;
  const isMistaken = end.outcome === 'no_work' && hasWorked;
  const outcome = isMistaken ? 'it said that there was no work, but it did some' : end.message;
  const message = present([outcome, kept?.note, end.note]).join('; ');
  return {
    run,
    outcome: isMistaken ? 'done' : end.outcome,
    message: net.redact(message),
    commits,
    task: task === undefined ? null : net.redact(task.title),
    taskState: task === undefined ? null : stateOnBoard(worker, task.title),
    isHanded: isHanded || handedOvers(worker).some((handed) => handed.run === run),
    unsaved: kept === undefined || kept.ref === null ? null : { ref: kept.ref, files: kept.files },
    startedAt,
    endedAt,
  };
}

/** Of two tasks with that title nobody knows which was meant. */
function stateOnBoard({ world, home }: AgentHome, title: string): string | null {
  const read = (): Uint8Array | undefined => world.files.read(home.home, boardPath);
  const bytes = tryOr(read, () => undefined);
  const [one, ...others] = bytes === undefined ? [] : tasksOf(parseBoard(bytes)).filter((task) => task.title === title);
  return others.length === 0 ? (one?.state ?? null) : null;
}

/** What the run left: commits of its own, and files that are in none. */
async function lookAfter(
  worker: AgentHome,
  run: string,
  startedAt: string,
  repository: Repository,
  before: Standing,
): Promise<{ readonly commits: number; readonly kept: KeptFiles | undefined }> {
  const { world } = worker;
  const after = await standingOf(worker, repository);
  const { commit } = after.head;
  const isOurs = ownInProject(world, worker.home);
  const since =
    commit === undefined
      ? []
      : before.head.commit === undefined
        ? (await world.git.commits(repository, commit, 100, isOurs)).map(({ id }) => id)
        : ((await world.git.since(repository, commit, before.head.commit, isOurs)) ?? []);
  for (const note of await gateNotes(world, repository, worker.settings, since)) tellLater(worker, note);
  const left = leftBy(before, after);
  const kept = left.length === 0 ? undefined : await keepUnsaved(worker, run, startedAt, left);
  if (kept !== undefined) {
    tellLater(worker, kept.note);
    await dropOldUnsaved(worker);
  }
  return { commits: since.length, kept };
}
