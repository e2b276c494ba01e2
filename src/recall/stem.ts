// A word without its ending, so that one that asks and one that answers are the same: plural, -ing, -ed, and the last e or y.

/**
 * For words in small letters. What is too short to have an ending stays as it is. A stem begins with the same three letters as its word,
 * but for an `i` that was a `y`.
 */
export function stem(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return /^[\0-\x7f]*$/.test(word) ? word : other(word);
  return withoutLast(word.length === 3 ? word : withoutVerb(withoutPlural(word)));
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (word.length > 4 && /(?:[sxz]|[cs]h)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

function withoutVerb(word: string): string {
  const length = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  if (length === 0 || word.length < length + 3) return word;
  const rest = word.slice(0, -length);
  if (!/[aeiouy]/.test(rest)) return word;
  return rest.length > 3 && /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}

function withoutLast(word: string): string {
  if (word.length > 3 && word.endsWith('e')) return word.slice(0, -1);
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}i` : word;
}

/** Of alphabets whose endings nobody wrote down here, the beginning of a long word stands for it. */
function other(word: string): string {
  return word.length > 5 && /^[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}]+$/u.test(word)
    ? word.slice(0, Math.max(5, word.length - 3))
    : word;
}
