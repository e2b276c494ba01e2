// Whether a text only says again what somebody was told.

/** Fewer words than this stand somewhere by chance. */
const least = 4;

/** Word for word, whatever lies between the words. */
export function isSaidIn(text: string, told: string): boolean {
  const words = wordsIn(text);
  return words.length >= least && ` ${wordsIn(told).join(' ')} `.includes(` ${words.join(' ')} `);
}

function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
