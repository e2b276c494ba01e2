// What a memory goes by: a hash of its words, so that nothing has to be written into anybody's file.
import { hash } from 'node:crypto';
import { base32Of } from '../text/text.ts';
import { wordsOf } from './entries.ts';

export interface Identity {
  /** `m-` and eight characters of the hash of its words: the same words are the same memory, wherever they stand. */
  readonly id: string;
  /** The hash itself, as the ledger keeps it. */
  readonly sha256: string;
}

/** For words whose id is another's. */
export const otherIdOf = (words: string): string => identityOf(`${words} (again)`).id;

/** However the words are spaced, and without the mark that pins them. */
export function identityOf(words: string): Identity {
  const sha256 = hash('sha256', wordsOf(words), 'hex');
  return { id: `m-${base32Of(sha256)}`, sha256 };
}
