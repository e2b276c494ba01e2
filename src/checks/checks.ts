// What the record says about tests, builds and linters: which command lines are checks, which of them passed, and what an exit code or an output proves.

export { comparing } from './broader.ts';
export { type CheckRun, certainOf, checkRuns, isShell } from './check-runs.ts';
export { deedRuns } from './deed-runs.ts';
export { editedInPlace } from './failed-row.ts';
export {
  type EditAt,
  isProse,
  joined,
  type OpenFailure,
  openFailures,
  passedChecks,
  type Run,
} from './open-failures.ts';
export { outputSays } from './output.ts';
