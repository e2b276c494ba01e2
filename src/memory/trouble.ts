// Why nobody should put a MEMORY.md in order as it is: it is no plain text, or a merge left its marks in it.
import { decodeUtf8 } from '../text/text.ts';

export type MemoryTrouble = 'memory-encoding' | 'memory-conflict';

export function troubleIn(content: Uint8Array): MemoryTrouble | undefined {
  if (content.includes(0) || /^(?:fffe|feff)/u.test(Buffer.from(content.subarray(0, 2)).toString('hex')))
    return 'memory-encoding';
  // All three, in their order, outside of code: somebody's notes may show what a conflict looks like.
  const outside = decodeUtf8(content).replaceAll(/^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1/gmu, '');
  return /^<{7} [\s\S]*?^={7}\r?$[\s\S]*?^>{7} /mu.test(outside) ? 'memory-conflict' : undefined;
}

/** In words. */
export const troubleWords: Readonly<Record<MemoryTrouble, string>> = {
  'memory-encoding':
    'MEMORY.md is no UTF-8 text (it has NUL bytes, or a mark of UTF-16); what comes behind it could not be read',
  'memory-conflict': 'MEMORY.md has conflict marks of a merge in it, so entries may be there twice',
};
