// Each operation by itself: what it brings into memory is no credential, no order to whoever reads it, and not too long.
import type { MemoryOperation } from '../asking/asking.ts';
import type { Refusal } from '../change/change.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import type { Net } from '../secrets/secrets.ts';
import { withoutInvisible } from '../text/text.ts';

/** Of one entry; a note has at most 1,000 characters, and its score a few more. */
export const longestEntry = 2000;

/** What may not come, by the name of the operation. */
export function unsound(
  by: string,
  operations: readonly MemoryOperation[],
  net: Pick<Net, 'isClean'>,
): (Refusal & { readonly operation: string })[] {
  return operations.flatMap((operation) => {
    const why = whyNot(operation, net);
    return why === undefined ? [] : [{ by, why, operation: operation.name }];
  });
}

function whyNot({ brings }: MemoryOperation, net: Pick<Net, 'isClean'>): string | undefined {
  for (const text of brings) {
    if (!net.isClean(withoutInvisible(text))) return 'it has a credential in it';
    if (readsLikeOrder(text)) return 'it reads like an order to whoever reads memory';
    if (text.length > longestEntry) return `it is too long for memory (more than ${longestEntry} characters)`;
  }
  return undefined;
}
