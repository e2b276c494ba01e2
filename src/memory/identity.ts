// What a memory goes by: a hash of its words, so that nothing has to be written into anybody's file.
import { createHash } from 'node:crypto';
import { wordsOf } from './entries.ts';

export interface Identity {
  /** `m-` and eight characters of the hash of its words: the same words are the same memory, wherever they stand. */
  readonly id: string;
  /** The hash itself, as the ledger keeps it. */
  readonly sha256: string;
}

/** However the words are spaced, and without the mark that pins them. */
export function identityOf(words: string): Identity {
  const hash = createHash('sha256').update(wordsOf(words)).digest();
  return { id: `m-${base32(hash.subarray(0, 5))}`, sha256: hash.toString('hex') };
}

function base32(bytes: Uint8Array): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz234567';
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/gu) ?? []).map((five) => letters[Number.parseInt(five, 2)]).join('');
}
