// Apply the newest verdicts once, check the carry's receipts, pack what the run needs.
import { netOf } from '../change/change.ts';
import { agentIn, usualBudget } from '../config/config.ts';
import { tryOr, unlessBug } from '../errors/errors.ts';
import {
  amountOf,
  carryOf,
  type Facts,
  type GatherRequest,
  gatherFacts,
  hasNews,
  homeText,
  isBesides,
  nextTask,
  someNamed,
  underWay,
  workIn,
} from '../facts/facts.ts';
import type { VerdictOutcome } from '../journal/journal.ts';
import { counted, localTime, oneLine, present } from '../text/text.ts';
import type { Place, Sent } from '../world/world.ts';
import { belongingTo, namedIn } from './belonging.ts';
import { type Brief, briefOf, pathsAsData } from './brief.ts';
import { nextFor } from './chosen-next.ts';
import { keptWords } from './kept-block.ts';
import { type ToldDone, toldDone } from './looks-done.ts';
import { newestDream } from './newest-dream.ts';
import { commitsSince, type News } from './news.ts';
import { longestName, type OthersWords, othersWords } from './others-words.ts';
import { type PackParts, renderPack } from './pack.ts';
import { promotedLately } from './promoted.ts';
import { type CheckedFact, recheck } from './recheck.ts';
import { earlierNotes, lastRecalled, memoryHead, notesFor, saidInNotes } from './remembered.ts';
import { lastSaid } from './said.ts';
import { carryOutAll } from './verdicts.ts';

export { type OfNow, wokeInProgram, workToTell } from './for-program.ts';
export { framed } from './frame.ts';
export { begunWith, type Handed, handedOvers, keepHandedOver } from './handed-over.ts';
export { type ToldDone, toldDone } from './looks-done.ts';
export { keepMessage, messagesPath, messagesTold, newMessages, pendingSince, takeMessages } from './messages.ts';
export { type Dream, dreamBeside, newestDream } from './newest-dream.ts';
export type { News } from './news.ts';
export { type OthersWords, othersWords } from './others-words.ts';
export { type PackParts, packLines, renderPack } from './pack.ts';
export { recalledText } from './recalled.ts';
export { lastDream, type Slept, toldObservations, wokeUp } from './woke-up.ts';

export interface WakeOptions {
  readonly budget?: number;
  /** Says what would happen, and changes nothing. */
  readonly isDry?: boolean;
  /** What else the run should know, such as settings that could not be read. Others may have had a hand in it: it stands in the frame. */
  readonly notes?: readonly string[];
  /** The run is there to check: what was verified is for it to verify again. */
  readonly isAudit?: boolean;
  /** What its harness tells the agent by itself. */
  readonly sent?: readonly Sent[];
  /** The session only goes on: it is told what is new, and nothing if that is nothing. */
  readonly news?: News | undefined;
  /** Says in other words what the run is handed. */
  readonly tell?: ((parts: PackParts) => string) | undefined;
}

/** What a run is handed. */
export interface Woken {
  /** The dream it goes by; null if there is none that can be read. */
  readonly dream: string | null;
  readonly commit: string | null;
  readonly verdicts: readonly VerdictOutcome[];
  readonly carry: {
    readonly doing: string | null;
    readonly next: string;
    readonly midFlight: readonly string[];
    readonly verified: readonly CheckedFact[];
  };
  /** Open tasks that look done, for whoever knows to close. */
  readonly looksDone: readonly ToldDone[];
  /** The rest of what the pack says, as data; null where nothing could be read. */
  readonly brief: Brief | null;
  /** What the agent is handed: our own sentences, and what others wrote in a frame. */
  readonly pack: string;
  /** The code of that frame. */
  readonly frame: string;
  /** `dream` if nothing has happened since it; else the carry is built from facts. */
  readonly source: 'dream' | 'facts';
}

/**
 * Wakes: whatever state anything is in, there is a pack.
 *
 * DOING always comes from the board (or, where that has none, from the harness's own to-do list), files in flight from git. The next action is made by rules, unless a model chose a task that is still open
 * (`chosen-next.ts`).
 */
export async function wakeUp(gathering: Omit<GatherRequest, 'purpose'>, options: WakeOptions = {}): Promise<Woken> {
  return (await wakeInParts(gathering, options)).woken;
}

/** The same, with what the pack is made of, for whoever has more to put into it. */
export async function wakeInParts(
  gathering: Omit<GatherRequest, 'purpose'>,
  options: WakeOptions = {},
): Promise<{ readonly woken: Woken; readonly parts: PackParts }> {
  const facts = await gatherFacts({ ...gathering, purpose: 'wake' });
  const off = gathering.world.places.off(gathering.home);
  if (off === undefined) return wakeFrom(gathering, facts, options);
  const note = `Dreamkeeper is off ${off.where}: nothing is recorded, dreamt or moved.`;
  const still: Facts = { ...facts, settings: { ...facts.settings, verdicts: 'off' } };
  return wakeFrom(gathering, still, { ...options, isDry: true, notes: [...(options.notes ?? []), note] });
}

/** The same from facts that are known already. */
export async function wakeFrom(
  gathering: Omit<GatherRequest, 'purpose'>,
  before: Facts,
  options: WakeOptions = {},
): Promise<{ readonly woken: Woken; readonly parts: PackParts }> {
  const budget = options.budget ?? usualBudget;
  const words = othersWords(before.settings.secrets?.allow ?? [], Math.floor(budget / 8));
  const dream = newestDream(before);
  const done = await carryOutAll(gathering, before, dream, options.isDry === true);
  const isOurs = dream.kind === 'dream' && dream.whose === 'ours';
  // What was open on another branch is not what this one is in the middle of.
  const isOfThisBranch = isOurs && dream.entry.header.branch === before.project.branch;
  const facts = withStillInFlight({ ...before, board: done.board }, isOfThisBranch ? dream.entry.carry.midFlight : []);
  const lastCarry = dream.kind === 'dream' ? dream.entry.carry : carryOf(facts);
  // What somebody else wrote, or changed, is quoted and checked; what comes next is not theirs to say.
  const isCurrent = isOurs && !hasNews(facts.news);
  // The verdicts are carried out by now, and have to be told: a fact that cannot be checked is left out, and does not end the wake.
  const checked = await recheck(
    gathering,
    facts,
    { carry: lastCarry, isOurs: isOurs || dream.kind !== 'dream', isElsewhere: isOurs && !isOfThisBranch },
    words.names,
  ).catch(unlessBug(() => undefined));
  const carry = {
    doing: underWay(facts)[0]?.title ?? facts.todos.find(({ state }) => state === 'doing')?.text ?? null,
    next: nextFor(facts, dream, words.names),
    midFlight: facts.inFlight,
    verified: checked ?? [],
  };
  const [trespass] = facts.trespasses;
  const notes = present([
    facts.theirs.length > 0 && `Another session is at work on ${someNamed(facts.theirs, words.names)}.`,
    ...facts.elsewhere.map((open) => elsewhereLine(open, words)),
    ...facts.stashes.map((stash) => stashLine(stash, facts.zone, words)),
    facts.project.moreChanged > 0 &&
      options.sent?.includes('status') !== true &&
      `${facts.project.moreChanged} more changed files were only counted.`,
    facts.project.underWay !== null && `The project is in the middle of a ${facts.project.underWay}.`,
    checked === undefined && 'What the dream called verified could not be checked just now.',
    trespass && `Leave to Dreamkeeper what is its own: a step of yours wrote ${words.names.path(trespass.path)}.`,
  ]);
  const reports = present([
    ...(options.notes ?? []),
    ...facts.problems.map((problem) => `Could not be read: ${problem}.`),
    ...facts.steps.left
      .slice(0, 2)
      .map(({ name, why }) => `Not read: ${name} (${why}). \`dk doctor\` says what to do.`),
    facts.steps.left.length > 2 && `Not read, too: ${facts.steps.left.length - 2} more pieces of the record.`,
    done.note !== undefined && `Note: ${done.note}.`,
    ...facts.gaps.slice(0, 3).map(({ path, reason }) => `Not read: ${path}; ${reason}.`),
    facts.gaps.length > 3 && `Not read, too: ${facts.gaps.length - 3} more in the journal.`,
  ]);
  const belonging = await belongingTo(gathering, facts, {
    said: [facts.wanted ?? '', ...namedIn(carry.next), carry.doing ?? '', nextTask(facts)?.title ?? ''],
    paths: facts.inFlight,
  });
  const remembered = notesFor(facts.notes, words, belonging);
  const memory = memoryHead(gathering, words, facts.notes, belonging, saidInNotes(facts.notes, remembered));
  const parts: PackParts = {
    called: calledIn(gathering, facts),
    facts,
    dream,
    ...carry,
    isOther: isBesides(facts),
    verdicts: done.outcomes,
    looksDone: toldDone(facts),
    isAudit: options.isAudit === true,
    isDry: options.isDry === true,
    notes,
    reports,
    words,
    memory,
    remembered: remembered.lines,
    leading: remembered.leading,
    earlier: earlierNotes(facts.notes, words, {
      told: [...remembered.lines, ...memory, ...promotedLately(facts)],
      recalled: lastRecalled({ ...gathering, settings: facts.settings }),
    }),
    said: lastSaid({ ...gathering, settings: facts.settings }, facts.now, gathering.atWork ?? []),
    sent: options.sent ?? [],
    news: options.news,
    newCommits: options.news === undefined ? [] : await commitsSince(gathering, facts, options.news),
    code: gathering.world.random(6),
    // Whatever cannot be read of it, there is a pack.
    kept: tryOr(() => keptWords({ ...gathering, settings: facts.settings }, budget, failingIn(facts))),
  };
  const pack = options.tell === undefined ? renderPack(parts, budget) : options.tell(parts);
  const woken: Woken = {
    dream: dream.kind === 'dream' ? dream.id : null,
    commit: done.commit,
    verdicts: done.outcomes,
    carry: {
      doing: carry.doing === null ? null : words.line(carry.doing, 'dk board', longestName),
      next: carry.next,
      midFlight: pathsAsData(carry.midFlight, words),
      verified: carry.verified.map(({ text, receipt, ...fact }) => ({
        ...fact,
        text: words.line(text, 'dk journal'),
        receipt: receipt === null ? null : { ...receipt, command: words.redact(receipt.command) },
      })),
    },
    looksDone: parts.looksDone.map((each) => ({ ...each, task: words.line(each.task, 'dk board', longestName) })),
    brief: briefOf(parts),
    pack,
    frame: parts.code,
    source: isCurrent ? 'dream' : 'facts',
  };
  return { woken: netOf(facts.settings).within(woken), parts };
}

/** What the dream had in flight stays so until it is committed or undone, even if somebody committed something else in between. */
function withStillInFlight(facts: Facts, midFlight: readonly string[]): Facts {
  const isChanged = new Set(facts.project.changed.map(({ path }) => path));
  const still = midFlight.filter(
    (path) => isChanged.has(path) && !facts.inFlight.includes(path) && !facts.theirs.includes(path),
  );
  if (still.length === 0) return facts;
  const all = [...facts.inFlight, ...still];
  // What is loose stays behind.
  const work = workIn({ inFlight: all, loose: facts.loose });
  return { ...facts, inFlight: [...work, ...all.filter((path) => !work.includes(path))] };
}

/** Told, and no order: it belongs to the branch there. */
function elsewhereLine({ branch, worktree, files }: Facts['elsewhere'][number], { names }: OthersWords): string {
  const where = branch === null ? 'On no branch' : `On branch ${names.path(branch)}`;
  return `${where}, ${counted(files, 'file')} ${files === 1 ? 'is' : 'are'} uncommitted in ${names.path(worktree)}.`;
}

/** Told, and no order: whoever put it away knows whether it is still wanted. */
function stashLine(stash: Facts['stashes'][number], zone: string, { names }: OthersWords): string {
  const from = stash.branch === null ? '' : `, from branch ${names.path(stash.branch)}`;
  return `${amountOf(stash)} put away in \`${stash.name}\` (since ${localTime(stash.time, zone)}${from}); \`git stash list\` names it.`;
}

/** As the definition calls it. One that is for several agents names none of them, unless it is by that name. */
function calledIn({ world, home }: Place, { agent, settings }: Facts): string | undefined {
  const name = agentIn(tryOr(() => homeText(world, home, 'agent.org')) ?? '', agent).name;
  const isOneOfMany = (settings.agents?.length ?? 0) > 1;
  return isOneOfMany && name?.toLowerCase() !== agent ? undefined : name;
}

/** The commands that fail now, as consolidations name them. */
export function failingIn({ steps }: Facts): ReadonlySet<string> {
  return new Set([...steps.lastFailed, ...steps.failures].map(({ command }) => oneLine(command, 120)));
}
