// A command that a person copies into a shell: what others wrote stands in it only if every character of it can be seen.
import { hasInvisible } from '../text/text.ts';

/** Undefined if a word cannot be typed as it is shown, or would be read as an option: then nobody should be made to paste it. */
export function commandOf(ours: string, ...theirs: readonly string[]): string | undefined {
  const quoted = theirs.map(quote);
  return quoted.every((word) => word !== undefined) ? [ours, ...quoted].join(' ') : undefined;
}

function quote(word: string): string | undefined {
  if (word === '' || word.startsWith('-') || !word.isWellFormed() || hasInvisible(word) || /[\n\r\t]/u.test(word))
    return undefined;
  if (/^[\w./:@+][\w./:@+-]*$/u.test(word)) return word;
  // Between single quotes a shell does nothing with anything; bash does something with `!` between double ones.
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
