// Gather, judge, validate: one journal entry with verdicts and carry.
export {
  type Answered,
  dreamFromAnswer,
  type Measure,
  measureOf,
  type Question,
} from './answer.ts';
export { answerSchema } from './answer-form.ts';
export { type Dreamt, dreamByRules } from './builtin.ts';
export { dreamAct } from './dream-act.ts';
export { dreamsPerGate, intervalOf, shutFor, shutForSession } from './gate.ts';
export { printInput } from './input.ts';
export { type DreamPrompt, dreamPrompt } from './prompt.ts';
