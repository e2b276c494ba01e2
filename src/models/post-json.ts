// One question in JSON to an address of a provider's, watched over as every other: for what is no conversation. The key is in nothing that comes back.
import type { KeyPlace } from '../config/config.ts';
import { openExchange } from './guarded-fetch.ts';
import { readKey } from './key.ts';
import type { CallLimits, FailureReason } from './model-types.ts';
import { troubleIn } from './trouble.ts';

export interface JsonQuestion {
  /** Where the provider is, such as `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  /** What comes behind it, such as `embeddings`. */
  readonly path: string;
  readonly key: KeyPlace | undefined;
  readonly body: unknown;
  readonly limits: CallLimits;
  readonly signal?: AbortSignal | undefined;
}

export type JsonReply =
  | { readonly kind: 'reply'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly status: number | null };

/** Never throws for what a network or a provider can do. */
export async function postJson(
  { url, path, key: place, body, limits, signal }: JsonQuestion,
  { env, send = fetch }: { readonly env: Readonly<Record<string, string | undefined>>; readonly send?: typeof fetch },
): Promise<JsonReply> {
  const key = readKey(place, env);
  if (key.kind === 'missing') return { kind: 'failed', reason: 'key', status: null };
  // What a page says of its error is never shown, so there is nothing to clean.
  const exchange = openExchange({ limits, isStreamed: false, signal, send, clean: () => '' });
  try {
    const address = new URL(url);
    address.pathname = `${address.pathname.replace(/\/+$/u, '')}/${path}`;
    const response = await exchange.fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key.key === undefined ? {} : { authorization: `Bearer ${key.key}` }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (exchange.trouble === undefined) return { kind: 'reply', text };
    return { kind: 'failed', reason: exchange.trouble.reason, status: exchange.status };
  } catch (error) {
    const { reason } = exchange.trouble ?? troubleIn(error);
    return { kind: 'failed', reason, status: exchange.status };
  } finally {
    exchange.end();
  }
}
