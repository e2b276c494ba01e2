// A long line made shorter where a phrase ends, not in the middle of one.

/** Marks behind which another clause begins: what stands before is whole. */
const marks = /;(?= )|[,.:](?= )| [—–-](?= )/gu;
/** Words that only add to what was said. */
const joints =
  / (?=\()| (?=(?:and|but|so|since|because|as|which|while|where|after|before|for|from|in|on|by|via|to|with|that|of|at|into|across|inside|using|instead)\b)/giu;
/** What would be left out with these may take back what was said before. */
const takesBack = /\b(?:if|unless|only|until|without|except|not|never)\b|n't\b/iu;
/** Words that something has to follow. */
const isLoose =
  /(?:^|\s)(?:a|an|the|and|or|but|of|to|for|in|on|at|by|with|from|as|is|are|was|were|be|its|their|that|which|not|no|so|than|into|when|if|while|via|using|before|after|because|since)$/iu;

/**
 * The text itself if it fits, else a beginning that is a whole phrase: up to its last semicolon, if that is far enough, else as long as may be;
 * undefined if there is none.
 */
export function wholePhrase(text: string, most: number): string | undefined {
  if (text.length <= most) return text;
  const heads = (places: RegExp): string[] =>
    [...text.matchAll(places)]
      .map(({ index }) => text.slice(0, index))
      .filter((head) => head.length <= most && isClosed(head) && /\S \S/u.test(head) && !isLoose.test(head));
  const atMark = heads(marks);
  const clauses = atMark.findLast((head) => text.charAt(head.length) === ';');
  if (clauses !== undefined && clauses.length * 3 > most) return clauses;
  const clause = text.split(';')[0] ?? text;
  const atJoint = heads(joints).filter(
    (head) => head.length < clause.length && !takesBack.test(clause.slice(head.length)),
  );
  return [...atMark, ...atJoint].toSorted((one, other) => other.length - one.length)[0];
}

/** As many whole words as fit, without those at the end that want another one behind them. */
export function wholeWords(text: string, most: number): string {
  if (text.length <= most) return text;
  const words = text
    .slice(0, most + 1)
    .split(' ')
    .slice(0, -1);
  const isDone = (said: string): boolean => isClosed(said) && !isLoose.test(said);
  let count = words.length;
  while (count > 2 && !isDone(words.slice(0, count).join(' '))) count -= 1;
  return (count > 2 ? words.slice(0, count) : words).join(' ').replace(/[\s,;:—–-]+$/u, '');
}

/** Quotes, backticks and brackets that are opened are closed. */
function isClosed(text: string): boolean {
  const count = (mark: string): number => text.split(mark).length - 1;
  return count('"') % 2 === 0 && count('`') % 2 === 0 && count('(') === count(')') && count('“') === count('”');
}
