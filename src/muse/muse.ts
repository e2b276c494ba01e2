// Forty words of daydream.
export { type Day, museByRules } from './by-rules.ts';
export { dayOf } from './day.ts';
export {
  type Daydream,
  daydreamGate,
  daydreamInterval,
  keptDaydreams,
  parseDaydreams,
  printDaydreams,
  withDaydream,
} from './daydreams.ts';
export { readMusing } from './musing.ts';
export { musePrompt, musePromptVersion } from './prompt.ts';
