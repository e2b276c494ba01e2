// The dreamer's record: each verdict followed to its outcome through ledger and git, and how often a dreamer was right.
import { type Board, boardPath, parseBoard, parseVerdicts } from '../board/board.ts';
import { madeHere } from '../change/change.ts';
import type { HomeSettings } from '../config/config.ts';
import { unlessBug } from '../errors/errors.ts';
import { type Facts, foreignLines, homeBytes, homeLedger } from '../facts/facts.ts';
import {
  type DreamLine,
  isDream,
  isIdleEcho,
  isUndone,
  type LedgerRead,
  ledgerPath,
  type VerdictOutcome,
} from '../journal/journal.ts';
import { oneLine } from '../text/text.ts';
import type { FoundHome, Place, World } from '../world/world.ts';
import { type Sight, sightsOf } from './boards-then.ts';
import { type Fate, fateOf, type Judgement, judgements } from './verdict-fates.ts';

/** A verdict, and what became of it. */
export interface FollowedVerdict {
  /** The night's id. */
  readonly night: string;
  readonly model: string;
  readonly line: string;
  readonly task: string | null;
  readonly move: string;
  readonly fate: Fate;
  readonly judgement: Judgement;
}

/** How often a dreamer was right, of its newest verdicts that can be judged. */
export interface DreamerRecord {
  readonly right: number;
  readonly wrong: number;
  readonly open: number;
  /** Null as long as nothing can be judged. */
  readonly share: number | null;
}

export interface RecordSources extends Place {
  /** The lines that are ours; what somebody else wrote there is no evidence for or against anybody. */
  readonly lines: LedgerRead['lines'];
  readonly board: Board | undefined;
  /** Whose nights; everybody's if nobody is named. */
  readonly agent?: string | undefined;
}

/** What is older than this is forgiven and forgotten. */
const mostNights = 60;
const mostJudged = 30;
/** With fewer judged verdicts nobody is measured, unless the settings say otherwise. */
export const judgedFirst = 8;

/** The verdicts of the newest nights with their fates, newest night first. */
export async function followVerdicts(sources: RecordSources): Promise<FollowedVerdict[]> {
  const { lines: all, board, agent } = sources;
  const isFollowed = (line: LedgerRead['lines'][number]): line is Night =>
    isDream(line) && (agent === undefined || line.agent === agent);
  const oldest = all.filter(isFollowed).slice(-mostNights)[0];
  // What came before is of no interest, however long the ledger is by now.
  const lines = oldest === undefined ? [] : all.slice(all.indexOf(oldest));
  const nights = [...lines.entries()].flatMap(([at, line]) => (isFollowed(line) ? [{ at, night: line }] : []));
  // Only what moved something, or might have, is followed on the boards after it; until the first of them there is nothing to ask git.
  const first = lines.findIndex(
    (line) => line.kind === 'wake' && line.verdicts.some((each) => each.result === 'applied' || isAdviceOnly(each)),
  );
  const sights = first === -1 ? [] : await sightsOf(sources, lines, first, board);
  const history: History = { all, lines, sights, advised: new Map() };
  return nights
    .map(({ at, night }) => followNight(history, night, at))
    .toReversed()
    .flat();
}

/**
 * The lines a dreamer is judged by: those of this machine. Where nobody has slept yet, in a fresh clone, what its history brought along is
 * shown; the first night here begins a record of its own.
 */
export function linesOfRecord({
  ledger,
  evidence,
  foreignLines: foreign,
}: Pick<Facts, 'ledger' | 'evidence' | 'foreignLines'>): LedgerRead['lines'] {
  return evidence.some(isDream) ? evidence : ledger.lines.filter(({ id }) => !foreign.includes(id));
}

/** The same for whoever has not gathered anything; a home that cannot be read has nothing to tell. */
export async function followHome(world: World, home: FoundHome, agent?: string): Promise<FollowedVerdict[]> {
  const follow = async (): Promise<FollowedVerdict[]> => {
    const ledger = homeLedger(world, home);
    const bytes = world.files.read(home.home, ledgerPath);
    const made = madeHere(world, home).lines;
    const evidence = ledger.lines.filter(({ hash }) => made.has(hash));
    const { foreign } = await foreignLines(world, home, bytes, ledger);
    const lines = linesOfRecord({ ledger, evidence, foreignLines: foreign });
    const plan = homeBytes(world, home, boardPath);
    return followVerdicts({ world, home, lines, board: plan && parseBoard(plan), agent });
  };
  return follow().catch(unlessBug(() => []));
}

type Night = Extract<LedgerRead['lines'][number], { kind: 'night' }> & DreamLine;

interface History {
  /** The whole ledger, in which also the night before the oldest can be found. */
  readonly all: LedgerRead['lines'];
  readonly lines: LedgerRead['lines'];
  readonly sights: readonly Sight[];
  /** Advice that was given already, and at which night: to say it again every night is not to be right every night. */
  readonly advised: Map<string, number>;
}

function followNight(history: History, night: DreamLine, at: number): FollowedVerdict[] {
  const { lines } = history;
  const ledger: LedgerRead = { lines, broken: undefined };
  const nightsOfAgent = lines.flatMap((line, index) => (isDream(line) && line.agent === night.agent ? [index] : []));
  const nights = (after: number, until: number): number =>
    nightsOfAgent.filter((index) => index > after && index <= until).length;
  const wakes = [...lines.entries()].flatMap(([index, line]) =>
    line.kind === 'wake' && line.dream === night.id ? [{ index, wake: line }] : [],
  );
  // Of several clones that were joined, the one whose wake moved something.
  const { index = -1, wake } =
    wakes.find((each) => each.wake.verdicts.some(({ result }) => result === 'applied')) ?? wakes[0] ?? {};
  // What was taken back and put back again counts from there: the board in between was its owner's doubt, and they overcame it.
  const since = Math.max(
    index,
    lines.findLastIndex((line) => line.kind === 'undo' && line.undid.includes(wake?.id ?? night.id)),
  );
  const left = [...(wake?.verdicts ?? [])];
  const isIdle = isIdleEcho({ lines: history.all, broken: undefined }, night);
  const isNightUndone = isUndone(ledger, night.id);
  const fateFor = (given: DreamLine['verdicts'][number], move: string): Fate | undefined => {
    const outcome = takeOutcome(left, given.line);
    // What was dealt with has its fate at the night that said it first. (Only another clone can have carried it out again.)
    if (isIdle && outcome?.result !== 'applied') return undefined;
    if (move === 'keep course') return 'no move';
    if (outcome === undefined || wake === undefined) {
      if (isNightUndone) return 'overruled';
      return wake === undefined && nights(at, lines.length) === 0 ? 'waiting' : 'no sign';
    }
    const isAdvice = isAdviceOnly(outcome);
    if (isAdvice && isRepeated(history, night, outcome, nights, at)) return 'no sign';
    return fateOf({
      outcome,
      given,
      isAdvice,
      nights,
      at: since,
      end: lines.length,
      isUndone: isNightUndone || isUndone(ledger, wake.id),
      sights: history.sights.filter((sight) => sight.at > since),
    });
  };
  const followed = night.verdicts.flatMap((given): FollowedVerdict[] => {
    const move = moveOf(given.line);
    const fate = fateFor(given, move);
    return fate === undefined ? [] : [followedBy(night, given.line, given.task, move, fate)];
  });
  const repeated = isIdle ? repeatedIn(night, wake?.verdicts ?? []) : undefined;
  if (repeated !== undefined && followed.length === 0) return [repeated];
  // What a night's host left out never came to be a verdict; that it was said counts all the same, and of an echo once.
  const nothing = followedBy(night, '', null, 'unknown', 'named nothing');
  const count = Math.min(night.left ?? 0, night.echo ? 1 : mostJudged);
  return [...followed, ...Array.from({ length: count }, () => nothing)];
}

/**
 * Nobody is asked about a day without news, so whoever says of another day what they said of the last did not look; and the move they ask
 * for again was made, or refused, since. That is one mistake, however many verdicts it repeats: what they are worth is told where they were
 * said first. To keep course twice is none, nor is advice that nobody has followed yet; and the rules have few words, and no choice of them.
 */
function repeatedIn(night: DreamLine, outcomes: readonly VerdictOutcome[]): FollowedVerdict | undefined {
  const first = outcomes.find((outcome) => outcome.move !== 'keep course' && !isAdviceOnly(outcome));
  if (first === undefined || dreamerOf(night.model) === 'builtin') return undefined;
  return followedBy(night, first.line, first.task, first.move, 'only repeated');
}

function followedBy(night: DreamLine, line: string, task: string | null, move: string, fate: Fate): FollowedVerdict {
  return { night: night.id, model: night.model, line, task, move, fate, judgement: judgements[fate] };
}

function isRepeated(
  { advised }: History,
  { agent, model }: DreamLine,
  { move, task, from }: VerdictOutcome,
  nights: (after: number, until: number) => number,
  at: number,
): boolean {
  const key = JSON.stringify([agent, dreamerOf(model), move, task, from]);
  const before = advised.get(key);
  if (before !== undefined && nights(before, at) <= 6) return true;
  advised.set(key, at);
  return false;
}

/** The outcome of this line, and each only once. */
function takeOutcome(outcomes: VerdictOutcome[], line: string): VerdictOutcome | undefined {
  const found = outcomes.findIndex((each) => each.line.trim() === line.trim());
  return found === -1 ? undefined : outcomes.splice(found, 1)[0];
}

function moveOf(line: string): string {
  return parseVerdicts(`- ${line}`)[0]?.verb ?? 'unknown';
}

/** The rules are one dreamer, in whose place ever they dream. */
function dreamerOf(model: string): string {
  return /^builtin(?:\s|$)/u.test(model) ? 'builtin' : model;
}

export function recordOf(followed: readonly FollowedVerdict[], model: string): DreamerRecord {
  const own = followed.filter((each) => dreamerOf(each.model) === dreamerOf(model));
  const judged = own.filter(({ judgement }) => judgement === 'right' || judgement === 'wrong').slice(0, mostJudged);
  const count = judged.filter(({ judgement }) => judgement === 'right').length;
  return {
    right: count,
    wrong: judged.length - count,
    open: own.filter(({ judgement }) => judgement === 'open').length,
    share: judged.length === 0 ? null : count / judged.length,
  };
}

/** Whether the owner of this home wants this dreamer's verdicts only as advice. */
export function isDemoted({ dreamer }: HomeSettings, { right, wrong, share }: DreamerRecord): boolean {
  const least = dreamer?.min_record;
  return least !== undefined && share !== null && right + wrong >= (dreamer?.after ?? judgedFirst) && share < least;
}

/** The records of the dreamers of the newest nights, the newest dreamer first; at most three that have any. */
export function recordsOf(
  followed: readonly FollowedVerdict[],
  settings: HomeSettings,
): (DreamerRecord & { readonly model: string; readonly isDemoted: boolean })[] {
  const newest = new Set([...new Set(followed.map(({ night }) => night))].slice(0, 30));
  const models = new Set(followed.filter(({ night }) => newest.has(night)).map(({ model }) => dreamerOf(model)));
  return [...models]
    .map((model) => ({ model, record: recordOf(followed, model) }))
    .filter(({ record }) => record.share !== null || record.open > 0)
    .slice(0, 3)
    .map(({ model, record }) => ({ model, ...record, isDemoted: isDemoted(settings, record) }));
}

/** Why verdicts are told and not carried out. By these words the ledger shows later that they were advice, so they are written here only. */
export const adviceByChoice = 'verdicts are advice in this home (verdicts: advise)';

/** A task that looks done is told, and closed by whoever knows that it is. */
export const adviceOnDone = 'verdicts are advice in this home (verdicts: {done: advise})';

/** Even where tasks are closed by verdicts: only those of which something says plainly that they are done. */
export const adviceUnlessPlain =
  'verdicts are advice in this home (where no ticked boxes, no closed issue and no commit with its title say plainly that a task is done)';

/** A clone or a merge brought it: whoever wrote it did not see this day. */
export const adviceFromElsewhere = 'verdicts of dreams from elsewhere are advice here: no `rem.foreign: apply`';

export function adviceByRecord(model: string, { right, wrong }: DreamerRecord, { dreamer }: HomeSettings): string {
  return `verdicts of ${oneLine(model, 80)} are advice here: ${right} of ${right + wrong} were right (dreamer.min_record: ${dreamer?.min_record ?? ''})`;
}

/** Whether a verdict was told, and not carried out for that reason alone. */
export function isAdviceOnly({ result, why }: VerdictOutcome): boolean {
  return result === 'refused' && /^verdicts (?:are advice in this home|of .+ are advice here:) /u.test(why);
}
