// How a home is: the last night, what waits, whether a sleep is overdue, and in one line why it did not dream.
import { tasksOf, underWayOf } from '../board/board.ts';
import { type HomeSettings, inertHint, inertNote } from '../config/config.ts';
import { dreamsPerGate, intervalOf, shutFor, shutForSession } from '../dream/dream.ts';
import { tryOr } from '../errors/errors.ts';
import {
  earlierName,
  type Facts,
  type GatherRequest,
  gatherFacts,
  hasNews,
  homeBytes,
  homeText,
} from '../facts/facts.ts';
import { isDream, isUndone, manifestPath, nightsOf, parseManifest, sweepsOf } from '../journal/journal.ts';
import { parseCadence } from '../lifecycle/lifecycle.ts';
import { type CountedReceipt, nightUnderWay, readReceipts } from '../night/night.ts';
import { type DreamerRecord, followVerdicts, linesOfRecord, recordsOf } from '../record/record.ts';
import { type SweepStats, sweepStats } from '../sweep/sweep.ts';
import { counted, inWords } from '../text/text.ts';
import type { AgentHome, DropReason, FoundHome, Off, World } from '../world/world.ts';
import { type ModelsToday, modelsOf } from './models.ts';
import { dreamProblems, heldIn, type Problem, problem } from './problems.ts';
import { type Fatigue, fatigueOf } from './tired.ts';

export interface Status {
  readonly home: string;
  readonly project: string;
  readonly agent: string;
  readonly lastNight: {
    readonly id: string;
    readonly time: string;
    readonly entry: string;
    readonly model: string;
    readonly branch: string | null;
  } | null;
  readonly overdue: boolean;
  /** Why it did not dream just now, or that it could. */
  readonly answer: string;
  readonly counts: {
    readonly dreams: number;
    readonly gaps: number;
    readonly newCommits: number;
    readonly newSteps: number;
    readonly openTasks: number;
    /** What the board calls so, also where it may be done: that is for whoever knows to say. */
    readonly doing: number;
    readonly uncommitted: number;
  };
  readonly fatigue: Fatigue;
  /** What models took today, in this home. */
  readonly models: ModelsToday;
  /** How often the dreamers of the newest nights were right. */
  readonly records: readonly (DreamerRecord & {
    readonly model: string;
    /** Its verdicts are only told, because its owner wants more than this. */
    readonly isDemoted: boolean;
  })[];
  /** What the seeds call it: when it last dreamt (a dream or a sweep), in seconds since 1970, and its sweeps in figures. */
  readonly my_stats: { readonly last_dream_ts: number | null; readonly sweep: SweepStats };
  readonly problems: readonly Problem[];
}

/** A run is over this long after its last event; a sleep that has not come one gate later is overdue. */
const runEnds = 15 * 60 * 1000;
const tooLong = 24 * 60 * 60 * 1000;

export async function statusOf(
  gathering: Omit<GatherRequest, 'purpose'>,
  env: Readonly<Record<string, string | undefined>>,
  hearsSessions = true,
): Promise<Status> {
  const { world, home, settings, agent } = gathering;
  // Where that cannot be told, the doctor says why.
  const isNight = (): boolean => tryOr(() => nightUnderWay({ world, home })) !== undefined;
  const wasAsleep = isNight();
  const gathered = await gatherFacts({ ...gathering, purpose: 'dream' });
  // What a night is about to commit is in no commit yet: nobody is told to remove it.
  const isAsleep = isNight() || wasAsleep;
  const facts = isAsleep ? { ...gathered, gaps: [] } : gathered;
  // A night of other acts is no dream that failed.
  const receipts = readReceipts(world, home).filter((receipt) => receipt.agent === agent && receipt.kind === 'rem');
  const interval = intervalOf(settings, env);
  const shut = shutFor(facts.lastNight, interval, facts.now);
  const tasks = facts.board === undefined ? [] : tasksOf(facts.board);
  const manifest = parseManifest(homeText(world, home, manifestPath));
  const last = receipts.at(-1);
  const off = world.places.off(home);
  const models = modelsOf({ world, home });
  const overdue =
    off === undefined &&
    hasNews(facts.news) &&
    shut === 0 &&
    (isWaiting(facts, interval) || last?.outcome === 'failed' || last?.outcome === 'rejected');
  const lastNight = nightsOf(facts.ledger, agent).findLast(({ id }) => !isUndone(facts.ledger, id));
  const followed = await followVerdicts({ world, home, lines: linesOfRecord(facts), board: facts.board, agent });
  return {
    home: home.home,
    project: home.project.worktree ?? home.project.gitDir,
    agent,
    lastNight: lastNight === undefined ? null : shownNight(lastNight),
    overdue,
    answer:
      off === undefined
        ? answer(facts, last, {
            shut,
            interval,
            overdue,
            hearsSessions,
            isFull: shutForSession(nightsOf(facts.ledger, agent), interval, facts.now) > 0,
          })
        : switchedOff(off),
    counts: {
      dreams: facts.ledger.lines.filter(isDream).filter(({ id }) => !isUndone(facts.ledger, id)).length,
      gaps:
        manifest.gaps.length +
        receipts.filter(({ outcome, startedAt }) => outcome === 'failed' && startedAt > (lastNight?.time ?? '')).length,
      // What a dream that was taken back knew is not new: the answer says so, too.
      newCommits: facts.news.isTakenBack === true ? 0 : facts.news.commits,
      newSteps: facts.news.isTakenBack === true ? 0 : facts.news.steps,
      openTasks: tasks.filter(({ isDone }) => !isDone).length,
      doing: facts.board === undefined ? 0 : underWayOf(facts.board, agent).length,
      uncommitted: facts.project.changed.length + facts.project.moreChanged,
    },
    fatigue: await fatigueOf(gathering, facts.ledger),
    models,
    records: recordsOf(followed, settings),
    my_stats: statsOf(gathering, facts, lastNight?.time),
    problems: [
      ...problemsOf(facts),
      lifecycleProblem(world, home),
      inertIn(settings),
      ...heldIn({ world, home }),
      ...restingIn(models),
      droppedIn(world.drops(home)),
    ].filter((each) => each !== false),
  };
}

function statsOf(gathering: AgentHome, { ledger }: Facts, dreamt: string | undefined): Status['my_stats'] {
  const swept = sweepsOf(ledger).findLast(({ agent, isUndone }) => agent === gathering.agent && !isUndone)?.time;
  const [newest] = [dreamt, swept]
    .flatMap((time) => (time === undefined ? [] : [Date.parse(time)]))
    .toSorted((one, other) => other - one);
  return {
    last_dream_ts: newest === undefined ? null : Math.floor(newest / 1000),
    sweep: sweepStats(gathering, ledger),
  };
}

function shownNight({ id, time, entry, model, branch }: NonNullable<Status['lastNight']>): Status['lastNight'] {
  return { id, time, entry, model, branch };
}

/** News that is older than a run and a gate, or than a day. What lay there before the first dream is not waiting for one. */
function isWaiting({ steps, commits, news, now }: Facts, interval: number): boolean {
  const times = [
    ...steps.records.map(({ time }) => time),
    ...(news.isFirst ? [] : commits.filter(({ isNew }) => isNew).map(({ time }) => time)),
  ].toSorted();
  const [oldest, newest] = [times[0], times.at(-1)];
  if (oldest === undefined || newest === undefined) return false;
  const age = (time: string): number => Date.parse(now) - Date.parse(time);
  return age(newest) > runEnds + interval || age(oldest) > tooLong + interval;
}

function inertIn(settings: HomeSettings): Problem | false {
  const message = inertNote(settings);
  return message !== undefined && problem('settings-inert', message, inertHint);
}

function switchedOff({ where, until }: Off): string {
  const end = until === null ? '' : ` until ${until.slice(0, 16).replace('T', ' ')} UTC`;
  return `Dreamkeeper is off ${where}${end}: nothing is recorded, dreamt or moved. \`dk on${where === 'everywhere' ? ' --everywhere' : ''}\` switches it on.`;
}

interface Gate {
  readonly shut: number;
  readonly interval: number;
  readonly overdue: boolean;
  /** Sessions tell us here that they end; after an uninstall they do not. */
  readonly hearsSessions: boolean;
  /** Also at the end of a session nobody dreams now. */
  readonly isFull: boolean;
}

function answer(
  facts: Facts,
  last: CountedReceipt | undefined,
  { shut, interval, overdue, hearsSessions, isFull }: Gate,
): string {
  const { news, lastNight, now } = facts;
  const since = lastNight === undefined ? 0 : Date.parse(now) - Date.parse(lastNight.time);
  const ago = since < 0 ? `${inWords(-since)} ahead of the clock, which went back` : `${inWords(since)} ago`;
  const waiting = [
    ...(news.commits > 0 ? [counted(news.commits, 'commit')] : []),
    ...(news.steps > 0 ? [counted(news.steps, 'step')] : []),
    ...(news.board ? ['the board'] : []),
    ...(news.files ? [facts.project.changed.length > 0 ? 'uncommitted files' : 'nothing is uncommitted any more'] : []),
  ].join(', ');
  const failed =
    last !== undefined && ['failed', 'rejected', 'held'].includes(last.outcome)
      ? ` The last try ${last.outcome === 'failed' ? 'failed' : `was ${last.outcome}`} (${last.reason}): ${last.message}`
      : '';
  if (overdue) return `Overdue: there is news to dream about (${waiting}). Run \`dk sleep\`.${failed}`;
  const isBack = lastNight !== undefined && isUndone(facts.ledger, lastNight.id);
  if (!hasNews(news)) {
    if (lastNight === undefined)
      return `No dream ${earlierName(facts) === undefined ? 'yet' : `of ${facts.agent} yet`}: nothing has happened here.`;
    return isBack
      ? `The last dream, ${ago}, was taken back, and nothing is new since. \`dk undo last --redo\` puts it back; \`dk sleep --force\` writes another.`
      : `No dream needed: nothing is new since the last one, ${ago}.`;
  }
  if (shut > 0)
    return `The next dream is possible in ${inWords(shut)}${isFull ? `, because there were ${dreamsPerGate} dreams within ${inWords(interval)}` : hearsSessions ? ' (at the end of a session it may come sooner)' : ''}; the last one was ${ago}${isBack ? ' and was taken back' : ''}. New: ${waiting}.${failed}`;
  return `A dream is possible; new: ${waiting}. \`dk sleep\` writes one now.${failed}`;
}

const reasons: Readonly<Record<DropReason, string>> = {
  malformed: 'not a payload',
  'too-large': 'too large',
  disk: 'the disk',
  rights: 'no right to write',
  home: 'the home',
  unknown: 'unknown',
};

function restingIn({ resting }: ModelsToday): Problem[] {
  return resting.map(({ provider, failures, until }) =>
    problem(
      'model-resting',
      `${provider} failed ${failures} times in a row and is left alone until ${until.slice(0, 16).replace('T', ' ')} UTC`,
      'Run `dk models test` to see its answer; Dreamkeeper sleeps without it meanwhile.',
    ),
  );
}

/** What hooks could not record: they never say so themselves. */
function droppedIn(drops: ReadonlyMap<DropReason, number>): Problem | false {
  if (drops.size === 0) return false;
  const all = [...drops.values()].reduce((sum, count) => sum + count, 0);
  const why = [...drops].map(([reason, count]) => `${reasons[reason]} ${count}`).join(', ');
  return problem(
    'hooks-dropped',
    `${counted(all, 'event')} of the agent's program could not be recorded (${why})`,
    'Run `dk doctor`: it tries the hook and says what is wrong.',
  );
}

function problemsOf(facts: Facts): (Problem | false)[] {
  const { ledger, steps, foreignLines: foreign, trespasses } = facts;
  const written = trespasses.slice(0, 3).map(({ path, time }) => `${path} (${time.slice(0, 16).replace('T', ' ')})`);
  return [
    ...facts.problems.map((message) =>
      problem('unreadable', message, 'Look at that file; Dreamkeeper goes on with the rest.'),
    ),
    ledger.broken !== undefined &&
      problem(
        'ledger-broken',
        `line ${ledger.broken.line} of rem/ledger.jsonl: ${ledger.broken.reason}`,
        'Dreamkeeper does not dream or move tasks until it is repaired. `dk doctor --fix` repairs it, or says what to do.',
      ),
    ...dreamProblems(facts),
    ...steps.left
      .slice(0, 3)
      .map(({ name, why }) =>
        problem('record-foreign', `${name} is not read: ${why}`, 'Run `dk doctor`: it says what to do.'),
      ),
    foreign.length > 0 &&
      problem(
        'ledger-foreign',
        `${counted(foreign.length, 'line')} of rem/ledger.jsonl ${foreign.length === 1 ? 'is' : 'are'} in no commit of ours (${foreign.slice(0, 3).join(', ')})`,
        'Dreamkeeper does not use them as evidence. Run `dk doctor`, and look at `git log -p -- rem/ledger.jsonl` in the home.',
      ),
    written.length > 0 &&
      problem(
        'trespass',
        `the agent wrote where only Dreamkeeper writes: ${written.join(', ')}`,
        'Run `dk doctor` to see what that changed; tell your agent to leave these files alone.',
      ),
    steps.skipped > 0 &&
      problem(
        'steps-skipped',
        `${steps.skipped} lines of _steps.jsonl are torn or not ours`,
        'Dreamkeeper skips them.',
      ),
  ];
}

/** A lifecycle with a mistake in it: the keeper goes on with the last good one, or not at all. */
function lifecycleProblem(world: World, home: FoundHome): Problem | false {
  const bytes = homeBytes(world, home, 'lifecycle.org');
  const read = bytes === undefined ? undefined : parseCadence(bytes);
  const first = read?.kind === 'broken' ? read.problems[0] : undefined;
  if (first === undefined) return false;
  const message = `line ${first.line} of lifecycle.org: ${first.message}`;
  return problem('lifecycle-broken', message, 'Run `dk lifecycle lint` to see all its mistakes.');
}
