// Gathers what really happened: bounded, dated, and with a memory of what was already digested.

import { createHash } from 'node:crypto';
import { type Board, boardPath, parseBoard } from '../board/board.ts';
import { asWritten, type MadeHere, madeHere, ownInProject, wholeLedger } from '../change/change.ts';
import { zoneOf } from '../config/config.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { isDream, isOfMemory, type LedgerRead, nightsOf, readLedger } from '../journal/journal.ts';
import { callsOf, isIntent, parseSteps, type StepsRead } from '../steps/steps.ts';
import { oneLine } from '../text/text.ts';
import type { AgentHome, FoundHome, LeftPiece, Repository, World } from '../world/world.ts';
import { cycleOf } from './cycle.ts';
import { editsOfRuns, writtenByShell } from './edits.ts';
import { openElsewhere } from './elsewhere.ts';
import type { CommitFact, Facts, NewsFacts } from './facts-types.ts';
import { finishedIn } from './finished.ts';
import { isHomeFile } from './home-files.ts';
import { flightOf } from './in-flight.ts';
import { askedIn, leftAsked, wantedOf } from './intent.ts';
import { isLeftover } from './leftovers.ts';
import { looksDoneIn, stillSaid } from './looks-done.ts';
import { readNotes } from './notes.ts';
import { plansIn } from './plan-files.ts';
import { type JournalRead, readJournal } from './previous-dream.ts';
import { allLanded, commitsSinceThen, projectFacts } from './project-facts.ts';
import { committedReads } from './reads.ts';
import { stillLanded } from './still-landed.ts';
import { foreignLines, trespassesIn, writtenBySteps } from './territory.ts';
import { todosOf } from './todos.ts';
import { stillCovered } from './verified.ts';

export interface GatherRequest extends AgentHome {
  /** A wake still speaks of the last dream's cycle; a dream only of what came after it. */
  readonly purpose: 'dream' | 'wake';
  /** Other runs that are at work right now. */
  readonly atWork?: readonly string[];
}

/** A day of more steps than this is told by its end. */
const mostBytes = 4 * 1024 * 1024;
/** Steps that are looked at even if they were digested long ago: a check may have failed then, and not been run since. */
const leastSteps = 2000;

/** Asks one source; what it cannot give is named, and the rest goes on. */
export type Attempt = <T>(what: string, ask: () => Promise<T> | T, otherwise: T) => Promise<T>;

function attempting(problems: string[]): Attempt {
  return async (what, ask, otherwise) => {
    try {
      return await ask();
    } catch (error) {
      // Whatever it is: one source that fails must not take the others with it, least of all from a run that waits for its pack.
      problems.push(`${what}: ${error instanceof Error ? oneLine(error.message, 300) : 'unknown'}`);
      return otherwise;
    }
  };
}

/**
 * Reads everything a dream or a wake may speak of. Each source may fail alone: what could not be read is named in `problems`, and the
 * rest is still true.
 */
export async function gatherFacts(request: GatherRequest): Promise<Facts> {
  const { world, home, settings, agent, purpose, atWork = [] } = request;
  const problems: string[] = [];
  const attempt = attempting(problems);
  const now = world.now().toISOString();
  const rem = settings.rem ?? {};
  const readHome = (what: string, path: string): Promise<Uint8Array | undefined> =>
    attempt(what, () => world.files.read(home.home, path), undefined);
  const openHome = (): Promise<Repository> => world.git.open(home.repository, home.privateDir);
  const ledgerBytes = await attempt('the ledger', () => wholeLedger(world, home, openHome), undefined);
  const made = await attempt('what was made here', () => madeHere(world, home), nothingMade);
  const ledger = asWritten(readLedger(ledgerBytes), made);
  const apart = await attempt('the ledger', () => foreignLines(world, home, ledgerBytes, ledger), undefined);
  const evidence = ledger.lines.filter(({ hash }) => made.lines.has(hash));
  const lastNight = nightsOf(ledger, agent).at(-1);
  // Whoever slept elsewhere saw another day. Only where nothing was slept here yet, what they digested is where we go on from.
  const own = nightsOf({ ...ledger, lines: evidence }, agent);
  const nights = own.length > 0 ? own : nightsOf(ledger, agent);
  const before = nights.at(-1);

  const repository = await attempt('the project', () => world.git.open(home.project, home.privateDir), undefined);
  const isOurs = await attempt('the commits', () => ownInProject(world, home, made, ledger), undefined);
  const { project, logged } = await projectFacts({ world, home, repository, attempt, isOurs, most: rem.commits ?? 12 });
  const boardBytes = await readHome('reading plan.org', boardPath);
  if (boardBytes === undefined && problems.length === 0) problems.push('the board: there is no plan.org');
  const parse = (): Board | undefined => (boardBytes === undefined ? undefined : parseBoard(boardBytes));
  const board = await attempt('the board', parse, undefined);

  const since = nights.at(-2)?.digested.steps?.time ?? '';
  const { records, torn, foreign, left } = await attempt('the steps', () => newestSteps(world, home, since), noSteps);
  const worktree = home.project.worktree ?? home.home;
  const isWork = (path: string): boolean => !isHomeFile(path, home.shape);
  const mainWorktree = home.project.mainWorktree ?? worktree;
  const cycle = cycleOf({
    records,
    nights,
    agent,
    now,
    purpose,
    atWork,
    project,
    worktree,
    mainWorktree,
    isWork,
    checks: rem.checks ?? [],
  });
  const covering = { world, project, worktree, isWork, now, passed: cycle.passed, edits: cycle.allEdits };
  const verified =
    repository === undefined ? [] : await attempt('the checks', () => stillCovered({ ...covering, repository }), []);

  const newCommits = await attempt(
    'the commits',
    () => commitsSinceThen({ world, repository, isOurs }, project.head, before, cycle.fresh),
    undefined,
  );
  // On another branch there are other commits; only those made since have landed.
  const isElsewhere = before !== undefined && before.branch !== project.branch;
  const commits = logged.map(
    (commit): CommitFact => ({
      ...commit,
      isNew: (newCommits?.includes(commit.id) ?? true) && !(isElsewhere && commit.time < before.time),
    }),
  );
  const landed = await attempt(
    'the commits',
    () => allLanded({ world, repository, isOurs }, project.head, commits, isElsewhere ? 0 : (newCommits?.length ?? 0)),
    [],
  );
  const isLooking = purpose === 'dream' && landed.length === 0 && cycle.edits.length === 0;
  const reads = await attempt(
    'the project',
    () => committedReads(world, repository, project.head, isLooking ? cycle.reads : []),
    [],
  );
  const written = project.changed.flatMap(({ path }) => (isLeftover(path) ? [] : [path]));
  const byShell = writtenByShell(callsOf(written.length === 0 ? [] : cycle.spokenOf), worktree, written);
  const isNew = new Set(project.changed.flatMap(({ path, kind }) => (kind === 'new' ? [path] : [])));
  const newByShell = byShell.filter(({ path }) => isNew.has(path));
  const flight = flightOf({
    ...{ changed: project.changed, edits: [...cycle.edits, ...newByShell], commits },
    allEdits: [...cycle.allEdits, ...byShell],
    othersEdits: editsOfRuns(records, atWork, worktree, mainWorktree),
  });
  const counted = flight.inFlight.flatMap((path) => project.changed.find((file) => file.path === path) ?? []);
  const sizes =
    repository === undefined || counted.length === 0
      ? noSizes
      : await attempt(
          'the project',
          () => world.git.lineCounts(repository, project.head ?? undefined, counted),
          noSizes,
        );
  const elsewhere = await attempt('the other worktrees', () => openElsewhere(world, home, records, cycle.start), []);
  const intents = settings.record?.prompts === false ? [] : cycle.intents;
  const prompts = intents.filter(({ tool }) => tool === 'prompt').map(({ time, target }) => ({ time, text: target }));
  const asked = askedIn(intents);
  const lastBefore = commits.find(({ isNew }) => !isNew)?.time ?? '';
  const { inFlight } = flight;
  const standing = { world, repository, head: project.head, known: [...commits, ...landed], isElsewhere };
  const said = stillSaid(before, board, ledger, evidence);
  const saidBefore = await attempt('the commits', () => stillLanded(said, standing), said);
  const finished = finishedIn({
    board,
    landed,
    lastBefore,
    asked: prompts,
    inFlight,
    lastNight: saidBefore,
    isNight: purpose === 'dream',
  });
  const looksDone = board === undefined ? [] : looksDoneIn(board, finished);
  const { head, changed: uncommitted } = project;
  const plans =
    repository === undefined
      ? []
      : await attempt(
          'the plans',
          () => plansIn({ world, home, repository, head, changed: uncommitted, records: cycle.spokenOf }),
          [],
        );
  const bySteps = (): ReadonlyMap<string, string> => writtenBySteps(records, home, worktree);
  const looking = { world, home, agent, now, ledger, evidence, written: bySteps, most: rem.previous_chars ?? 2500 };
  const journal = await attempt('the journal', () => readJournal(looking), noJournal);

  const changed = hashOf(JSON.stringify(project.changed.map(({ path, blob, kind }) => [path, kind, blob ?? null])));
  // Open files of another branch are not gone from this one: what a night saw here last counts as well, and where none was, a tree without changes.
  const seenHere = nights.findLast(({ branch }) => branch === project.branch)?.digested.changed ?? hashOf('[]');
  const boardHash = boardBytes === undefined ? null : hashOf(boardBytes);
  const known = own.length > 0 ? evidence : ledger.lines;
  const lastBoard = lastBoardIn(known);
  const isFirst = before === undefined;
  const news: NewsFacts = {
    isFirst,
    commits: isFirst
      ? commits.length
      : isElsewhere
        ? commits.filter(({ isNew }) => isNew).length
        : (newCommits?.length ?? commits.length),
    steps: cycle.fresh.filter((record) => !isIntent(record)).length,
    board: isFirst ? (board?.headings.some(({ state }) => state !== undefined) ?? false) : lastBoard !== boardHash,
    files: isFirst ? project.changed.length > 0 : ![before.digested.changed, seenHere].includes(changed),
  };
  const { notes, upkeep } = await attempt('the notes', () => readNotes(world, home, ledger), nothingRemembered);
  return {
    now,
    zone: zoneOf(settings, world),
    agent,
    settings,
    project,
    commits,
    landed,
    board,
    finished,
    looksDone,
    news,
    lastNight,
    ledger,
    problems,
    verified,
    ...journal,
    evidence,
    foreignLines: apart?.foreign ?? [],
    knownLedger: apart?.isNew === true ? { sha256: apart.sha256, foreign: apart.foreign } : undefined,
    trespasses: trespassesIn(callsOf(cycle.fresh), home, worktree, cycle.start),
    steps: {
      records: cycle.fresh,
      all: records.length,
      skipped: torn + foreign,
      left,
      edits: cycle.edits,
      reads,
      failures: cycle.failures,
      lastFailed: cycle.lastFailed,
      runs: cycle.runs,
      cycleStart: cycle.start,
    },
    ...flight,
    sizes,
    elsewhere,
    asked: asked.slice(-5).map(({ text }) => text),
    wanted: wantedOf(asked, commits),
    leftAsked: leftAsked(asked, commits).slice(-4),
    todos: todosOf(intents),
    plans,
    notes,
    upkeep,
    harnessNotes: await attempt('the notes of the harness', () => world.harnesses.notes(worktree), []),
    digested: { steps: cycle.cursor ?? before?.digested.steps ?? null, board: boardHash, changed },
  };
}

/** The hash of the board at the last line that knows it: null if there was none then, undefined if no line does. */
function lastBoardIn(lines: LedgerRead['lines']): string | null | undefined {
  for (const line of lines.toReversed()) {
    if (isDream(line)) return line.digested.board;
    if (line.kind === 'night' || line.kind === 'other' || isOfMemory(line)) continue;
    if (line.board !== null) return line.board;
  }
  return undefined;
}

const nothingRemembered: Pick<Facts, 'notes' | 'upkeep'> = { notes: [], upkeep: { edited: [], gone: [] } };
const nothingMade: MadeHere = { ids: new Set(), lines: new Set(), hashes: new Map(), commits: new Map() };
const noSizes: Facts['sizes'] = new Map();
const noJournal: JournalRead = { previous: undefined, beside: undefined, gaps: [] };

interface OwnSteps extends StepsRead {
  readonly left: readonly LeftPiece[];
}

const noSteps: OwnSteps = { records: [], torn: 0, foreign: 0, left: [] };

/** The end of the record, as far back as is needed: mostly little of it is. */
export async function newestSteps(world: World, home: FoundHome, since: string): Promise<OwnSteps> {
  const { newest, left, problem } = await world.lines.day(home);
  if (problem !== undefined) throw new DreamkeeperError('E_GIT', problem, { hint: 'Run `dk doctor`.' });
  const back = { least: leastSteps, since };
  const little = newest(mostBytes / 4);
  const steps = parseSteps(little, back);
  const isEnough = steps.records.length >= leastSteps && (steps.records[0]?.time ?? '') < since;
  const isAll = isEnough || little.length < mostBytes / 8;
  return { ...(isAll ? steps : parseSteps(newest(mostBytes), back)), left };
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
