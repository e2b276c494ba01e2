// What a memory goes by: a hash of its words, so that nothing has to be written into anybody's file.
import { hash } from 'node:crypto';
import { wordsOf } from './entries.ts';

export interface Identity {
  /** `m-` and eight characters of the hash of its words: the same words are the same memory, wherever they stand. */
  readonly id: string;
  /** The hash itself, as the ledger keeps it. */
  readonly sha256: string;
}

/** However the words are spaced, and without the mark that pins them. */
export function identityOf(words: string): Identity {
  const sha256 = hash('sha256', wordsOf(words), 'hex');
  return { id: `m-${inLetters(Number.parseInt(sha256.slice(0, 10), 16))}`, sha256 };
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567';

/** Forty bits in base 32. */
function inLetters(bits: number): string {
  let text = '';
  for (let left = bits, at = 0; at < 8; at += 1, left = Math.floor(left / 32)) text = `${letters[left % 32]}${text}`;
  return text;
}
