// Two hundred and forty characters of a chunk: from the line on that has most of the question, without credentials.
import { findSecrets } from '../secrets/secrets.ts';
import { oneLine } from '../text/text.ts';
import { stemsOf } from './words.ts';

const longest = 240;
/** So much of a chunk is looked at, and so much of that can become a snippet. */
const most = 65_536;
const mostShown = 4 * longest;
/** So much before and after it is looked at, too: what a value is can stand in front of it. A key of many lines is recognised by its first, a long token by its beginning. */
const around = 1024;
const aroundKey = 65_536;

export interface Snippet {
  readonly content: Uint8Array;
  readonly from: number;
  readonly to: number;
}

export function snippetOf(
  { content, from, to }: Snippet,
  stems: ReadonlySet<string>,
  allow: readonly string[],
): string {
  const end = Math.min(to, from + most);
  const whole = textIn(content, from, end);
  const chunk = withoutHeading(whole);
  const lines = chunk.split('\n');
  const isWhole = chunk.length <= longest;
  const best = isWhole ? 0 : bestLine(lines, stems);
  const start = lines.slice(0, best).join('\n').length + (best === 0 ? 0 : 1);
  const shown = chunk.slice(start, start + mostShown);
  const heading = whole.slice(0, whole.length - chunk.length);
  const before = `${textIn(content, Math.max(0, from - aroundKey), from)}${heading}${chunk.slice(0, start)}`;
  const after = `${chunk.slice(start + mostShown)}${textIn(content, end, end + aroundKey)}`;
  const clean = withoutSecrets(before, shown, after, allow);
  return oneLine(`${best === 0 ? '' : '… '}${clean.replaceAll('\n', ' ')}`, longest);
}

/** The words of a chunk without credentials, as far as they are looked at. */
export function cleanText({ content, from, to }: Snippet, allow: readonly string[]): string {
  const end = Math.min(to, from + most);
  const before = textIn(content, Math.max(0, from - aroundKey), from);
  return withoutSecrets(before, textIn(content, from, end), textIn(content, end, end + aroundKey), allow);
}

/** The same of a text that is clean already. */
export function snippetIn(text: string, stems: ReadonlySet<string>): string {
  const lines = withoutHeading(text).split('\n');
  if (lines.join(' ').length <= longest) return oneLine(lines.join(' '), longest);
  const best = bestLine(lines, stems);
  return oneLine(`${best === 0 ? '' : '… '}${lines.slice(best).join(' ').slice(0, mostShown)}`, longest);
}

function textIn(content: Uint8Array, start: number, stop: number): string {
  return new TextDecoder('utf-8', { ignoreBOM: start !== 0 }).decode(content.subarray(start, stop));
}

/** A text without credentials, also those of which a part stands before or after it. */
function withoutSecrets(before: string, shown: string, after: string, allow: readonly string[]): string {
  const hasKey = /-BEGIN /i.test(before) || /-BEGIN /i.test(shown);
  const front = hasKey ? before : before.slice(unbroken(before));
  const back = hasKey ? after.slice(0, aroundKey) : after.slice(0, after.slice(around).search(/\s|$/u) + around);
  let inside = shown;
  for (const { rule, start, end } of findSecrets(`${front}${shown}${back}`, { allow }).toReversed()) {
    const [first, last] = [start - front.length, end - front.length];
    if (last <= 0 || first >= inside.length) continue;
    inside = `${inside.slice(0, Math.max(0, first))}[REDACTED:${rule}]${inside.slice(Math.min(inside.length, last))}`;
  }
  return inside;
}

function bestLine(lines: readonly string[], stems: ReadonlySet<string>): number {
  let [best, most] = [0, 0];
  for (const [at, line] of lines.entries()) {
    const found = new Set(stemsOf(line.slice(0, 2000)).filter((word) => stems.has(word))).size;
    if (found > most) [best, most] = [at, found];
  }
  return best;
}

/** The heading is told beside it; a chunk that is nothing else stays as it is. */
function withoutHeading(text: string): string {
  const rest = text.replace(/^(?:\*+ |\s{0,3}#{1,6}[ \t]).*(?:\n|$)/u, '');
  return rest.trim() === '' ? text : rest;
}

/** Where to begin to look: some way back, and not in the middle of a word, however long that is. */
function unbroken(before: string): number {
  let at = Math.max(0, before.length - around);
  while (at > 0 && /\S/u.test(before[at - 1] ?? ' ')) at -= 1;
  return at;
}
