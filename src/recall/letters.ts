// What each byte is in a word: a letter in one case, a figure, a part of another script, or nothing of a word.

/** The letter in one case from 1, figures behind them, one for all that is not ASCII; 0 for what is in no word. */
export const letters: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  const small = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
  if (small >= 0x61 && small <= 0x7a) return small - 0x60;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30 + 27;
  return byte >= 0x80 ? 37 : 0;
});
/** One more than the largest of them. */
export const wide = 38;

export const rise = { none: 0, small: 1, large: 2, other: 3, lineEnd: 4 } as const;
/**
 * In which order what is in a word rises: a word begins where something comes after nothing, a part of one where a large letter comes after
 * a small one, and what has letters of another script is known where the first of them comes. So something begins wherever it rises.
 * The end of a line rises above all of them, and is nothing for what comes after it.
 */
export const rises: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 10) return rise.lineEnd;
  if (byte >= 0x80) return rise.other;
  if (byte >= 0x41 && byte <= 0x5a) return rise.large;
  return letters[byte] === 0 ? rise.none : rise.small;
});
