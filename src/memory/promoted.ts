// A line that a sweep promoted: the words of a memory as plain text, and behind them what earned it its place.

/** What stands behind the words. */
export interface Earned {
  readonly score: number;
  readonly hits: number;
  readonly days: number;
}

const behind = / _\(score=\d+\.\d\d, hits=\d+, days=\d+\)_$/u;
const mark = Buffer.from(' _(score=');

/** The same bytes with blanks for what stands behind promoted lines: for whoever looks for words, it is none of them. */
export function withoutScores(content: Uint8Array): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!bytes.includes(mark)) return content;
  const blank = (text: string): string => ' '.repeat(text.length);
  return Buffer.from(bytes.toString('latin1').replaceAll(behindLines, blank), 'latin1');
}

const behindLines = new RegExp(behind.source.replace('$', '(?=\\r?$)'), 'gmu');

/** At its beginning these would make something else of a line. */
const beginsOther = /^(?=[#>+*|~`-]|\d{1,9}[.)]|\[[ xX]\])/u;
/** What would look like ours, or hide what comes after it. */
const looksOurs = /(?=<!--|_\(score=)/gu;

/** `- <words> _(score=0.42, hits=5, days=3)_`; the words are one line already. */
export function printPromoted(words: string, { score, hits, days }: Earned): string {
  const plain = words.replaceAll(looksOurs, '\\').replace(beginsOther, '\\');
  return `- ${plain} _(score=${score.toFixed(2)}, hits=${hits}, days=${days})_`;
}

/**
 * The words of an entry of `MEMORY.md`: of a promoted one those of the memory that was promoted, so that the two are one memory in two
 * places. What somebody changed in them makes another memory of it, as everywhere.
 */
export function wordsPromoted(text: string): string {
  if (!behind.test(text)) return text;
  return text
    .replace(behind, '')
    .replace(/^\\(?=[#>+*|~`-]|\d{1,9}[.)]|\[[ xX]\])/u, '')
    .replaceAll(/\\(?=<!--|_\(score=)/gu, '');
}
