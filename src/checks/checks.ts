// What the record says about tests, builds and linters: which command lines are checks, which of them passed, and what an exit code proves.

export {
  type CheckRun,
  checkRuns,
  covers,
  type EditAt,
  type OpenFailure,
  openFailures,
  passedChecks,
} from './check-runs.ts';
