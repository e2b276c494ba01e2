// "Yesterday" as a date: what was written down on one day is read on another.

const dayLength = 24 * 60 * 60 * 1000;
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const isDay = (word: string | undefined): boolean => /^(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day$/u.test(word ?? '');

/** Before such a word it is a rule or a name ("the last Sunday of each month", "the today view"). */
const closed = /^(?:the|a|an|each|every|on|any|this|of|before|after|no|not|and|or|than|called|named|--?\S*|.*[=:/])$/iu;
/** What happens again and again has no date. */
const recurring = /\b(?:each|every|always|usually|daily|weekly|monthly|yearly|never|recurring)\b/iu;
/** Where it may be no day but "nowadays", where another day is named besides, where it is asked or depends on something. */
const unsure =
  /\?\s*$|\b(?:if|when|whether|unless|only|not|until|till|nowadays|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|heute|gestern|morgen)\b/iu;
const relative = /\b(?:today|yesterday|tomorrow|tonight|(?:next|last) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/giu;
/** With its day as a date "by" and the like need no "on". */
const bare = /^(?:by|until|till|since|from)$/iu;

/**
 * The text with its days as dates, as seen from the day it was written on; as it is if it names none, or if any of them may be
 * something else: a part of a path, a flag, a name, a rule, or somebody's words.
 */
export function absolute(text: string, writtenAt: string): string {
  const day = Date.parse(`${writtenAt.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day) || /[`"“”„«»‘]|(?<!\p{L})'/u.test(text) || recurring.test(text)) return text;
  const [only, ...more] = text.match(relative) ?? [];
  if (only === undefined || more.length > 0 || unsure.test(text.replace(only, ''))) return text;
  const parts = text.split(/(\s+)/u);
  const done: string[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const isPair = /^(?:next|last)$/iu.test(parts[at] ?? '') && isDay((parts[at + 2] ?? '').replace(/[.,;!?]$/u, ''));
    const last = isPair ? at + 2 : at;
    const [, word = '', end = ''] = /^(.*?)([.,;!?]?)$/su.exec(parts.slice(at, last + 1).join('')) ?? [];
    if (!isPair && !/^(?:today|yesterday|tomorrow)$/iu.test(word)) {
      done.push(...parts.slice(at, at + 2));
      continue;
    }
    const [before, after] = [parts[at - 2], end === '' ? parts[last + 2] : undefined];
    const isFirst = before === undefined || before === '';
    const isName = (!isFirst && /^\p{Lu}/u.test(word)) || /^\p{Lu}{2}/u.test(word);
    if (
      isName ||
      (!isFirst && closed.test(before)) ||
      /^(?:of|before|after|view|and|or|morning|afternoon|evening|night|noon|never|always|[([].*)$/iu.test(after ?? '')
    )
      return text;
    // At the head of a sentence it is a day if somebody does something then, and a name if it "is" something.
    if (isFirst && end !== ',' && !/^(?:the|a|an|we|i|they|he|she|it|you|our|my|all|there)$/iu.test(after ?? ''))
      return text;
    const date = new Date(day + offsetOf(word.toLowerCase(), new Date(day).getUTCDay()) * dayLength);
    const on = isFirst ? 'On ' : bare.test(before) ? '' : 'on ';
    done.push(`${on}${date.toISOString().slice(0, 10)}${end}`, parts[last + 1] ?? '');
    at = last;
  }
  return done.join('');
}

function offsetOf(word: string, today: number): number {
  if (word === 'yesterday') return -1;
  if (word === 'tomorrow') return 1;
  const [which = '', name = ''] = word.split(/\s+/u);
  const at = days.indexOf(name);
  if (at === -1) return 0;
  return which === 'next' ? ((at - today + 6) % 7) + 1 : -(((today - at + 6) % 7) + 1);
}
