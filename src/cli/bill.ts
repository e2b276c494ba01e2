// What asking models took, in a few words.
import { counted } from '../text/text.ts';

export interface Billed {
  readonly calls: number;
  readonly tokens: number;
  readonly usd: number | null;
}

/** `1 call, 1020 tokens, $0.0004`. */
export function billWords({ calls, tokens, usd }: Billed): string {
  return `${counted(calls, 'call')}, ${tokens} tokens, ${usd === null ? 'price unknown' : `$${usd.toFixed(4)}`}`;
}

/** The same of a receipt; '' if nobody was asked. */
export function billOf(receipt: {
  readonly calls: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly usd: number | null;
}): string {
  if (receipt.calls === 0) return '';
  return billWords({ ...receipt, tokens: receipt.tokens.input + receipt.tokens.output });
}
