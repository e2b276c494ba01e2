// A word without its plural; "-ing" only where it is said to be going on. "Required" is not "requires", nor "finished" "finish".

export function stemOf(word: string): string {
  if (!/^[a-z]{3,}$/u.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:[sx]s|zz|x|[cs]h)es$/u.test(word) && word.length > 4) return word.slice(0, -2);
  return word.endsWith('s') && !/(?:ss|us|is)$/u.test(word) ? word.slice(0, -1) : word;
}

/** Of a verb, whatever its form: "reviews", "reviewed" and "reviewing". */
export function rootOf(word: string): string {
  let left = stemOf(word);
  for (const ending of ['ing', 'ed']) {
    const rest = left.slice(0, -ending.length);
    if (!left.endsWith(ending) || rest.length < 3 || !/[aeiouy]/u.test(rest)) continue;
    left = /([bdfgmnprt])\1$/u.test(rest) && rest.length > 3 ? rest.slice(0, -1) : rest;
    break;
  }
  return left.endsWith('e') && left.length > 3 ? left.slice(0, -1) : left;
}
