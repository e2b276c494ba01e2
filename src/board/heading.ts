// One heading line taken apart, each part with its place, so that an edit can touch exactly one of them.
import type { Keywords } from './keywords.ts';
import type { Line } from './lines.ts';

/** A stretch of the file in bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A heading in byte text. `keyword` is undefined for plain headings; `title` is without priority and tags, ends trimmed. */
export interface HeadingParts {
  readonly level: number;
  readonly keyword: (Span & { readonly word: string }) | undefined;
  readonly priority: string | undefined;
  readonly title: Span;
  readonly tags: readonly string[];
}

/** Takes a line apart, or gives undefined if it is not a heading: stars at the margin and a space, as org has it. */
export function parseHeading(line: Line, keywords: Keywords): HeadingParts | undefined {
  const { text } = line;
  if (text[0] !== '*') return undefined;
  let at = 0;
  while (text[at] === '*') at += 1;
  if (text[at] !== ' ') return undefined;
  const level = at;
  at = skipBlank(text, at);

  const word = text.slice(at, wordEnd(text, at));
  const isKeyword = keywords.open.includes(word) || keywords.done.includes(word);
  const keyword = isKeyword ? { word, start: line.start + at, end: line.start + at + word.length } : undefined;
  if (keyword !== undefined) at = skipBlank(text, at + word.length);

  const priority =
    text[at] === '[' ? /^\[#([A-Z]|[0-9]{1,2})\](?=[ \t]|$)/u.exec(text.slice(at, at + 6))?.[1] : undefined;
  if (priority !== undefined) at = skipBlank(text, at + priority.length + 3);

  const { titleEnd, tags } = tagsAtEnd(text, at);
  return { level, keyword, priority, title: { start: line.start + at, end: line.start + titleEnd }, tags };
}

/** Asked of each character of a board, so by comparing and not by a pattern. */
function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (isBlank(text[at])) at += 1;
  return at;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isBlank(text[at])) at += 1;
  return at;
}

/** Tags are the last word of a heading if it is made of `:word:word:`. Walks from the end: titles can be long. */
function tagsAtEnd(text: string, from: number): { readonly titleEnd: number; readonly tags: readonly string[] } {
  const trimmed = trimEnd(text, from, text.length);
  let start = trimmed;
  while (start > from && !isBlank(text[start - 1])) start -= 1;
  const last = text.slice(start, trimmed);
  // Bytes above ASCII are letters of other languages here.
  if (!last.startsWith(':') || !/^:(?:[A-Za-z0-9_@#%\u0080-\u00FF]+:)+$/u.test(last))
    return { titleEnd: trimmed, tags: [] };
  return { titleEnd: trimEnd(text, from, start), tags: last.slice(1, -1).split(':') };
}

function trimEnd(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && isBlank(text[at - 1])) at -= 1;
  return at;
}
