// One look: what ended without a word is put on record, then it sleeps if it is time. Whoever asked for it gets a pack.
import { join } from 'node:path';
import type { Act, Dreamer } from '../asking/asking.ts';
import { zoneOf } from '../config/config.ts';
import { type Receipt, sleepOnce } from '../night/night.ts';
import { parseRunLines, parseSteps, printRunLine, type RunLine } from '../steps/steps.ts';
import { clock, localTime } from '../text/text.ts';
import type { AgentHome, DayRecord, Place } from '../world/world.ts';
import { goneNotes } from './gone-notes.ts';
import { rescueWords } from './rescue-words.ts';
import { cutOff, type Heard, lastHeard, type OpenRun, openRuns, type RunSources } from './runs.ts';

export interface TickRequest {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The session that asked, if it goes on: it is not waited for. */
  readonly run: string | undefined;
  /** It still knows what it was told before. */
  readonly goesOn?: boolean | undefined;
  /** Whether to sleep at all: a session that was only compacted is in the middle of its run. */
  readonly maySleep: boolean;
  /** What a night at the edge of a session does. */
  readonly acts: readonly Act[];
  /** Those that wait for no other session: who is exhausted sleeps, whoever else is awake. */
  readonly anyway?: readonly Act[] | undefined;
  /** Who is asked for which act; rules do what nobody is named for. */
  readonly dreamers?: Readonly<Record<string, Dreamer | undefined>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Tick {
  /** Undefined if nobody was to sleep. */
  readonly receipt: Receipt | undefined;
  /** What whoever wakes now should know about other runs. */
  readonly notes: readonly string[];
  /** Other runs that are at work. */
  readonly atWork: readonly string[];
  /** When and on which branch the run that asks was last heard of, if it only goes on. */
  readonly heard: Heard | undefined;
}

/** How much of the record is looked at: the runs of some days, and their last steps. */
const most = 1024 * 1024;

const fileOf = ({ privateDir }: Place['home']): string => join(privateDir, 'runs.jsonl');

function runLines({ world, home }: Place): RunLine[] {
  return parseRunLines(world.lines.newest(fileOf(home), most));
}

/** What is known of runs here, by everything but whoever asks. */
function sourcesOf({ world, home }: Place, day: DayRecord, self: string | undefined): RunSources {
  return {
    lines: runLines({ world, home }),
    steps: parseSteps(day.newest(most)).records,
    now: world.now().toISOString(),
    self,
    isAlive: world.isAlive,
    holdsSeveral: world.harnesses.holdsSeveral,
  };
}

/** Why this is not the time to sleep: somebody's session is at work. Undefined if nobody's is. */
export async function whoIsAtWork(sleeper: Place): Promise<string | undefined> {
  const day = await sleeper.world.lines.day(sleeper.home);
  const busy = openRuns(sourcesOf(sleeper, day, undefined)).find(({ state }) => state === 'at work');
  return busy === undefined ? undefined : waitsFor(busy);
}

function waitsFor({ since, isResting }: OpenRun): string {
  return `a session is ${isResting ? 'open' : 'at work'} here since ${clock(since)}; it is dreamt of when it ends`;
}

/** One that has answered may be closed by now: some programs tell of it only a minute later. */
function besideNote(run: OpenRun, when: (time: string) => string): string {
  const where = run.branch === null ? '' : ` (${run.branch}${run.worktree === null ? '' : `, in ${run.worktree}`})`;
  const how = run.isResting
    ? `began here at ${when(run.since)}${where}. It answered at ${when(run.lastSign)}, and its end was not reported yet`
    : `is at work here since ${when(run.since)}${where}`;
  return `Another session ${how}; what it did is told here when it is over.`;
}

export async function tickOnce(sleeper: AgentHome, request: TickRequest): Promise<Tick> {
  const { world, home } = sleeper;
  const isOff = world.places.off(home) !== undefined;
  const day = await world.lines.day(home);
  const sources = sourcesOf(sleeper, day, request.run);
  const runs = openRuns(sources);
  const gone = runs.filter(({ state }) => state === 'gone');
  const atWork = runs.filter(({ state }) => state === 'at work');
  if (!isOff) for (const run of gone) putOnRecord(sleeper, day, run);
  const before = cutOff(sources);
  if (!isOff && before !== undefined) putCallsOnRecord(sleeper, day, before);
  if (!isOff) rescueWords(sleeper, sources.lines, new Set([request.run ?? '', ...atWork.map(({ run }) => run)]));
  const when = (time: string): string => localTime(time, zoneOf(sleeper.settings, world));
  const heard = lastHeard(sources);
  const notes = [
    ...goneNotes(
      sleeper,
      { day, lines: runLines(sleeper), self: request.run, since: request.goesOn === true ? heard?.since : undefined },
      when,
    ),
    ...(before === undefined ? [] : [`This session was cut off at ${when(before.lastSign)}, and is resumed.`]),
    ...atWork.map((run) => besideNote(run, when)),
  ];
  const others = { notes, atWork: atWork.map(({ run }) => run), heard };
  const { anyway = [] } = request;
  if (!request.maySleep && anyway.length === 0) return { receipt: undefined, ...others };
  const busy = request.maySleep ? atWork[0] : undefined;
  const isOnlyTired = anyway.length > 0 && (busy !== undefined || !request.maySleep);
  const { receipt } = await sleepOnce(sleeper, {
    env: request.env,
    ...(request.dreamers === undefined ? {} : { dreamers: request.dreamers }),
    trigger: isOnlyTired ? 'fatigue' : 'session',
    acts: isOnlyTired ? anyway : request.acts,
    signal: request.signal,
    waitsFor: isOnlyTired ? undefined : busy && waitsFor(busy),
  });
  return { receipt, ...others };
}

/** Writes down how a run ended that nobody told of: the calls it was in the middle of, and that it is over. Done once. */
function putOnRecord(sleeper: AgentHome, day: DayRecord, run: OpenRun): void {
  putCallsOnRecord(sleeper, day, run);
  const { world, home } = sleeper;
  const { from, worktree, branch, transcript } = run;
  const line = { v: 1, time: world.now().toISOString(), run: run.run, event: 'end', from, why: 'gone' } as const;
  world.lines.append(fileOf(home), printRunLine({ ...line, worktree, branch, transcript, pid: null }));
}

/** The calls a run was in the middle of, as its harness kept them, unless they are on record already. */
function putCallsOnRecord({ world, home }: AgentHome, day: DayRecord, cut: OpenRun): void {
  const { run, from, lastSign, worktree, branch, transcript } = cut;
  const { records } = parseSteps(day.newest(most));
  const known = new Set(records.flatMap((record) => (record.run === run ? [record.call] : [])));
  const now = world.now();
  for (const { report, time } of world.harnesses.unfinished(from, transcript)) {
    if (report.call === undefined || known.has(report.call)) continue;
    const at = new Date(time ?? lastSign);
    const context = { run, agent: null, seq: 0, head: null, branch, worktree, time: at > now ? now : at };
    world.lines.step(home, report, context);
  }
}
