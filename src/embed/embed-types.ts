// What embedding means, whoever does it: texts in, a vector for each or a reason.

export interface EmbedRequest {
  /** At most `mostTexts`, each as long as it likes; they are cut to what a vector can say. */
  readonly texts: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** More are not taken at once: a call stays a call. */
export const mostTexts = 64;

/**
 * Why there are no vectors. `none`: the operator wants none. `too-many`: more texts than are taken. `key`, `auth`, `request`, `rate`,
 * `server`, `redirect`, `network`, `timeout`, `too-big`, `stopped`: as with models. `garbage`: what came is no vectors.
 */
export const embedFailures = [
  'none',
  'too-many',
  'key',
  'auth',
  'request',
  'rate',
  'server',
  'redirect',
  'network',
  'timeout',
  'too-big',
  'garbage',
  'stopped',
] as const;
export type EmbedFailure = (typeof embedFailures)[number];

export type EmbedOutcome =
  /** One for each text, in their order; all of one length, made of finite numbers, each 1 long or, where a text says nothing, 0. */
  | { readonly kind: 'vectors'; readonly vectors: readonly Float32Array[] }
  | { readonly kind: 'failed'; readonly reason: EmbedFailure; readonly status: number | null };

/** The words of a text with those that mean something near, each with its weight. The room `recall` knows them; it is handed in. */
export type Meaning = (text: string) => Iterable<readonly [word: string, weight: number]>;

/** Asks an address; the room `models` can, and it is handed in. */
export type Post = (
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
) => Promise<
  | { readonly kind: 'reply'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly status: number | null }
>;
