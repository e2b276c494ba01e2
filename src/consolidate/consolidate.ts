// Experience into observations, deep sleep.
export { type AnswerRead, readConsolidation } from './answer.ts';
export { consolidateAct } from './consolidate-act.ts';
export { deepAct, isDeepDue } from './deep-act.ts';
export { demandsIn } from './demands.ts';
