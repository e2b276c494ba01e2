// What the last curation did, for whoever comes back after it: memory reads otherwise than it did.
import type { Facts } from '../facts/facts.ts';
import { curationsOf } from '../journal/journal.ts';
import { counted, localTime, present } from '../text/text.ts';

/** Older than this it is no news. */
const lately = 36 * 60 * 60 * 1000;

/** In the words of a night's message; a kind that a later version writes is not told. */
const words: Readonly<Record<string, string>> = {
  merge: 'merged',
  demote: 'put into the archive',
  supersede: 'replaced by a newer one',
  reword: 'worded anew',
  move: 'moved',
  pattern: 'noticed',
};

/** One line, and nothing of what stands in memory; undefined if there is no news. */
export function curatedLately({ ledger, agent, now, zone }: Facts): string | undefined {
  const last = curationsOf(ledger).findLast((each) => each.agent === agent && !each.isUndone);
  const age = last === undefined ? Number.POSITIVE_INFINITY : Date.parse(now) - Date.parse(last.time);
  if (last === undefined || age < 0 || age > lately) return undefined;
  const decided = new Set(ledger.lines.flatMap((line) => (line.kind === 'review' ? [line.proposal] : [])));
  const waiting = last.waiting.filter(({ id }) => !decided.has(id)).length;
  const did = Object.entries(words).flatMap(([kind, word]) => {
    const many = last.did.filter((each) => each.kind === kind).length;
    return many === 0 ? [] : [`${many} ${word}`];
  });
  const when = `${last.isIdle ? 'While nobody was here, on ' : 'On '}${localTime(last.time, zone)}`;
  const lines = present([
    did.length > 0 && `${when}, MEMORY.md was put in order: ${did.join(', ')} (\`dk nights show ${last.night}\`).`,
    waiting > 0 &&
      `${counted(waiting, 'change')} of MEMORY.md ${waiting === 1 ? 'waits' : 'wait'} for the person you work for: \`dk pending\`.`,
  ]);
  return lines.length === 0 ? undefined : lines.join(' ');
}
