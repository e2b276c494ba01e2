// Experience into observations, deep sleep.
export { type AnswerRead, readConsolidation } from './answer.ts';
export { consolidateAct } from './consolidate-act.ts';
export { type DreamEntryLine, dreamsIn, printDreamEntry } from './dream-lines.ts';
export { type Consolidated, consolidationsOf } from './known.ts';
