// A line that a sweep promoted: the words of a memory as plain text, and behind them what earned it its place.
import { memoryPath } from './path.ts';

/** What stands behind the words. */
export interface Earned {
  readonly score: number;
  readonly hits: number;
  readonly days: number;
}

const behind = / _\(score=\d+\.\d\d, hits=\d+, days=\d+\)_$/u;
const mark = Buffer.from(' _(score=');

const block = Buffer.from('## Dreamed ');

/** Whether a file may have promoted lines in it, as they were written or put in order since. */
export function hasPromoted(content: Uint8Array): boolean {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return bytes.includes(mark) || bytes.includes(block);
}

/** What notes say, by the whole bullet. */
export interface Noted {
  has(bullet: string): boolean;
  /** With its "today" as the date that was meant: so curation words it anew in long-term memory. */
  hasDated(bullet: string): boolean;
}

/**
 * The same bytes with blanks for what stands behind promoted lines, and for the whole line where its note is there as well: for whoever looks
 * for words, a memory is there once, and its score is none of them.
 */
export function withoutSecond(content: Uint8Array, noted: Noted): Uint8Array {
  const lines = Buffer.from(content).toString('latin1').split('\n');
  const blank = (line: string): string => ' '.repeat(line.length);
  const bare = lines.map((line) => {
    const [, words = '', rest = ''] = promotedLine.exec(line) ?? [];
    if (rest === '') return noted.hasDated(utf8(line.replace(/\r$/u, ''))) ? blank(line) : line;
    const bullet = `- ${unescaped(utf8(words))}`;
    return noted.has(bullet) || noted.hasDated(bullet) ? blank(line) : `- ${words}${blank(rest)}`;
  });
  return Buffer.from(withoutHeadings(bare, blank).join('\n'), 'latin1');
}

/** A heading of ours above nothing says nothing, and would count as a piece among those that are weighed. */
function withoutHeadings(lines: readonly string[], blank: (line: string) => string): readonly string[] {
  let [isBelow, isAny] = [false, false];
  return lines
    .toReversed()
    .map((line) => {
      const isBlock = /^## Dreamed \d{4}-\d\d-\d\d \d\d:\d\d UTC\s*$/u.test(line);
      if ((isBlock && !isBelow) || (line.trimEnd() === `# ${memoryPath}` && !isAny)) return blank(line);
      if (line.trim() === '') return line;
      isBelow = !/^#{1,2} /u.test(line);
      isAny = true;
      return line;
    })
    .toReversed();
}

const utf8 = (latin: string): string => Buffer.from(latin, 'latin1').toString('utf8');

const promotedLine = /^- (.*)( _\(score=\d+\.\d\d, hits=\d+, days=\d+\)_\r?)$/u;

/** At its beginning these would make something else of a line; with backslashes before them, one that nobody put there would be taken off. */
const beginsOther = /^(?=\\*(?:[#>+*|~`-]|\d{1,9}[.)]|\[[ xX]\]))/u;
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
  return unescaped(text.replace(behind, ''));
}

function unescaped(text: string): string {
  return text.replace(/^\\(?=\\*(?:[#>+*|~`-]|\d{1,9}[.)]|\[[ xX]\]))/u, '').replaceAll(/\\(?=<!--|_\(score=)/gu, '');
}
