// What a sentence says that may not be lost when it is said in other words: its values, its words, and how they stand to each other.
export { whyNotNewer } from './newer.ts';
export { followsFrom } from './pattern.ts';
export { saidAgain, saidWithin } from './same.ts';
export { type Saying, sayingOf } from './saying.ts';
export { type Kind, type Token, tokensIn } from './tokens.ts';
