// A long text with its middle left out, and a note where it was.

/** The least that anything is shortened to: the note and a little on both sides. */
export const leastKept = 300;

/**
 * At most so many characters, and never less than `leastKept`. What was shortened once and still fits is not shortened again. The end is worth as much
 * as the beginning: there stands how it ended.
 */
export function withoutMiddle(text: string, most: number, note: string): string {
  const room = Math.max(leastKept, most);
  if (text.length <= room) return text;
  const said = (left: number): string => `\n[… ${left} characters left out here${note} …]\n`;
  const kept = room - said(text.length).length;
  const head = cutBefore(text, Math.ceil(kept / 2));
  const tail = cutAfter(text, text.length - Math.floor(kept / 2));
  return `${head}${said(text.length - head.length - tail.length)}${tail}`;
}

/** Neither half of a sign that has two. */
function cutBefore(text: string, at: number): string {
  return text.slice(0, isInside(text, at) ? at - 1 : at);
}

function cutAfter(text: string, at: number): string {
  return text.slice(isInside(text, at) ? at + 1 : at);
}

function isInside(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}

/** Arguments of a call with every long text in them shortened; if they are too many for that, an object that only tells how they began. */
export function shortArguments(given: unknown, most: number, note: string): unknown {
  const json = JSON.stringify(given) ?? 'null';
  if (json.length <= Math.max(leastKept * 2, most)) return given;
  const inner = within(given, Math.max(leastKept, Math.floor(most / 2)), note, 0);
  const text = JSON.stringify(inner) ?? 'null';
  // The braces, the name and what JSON has to escape take room, too.
  return text.length <= Math.max(leastKept * 2, most)
    ? inner
    : { shortened: json.slice(0, leastKept / 2).toWellFormed() };
}

function within(value: unknown, most: number, note: string, depth: number): unknown {
  if (typeof value === 'string') return withoutMiddle(value, most, note);
  if (typeof value !== 'object' || value === null || depth > 20) return value;
  if (Array.isArray(value)) return value.map((each) => within(each, most, note, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, within(each, most, note, depth + 1)]));
}
