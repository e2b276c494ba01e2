// What really happened: commits, files, board and steps, gathered from the world, bounded, and told apart from what was known before.

export { isWorkApart } from './apart.ts';
export { broughtLines } from './brought-lines.ts';
export { carryOf, handedOn, withoutPrivate } from './carry.ts';
export type { StandingFailure } from './changed-since.ts';
export {
  type Consolidated,
  type ConsolidatePart,
  consolidationsOf,
  ownObservations,
  prunedObservations,
} from './consolidations.ts';
export { cursorOf, recordsAfter } from './cycle.ts';
export { isBesides, isOneOfMany, taskAsked, taskInFlight, underWay } from './doing.ts';
export { type EarlierName, earlierName } from './earlier-name.ts';
export { editsAmong, writingCalls } from './edits.ts';
export { entryFiles } from './entry-files.ts';
export { type Facts, hasNews, type JournalGap, type PreviousDream } from './facts-types.ts';
export { type LastFailed, tellLastFailed } from './failures.ts';
export { type FinishedTask, isPlain, markOf } from './finished.ts';
export { type GatherRequest, gatherFacts } from './gather.ts';
export type { GoneSession } from './gone-sessions.ts';
export { type Grounds, groundsOf } from './grounds.ts';
export { isHomeFile } from './home-files.ts';
export { homeBytes, homeLedger, homeText } from './home-text.ts';
export { leftBehind, ownWorkIn, workIn } from './in-flight.ts';
export { askedIn, lastWish } from './intent.ts';
export { journalGaps } from './journal-gaps.ts';
export { bodyHash, commitNamed, hasOpenBelow, lookingDone } from './looks-done.ts';
export { newestSteps } from './newest-steps.ts';
export {
  type Naming,
  namesOf,
  nextAction,
  nothingInFlight,
  passedSinceTold,
  plainNames,
  seeWhatIsLeft,
  sizedName,
  someNamed,
  someOf,
  stillFails,
} from './next-action.ts';
export { type Note, type Remembered, upkeepOf } from './notes.ts';
export { nextTask } from './open-tasks.ts';
export { type Plan, plansIn } from './plan-files.ts';
export { isPreviousOurs } from './previous-dream.ts';
export { privateWordsIn } from './private-words.ts';
export { amountOf } from './put-away.ts';
export { namedPath, pathsIn, textOf, wordsOf } from './related.ts';
export { type Memories, rememberedIn, rememberedNow } from './remembered-now.ts';
export { seeWhetherPasses } from './run-again.ts';
export { looksDoneOn } from './said-done.ts';
export { sharedWords } from './shared-words.ts';
export { type SpokenFor, spokenFor } from './spoken-for.ts';
export { foreignLines } from './territory.ts';
export { openTodos, type Todo } from './todos.ts';
export { toldNotes } from './told-notes.ts';
export { unclearChecks } from './unclear-checks.ts';
export { factOf, howItPassed } from './verified.ts';
