// One tool call as one line, and a cycle's calls told in few lines.
export { parseSteps, type StepsRead } from './parse.ts';
export { printStep, type StepContext, type StepRecord, type StepReport, stepRecord } from './record.ts';
export { type GivenStep, parseStepReport } from './report.ts';
export { type Call, callsOf, type Telling, tellSteps } from './tell.ts';
