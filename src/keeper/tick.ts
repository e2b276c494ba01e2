// One look: what ended without a word is put on record, then it sleeps if it is time. Whoever asked for it gets a pack.
import { join } from 'node:path';
import type { HomeSettings } from '../config/config.ts';
import { type Receipt, sleepOnce } from '../night/night.ts';
import { parseRunLines, parseSteps, printRunLine } from '../steps/steps.ts';
import { oneLine } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';
import { type OpenRun, openRuns } from './runs.ts';

export interface TickRequest {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The session that asked, if it goes on: it is not waited for. */
  readonly run: string | undefined;
  /** Whether to sleep at all: a session that was only compacted is in the middle of its run. */
  readonly maySleep: boolean;
}

export interface Tick {
  /** Undefined if nobody was to sleep. */
  readonly receipt: Receipt | undefined;
  /** What whoever wakes now should know about other runs. */
  readonly notes: readonly string[];
}

interface Sleeper {
  readonly world: World;
  readonly home: FoundHome;
  readonly settings: HomeSettings;
  readonly agent: string;
}

/** How much of the record is looked at: the runs of some days, and their last steps. */
const most = 1024 * 1024;

export async function tickOnce(sleeper: Sleeper, request: TickRequest): Promise<Tick> {
  const { world, home } = sleeper;
  const isOff = world.places.off(home) !== undefined;
  const runs = openRuns({
    lines: parseRunLines(world.lines.newest(join(home.privateDir, 'runs.jsonl'), most)),
    steps: parseSteps(world.lines.newest(join(home.home, '_steps.jsonl'), most)).records,
    now: world.now().toISOString(),
    self: request.run,
    isAlive: world.isAlive,
  });
  const gone = runs.filter(({ state }) => state === 'gone');
  const atWork = runs.filter(({ state }) => state === 'at work');
  const notes = [
    ...(isOff ? [] : gone.map((run) => putOnRecord(sleeper, run))),
    ...atWork.map(
      (run) =>
        `Another session is at work here since ${clock(run.since)}${run.branch === null ? '' : ` (${run.branch}${run.worktree === null ? '' : `, in ${run.worktree}`})`}; what it does is not told here yet.`,
    ),
  ];
  if (!request.maySleep) return { receipt: undefined, notes };
  const busy = atWork[0];
  const { receipt } = await sleepOnce(sleeper, {
    env: request.env,
    isAtSession: true,
    ...(busy === undefined
      ? {}
      : { waitsFor: `a session is at work here since ${clock(busy.since)}; it is dreamt of when it ends` }),
  });
  return { receipt, notes };
}

/** Writes down how a run ended that nobody told of: the calls it was in the middle of, and that it is over. Done once. */
function putOnRecord(
  { world, home }: Sleeper,
  { run, from, since, lastSign, worktree, branch, transcript }: OpenRun,
): string {
  const steps = join(home.home, '_steps.jsonl');
  const { records } = parseSteps(world.lines.newest(steps, most));
  const known = new Set(records.flatMap((record) => (record.run === run ? [record.call] : [])));
  const open = world.transcripts
    .unfinished(from, transcript)
    .filter(({ report }) => report.call !== undefined && !known.has(report.call));
  for (const { report, time } of open) {
    const context = { run, agent: null, seq: 0, head: null, branch, worktree, time: new Date(time ?? lastSign) };
    world.lines.step(home, report, context);
  }
  const line = { v: 1, time: world.now().toISOString(), run, event: 'end', from, why: 'gone' } as const;
  const runs = join(home.privateDir, 'runs.jsonl');
  world.lines.append(runs, printRunLine({ ...line, worktree, branch, transcript, pid: null }));
  const call = open.at(-1)?.report;
  const inTheMiddle = call === undefined ? '' : `, in the middle of ${call.tool} ${oneLine(call.target ?? '', 120)}`;
  return `The session of ${clock(since)} ended without a word${inTheMiddle}.`;
}

function clock(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
