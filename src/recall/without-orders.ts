// A hit as anybody may be handed it, a program, too: what reads like an order is left out, and its place is told.
import { hasOrderBesideForm, leftOut, readsLikeOrder } from '../guard/guard.ts';
import type { Hit } from './recall-home.ts';

export function withoutOrders<Of extends Hit>(hit: Of): Of {
  const { path, line, headline, snippet, origin } = hit;
  // Dreams and the board have our own forms by right.
  const isOrder = origin === 'journal' || origin === 'board' ? hasOrderBesideForm : readsLikeOrder;
  const where = leftOut(`see \`${isOrder(path) ? 'the file' : path}\`, line ${line}`);
  return { ...hit, headline: isOrder(headline) ? where : headline, snippet: isOrder(snippet) ? where : snippet };
}
