// Whether two texts differ only in days that were said as seen from the day of writing, and are dates now. It shares nothing with what writes those dates.

const dayLength = 24 * 60 * 60 * 1000;
const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const plain: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tonight', 0],
  ['tomorrow', 1],
]);

/** Word by word: every other word stays as it is, to the letter. What names a day of each week or month is no date. */
export function onlyDaysDated(was: string, is: string, writtenAt: string): boolean {
  const day = Date.parse(`${writtenAt.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day) || /[`"“”„«»]|'\S[^']*'/u.test(was)) return false;
  const [old, now] = [wordsOf(was), wordsOf(is)];
  // A condition, a question, or a second day makes it unsure which day is meant, or whether any is.
  if (was.trimEnd().endsWith('?') || old.some((word) => conditions.has(bare(word)))) return false;
  if (old.filter((word) => plain.has(bare(word)) || names.includes(bare(word))).length > 1) return false;
  let [at, come] = [0, 0];
  while (at < old.length) {
    if (old[at] === now[come]) {
      at += 1;
      come += 1;
      continue;
    }
    const said = dayAt(old, at, day);
    if (said === undefined) return false;
    if (/^on$/iu.test(now[come] ?? '')) come += 1;
    if (now[come] !== said.date) return false;
    at += said.length;
    come += 1;
  }
  return come === now.length;
}

const conditions: ReadonlySet<string> = new Set([
  'if',
  'when',
  'whether',
  'unless',
  'only',
  'until',
  'till',
  'not',
  'never',
  'always',
  'usually',
  'each',
  'every',
]);
const bare = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/gu, '');
/** Behind it they are part of something longer ("tomorrow morning"), or a name of which something is said ("Today is our codename"). */
const followers: ReadonlySet<string> = new Set([
  'morning',
  'afternoon',
  'evening',
  'night',
  'noon',
  'is',
  'are',
  'was',
  'were',
  'view',
  'branch',
]);

const wordsOf = (text: string): string[] => text.trim().split(/\s+/u);

function dayAt(
  words: readonly string[],
  at: number,
  day: number,
): { readonly length: number; readonly date: string } | undefined {
  const [word = '', next = ''] = words.slice(at);
  const [before = '', isStart] = [words[at - 1], at === 0 || /[.!?:]$/u.test(words[at - 1] ?? '')];
  const dated = (offset: number, end: string): string =>
    `${new Date(day + offset * dayLength).toISOString().slice(0, 10)}${end}`;
  const [, single = '', end = ''] = /^([A-Za-z]+)([.,;:!?)]*)$/u.exec(word) ?? [];
  // A capital in the middle of a sentence makes a name of it.
  if (/^[A-Z]/u.test(single) && (!isStart || /^[A-Z]{2}/u.test(single))) return undefined;
  const offset = plain.get(single.toLowerCase());
  if (offset !== undefined)
    return /^(?:the|an?|each|every)$/iu.test(before) || (end === '' && followers.has(bare(next))) || /^[([]/u.test(next)
      ? undefined
      : { length: 1, date: dated(offset, end) };
  const [, name = '', last = ''] = /^([A-Za-z]+)([.,;:!?)]*)$/u.exec(next) ?? [];
  const weekday = names.indexOf(name.toLowerCase());
  if (end !== '' || weekday === -1 || !/^(?:next|last)$/iu.test(single)) return undefined;
  const isRule =
    /^(?:the|an?|each|every)$/iu.test(before) || (last === '' && /^(?:of|before|after)$/iu.test(words[at + 2] ?? ''));
  if (isRule) return undefined;
  const today = new Date(day).getUTCDay();
  const [ahead, back] = [(weekday - today + 7) % 7 || 7, (today - weekday + 7) % 7 || 7];
  return { length: 2, date: dated(single.toLowerCase() === 'next' ? ahead : -back, last) };
}
