// One tool call as one line, and a cycle's calls told in few lines.

export { type LookBack, parseSteps, type StepsRead } from './parse.ts';
export { isPlain, isPlainReport } from './plain.ts';
export { privateLine } from './private-line.ts';
export { printStep, type StepContext, type StepRecord, type StepReport, type StepTools, stepRecord } from './record.ts';
export { checkStepReport, type GivenStep, parseStepReport } from './report.ts';
export { type Call, callsOf, type Telling, tellSteps } from './tell.ts';
