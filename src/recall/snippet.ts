// Two hundred and forty characters of a chunk: from the line on that has most of the question, without credentials.
import { findSecrets } from '../secrets/secrets.ts';
import { oneLine } from '../text/text.ts';
import { stemsOf } from './words.ts';

const longest = 240;
/** So much before and after a chunk is looked at: a key of many lines is recognised by its first. */
const around = 4096;
/** So much of a chunk is looked at. */
const most = 65_536;

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
  const text = (start: number, stop: number): string =>
    new TextDecoder('utf-8', { ignoreBOM: start !== 0 }).decode(content.subarray(start, stop));
  const before = text(Math.max(0, from - around), from);
  const whole = `${before}${text(from, end)}${text(end, end + around)}`;
  let inside = whole.slice(before.length, before.length + text(from, end).length);
  const spans = findSecrets(whole, { allow });
  for (const { rule, start, end: stop } of spans.toReversed()) {
    const [first, last] = [start - before.length, stop - before.length];
    if (last <= 0 || first >= inside.length) continue;
    inside = `${inside.slice(0, Math.max(0, first))}[REDACTED:${rule}]${inside.slice(Math.min(inside.length, last))}`;
  }
  const lines = withoutHeading(inside).split('\n');
  if (lines.join(' ').length <= longest) return oneLine(lines.join(' '), longest);
  const best = bestLine(lines, stems);
  return oneLine(
    `${best === 0 ? '' : '… '}${lines
      .slice(best)
      .join(' ')
      .slice(0, 4 * longest)}`,
    longest,
  );
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
