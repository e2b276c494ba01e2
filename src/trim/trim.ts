// What a model is still told of a long conversation: its newest part whole, and of the rest a list that leaves out no failure.
export { characters } from './characters.ts';
export { type ProviderMessage, providerShape } from './provider-shape.ts';
export { saysFailed } from './says-failed.ts';
export type { Part, Seen, Shape } from './shape.ts';
export { shortResult } from './short-part.ts';
export { shortArguments, withoutMiddle } from './shorten.ts';
export { type Trimmed, type TrimOptions, trimBy } from './trim-by.ts';
export { trim } from './trim-messages.ts';
