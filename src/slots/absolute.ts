// "Yesterday" as a date: what was written down on one day is read on another.

const dayLength = 24 * 60 * 60 * 1000;
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const relative =
  /\b(today|tonight|yesterday|tomorrow|(?:next|last) (?:sunday|monday|tuesday|wednesday|thursday|friday|saturday))\b/giu;

/** The text with its days as dates, as seen from this day; as it is if it names none. What stands in quotes or code is as somebody else wrote it. */
export function absolute(text: string, writtenAt: string): string {
  const day = Date.parse(`${writtenAt.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day) || /[`"“”«»]/u.test(text)) return text;
  return text
    .replaceAll(relative, (_, word: string) => {
      const date = new Date(day + offsetOf(word.toLowerCase(), new Date(day).getUTCDay()) * dayLength);
      const isFirst = text.startsWith(word);
      return `${isFirst ? 'On' : 'on'} ${date.toISOString().slice(0, 10)}`;
    })
    .replaceAll(/\b(by|until|till|before|after|since|from|of|on) on (?=\d{4}-)/giu, '$1 ');
}

function offsetOf(word: string, today: number): number {
  if (word === 'yesterday') return -1;
  if (word === 'tomorrow') return 1;
  const [which = '', name = ''] = word.split(' ');
  const at = days.indexOf(name);
  if (at === -1) return 0;
  return which === 'next' ? ((at - today + 6) % 7) + 1 : -(((today - at + 6) % 7) + 1);
}
