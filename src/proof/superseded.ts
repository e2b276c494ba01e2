// Whether the newer of two entries takes the place of the older: it has to be about the same, evidently newer, and trusted as much.
import type { MemoryOperation } from '../asking/asking.ts';
import { type Saying, sayingOf } from '../slots/slots.ts';
import type { KnownEntry } from './known-entry.ts';
import { saidIn, wordsIn } from './said.ts';

/** The newer one says itself that something is no longer as it was. */
const changed =
  /\b(?:now|no longer|not any ?more|anymore|instead|since|moved?|moving|switch(?:ed|ing)?|chang(?:ed|ing)|replac(?:ed?|ing)|migrat(?:ed?|ing)|renamed|raised|lowered|from\b.{1,60}\bto)\b/iu;

export function whyNotSuperseded(
  { takes, brings, rests = [] }: MemoryOperation,
  known: (words: string) => KnownEntry,
): string | undefined {
  const [old, newer] = [takes[0], rests[0]];
  if (old === undefined || newer === undefined || takes.length + rests.length !== 2 || brings.length > 0)
    return 'to supersede is to take out one entry for one that stays';
  const [before, after] = [known(wordsIn(old)), known(wordsIn(newer))];
  if (after.origin === 'untrusted' && before.origin !== 'untrusted') return 'what strangers said supersedes nothing';
  return whyNotNewer(saidIn(old), saidIn(newer), before.time, after.time);
}

/** Of two texts, and when each was first spoken of. */
export function whyNotNewer(
  old: string,
  newer: string,
  oldTime: string | null,
  newTime: string | null,
): string | undefined {
  const [was, is] = [sayingOf(old), sayingOf(newer)];
  const [oldDate, newDate] = [dateIn(was), dateIn(is)];
  const isLater =
    oldDate !== undefined && newDate !== undefined
      ? newDate > oldDate
      : oldTime !== null && newTime !== null && newTime.slice(0, 16) > oldTime.slice(0, 16);
  if (!isLater) return 'nothing says that the other entry is newer';
  const [had, has] = [keysOf(was), keysOf(is)];
  const lost = [...had].filter((key) => !has.has(key));
  const come = [...has].filter((key) => !had.has(key));
  if (lost.length === 0 && come.length === 0 && was.negated.length === is.negated.length) return undefined;
  const shared = had.size - lost.length;
  if (changed.test(newer))
    return shared >= 2 && shared >= had.size / 2 ? undefined : 'the other entry is about something else';
  // Nobody says that it changed: then all but the value is the same.
  return shared >= 2 && lost.length <= 1 && come.length <= 1 ? undefined : 'the other entry is about something else';
}

/** Without the date of the entry itself. */
const keysOf = ({ terms }: Saying): Set<string> =>
  new Set(terms.flatMap(({ kind, key }) => (kind === 'date' ? [] : [key])));

const dateIn = ({ terms }: Saying): string | undefined => terms.findLast(({ kind }) => kind === 'date')?.key;
