// A dream's verdicts carried out, once: board and ledger in one commit, and a line for each that says what became of it.
import {
  applyVerdicts,
  type Board,
  boardPath,
  commitIn,
  matchAmong,
  parseBoard,
  parseVerdicts,
  type Task,
  titlesOf,
  type Verdict,
  type VerdictReport,
  withDoneDash,
} from '../board/board.ts';
import { changeId, ledgerAttributes, ledgerLine, makeChange, netOf, rememberLedger } from '../change/change.ts';
import { verdictChoice } from '../config/config.ts';
import { type DreamkeeperError, unlessBug } from '../errors/errors.ts';
import { type Facts, homeBytes } from '../facts/facts.ts';
import { hashOf, isIdleEcho, ledgerPath, tellDamage, type VerdictOutcome, type WakeLine } from '../journal/journal.ts';
import {
  adviceByChoice,
  adviceByRecord,
  adviceFromElsewhere,
  adviceOnDone,
  adviceUnlessPlain,
  followVerdicts,
  isDemoted,
  linesOfRecord,
  recordOf,
} from '../record/record.ts';
import type { Place } from '../world/world.ts';
import { isDealtWith, isDealtWithIn, onlyOnce } from './dealt-with.ts';
import {
  addedLater,
  changedSince,
  isOnlyLikely,
  namedNobody,
  type StateThen,
  statesThen,
  takenBack,
  withoutEvidence,
} from './guards.ts';
import { type Dream, dreamBeside, type NewestDream } from './newest-dream.ts';

export interface VerdictsDone {
  readonly outcomes: readonly VerdictOutcome[];
  readonly commit: string | null;
  /** The board as it is now. */
  readonly board: Board | undefined;
  /** Anything a person should know: why the verdicts wait, or where the change is. */
  readonly note: string | undefined;
}

/** A dream that says more than this is not read to its end; at most five of its lines could move anything. */
const mostLines = 20;

/** Those of the dream a wake goes by, then those of a younger one from elsewhere; each once. */
export async function carryOutAll(
  place: Place,
  facts: Facts,
  dream: NewestDream,
  isDry: boolean,
): Promise<VerdictsDone> {
  if (!isDry && facts.knownLedger !== undefined) rememberLedger(place.world, place.home, facts.knownLedger);
  const done = await carryOutVerdicts(place, facts, dream, isDry);
  const beside = dreamBeside(facts);
  if (beside === undefined) return done;
  const more = await carryOutVerdicts(place, { ...facts, board: done.board }, beside, isDry);
  return {
    outcomes: [...done.outcomes, ...more.outcomes],
    commit: more.commit ?? done.commit,
    board: more.board,
    note: done.note ?? more.note,
  };
}

/** Carries them out if no wake has dealt with this dream before. `isDry` only says what would happen. */
async function carryOutVerdicts(place: Place, facts: Facts, dream: NewestDream, isDry: boolean): Promise<VerdictsDone> {
  const nothing: VerdictsDone = { outcomes: [], commit: null, board: facts.board, note: undefined };
  const choice = verdictChoice(facts.settings);
  const damage = tellDamage(facts.ledger);
  if (damage !== undefined) return { ...nothing, note: `the verdicts wait, because ${damage}` };
  if (dream.kind !== 'dream' || (choice.moves === 'off' && choice.done === 'off') || facts.board === undefined)
    return nothing;
  // Without the ledger nobody can tell what was carried out before, and without the record of what was made here, whose dream it is.
  const unread = facts.problems.find((problem) => /^(?:the ledger|what was made here): /u.test(problem));
  if (unread !== undefined) return { ...nothing, note: `the verdicts wait, because ${unread}` };
  if (isDealtWith(facts.ledger, facts.evidence, dream)) return nothing;
  const verdicts = parseVerdicts(
    dream.entry.verdicts
      .slice(0, mostLines)
      .map((line) => `- ${line}`)
      .join('\n'),
  ).filter(({ verb }) => choice[verb === 'done' ? 'done' : 'moves'] !== 'off');
  if (verdicts.length === 0) return nothing;
  const isAdvice = ({ verb }: Verdict): boolean => choice[verb === 'done' ? 'done' : 'moves'] === 'advise';
  const stopped =
    dream.whose === 'foreign' && facts.settings.rem?.foreign !== 'apply'
      ? adviceFromElsewhere
      : dream.night !== undefined && isIdleEcho(facts.ledger, dream.night)
        ? 'this dream only repeats the one before it'
        : await badRecord(place, facts, dream, verdicts);
  const { board } = facts;
  const advice = (verdict: Verdict): string | undefined =>
    isAdvice(verdict)
      ? verdict.verb === 'done'
        ? adviceOnDone
        : adviceByChoice
      : (stopped ?? (isOnlyLikely(facts, board, dream, verdict) ? adviceUnlessPlain : undefined));
  const states = await statesThen(place, dream);
  const judged = judgeAll(facts, dream, states, verdicts, advice);
  // Where nothing but `keep course` is said, nothing could ever be applied twice: no commit for that.
  if (isDry || verdicts.every(({ verb }) => verb === 'keep course')) return { ...nothing, outcomes: judged.outcomes };
  const held = ({ message }: DreamkeeperError): VerdictsDone => {
    // Another wake was faster: it has done, and told of, all there was to do.
    if (isDealtWithIn(place, homeBytes(place.world, place.home, ledgerPath), dream)) return nothing;
    const why = `waits for a later wake: ${message}`;
    const outcomes = judged.outcomes.map(
      (each): VerdictOutcome => (each.result === 'applied' ? { ...each, result: 'refused', to: null, why } : each),
    );
    return { ...nothing, outcomes, note: `the verdicts wait: ${message}` };
  };
  return land(place, facts, dream, judged).catch(unlessBug(held));
}

/** Why this dreamer's verdicts are only told; undefined as long as its owner trusts it. */
async function badRecord(
  place: Place,
  facts: Facts,
  dream: Dream,
  verdicts: readonly Verdict[],
): Promise<string | undefined> {
  const { settings, board, agent } = facts;
  if (settings.dreamer?.min_record === undefined || verdicts.every(({ verb }) => verb === 'keep course'))
    return undefined;
  const model = dream.night?.model ?? dream.entry.header.model;
  const record = recordOf(await followVerdicts({ ...place, lines: linesOfRecord(facts), board, agent }), model);
  return isDemoted(settings, record) ? adviceByRecord(model, record, settings) : undefined;
}

interface Judged {
  readonly outcomes: readonly VerdictOutcome[];
  /** The verdicts that move something, with the state their task must still have. */
  readonly moving: readonly { readonly verdict: Verdict; readonly from: string }[];
}

function judgeAll(
  facts: Facts,
  dream: Dream,
  states: StateThen,
  verdicts: readonly Verdict[],
  /** Why a verdict is told and not carried out, whatever it says. */
  advice: (verdict: Verdict) => string | undefined,
): Judged {
  const { board } = facts;
  if (board === undefined) return { outcomes: [], moving: [] };
  // Mostly all that is said is `keep course`, and to read a thousand titles for that takes longer than all the rest.
  const isOfTasks = verdicts.some(({ verb }) => verb !== 'keep course' && verb !== 'unknown');
  const titles = isOfTasks ? titlesOf(board) : { words: [], candidates: [], alike: new Map() };
  const guarded = verdicts.map((verdict) => {
    const stopped = verdict.verb === 'keep course' ? undefined : advice(verdict);
    return (
      stopped ??
      addedLater(dream, verdict) ??
      namedNobody(dream, verdict) ??
      changedSince(titles, states, verdict) ??
      withoutEvidence(facts, board, titles, dream, verdict)
    );
  });
  const letThrough = verdicts.filter((_, index) => guarded[index] === undefined);
  const { reports } = applyVerdicts(board, letThrough, { titles });
  const alone = applyVerdicts(board, verdicts, { titles }).reports;
  let at = 0;
  const outcomes: VerdictOutcome[] = [];
  const moving: { verdict: Verdict; from: string }[] = [];
  for (const [index, verdict] of verdicts.entries()) {
    const report = guarded[index] === undefined ? reports[at] : alone[index];
    if (guarded[index] === undefined) at += 1;
    if (report === undefined) continue;
    const refusal = guarded[index] ?? takenBack(facts, report);
    // What would not have moved anyway says so itself; the guard only speaks where it held something back.
    const isHeld = refusal !== undefined && report.result === 'applied';
    outcomes.push(
      isHeld
        ? { ...outcomeOf(verdict, report), result: 'refused', to: null, why: refusal }
        : outcomeOf(verdict, report),
    );
    if (!isHeld && report.result === 'applied' && report.from !== undefined)
      moving.push({ verdict, from: report.from });
  }
  return { outcomes, moving };
}

function outcomeOf(verdict: Verdict, report: VerdictReport): VerdictOutcome {
  return {
    line: verdict.line,
    move: verdict.verb,
    target: verdict.verb === 'keep course' || verdict.verb === 'unknown' ? null : verdict.rest,
    task: report.task ?? null,
    from: report.from ?? null,
    to: report.to ?? null,
    result: report.result,
    why: report.reason === '' ? report.why : report.reason,
    ...(report.released === undefined ? {} : { released: report.released }),
  };
}

async function land(place: Place, facts: Facts, dream: Dream, { outcomes, moving }: Judged): Promise<VerdictsDone> {
  const { world, home } = place;
  const net = netOf(facts.settings);
  // The board has a title already; a log that repeats it need not repeat a credential in it.
  const log = (board: Board, { title }: Task, why: string): Uint8Array =>
    withDoneDash(board, { date: facts.now.slice(0, 10), who: facts.agent }, net.redact(title), commitIn(why));
  // The same moves on whatever version of the board it is given; where a task stands otherwise there, its move waits.
  const moveAll = (bytes: Uint8Array | undefined): Uint8Array => {
    const board = parseBoard(bytes ?? new Uint8Array());
    const titles = titlesOf(board);
    const fitting = moving.filter(({ verdict, from }) => {
      const match = matchAmong(titles, verdict.rest);
      return match.kind === 'found' && match.task.state === from;
    });
    return applyVerdicts(
      board,
      fitting.map(({ verdict }) => verdict),
      { titles, log },
    ).bytes;
  };
  const after = moveAll(facts.board?.bytes);
  const id = changeId(world, 'w');
  const line: WakeLine = {
    kind: 'wake',
    id,
    agent: facts.agent,
    time: facts.now,
    dream: dream.id,
    sha256: dream.sha256,
    board: hashOf(after),
    // A dream that is not ours may say anything.
    verdicts: net.within([...outcomes]),
  };
  const ledger = ledgerLine(world, home, line, (bytes) => onlyOnce(place, bytes, dream));
  const moved = outcomes.filter(({ result }) => result === 'applied');
  const changed = await makeChange(world, home, {
    // The board comes first: if its owner writes it meanwhile, nothing has to be taken back.
    files: [
      ...(moving.length > 0 ? [{ path: boardPath, edit: moveAll, undo: 'moves' as const }] : []),
      ledger,
      ledgerAttributes,
    ],
    subject: `board: ${moved.length === 0 ? 'no verdict applied' : moved.map(({ from, to, task }) => `${from} → ${to} ${task}`).join(' · ')}`,
    body: `Verdicts of ${dream.id}: ${outcomes.map(({ line: text, result }) => `${result} (${text})`).join('; ')}`,
    agent: facts.agent,
    id,
    secrets: facts.settings.secrets,
    isHasty: true,
  });
  return {
    outcomes,
    commit: changed.kind === 'changed' ? (changed.commit ?? null) : null,
    board: parseBoard(homeBytes(world, home, boardPath) ?? after),
    note: changed.note,
  };
}
