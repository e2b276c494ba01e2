// What the ledger would be told of the entries: only of those that an operation writes or takes, and with the origin that it says.
import type { MemoryClaims } from '../asking/asking.ts';
import type { Refusal } from '../change/change.ts';
import { identityOf } from '../memory/memory.ts';
import { wordsIn } from './said.ts';

export function forgedIn(by: string, { operations, came = [], left = [] }: MemoryClaims): Refusal[] {
  const hashOf = (entry: string): string => identityOf(wordsIn(entry)).sha256;
  const written = new Map(operations.flatMap(({ brings, origin }) => brings.map((entry) => [hashOf(entry), origin])));
  const taken = new Set(operations.flatMap(({ takes }) => takes.map(hashOf)));
  const isForged =
    came.some(({ sha256, origin }) => !written.has(sha256) || written.get(sha256) !== origin) ||
    left.some(({ sha256 }) => !taken.has(sha256));
  return isForged ? [{ by, why: 'the ledger would be told of entries what is not so' }] : [];
}
