// A daydream as anybody may see it: one line, forty words, lower case, no link and no order.

import { readsLikeOrder } from '../guard/guard.ts';
import { redactSecrets } from '../secrets/secrets.ts';
import { normaliseText, oneLine } from '../text/text.ts';

export type Musing =
  | { readonly kind: 'musing'; readonly text: string }
  | { readonly kind: 'malformed'; readonly reason: string };

const mostWords = 40;
const longest = 240;

/** What a model said, made into a daydream. Length and case are ours to settle; what does not belong into one is not taken. */
export function readMusing(answer: string): Musing {
  const line = oneLine(normaliseText(answer).replace(/^\s*["'`“‘]+|["'`”’]+\s*$/gu, '')).toLowerCase();
  const text = oneLine(line.split(' ').slice(0, mostWords).join(' '), longest);
  if (!/\p{L}{2}/u.test(text)) return { kind: 'malformed', reason: 'it has no words' };
  if (/[@<>{}`]|\p{L}[.:]\p{L}/u.test(text)) return { kind: 'malformed', reason: 'it has an address or code in it' };
  // Nobody told it of a file, a number or a key: whatever looks like one has no business in public.
  if (/[/\\]|\d{4,}|\b[0-9a-f]{7,}\b/u.test(text) || redactSecrets(text) !== text)
    return { kind: 'malformed', reason: 'it has a path, a number or a key in it' };
  if (readsLikeOrder(text)) return { kind: 'malformed', reason: 'it reads like an order' };
  return { kind: 'musing', text };
}
