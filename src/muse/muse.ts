// Forty words of daydream.
export { type Musing, readMusing } from './musing.ts';
export { type MusePrompt, musePrompt, musePromptVersion } from './prompt.ts';
