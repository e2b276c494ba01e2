// Gathers what really happened: bounded, dated, and with a memory of what was already digested.

import { createHash } from 'node:crypto';
import { type Board, boardPath, parseBoard } from '../board/board.ts';
import { asWritten, type MadeHere, madeHere, ownInProject, wholeLedger } from '../change/change.ts';
import { zoneOf } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { nightsOf, readLedger } from '../journal/journal.ts';
import { callsOf, isIntent } from '../steps/steps.ts';
import type { AgentHome, Repository } from '../world/world.ts';
import { attempting, early } from './attempt.ts';
import { askedHere, branchesIn, earliest, nothingBranched } from './branches.ts';
import { withChanges } from './changed-since.ts';
import { cycleOf } from './cycle.ts';
import { byShellSince, editsOfRuns } from './edits.ts';
import { openElsewhere } from './elsewhere.ts';
import type { CommitFact, Facts, NewsFacts } from './facts-types.ts';
import { figuresEarly, onlyOf } from './figures.ts';
import { finishedIn } from './finished.ts';
import { goneSessions } from './gone-sessions.ts';
import { isHomeFile } from './home-files.ts';
import { flightOf } from './in-flight.ts';
import { askedIn } from './intent.ts';
import { lastBoardIn } from './last-board.ts';
import { isLeftover } from './leftovers.ts';
import { looksDoneIn, spokenOfSince, stillSaid } from './looks-done.ts';
import { noSteps, stepsIn } from './newest-steps.ts';
import { readNotes } from './notes.ts';
import { plansIn } from './plan-files.ts';
import { type JournalRead, readJournal } from './previous-dream.ts';
import { allLanded, commitsSinceThen, type Landed, projectFacts } from './project-facts.ts';
import { putAway } from './put-away.ts';
import { committedReads } from './reads.ts';
import { requestsOf } from './requests.ts';
import { stillLanded } from './still-landed.ts';
import { runsKnown } from './still-open.ts';
import { heldBack, standingNights } from './taken-back.ts';
import { foreignLines, trespassesIn, writtenBySteps } from './territory.ts';
import { todosOf } from './todos.ts';
import { stillCovered } from './verified.ts';

export interface GatherRequest extends AgentHome {
  /** A wake still speaks of the last dream's cycle; a dream only of what came after it. */
  readonly purpose: 'dream' | 'wake';
  /** Other runs that are at work right now. */
  readonly atWork?: readonly string[];
}

/**
 * Reads everything a dream or a wake may speak of. Each source may fail alone: what could not be read is named in `problems`, and the
 * rest is still true.
 */
export async function gatherFacts(request: GatherRequest): Promise<Facts> {
  const { world, home, settings, agent, purpose, atWork = [] } = request;
  const said: (string | undefined)[] = [];
  const attempt = attempting(said);
  const problemsSoFar = (): string[] => said.filter((problem) => problem !== undefined);
  const opening = early(async () => world.git.open(home.project, home.privateDir));
  const standing = early(async () => world.git.changed(await opening));
  const dayRead = early(async () => world.lines.day(home));
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
  const all = own.length > 0 ? own : nightsOf(ledger, agent);
  const nights = standingNights(all, ledger);
  const before = nights.at(-1);

  const repository = await attempt('the project', () => opening, undefined);
  const isOurs = await attempt('the commits', () => ownInProject(world, home, made, ledger), undefined);
  const reading = await projectFacts({
    ...{ world, home, repository, attempt, isOurs },
    worktree: standing,
    most: rem.commits ?? 12,
  });
  const figures = figuresEarly(world, repository, reading.standing);
  const boardBytes = await readHome('reading plan.org', boardPath);
  if (boardBytes === undefined) {
    await reading.tree;
    if (problemsSoFar().length === 0) said.push('the board: there is no plan.org');
  }
  const parse = (): Board | undefined => (boardBytes === undefined ? undefined : parseBoard(boardBytes));
  const board = await attempt('the board', parse, undefined);

  const since = nights.at(-2)?.digested.steps?.time ?? '';
  const { records, torn, foreign, left } = await attempt('the steps', () => stepsIn(dayRead, since), noSteps);
  const worktree = home.project.worktree ?? home.home;
  const isWork = (path: string): boolean => !isHomeFile(path, home.shape);
  const writtenAt = (path: string): string | undefined => world.git.writtenAt(worktree, path);
  const mainWorktree = home.project.mainWorktree ?? worktree;
  const moves = await attempt('the checks', () => (repository && world.git.headMoves(repository)) ?? [], []);
  const ownNames = tryOr(() => repository && world.git.ownNames(repository)) ?? new Set();
  const sessions = runsKnown({ world, home }, now);
  const cycle = cycleOf({
    records,
    moves,
    nights,
    agent,
    now,
    purpose,
    atWork,
    project: reading.standing,
    worktree,
    mainWorktree,
    isWork,
    isOpen: sessions.isOpen,
    checks: rem.checks ?? [],
  });
  const logged = await reading.logged;
  const project = { ...reading.standing, tree: await reading.tree };
  const covering = { world, project, worktree, isWork, now, passed: cycle.passed, edits: cycle.allEdits };
  const verifying =
    repository === undefined ? [] : attempt('the checks', () => stillCovered({ ...covering, repository }), []);

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
  const { landed, lastBefore } = await attempt(
    'the commits',
    () => allLanded({ world, repository, isOurs }, project.head, commits, isElsewhere ? 0 : (newCommits?.length ?? 0)),
    nothingLanded,
  );
  const isLooking = purpose === 'dream' && landed.length === 0 && cycle.edits.length === 0;
  const reads = await attempt(
    'the project',
    () => committedReads(world, repository, project.head, isLooking ? cycle.reads : []),
    [],
  );
  const written = project.changed.flatMap(({ path }) => (isLeftover(path) ? [] : [path]));
  const byShell = byShellSince(cycle, worktree, written, commits[0]?.time);
  const isNew = new Set(project.changed.flatMap(({ path, kind }) => (kind === 'new' ? [path] : [])));
  const newByShell = byShell.filter(({ path, time }) => isNew.has(path) && time >= cycle.start);
  const flight = flightOf({
    ...{ changed: project.changed, edits: [...cycle.edits, ...newByShell], commits },
    allEdits: [...cycle.allEdits, ...byShell],
    othersEdits: editsOfRuns(records, atWork, worktree, mainWorktree),
  });
  const counted = flight.inFlight.flatMap((path) => project.changed.find((file) => file.path === path) ?? []);
  const sizesOf = async (of: Repository): Promise<Facts['sizes']> =>
    figures === undefined
      ? world.git.lineCounts(of, project.head ?? undefined, counted)
      : onlyOf(await figures, flight.inFlight);
  const counting =
    repository === undefined || counted.length === 0
      ? noSizes
      : attempt('the project', () => sizesOf(repository), noSizes);
  const elsewhere = await attempt('the other worktrees', () => openElsewhere(world, home, records, now), []);
  const puttingAway = attempt('the stashes', () => putAway(world, repository, now), []);
  // Whatever lies in the place of that file: a dream can do without.
  const gone = (): Facts['gone'] => tryOr(() => goneSessions({ world, home }, records, before?.time ?? '')) ?? [];
  const intents = settings.record?.prompts === false ? [] : cycle.intents;
  const prompts = intents.filter(({ tool }) => tool === 'prompt').map(({ time, target }) => ({ time, text: target }));
  const asked = askedIn(intents);
  const branched = await attempt(
    'the other branches',
    () =>
      branchesIn({
        ...{ world, repository, isOurs, head: project.head, board, asked: prompts },
        since: nights.at(purpose === 'dream' ? -1 : -2)?.time ?? earliest(cycle.start, before?.time),
        earliest: asked[0]?.time,
      }),
    nothingBranched,
  );
  const { inFlight } = flight;
  const landing = { world, repository, head: project.head, known: [...commits, ...landed], isElsewhere };
  const lastSaid = stillSaid(before, board, ledger, evidence);
  const saidBefore = await attempt('the commits', () => stillLanded(lastSaid, landing), lastSaid);
  const { finished, spokenOf } = finishedIn({
    board,
    landed,
    lastBefore,
    asked: askedHere(prompts, landed, branched),
    inFlight,
    lastNight: saidBefore,
    isNight: purpose === 'dream',
  });
  // Reverted, or thrown away (`git reset`): what the night saw is not there any more.
  const isTakenBack =
    landed.some(({ subject }) => /^revert\b/iu.test(subject)) || (landed.length === 0 && before?.head !== project.head);
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
  const isBoardNew = lastBoardIn(known) !== boardHash;
  const isFirst = before === undefined;
  const found: NewsFacts = {
    isFirst,
    commits: isFirst
      ? commits.length
      : isElsewhere
        ? commits.filter(({ isNew }) => isNew).length
        : (newCommits?.length ?? commits.length),
    // As `dk steps` counts them: a call is told when it starts, when it ends, and with its batch.
    steps: callsOf(cycle.fresh.filter((record) => !isIntent(record))).length,
    board: isFirst ? (board?.headings.some(({ state }) => state !== undefined) ?? false) : isBoardNew,
    files: isFirst ? project.changed.length > 0 : ![before.digested.changed, seenHere].includes(changed),
  };
  const undone = { agent, last: all.at(-1), before, records, changed, isBoardNew, repository, isOurs };
  const news = await attempt('the commits', () => heldBack(found, { ...undone, world, head: project.head }), found);
  const { notes, upkeep } = await attempt('the notes', () => readNotes(world, home, ledger), nothingRemembered);
  const harnessNotes = await attempt('the notes of the harness', () => world.harnesses.notes(worktree), []);
  const [verified, sizes, stashes] = await Promise.all([verifying, counting, puttingAway]);
  return {
    now,
    zone: zoneOf(settings, world),
    agent,
    settings,
    project,
    commits,
    landed,
    onBranches: branched.cycle,
    doneOnBranch: branched.done,
    board,
    finished,
    looksDone,
    spokenOf: spokenOfSince(spokenOf, purpose === 'dream' || isTakenBack ? undefined : before),
    news,
    lastNight,
    ledger,
    problems: problemsSoFar(),
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
      failures: withChanges(cycle.failures, { commits, project, isWork, writtenAt }),
      ...{ lastFailed: cycle.lastFailed, stillRed: cycle.stillRed },
      runs: cycle.runs,
      cycleStart: cycle.start,
    },
    ...flight,
    sizes,
    elsewhere,
    stashes,
    gone: purpose === 'dream' ? gone() : [],
    ...requestsOf({
      ...{ intents, commits, onBranches: branched.known, looksDone, board },
      ...{ allIntents: cycle.allIntents, calls: cycle.calls, ownNames },
      ...{ changed: project.changed, stashes, worktree, sessions },
    }),
    todos: todosOf(intents),
    plans,
    notes,
    upkeep,
    harnessNotes,
    digested: { steps: cycle.cursor ?? before?.digested.steps ?? null, board: boardHash, changed },
  };
}

const nothingRemembered: Pick<Facts, 'notes' | 'upkeep'> = { notes: [], upkeep: { edited: [], gone: [] } };
const nothingMade: MadeHere = { ids: new Set(), lines: new Set(), hashes: new Map(), commits: new Map() };
const nothingLanded: Landed = { landed: [], lastBefore: '' };
const noSizes: Facts['sizes'] = new Map();
const noJournal: JournalRead = { previous: undefined, beside: undefined, gaps: [] };

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
