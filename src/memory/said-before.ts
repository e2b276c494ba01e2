// Whether a text only says again what somebody was told.

/** Fewer words than this stand somewhere by chance. */
const least = 4;

/** Word for word, whatever lies between the words. */
export function isSaidIn(text: string, told: string): boolean {
  const words = wordsIn(text);
  return words.length >= least && ` ${wordsIn(told).join(' ')} `.includes(` ${words.join(' ')} `);
}

/** Whether a text is mostly the words of another one: a piece of it, or all of it with a few words around. */
export function isQuoteOf(text: string, told: string): boolean {
  return isSaidIn(text, told) || (isSaidIn(told, text) && wordsIn(told).length * 2 >= wordsIn(text).length);
}

function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
