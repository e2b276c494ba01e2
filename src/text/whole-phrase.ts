// A long line made shorter where a phrase ends, not in the middle of one.

/** Marks behind which another clause begins: what stands before is whole. */
const marks = /;(?= )|[,.:](?= )| [—–-](?= )/gu;
/** Words with which a clause begins that only adds to what was said. */
const clauseJoints =
  / (?=\()| (?=(?:but|so|since|because|which|while|where|after|before|that|allowing|making|causing|instead)\b)| (?=and \p{L}+ed\b)/giu;
/** The same for a phrase. An "and" may stand within one. */
const joints = / (?=(?:as|for|from|in|on|by|via|to|with|of|at|into|across|inside|using|between)\b)/giu;
/** What would be left out with these may take back what was said before. */
const takesBack = /\b(?:if|unless|only|until|without|except|not|never)\b|n't\b/iu;
/** Who begins so has said nothing before the first comma. */
const leadsIn =
  /^(?:after|although|as|at|because|before|by|despite|during|for|from|having|if|in|on|once|since|though|to|when|where|while|with|without)\b/iu;
/** Of what was not done, a beginning would say too much. */
const denies = /\b(?:not|never|no|without)\b|n't\b/iu;
/** Words that something has to follow. */
const isLoose =
  /(?:^|\s)(?:a|an|the|and|or|but|of|to|for|in|on|at|by|with|from|as|is|are|was|were|be|its|their|that|which|not|no|so|than|into|when|if|while|via|using|before|after|because|since|based|due|related|according|instead|allowing|trying)$/iu;

/**
 * The text itself if it fits, else a beginning that is a whole phrase: up to its last semicolon, if that is far enough, else as long as may be;
 * undefined if there is none.
 */
export function wholePhrase(text: string, most: number): string | undefined {
  if (text.length <= most) return text;
  const least = leadsIn.test(text) ? text.indexOf(', ') : 0;
  const heads = (places: RegExp): string[] =>
    [...text.matchAll(places)]
      .map(({ index }) => text.slice(0, index))
      .filter(
        (head) =>
          head.length > least && head.length <= most && isClosed(head) && /\S \S/u.test(head) && !isLoose.test(head),
      );
  const atMark = heads(marks);
  const clauses = atMark.findLast((head) => text.charAt(head.length) === ';');
  if (clauses !== undefined && clauses.length * 4 > most) return clauses;
  const clause = text.split(';')[0] ?? text;
  const safe = (found: readonly string[]): string[] =>
    found.filter(
      (head) => head.length < clause.length && !takesBack.test(clause.slice(head.length)) && !denies.test(head),
    );
  const longest = (found: readonly string[]): string | undefined =>
    found.toSorted((one, other) => other.length - one.length)[0];
  // Behind a clause that is told in half, a preposition is no end.
  const whole = longest([...atMark, ...safe(heads(clauseJoints))]);
  return whole !== undefined && whole.length * 3 > most ? whole : (longest(safe(heads(joints))) ?? whole);
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
