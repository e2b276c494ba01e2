// Gathers what really happened: bounded, dated, and with a memory of what was already digested.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Board, parseBoard } from '../board/board.ts';
import type { HomeSettings } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import {
  entriesAmong,
  type LedgerRead,
  type NightLine,
  nightsOf,
  parseLedger,
  timeOfEntry,
} from '../journal/journal.ts';
import { callsOf, parseSteps, type StepRecord } from '../steps/steps.ts';
import { decodeUtf8, oneLine } from '../text/text.ts';
import type { ChangedFile, FoundHome, LoggedCommit, Repository, World } from '../world/world.ts';
import { checkRuns, openFailures, passedChecks } from './checks.ts';
import { editsAmong } from './edits.ts';
import type { CommitFact, Facts, NewsFacts, PreviousDream, ProjectFacts } from './facts-types.ts';
import { isHomeFile } from './home-files.ts';
import { inFlightOf } from './in-flight.ts';
import { stillCovered } from './verified.ts';

export interface Gathering {
  readonly world: World;
  readonly home: FoundHome;
  readonly settings: HomeSettings;
  readonly agent: string;
  /** A wake still speaks of the last dream's cycle; a dream only of what came after it. */
  readonly purpose: 'dream' | 'wake';
}

/** Failures older than this and not of this cycle have been lived with; they are not the next thing to do. */
const failureCounts = 3 * 24 * 60 * 60 * 1000;

/** A day of more steps than this is told by its end. */
const mostBytes = 4 * 1024 * 1024;
/** Steps that are looked at even if they were digested long ago: a check may have failed then, and not been run since. */
const leastSteps = 2000;

/**
 * Reads everything a dream or a wake may speak of. Each source may fail alone: what could not be read is named in `problems`, and the
 * rest is still true.
 */
export async function gatherFacts({ world, home, settings, agent, purpose }: Gathering): Promise<Facts> {
  const problems: string[] = [];
  const attempt = async <T>(what: string, ask: () => Promise<T> | T, otherwise: T): Promise<T> => {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DreamkeeperError)) throw error;
      problems.push(`${what}: ${error.message}`);
      return otherwise;
    }
  };
  const now = world.now().toISOString();
  const rem = settings.rem ?? {};
  const ledger = parseLedger(
    textIn(await attempt('the ledger', () => world.files.read(home.home, 'rem/ledger.jsonl'), undefined)),
  );
  const nights = nightsOf(ledger, agent);
  const lastNight = nights.at(-1);
  const repository = await attempt('the project', () => world.git.open(home.project, home.privateDir), undefined);
  const nothing: ProjectFacts = { branch: null, head: null, tree: null, changed: [], moreChanged: 0, underWay: null };
  const standing =
    repository === undefined
      ? nothing
      : await attempt('the project', () => projectFacts(world, home, repository), nothing);
  const head = standing.head;
  const logged =
    repository === undefined || head === null
      ? []
      : await attempt('the commits', () => world.git.commits(repository, head, rem.commits ?? 12), []);
  // Where HEAD is one of ours, git is asked; else the log has told it already.
  const known = logged.find(({ id }) => id === head)?.tree;
  const tree =
    known ??
    (repository === undefined || head === null
      ? null
      : ((await attempt('the project', () => world.git.tree(repository, head), undefined)) ?? null));
  const project = { ...standing, tree };
  const newCommits = await attempt('the commits', () => newSince(world, repository, head, lastNight), undefined);

  const boardBytes = await attempt('the board', () => world.files.read(home.home, 'plan.org'), undefined);
  if (boardBytes === undefined && problems.length === 0) problems.push('the board: there is no plan.org');
  const board = await attempt<Board | undefined>(
    'the board',
    () => (boardBytes === undefined ? undefined : parseBoard(boardBytes)),
    undefined,
  );

  const text = await attempt('the steps', () => world.lines.newest(join(home.home, '_steps.jsonl'), mostBytes), '');
  const steps = parseSteps(text, { least: leastSteps, since: nights.at(-2)?.digested.steps?.time ?? '' });
  const mine = steps.records.filter((record) => (record.agent ?? agent) === agent);
  const fresh = newRecords(mine, lastNight);
  // At the first dream, what landed before the first recorded step is history.
  const firstStep = lastNight === undefined ? fresh[0]?.time.slice(0, 19) : '';
  const commits = logged.map(
    (commit): CommitFact => ({
      ...commit,
      isNew: newCommits?.includes(commit.id) ?? (firstStep !== undefined && commit.time.slice(0, 19) >= firstStep),
    }),
  );
  const worktree = home.project.worktree ?? home.home;
  const isWork = (path: string): boolean => !isHomeFile(path, home.shape);
  // Checks and edits of everybody: the tree is shared.
  const calls = callsOf(steps.records.filter((record) => record.tool !== 'prompt'));
  const edits = editsAmong(calls, worktree).filter(({ path }) => isWork(path));
  const cycleStart = (purpose === 'dream' ? fresh : newRecords(mine, nights.at(-2)))[0]?.time ?? now;
  const newEdits = edits.filter(({ time }) => time >= cycleStart);
  const runs = checkRuns(calls, rem.checks ?? []);
  const recent = new Date(Date.parse(now) - failureCounts).toISOString();
  const failures = openFailures(runs, edits).filter(({ time }) => time >= cycleStart || time >= recent);
  const passed = passedChecks(runs);
  const covered =
    repository === undefined
      ? []
      : await attempt(
          'the checks',
          () => stillCovered({ world, repository, project, passed, edits, worktree, isWork }),
          [],
        );

  const previous = await attempt(
    'the journal',
    () => previousDream({ world, home, agent, now, ledger, most: rem.previous_chars ?? 2500 }),
    undefined,
  );
  const changedHash = hashOf(JSON.stringify(project.changed.map(({ path, blob, kind }) => [path, kind, blob ?? null])));
  const boardHash = boardBytes === undefined ? null : hashOf(boardBytes);
  const knownBoard = ledger.lines.findLast((line) => line.kind === 'night' || line.board !== null);
  const lastBoard = knownBoard?.kind === 'night' ? knownBoard.digested.board : knownBoard?.board;
  const news: NewsFacts = {
    isFirst: lastNight === undefined,
    commits: lastNight === undefined ? commits.length : (newCommits?.length ?? commits.length),
    steps: fresh.length,
    board:
      lastNight === undefined
        ? (board?.headings.some(({ state }) => state !== undefined) ?? false)
        : lastBoard !== boardHash,
    files: lastNight === undefined ? project.changed.length > 0 : lastNight.digested.changed !== changedHash,
  };
  const lastRecord = mine.at(-1);
  return {
    ...{ now, agent, settings, project, commits, board, news, lastNight, ledger, problems, previous },
    steps: {
      records: fresh,
      all: mine.length,
      skipped: steps.torn + steps.foreign,
      edits: newEdits,
      failures,
      runs,
      cycleStart,
    },
    verified: covered,
    inFlight: inFlightOf(project.changed, newEdits, commits[0]?.time),
    asked:
      settings.record?.prompts === false
        ? []
        : fresh
            .filter(({ tool }) => tool === 'prompt')
            .map(({ target }) => oneLine(target, 200))
            .slice(-5),
    digested: {
      steps: lastRecord === undefined ? (lastNight?.digested.steps ?? null) : cursorOf(lastRecord),
      board: boardHash,
      changed: changedHash,
    },
  };
}

async function projectFacts(world: World, home: FoundHome, repository: Repository): Promise<ProjectFacts> {
  const changed = await world.git.changed(repository);
  const { ref, commit } = changed.head;
  return {
    branch: ref?.replace(/^refs\/heads\//u, '') ?? null,
    head: commit ?? null,
    tree: null,
    changed: changed.files.filter(({ path }: ChangedFile) => !isHomeFile(path, home.shape)),
    moreChanged: changed.more,
    underWay: repository.underWay() ?? null,
  };
}

async function newSince(
  world: World,
  repository: Repository | undefined,
  head: string | null,
  lastNight: NightLine | undefined,
): Promise<readonly LoggedCommit['id'][] | undefined> {
  if (repository === undefined || head === null) return [];
  return lastNight?.head == null ? undefined : world.git.since(repository, head, lastNight.head);
}

/** What was recorded after the last dream's own last step; if that line is gone, what is younger than it. */
function newRecords(records: readonly StepRecord[], lastNight: NightLine | undefined): readonly StepRecord[] {
  const cursor = lastNight?.digested.steps;
  if (cursor === undefined || cursor === null) return records;
  const at = records.findLastIndex(
    (record) => record.time === cursor.time && cursorOf(record).sha256 === cursor.sha256,
  );
  return at === -1 ? records.filter(({ time }) => time > cursor.time) : records.slice(at + 1);
}

function cursorOf(record: StepRecord): { readonly time: string; readonly sha256: string } {
  return { time: record.time, sha256: hashOf(JSON.stringify(record)) };
}

interface Looking {
  readonly world: World;
  readonly home: FoundHome;
  readonly agent: string;
  readonly now: string;
  readonly ledger: LedgerRead;
  readonly most: number;
}

/**
 * The newest entry by its name. Another agent's is not ours to wake from, and a name far in the future would stay the newest for ever.
 */
function previousDream({ world, home, agent, now, ledger, most }: Looking): PreviousDream | undefined {
  const latest = new Date(Date.parse(now) + 24 * 60 * 60 * 1000).toISOString();
  const ours = new Map(ledger.lines.flatMap((line) => (line.kind === 'night' ? [[line.entry, line] as const] : [])));
  const name = entriesAmong(world.files.list(home.home, 'rem')).find((file) => {
    const night = ours.get(`rem/${file}`);
    return night === undefined ? (timeOfEntry(file) ?? '') <= latest : night.agent === agent;
  });
  const bytes = name === undefined ? undefined : world.files.read(home.home, `rem/${name}`);
  if (name === undefined || bytes === undefined) return undefined;
  const lines = decodeUtf8(bytes.subarray(0, most * 4)).split('\n');
  let room = most;
  const fitting = lines.findIndex((line) => {
    room -= line.length + 1;
    return room < -1;
  });
  return { path: `rem/${name}`, bytes, text: (fitting === -1 ? lines : lines.slice(0, fitting)).join('\n') };
}

function textIn(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : decodeUtf8(bytes);
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
