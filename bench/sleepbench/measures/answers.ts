// Answers in the morning: by recall and by the pack, and whether what they say first is what was so.
import type { Question, Truth } from '../life.ts';
import { added, type Counts, type MeasureName, share } from './measure.ts';
import { firstSaid, linesOf, type Reader } from './says.ts';

const byAge: Readonly<Partial<Record<Question['about'], MeasureName>>> = {
  today: 'recall today',
  yesterday: 'recall yesterday',
  month: 'recall month',
};

export function measureAnswers(
  reader: Reader,
  { facts, gone }: Truth,
  pack: readonly string[],
  asked: readonly { readonly question: Question; readonly passages: readonly string[] }[],
): Counts {
  let counts: Counts = new Map();
  for (const { question, passages } of asked) {
    const now = facts.find(({ fact }) => fact.id === question.fact);
    const fact = now?.fact ?? gone.find(({ id }) => id === question.fact);
    if (fact === undefined) continue;
    const lines = linesOf(passages);
    const says = (from: readonly string[]): boolean =>
      now !== undefined && from.some((line) => reader.claims(line, fact).includes(now.value));
    const measure = byAge[question.about];
    if (measure !== undefined)
      counts = added(
        counts,
        new Map([
          [measure, share(says(lines) ? 1 : 0, 1)],
          ['pack answers', share(says(pack) ? 1 : 0, 1)],
        ]),
      );
    const former = now === undefined ? fact.values.map(({ value }) => value) : now.former;
    if (question.about !== 'changed' && question.about !== 'deleted') continue;
    const first = firstSaid(reader, lines, fact, now?.value);
    counts = added(
      counts,
      new Map([['stale answers', share(first !== undefined && former.includes(first) ? 1 : 0, 1)]]),
    );
  }
  return counts;
}

/** Pinned and red facts that the pack gives as they are now. */
export function measurePinnedTold(reader: Reader, { facts }: Truth, pack: readonly string[]): Counts {
  const dear = facts.filter(({ fact }) => fact.keep !== 'normal');
  const told = dear.filter(({ fact, value }) => pack.some((line) => reader.claims(line, fact).includes(value)));
  return new Map([['pinned told', share(told.length, dear.length)]]);
}
