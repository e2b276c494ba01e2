// What an act of a night is, and how it asks a model: within limits, kept before it is read, and never twice for the same question.
export {
  type Act,
  type ActEnd,
  type ActFigures,
  type LeftOutLine,
  type MemoryClaims,
  type MemoryOperation,
  type NotNow,
  type OperationKind,
  type Proposal,
  type ReadAnswer,
  type Ready,
  type Tonight,
  type Trigger,
  triggers,
} from './act.ts';
export { askForAct, dropDraft } from './ask-for-act.ts';
export { type Asking, askWithinLimits } from './ask-model.ts';
export { parseRest, type Rest, restLeft } from './breaker.ts';
export { type Bill, type Dreamer, emptyBill, sumOf, type TakesTurn, type TurnRequest } from './dreamer.ts';
export { type KeptAnswer, keepRefused, refusedAnswer } from './kept-answer.ts';
export { withinLimits } from './within-limits.ts';
