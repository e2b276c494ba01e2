// The life of a kept run as lines of `runs.jsonl`, and what was in flight when one ended without a word or was killed.

import { join } from 'node:path';
import { netOf } from '../change/change.ts';
import { zoneOf } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { handedOn, namesOf, someOf } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { callsOf, parseRunLines, parseSteps, printRunLine, type RunLine } from '../steps/steps.ts';
import { localTime, oneLine } from '../text/text.ts';
import type { AgentHome, DayRecord } from '../world/world.ts';

/** How much of the record is looked at. */
const most = 1024 * 1024;
/** To so many runs it is said that one is gone. */
const toldTimes = 2;

const fileOf = ({ home }: AgentHome): string => join(home.privateDir, 'runs.jsonl');

/** Adds a line to the life of a run. */
export function putRunLine(
  worker: AgentHome,
  run: string,
  event: 'start' | 'end',
  why: string,
  branch: string | null,
  alone?: true,
): void {
  const { world, home } = worker;
  const { worktree, mainWorktree } = home.project;
  const line: RunLine = {
    v: 1,
    time: world.now().toISOString(),
    run,
    event,
    from: 'keeper',
    why: why.slice(0, 80),
    worktree: worktree === undefined || worktree === mainWorktree ? null : worktree,
    branch: branch === null ? null : netOf(worker.settings).redact(branch),
    transcript: null,
    pid: world.pid,
    ...(alone === true && { alone }),
  };
  const put = (): void => {
    world.files.makeFolder(home.privateDir, true);
    world.lines.append(fileOf(worker), printRunLine(line));
  };
  // A disk that is full: one sign of life less, and the run goes on.
  tryOr(put);
}

/** The file that holds the pack of a run, in the private folder. */
export const packFile = (run: string): string => `run-${run}.txt`;

/**
 * Kept runs whose keeper died are put on record as gone, and told of to the next two runs: with what they were in the middle of, and the
 * files they changed.
 */
export function goneNotes(
  worker: AgentHome,
  day: DayRecord,
  changed: readonly { readonly path: string; readonly written: string | undefined }[],
): string[] {
  const { world, home } = worker;
  const lines = parseRunLines(world.lines.newest(fileOf(worker), most)).filter(({ from }) => from === 'keeper');
  const starts = lines.filter(({ event }) => event === 'start');
  return starts.flatMap((start) => {
    let end = lines.find(({ run, event }) => run === start.run && event === 'end');
    if (end === undefined && isDead(worker, start, starts)) {
      putRunLine(worker, start.run, 'end', 'gone', start.branch, start.alone);
      // Whoever died could not take its pack away.
      world.files.remove(home.privateDir, packFile(start.run));
      end = { ...start, event: 'end', why: 'gone', time: world.now().toISOString() };
    }
    if (end?.why !== 'gone') return [];
    const { time: ended } = end;
    if (starts.filter(({ time, run }) => run !== start.run && time > ended).length >= toldTimes) return [];
    const files = changed.filter(({ written }) => written !== undefined && written >= start.time && written <= ended);
    const names = oneLine(someOf(namesOf(handedOn(files.map(({ path }) => path))), 4), 90);
    const touched = names === '' ? '' : `; files it may have changed: ${names}`;
    return [
      `The run of ${localTime(start.time, zoneOf(worker.settings, world))} ended without a word${middleOf(day, start.run, start.time, ended)}${touched}.`,
    ];
  });
}

function isDead({ world }: AgentHome, { pid, run, time }: RunLine, starts: readonly RunLine[]): boolean {
  if (pid === null) return false;
  // Numbers are used again: a process that began another run later, and is not ours, is not the one that began this.
  const isOthers = pid !== world.pid && starts.some((line) => line.pid === pid && line.run !== run && line.time > time);
  return isOthers || world.isAlive(pid) === false;
}

/** `, in the middle of Bash npm test`: the call that has no end, or else the last there was. */
export function middleOf(day: DayRecord, run: string, from: string, until: string): string {
  const { records } = parseSteps(day.newest(most));
  // A harness tells of its steps under the name of its own session; what was told while the run lasted is its.
  const own = callsOf(records.filter((step) => step.run === run || (step.time >= from && step.time <= until)));
  const open = own.findLast(({ outcome }) => outcome === 'unfinished');
  const last = open ?? own.at(-1);
  if (last === undefined || readsLikeOrder(last.target)) return '';
  return `, ${open === undefined ? 'after' : 'in the middle of'} ${last.tool} ${oneLine(last.target, 120)}`.trimEnd();
}
