// What the record says about tests, builds and linters: which command lines are checks, which of them passed, and what an exit code proves.

export { comparing } from './broader.ts';
export {
  type CheckRun,
  checkRuns,
  type EditAt,
  type OpenFailure,
  openFailures,
  passedChecks,
} from './check-runs.ts';
