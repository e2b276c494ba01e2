// Gather, judge, validate: one journal entry with verdicts and carry.
export { type Answered, dreamFromAnswer } from './answer.ts';
export { type Dreamt, dreamByRules } from './builtin.ts';
export { printInput } from './input.ts';
export type { GivenVerdict } from './verdicts.ts';
