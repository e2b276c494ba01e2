// Gather, judge, validate: one journal entry with verdicts and carry.
export { type Answered, dreamFromAnswer, type LeftOut, type Question } from './answer.ts';
export { answerSchema } from './answer-form.ts';
export { type Dreamt, dreamByRules } from './builtin.ts';
export { printInput } from './input.ts';
export { type DreamPrompt, dreamPrompt, promptVersion } from './prompt.ts';
export type { GivenVerdict } from './verdicts.ts';
