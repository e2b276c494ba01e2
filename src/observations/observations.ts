// RED, YLW, GRN lines by day, and which of them may be forgotten.
export { withObservations } from './append.ts';
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
export { diaryPath, dreamsPath, observationsPath, prioritiesPath, selfFolder } from './paths.ts';
