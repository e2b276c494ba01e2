// Each operation by itself, against what it takes: whether what it brings says the same, for whom, and whether what goes is kept.
import type { MemoryOperation } from '../asking/asking.ts';
import type { Refusal } from '../change/change.ts';
import { prohibits } from '../memory/memory.ts';
import { followsFrom, saidAgain, saidWithin } from '../slots/slots.ts';
import type { CheckName } from './checks.ts';
import { onlyDaysDated } from './days.ts';
import type { KnownEntry } from './known-entry.ts';
import { holds, saidIn, wordsIn } from './said.ts';
import { whyNotSuperseded } from './superseded.ts';
import { type Unit, unitsIn } from './units.ts';

interface Knows {
  readonly isApproved?: boolean;
  known(path: string, words: string): KnownEntry;
  isProtected(path: string, unit: Unit): boolean;
}

/** What may not be done, by the name of the operation. */
export function harmful(
  by: string,
  operations: readonly MemoryOperation[],
  knows: Knows,
): (Refusal & { readonly operation: string })[] {
  return operations.flatMap((operation) => {
    const whys: readonly (readonly [CheckName, string | undefined])[] = [
      ['protected', whyProtected(operation, knows)],
      ['kept', whyLost(operation)],
      ['values', whyElse(operation, knows)],
      ['origins', whyLaundered(operation, knows)],
    ];
    const [check, why] = whys.find((each) => each[1] !== undefined) ?? [];
    return why === undefined ? [] : [{ by, check, why, operation: operation.name }];
  });
}

/** Of all its lines, also of those that its words do not tell of. */
function whyProtected({ path, takes, brings }: MemoryOperation, { isProtected }: Knows): string | undefined {
  const kept = takes.find(
    (entry) => !brings.includes(entry) && unitsIn(Buffer.from(entry)).some((unit) => isProtected(path, unit)),
  );
  return kept === undefined
    ? undefined
    : `${JSON.stringify(kept.slice(0, 60))} is protected, and would not stay as it is`;
}

/** What goes is kept word for word, and nothing else is put there. */
function whyLost({ kind, takes, brings, archives = [] }: MemoryOperation): string | undefined {
  if (kind === 'drop') return 'a sleep takes nothing out without keeping it in the archive';
  const gone = takes.filter((entry) => !brings.includes(entry));
  const lost = gone.find((entry) => !archives.some((archived) => holds(archived, entry)));
  if (lost !== undefined) return 'what it takes out would not stand in the archive';
  const foreign = archives.find((archived) => !gone.some((entry) => holds(archived, entry)));
  return foreign === undefined ? undefined : 'something would come into the archive that was not in memory';
}

function whyElse(operation: MemoryOperation, knows: Knows): string | undefined {
  const { kind, takes, brings, rests = [] } = operation;
  const [first = '', ...more] = brings;
  if (kind === 'reword') {
    if (takes.length !== 1 || brings.length !== 1) return 'to reword is to put one entry in the place of one';
    const [was, is] = [saidIn(takes[0] ?? ''), saidIn(first)];
    const { time } = knows.known(operation.path, wordsIn(takes[0] ?? ''));
    const why = saidAgain(was, is);
    // A day that was said as seen from the day it was written on may become a date.
    return why === undefined || time === null ? why : onlyDaysDated(was, is, time) ? undefined : why;
  }
  if (kind === 'merge') {
    if (takes.length < 2 || brings.length !== 1) return 'to merge is to put one entry in the place of several';
    return whyNotMerged(takes.map(saidIn), saidIn(first));
  }
  if (kind === 'move')
    return takes.join('\n') === brings.join('\n') ? undefined : 'what is moved would not stay as it is';
  if ((kind === 'demote' || kind === 'supersede') && knows.isApproved !== true && takes.some(prohibits))
    return 'it forbids something, and only a person lets go of that';
  if (kind === 'demote') return brings.length > 0 ? 'to demote is to bring nothing' : undefined;
  if (kind === 'supersede')
    return whyNotSuperseded(operation, (words) => knows.known(operation.path, words), knows.isApproved === true);
  if (kind === 'pattern') {
    if (takes.length > 0 || more.length > 0 || rests.length < 2)
      return 'a pattern is one entry from two or more that stay';
    return followsFrom(saidIn(first), rests.map(saidIn));
  }
  return takes.length > 0 ? 'what is only added takes nothing' : undefined;
}

/** One of them has to say all that the others say, and what comes is that one, perhaps in other words. */
function whyNotMerged(takes: readonly string[], brought: string): string | undefined {
  const whys = takes.map(
    (base) => saidAgain(base, brought) ?? takes.map((each) => saidWithin(each, base)).find(Boolean),
  );
  return whys.includes(undefined) ? undefined : whys[0];
}

function whyLaundered(
  { kind, path, takes, brings, rests = [], origin }: MemoryOperation,
  { known }: Knows,
): string | undefined {
  if (kind === 'add') return undefined;
  const origins = [...takes, ...rests].map((entry) => known(path, wordsIn(entry)).origin);
  if (kind === 'pattern' && origins.includes('untrusted')) return 'what strangers said is no pattern';
  if (brings.length === 0 || kind === 'move') return undefined;
  if (origins.includes('untrusted') && origin !== 'untrusted')
    return 'what strangers said would count as somebody else’s words';
  return origin === 'person' ? 'what a sleep writes is not a person’s' : undefined;
}
