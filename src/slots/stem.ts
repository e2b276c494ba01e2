// A word without its ending: plural, -ing, -ed, the last e or y. Only where the word is long enough to have one.

export function stemOf(word: string): string {
  if (!/^[a-z]{3,}$/u.test(word)) return word;
  let left = word;
  if (left.endsWith('ies') && left.length > 4) left = `${left.slice(0, -3)}y`;
  else if (/(?:[sxz]|[cs]h)es$/u.test(left) && left.length > 4) left = left.slice(0, -2);
  else if (left.endsWith('s') && !/(?:ss|us|is)$/u.test(left)) left = left.slice(0, -1);
  for (const ending of ['ing', 'ed']) {
    const rest = left.slice(0, -ending.length);
    if (!left.endsWith(ending) || rest.length < 3 || !/[aeiouy]/u.test(rest)) continue;
    left = /([bdfgmnprt])\1$/u.test(rest) && rest.length > 3 ? rest.slice(0, -1) : rest;
    break;
  }
  if (left.endsWith('e') && left.length > 3) left = left.slice(0, -1);
  return /[^aeiou]y$/u.test(left) ? `${left.slice(0, -1)}i` : left;
}
