// What holds a verdict back: a person's newer word, a line nobody dreamt, no evidence.
import {
  type Board,
  boardPath,
  matchAmong,
  parseBoard,
  type Task,
  type Titles,
  titlesOf,
  type Verdict,
} from '../board/board.ts';
import { unlessBug } from '../errors/errors.ts';
import { bodyHash, commitNamed, type Facts, hasOpenBelow, isPlain, lookingDone, spokenFor } from '../facts/facts.ts';
import { entryOf, isUndone, lastUndoOf, timeOfEntry } from '../journal/journal.ts';
import type { Place } from '../world/world.ts';
import type { Dream } from './newest-dream.ts';

/** The state a verdict's task had when the dream was dreamt; undefined where nobody knows. */
export type StateThen = (verdict: Verdict) => string | undefined;

/** Of our own dreams the ledger knows it; of one from elsewhere, the board in the commit that brought its entry. */
export async function statesThen({ world, home }: Place, { night, path, entry }: Dream): Promise<StateThen> {
  if (night !== undefined) return ({ line }) => night.verdicts.find((given) => given.line === line)?.from ?? undefined;
  const time = entry.header.time ?? timeOfEntry(entryOf(path));
  const boardThen = async (): Promise<Titles | undefined> => {
    const repository = await world.git.open(home.repository, home.privateDir);
    const { commit } = await repository.head();
    if (commit === undefined) return undefined;
    // Not committed yet: then the board as it was when the dream says it was dreamt.
    const then =
      (await world.git.additionOf(repository, commit, path)) ??
      (time === undefined ? undefined : await world.git.commitAt(repository, commit, time));
    const plan = then === undefined ? undefined : (await repository.entries(then, [boardPath])).get(boardPath);
    return plan === undefined ? undefined : titlesOf(parseBoard(await repository.readBlob(plan.blob)));
  };
  // If the history cannot be read, legal moves are still all that can happen, and each is reported.
  const titles = await boardThen().catch(unlessBug(() => undefined));
  return ({ rest }) => {
    const match = titles === undefined ? undefined : matchAmong(titles, rest);
    return match?.kind === 'found' ? match.task.state : undefined;
  };
}

/** Of an entry that was changed after we wrote it, only what we wrote is carried out. */
export function addedLater({ whose, night }: Dream, { line, verb }: Verdict): string | undefined {
  if (whose !== 'changed' || verb === 'keep course' || night?.verdicts.some((given) => given.line === line) === true)
    return undefined;
  return 'this line was put into the entry after it was dreamt';
}

/** A dream of ours that found no task of this name, or two, does not mean one that came, or became the only one, later. */
export function namedNobody({ night }: Dream, { line, verb }: Verdict): string | undefined {
  if (verb === 'keep course' || verb === 'unknown') return undefined;
  const given = night?.verdicts.find((each) => each.line === line);
  return given?.task === null ? 'no task could be meant by this when it was dreamt' : undefined;
}

/** Somebody moved the task after the dream: their word is newer than its. */
export function changedSince(titles: Titles, stateThen: StateThen, verdict: Verdict): string | undefined {
  if (verdict.verb === 'keep course' || verdict.verb === 'unknown') return undefined;
  const from = stateThen(verdict);
  const match = from === undefined ? undefined : matchAmong(titles, verdict.rest);
  if (match?.kind !== 'found' || match.task.state === from) return undefined;
  return `it was ${from} when this was dreamt, and somebody made it ${match.task.state}`;
}

/** To cancel something a dream has to point at a commit, a file or another task that is there; to call it done, at the commit that finished it. */
export function withoutEvidence(
  facts: Facts,
  board: Board,
  titles: Titles,
  dream: Dream,
  verdict: Verdict,
): string | undefined {
  if (verdict.verb !== 'cancel' && verdict.verb !== 'done') return undefined;
  const match = matchAmong(titles, verdict.rest);
  if (match.kind !== 'found') return undefined;
  if (verdict.verb === 'done') return notDone(facts, board, dream, match);
  const why = match.why.toLowerCase();
  const pointsAt = [
    ...facts.commits.flatMap(({ id, files }) => [id.slice(0, 7), ...files]),
    ...facts.project.changed.map(({ path }) => path),
    ...facts.steps.edits.map(({ path }) => path),
    ...board.headings
      .filter(({ index, title }) => index !== match.task.index && title.length >= 8)
      .map(({ title }) => title),
  ];
  const words = new Set(why.split(/[\s,;:()"'`]+/u).map((word) => word.replace(/[.!?]$/u, '')));
  return pointsAt.some((name) =>
    name.includes(' ') ? why.includes(name.toLowerCase()) : name.length >= 4 && words.has(name.toLowerCase()),
  )
    ? undefined
    : 'to cancel a task, a verdict has to name a commit, a file or another task as its reason';
}

/** A task that only likely is done is not closed without a person; nor one whose parts still stand open on the board. */
export function isOnlyLikely({ looksDone }: Facts, board: Board, { night }: Dream, { verb, rest }: Verdict): boolean {
  const match = verb === 'done' ? matchAmong(titlesOf(board), rest) : undefined;
  if (match?.kind !== 'found') return false;
  const { task } = match;
  const said = night?.finished?.find((each) => each.task === task.title);
  const now = looksDone.find((each) => each.task === task.title && each.commit === null);
  if (now !== undefined) return hasOpenBelow(board, task, new Set());
  return said !== undefined && !isPlain(said);
}

function notDone(
  facts: Facts,
  board: Board,
  { night }: Dream,
  { task, why }: { readonly task: Task; readonly why: string },
): string | undefined {
  if (hasOpenBelow(board, task, lookingDone(board, facts.looksDone))) return 'something below it is still open';
  const then = night?.finished?.find((each) => each.task === task.title);
  if (then?.body !== undefined && then.body !== bodyHash(board, task))
    return 'what stands below it was changed since this was dreamt';
  const now = facts.looksDone.find((each) => each.task === task.title && each.commit === null);
  // What was reverted or thrown away since the night does not look done any more.
  const isStill = then?.commit === null || facts.looksDone.some((each) => each.task === task.title);
  if (then?.isSure === true && !isStill) return 'its commit was taken back since this was dreamt';
  if (then?.isSure === true || now?.isSure === true) return undefined;
  const named = commitNamed(facts, why);
  if (named === undefined) return 'to call a task done, a verdict has to name the commit that finished it';
  const { commits, landed, inFlight } = facts;
  const spoken = spokenFor({ landed: landed.length > commits.length ? landed : commits, inFlight }, board);
  const { commits: speaking = [], against } = spoken.get(task.index) ?? {};
  return against ?? (speaking.includes(named) ? undefined : 'the commit it names does not speak of it');
}

/** A move that its owner took back is not made again by another dream. */
export function takenBack(
  { ledger }: Facts,
  { task, to }: { task?: string | undefined; to?: string | undefined },
): string | undefined {
  const wake = ledger.lines
    .filter((line) => line.kind === 'wake')
    .findLast(({ verdicts }) =>
      verdicts.some((each) => each.result === 'applied' && each.task === task && each.to === to),
    );
  if (wake === undefined || !isUndone(ledger, wake.id)) return undefined;
  return `this very move was taken back (${lastUndoOf(ledger, wake.id)?.id ?? ''}); make it yourself if you want it now`;
}
