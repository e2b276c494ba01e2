// Whether an entry may go because a newer one, which stays, takes its place: evidently, and trusted as much.
import type { MemoryOperation } from '../asking/asking.ts';
import { whyNotNewer } from '../slots/slots.ts';
import type { KnownEntry } from './known-entry.ts';
import { saidIn, wordsIn } from './said.ts';

export function whyNotSuperseded(
  { takes, brings, rests = [] }: MemoryOperation,
  known: (words: string) => KnownEntry,
  isApproved: boolean,
): string | undefined {
  const [old, newer] = [takes[0], rests[0]];
  if (old === undefined || newer === undefined || takes.length + rests.length !== 2 || brings.length > 0)
    return 'to supersede is to take out one entry for one that stays';
  const [before, after] = [known(wordsIn(old)), known(wordsIn(newer))];
  if (after.origin === 'untrusted' && before.origin !== 'untrusted') return 'what strangers said supersedes nothing';
  return isApproved ? undefined : whyNotNewer(saidIn(old), saidIn(newer), before.time, after.time);
}
