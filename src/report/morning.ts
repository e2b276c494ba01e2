// The morning report as data: what the nights of the last day did, what waits for a person, and how to take it back.
import { netOf } from '../change/change.ts';
import { verdictChoice, zoneOf } from '../config/config.ts';
import { DreamkeeperError, unlessBug } from '../errors/errors.ts';
import { gatherFacts, homeBytes, type Memories, rememberedNow } from '../facts/facts.ts';
import { isDream, isNight, isUndone, type NightLine } from '../journal/journal.ts';
import { archivedIn, archivePath } from '../memory/memory.ts';
import { readReceipts } from '../night/night.ts';
import { observationsPath, selfFolder } from '../observations/observations.ts';
import { followHome } from '../record/record.ts';
import { counted, localTime } from '../text/text.ts';
import { toldDone } from '../wake/wake.ts';
import type { AgentHome, Repository } from '../world/world.ts';
import { commandOf } from './command.ts';
import { costOf } from './cost.ts';
import { backInWords, headlineOf, triedInWords, waitingInWords } from './headline.ts';
import { notedSince, observedBy, observedIn } from './learned.ts';
import type { EarlierMove, KnownNight, Learned, MemoryChange, Morning } from './morning-types.ts';
import { memoryChanges } from './night-memory.ts';
import { attemptsIn, type Period, periodOf } from './period.ts';
import { shownNight } from './shown-night.ts';
import type { Status } from './status.ts';
import { doneInWords, earlierInWords, moveInWords } from './told.ts';
import { waitsFor } from './waits.ts';

export interface MorningRequest {
  /** Only this night, by its id. */
  readonly night?: string | undefined;
  readonly status: Pick<Status, 'overdue' | 'problems'>;
  /** What only other rooms know of a night. */
  ask(night: NightLine): Promise<KnownNight>;
}

const week = 7 * 24 * 60 * 60 * 1000;
const mostEarlier = 8;

export async function morningOf(home: AgentHome, request: MorningRequest): Promise<Morning> {
  const { world, home: place, settings, agent } = home;
  const unknown: string[] = [];
  const orSay = <T>(what: string, instead: T): ((error: unknown) => T) =>
    unlessBug(({ message }) => {
      unknown.push(`${what} could not be read: ${message}.`);
      return instead;
    });
  const now = world.now();
  const memories = await rememberedNow(home).catch(orSay('The ledger and what is remembered', undefined));
  const ledger = memories?.ledger ?? { lines: [], broken: undefined };
  const asked = { agent, now, night: request.night };
  const period = periodOf(ledger, asked);
  const all = readReceipts(world, place);
  const attempts = attemptsIn(all, asked, period.from).map(({ id, startedAt, outcome, reason, message, count }) => ({
    ...{ id, time: startedAt, outcome, reason, message, count },
  }));
  const known = new Map<string, KnownNight>();
  for (const night of period.nights) {
    const told = await request.ask(night).catch(orSay(`What is known of ${night.id}`, undefined));
    if (told !== undefined) known.set(night.id, told);
  }
  const standing = period.nights.filter(({ id }) => !isUndone(ledger, id));
  const changed = await changesOf(home, standing, known, memories).catch(
    orSay<Changes>('What changed in memory', { memory: [], learned: [] }),
  );
  const until = request.night === undefined ? now.toISOString() : '';
  const noted = memories === undefined ? [] : notedSince(memories, period.from, until);
  const receipts = all.filter(
    (each) => each.agent === agent && (each.startedAt >= period.from || period.nights.some(({ id }) => id === each.id)),
  );
  const mine = request.night === undefined ? receipts : receipts.filter(({ id }) => id === request.night);
  const cost = costOf(
    mine,
    period.nights.map(({ id }) => id),
  );
  if (!cost.isWhole)
    unknown.push('What some of these nights took is not known here: their receipts are on another machine.');
  if (period.left > 0)
    unknown.push(
      `${counted(period.left, 'earlier night')} since yesterday ${period.left === 1 ? 'is' : 'are'} left out: \`dk nights list\` has them.`,
    );
  if (memories !== undefined && ledger.broken !== undefined)
    unknown.push(
      `The ledger is damaged in line ${ledger.broken.line} (${ledger.broken.reason}), so what it says is not complete. \`dk doctor\` says what to do.`,
    );
  const kind =
    period.nights.length === 0
      ? ledger.lines.some(isNight)
        ? 'quiet'
        : 'empty'
      : isQuiet(period, now, request.night)
        ? 'quiet'
        : 'slept';
  const zone = zoneOf(settings, world);
  const choice = verdictChoice(settings);
  const told = {
    kind,
    nights: period.nights.map((night) =>
      shownNight(night, receipts, known.get(night.id)?.proof.commit ?? null, isUndone(ledger, night.id)),
    ),
    memory: changed.memory,
    learned: [...changed.learned, ...noted],
    tales: standing.flatMap(({ id, time }) => {
      const text = known.get(id)?.tale ?? null;
      return text === null ? [] : [{ night: id, time, text }];
    }),
    board: {
      moves: standing.flatMap(({ id }) =>
        (known.get(id)?.moves ?? []).map((move) => ({ ...{ night: id, ...move }, told: moveInWords(move, choice) })),
      ),
      earlier: await earlierMoves(home, ledger.lines, period, zone),
    },
  } as const;
  const last = period.nights.at(-1);
  const proof = period.nights.flatMap(({ id }) => {
    const own = known.get(id)?.proof;
    return own === undefined ? [] : [{ night: id, result: own.result, why: own.why, checks: own.checks }];
  });
  // What failed and was made good since waits for nobody.
  const since = attempts.filter(({ time }) => time > (last?.time ?? ''));
  const waits = waitsFor(home, { memories, status: request.status, attempts: since, proof });
  const looksDone = await looksDoneIn(home).catch(orSay<Morning['looksDone']>('The board', []));
  const undo = period.nights.toReversed().map(({ id }, at) => undoOf(id, isUndone(ledger, id), at === 0));
  const morning: Morning = {
    ...{ agent, home: place.home, time: now.toISOString(), zone, from: period.from, ...told },
    ...headlineOf(
      told,
      last === undefined ? '' : `${localTime(last.time, zone)} (${last.id})`,
      request.night !== undefined,
      period.left,
    ),
    ...{ attempts, tried: triedInWords(attempts) },
    looksDone,
    proof,
    checks:
      (proof.find(({ result }) => result === 'refused') ?? proof.findLast(({ checks }) => checks.length > 0))?.checks ??
      [],
    cost,
    waits,
    waiting: waitingInWords(waits, looksDone),
    back: backInWords(undo),
    undo,
    partly: partlyOf(changed.memory),
    unknown,
  };
  return netOf(settings).within(morning);
}

/** What is the same for every night is said once. */
function undoOf(night: string, isBack: boolean, isFirst: boolean): Morning['undo'][number] {
  return {
    ...{ night, isUndone: isBack, command: `dk undo ${night}${isBack ? ' --redo' : ''}` },
    told: isBack
      ? `${night} was taken back. To put it back again:`
      : 'All that the night did in the journal, in memory and on the board, byte for byte:',
    after:
      isBack || !isFirst
        ? null
        : 'With `--redo` behind it, the same command puts all of it there again. What came later stays: if something is in the way, such as an answer that you gave, nothing is changed, and you are told what to undo first.',
  };
}

const partlyOf = (memory: readonly MemoryChange[]): string | null =>
  memory.some(({ restore }) => restore.length > 0)
    ? 'To bring back only one entry from the archive: the command below it, under "Memory".'
    : null;

/** The last night is older than the day it looks back. */
function isQuiet({ nights }: Period, now: Date, night: string | undefined): boolean {
  return night === undefined && nights.every(({ time }) => now.getTime() - Date.parse(time) > 24 * 60 * 60 * 1000);
}

interface Changes {
  readonly memory: readonly MemoryChange[];
  readonly learned: readonly Learned[];
}

async function changesOf(
  { world, home, settings, agent }: AgentHome,
  nights: readonly NightLine[],
  known: ReadonlyMap<string, KnownNight>,
  memories: Memories | undefined,
): Promise<Changes> {
  const folder = selfFolder(settings, agent);
  const repository = await world.git.open(home.repository, home.privateDir);
  const observations = observationsPath(folder);
  const archived = archivedIn(homeBytes(world, home, archivePath) ?? new Uint8Array());
  const memory: MemoryChange[] = [];
  const learned: Learned[] = [];
  for (const night of nights) {
    const at = await commitOf(repository, world, known.get(night.id)?.proof.commit ?? null);
    if (at === undefined) continue;
    memory.push(...(await memoryChanges(world, repository, night, at, { observations, archived })));
    const ids = memories === undefined ? undefined : observedBy(memories.ledger, agent, night.id);
    if (ids !== undefined) learned.push(...(await observedIn(world, repository, { night: night.id, ids, folder }, at)));
  }
  return { memory, learned };
}

async function commitOf(
  repository: Repository,
  { git }: AgentHome['world'],
  commit: string | null,
): Promise<{ readonly commit: string; readonly parent: string | undefined } | undefined> {
  return commit === null ? undefined : git.show(repository, commit);
}

/** Of dreams of the week before; what was no move, and where nothing can be said, is left out. */
async function earlierMoves(
  { world, home, agent }: AgentHome,
  lines: Memories['ledger']['lines'],
  { from, nights }: Period,
  zone: string,
): Promise<EarlierMove[]> {
  const since = new Date(Date.parse(from) - week).toISOString();
  const here = new Set(nights.map(({ id }) => id));
  const before = new Map(
    lines
      .filter(isDream)
      .filter(({ id, time }) => !here.has(id) && time < from && time >= since)
      .map(({ id, time }) => [id, time]),
  );
  const followed = await followHome(world, home, agent);
  return followed
    .filter(({ night, judgement, line }) => before.has(night) && judgement !== 'neutral' && line !== '')
    .slice(0, mostEarlier)
    .map(({ night, line, fate, judgement }) => {
      const time = before.get(night) ?? from;
      const day = localTime(time, zone).replace(/ \d\d:\d\d$/u, '');
      return { ...{ night, time, line, fate, judgement }, told: earlierInWords(line, fate, day) };
    });
}

async function looksDoneIn(home: AgentHome): Promise<Morning['looksDone']> {
  const facts = await gatherFacts({ ...home, purpose: 'wake' });
  const board = facts.problems.find((problem) => problem.startsWith('the board: '));
  if (board !== undefined)
    throw new DreamkeeperError('E_BOARD_BINARY', board.slice('the board: '.length), { hint: 'Run `dk doctor`.' });
  return toldDone(facts).map(({ task, state, commit, why, isSure }) => ({
    ...{ task, state, commit, why, isSure },
    command: commandOf('dk board done', task) ?? null,
    told: doneInWords(state, task, commit, why),
  }));
}
