// A dream's verdicts carried out, once: board and ledger in one commit, and a line for each that says what became of it.
import { createHash } from 'node:crypto';
import {
  applyVerdicts,
  type Board,
  matchTask,
  parseBoard,
  parseVerdicts,
  type Verdict,
  type VerdictReport,
} from '../board/board.ts';
import { changeId, type FileEdit, makeChange } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import type { Facts } from '../facts/facts.ts';
import { nightsOf, type VerdictOutcome, type WakeLine, wakeFor, withLedgerLine } from '../journal/journal.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';
import type { NewestDream } from './newest-dream.ts';

export interface VerdictsDone {
  readonly outcomes: readonly VerdictOutcome[];
  readonly commit: string | null;
  /** The board as it is now. */
  readonly board: Board | undefined;
  /** Anything a person should know: why the verdicts wait, or where the change is. */
  readonly note: string | undefined;
}

/** Carries them out if no wake has dealt with this dream before. `isDry` only says what would happen. */
export async function carryOutVerdicts(
  world: World,
  home: FoundHome,
  facts: Facts,
  dream: NewestDream,
  isDry: boolean,
): Promise<VerdictsDone> {
  const nothing: VerdictsDone = { outcomes: [], commit: null, board: facts.board, note: undefined };
  const choice = facts.settings.verdicts ?? 'apply';
  if (dream.kind !== 'dream' || choice === 'off' || facts.board === undefined) return nothing;
  const dealtWith = wakeFor(facts.ledger, dream.id);
  if (dealtWith !== undefined) return nothing;
  const verdicts = parseVerdicts(dream.entry.verdicts.map((line) => `- ${line}`).join('\n'));
  const stopped =
    choice === 'advise'
      ? 'verdicts are advice in this home (verdicts: advise)'
      : isIdleEcho(facts, dream)
        ? 'this dream only repeats the one before it'
        : undefined;
  const states = await statesThen(world, home, dream);
  const judged = judgeAll(facts, states, verdicts, stopped);
  // Where nothing but `keep course` is said, nothing could ever be applied twice: no commit for that.
  if (isDry || verdicts.every(({ verb }) => verb === 'keep course')) return { ...nothing, outcomes: judged.outcomes };
  try {
    return await land(world, home, facts, dream, judged);
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    const why = `waits for a later wake: ${error.message}`;
    return {
      ...nothing,
      outcomes: judged.outcomes.map((each) =>
        each.result === 'applied' ? { ...each, result: 'refused', to: null, why } : each,
      ),
      note: `the verdicts wait: ${error.message}`,
    };
  }
}

/** It repeats a dream whose verdicts were dealt with. If nobody woke in between, they are still to be done. */
function isIdleEcho({ ledger }: Facts, { night }: Dream): boolean {
  if (night?.echo !== true) return false;
  const before = nightsOf(ledger, night.agent);
  const at = before.findIndex(({ id }) => id === night.id);
  const previous = before[at - 1];
  return previous !== undefined && wakeFor(ledger, previous.id) !== undefined;
}

type Dream = Extract<NewestDream, { kind: 'dream' }>;

interface Judged {
  readonly outcomes: readonly VerdictOutcome[];
  /** The verdicts that move something, with the state their task must still have. */
  readonly moving: readonly { readonly verdict: Verdict; readonly from: string }[];
}

function judgeAll(facts: Facts, states: StateThen, verdicts: readonly Verdict[], stopped: string | undefined): Judged {
  const { board } = facts;
  if (board === undefined) return { outcomes: [], moving: [] };
  const guarded = verdicts.map((verdict) => {
    if (stopped !== undefined) return verdict.verb === 'keep course' ? undefined : stopped;
    return changedSince(board, states, verdict) ?? withoutEvidence(facts, board, verdict);
  });
  const letThrough = verdicts.filter((_, index) => guarded[index] === undefined);
  const { reports } = applyVerdicts(board, letThrough);
  const alone = applyVerdicts(board, verdicts).reports;
  let at = 0;
  const outcomes: VerdictOutcome[] = [];
  const moving: { verdict: Verdict; from: string }[] = [];
  for (const [index, verdict] of verdicts.entries()) {
    const refusal = guarded[index];
    const report = refusal === undefined ? reports[at] : alone[index];
    if (refusal === undefined) at += 1;
    if (report === undefined) continue;
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
  };
}

/** The state a verdict's task had when the dream was dreamt; undefined where nobody knows. */
type StateThen = (verdict: Verdict) => string | undefined;

/** Of our own dreams the ledger knows it; of another program's, the board in the commit that brought its entry. */
async function statesThen(world: World, home: FoundHome, { night, path }: Dream): Promise<StateThen> {
  if (night !== undefined) return ({ line }) => night.verdicts.find((given) => given.line === line)?.from ?? undefined;
  try {
    const repository = await world.git.open(home.repository, home.privateDir);
    const { commit } = await repository.head();
    const added = commit === undefined ? undefined : await world.git.adding(repository, commit, path);
    const entry = added === undefined ? undefined : (await repository.entries(added, ['plan.org'])).get('plan.org');
    if (entry === undefined) return () => undefined;
    const board = parseBoard(await repository.readBlob(entry.blob));
    return ({ rest }) => {
      const match = matchTask(board, rest);
      return match.kind === 'found' ? match.task.state : undefined;
    };
  } catch (error) {
    if (!(error instanceof DreamkeeperError)) throw error;
    // The history cannot be read. Legal moves are still all that can happen, and each is reported.
    return () => undefined;
  }
}

/** Somebody moved the task after the dream: their word is newer than its. */
function changedSince(board: Board, stateThen: StateThen, verdict: Verdict): string | undefined {
  if (verdict.verb === 'keep course' || verdict.verb === 'unknown') return undefined;
  const from = stateThen(verdict);
  const match = from === undefined ? undefined : matchTask(board, verdict.rest);
  if (match?.kind !== 'found' || match.task.state === from) return undefined;
  return `it was ${from} when this was dreamt, and somebody made it ${match.task.state}`;
}

/** To cancel something a dream has to point at a commit, a file or another task that is there. */
function withoutEvidence(facts: Facts, board: Board, verdict: Verdict): string | undefined {
  if (verdict.verb !== 'cancel') return undefined;
  const match = matchTask(board, verdict.rest);
  if (match.kind !== 'found') return undefined;
  const why = match.why.toLowerCase();
  const pointsAt = [
    ...facts.commits.flatMap(({ id, files }) => [id.slice(0, 7), ...files]),
    ...facts.project.changed.map(({ path }) => path),
    ...facts.steps.edits.map(({ path }) => path),
    ...board.headings
      .filter(({ index, title }) => index !== match.task.index && title.length >= 8)
      .map(({ title }) => title),
  ];
  return pointsAt.some((name) => why.includes(name.toLowerCase()))
    ? undefined
    : 'to cancel a task, a verdict has to name a commit, a file or another task as its reason';
}

async function land(
  world: World,
  home: FoundHome,
  facts: Facts,
  dream: Dream,
  { outcomes, moving }: Judged,
): Promise<VerdictsDone> {
  // The same moves on whatever version of the board it is given; where a task stands otherwise there, its move waits.
  const moveAll = (bytes: Uint8Array | undefined): Uint8Array => {
    const board = parseBoard(bytes ?? new Uint8Array());
    const fitting = moving.filter(({ verdict, from }) => {
      const match = matchTask(board, verdict.rest);
      return match.kind === 'found' && match.task.state === from;
    });
    return applyVerdicts(
      board,
      fitting.map(({ verdict }) => verdict),
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
    board: createHash('sha256').update(after).digest('hex'),
    verdicts: [...outcomes],
  };
  const ledger: FileEdit = {
    path: 'rem/ledger.jsonl',
    isHosts: true,
    edit: (bytes) => Buffer.from(withLedgerLine(bytes === undefined ? '' : decodeUtf8(bytes), line)),
  };
  const moved = outcomes.filter(({ result }) => result === 'applied');
  const changed = await makeChange(world, home, {
    // In a home that is a repository of its own nobody else commits: the board goes in as it is.
    // The board first: should we die between the two, the moves are made again, and making them twice changes nothing.
    files: [
      ...(moving.length > 0 ? [{ path: 'plan.org', edit: moveAll, isHosts: home.shape !== 'one' }] : []),
      ledger,
      ledgerAttributes,
    ],
    subject: `board: ${moved.length === 0 ? 'no verdict applied' : moved.map(({ from, to, task }) => `${from} → ${to} ${task}`).join(' · ')}`,
    body: `Verdicts of ${dream.id}: ${outcomes.map(({ line: text, result }) => `${result} (${text})`).join('; ')}`,
    agent: facts.agent,
    id,
    isHasty: true,
  });
  const bytes = world.files.read(home.home, 'plan.org');
  return {
    outcomes,
    commit: changed.kind === 'changed' ? (changed.commit ?? null) : null,
    board: bytes === undefined ? facts.board : parseBoard(bytes),
    note: changed.note,
  };
}

/** Two clones that both slept are joined line by line, and no checkout changes an entry's line ends. */
export const ledgerAttributes: FileEdit = {
  path: 'rem/.gitattributes',
  isHosts: true,
  edit: (bytes) => bytes ?? Buffer.from('*.org -text\nledger.jsonl merge=union -text\n'),
};
