// What an agent keeps of what it lived through: observations by day, dreams, logs, and what of them may be forgotten.
export { withObservations } from './append.ts';
export { type DreamEntryLine, dreamsIn, printDreamEntry, withDeepDone, withDreamEntry } from './dream-lines.ts';
export { type Forgotten, forgettable, grnHours, type Known, without } from './forget.ts';
export {
  isRealTime,
  type Level,
  levels,
  type Observation,
  type Observed,
  observationId,
  observationsIn,
  printObservation,
} from './lines.ts';
export {
  conversationPath,
  diaryPath,
  dreamsPath,
  eventsPath,
  isObservationsPath,
  iterationsPath,
  observationsPath,
  prioritiesPath,
  selfFolder,
} from './paths.ts';
export {
  type Iteration,
  type MemoryEvent,
  printEvent,
  printIteration,
} from './self-log.ts';
