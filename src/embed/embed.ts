// Embed a text; failure is an answer, not an exception.
import { readFileSync } from 'node:fs';
import { tryOr } from '../errors/errors.ts';

/** The table of near words that comes with the package (`data/`); empty if it is not there, and then only the words themselves are looked for. */
export function neighbourTable(): Uint8Array {
  const folder = import.meta.url.endsWith('.ts') ? '../../data' : '../data';
  return tryOr(() => readFileSync(new URL(`${folder}/neighbours-32k-16.bin`, import.meta.url))) ?? new Uint8Array();
}
