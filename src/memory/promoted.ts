// A line that a sweep promoted: the words of a memory as plain text, and behind them what earned it its place.

/** What stands behind the words. */
export interface Earned {
  readonly score: number;
  readonly hits: number;
  readonly days: number;
}

const behind = / _\(score=\d+\.\d\d, hits=\d+, days=\d+\)_$/u;
const mark = Buffer.from(' _(score=');

/** Whether a file may have promoted lines in it. */
export function hasPromoted(content: Uint8Array): boolean {
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).includes(mark);
}

/**
 * The same bytes with blanks for what stands behind promoted lines, and for the whole line where its note is there as well: for whoever looks
 * for words, a memory is there once, and its score is none of them.
 */
export function withoutSecond(content: Uint8Array, isNoted: (bullet: string) => boolean): Uint8Array {
  const lines = Buffer.from(content).toString('latin1').split('\n');
  const bare = lines.map((line) => {
    const [, words = '', rest = ''] = promotedLine.exec(line) ?? [];
    if (rest === '') return line;
    const said = Buffer.from(words, 'latin1').toString('utf8');
    return isNoted(`- ${unescaped(said)}`) ? ' '.repeat(line.length) : `- ${words}${' '.repeat(rest.length)}`;
  });
  return Buffer.from(bare.join('\n'), 'latin1');
}

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
