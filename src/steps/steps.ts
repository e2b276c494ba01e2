// One tool call as one line, and a cycle's calls told in few lines.

export {
  type HandedOver,
  handedByHook,
  handedFolder,
  handedName,
  handedNames,
  mostHanded,
  parseHanded,
  printHanded,
} from './handed-over.ts';
export { heardDays, heardFile, heardName, isHeard, mostHeard, printHeard } from './heard.ts';
export { type LastWords, lastWordsName, parseLastWords, printLastWords, shortWords } from './last-words.ts';
export { asOfThen, ofNow } from './older-pack.ts';
export { parseSteps, type StepsRead } from './parse.ts';
export { isPlain, isPlainName, isPlainReport } from './plain.ts';
export { isPrivateName, privateLineOf, privateLines } from './private-names.ts';
export {
  dismissal,
  isDismissal,
  isIntent,
  type OutputSays,
  printStep,
  type StepContext,
  type StepRecord,
  type StepReport,
  type StepTools,
  stepRecord,
} from './record.ts';
export { checkStepReport, type GivenStep, parseStepReport } from './report.ts';
export { parseRunLines, printRunLine, type RunEvent, type RunLine } from './run-line.ts';
export { printSaid, type Said, saidIn } from './said-line.ts';
export { type Call, callsOf, lineTold, type StepSummary, type ToldStep, tellSteps } from './tell.ts';
export { tallyFile, tallyName, wrapUp } from './tiring.ts';
