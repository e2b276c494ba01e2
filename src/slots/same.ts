// Whether a sentence says again what another said: nothing of it gone, nothing new, and everything in the same relation.
import { type Saying, sayingOf, type Term } from './saying.ts';

/** Of one sentence, or a few. */
const longest = 4000;

/** Why the second is not the first in other words; undefined if it is. Strict: what nobody here can judge is not the same. */
export function saidAgain(before: string, after: string): string | undefined {
  if (before.length > longest || after.length > longest)
    return before === after ? undefined : `more than ${longest} characters are not compared`;
  const [was, is] = [sayingOf(before), sayingOf(after)];
  if (is.terms.length === 0) return was.terms.length === 0 && before === after ? undefined : 'nothing is left of it';
  return (
    missing(was, is) ??
    (was.unspaced === is.unspaced ? undefined : 'it has other letters in a writing without blanks') ??
    negatedElse(was, is) ??
    (was.isQuestion === is.isQuestion ? undefined : 'a question and a statement are not the same') ??
    boundElse(was, is) ??
    orderedElse(was, is)
  );
}

/** Why the first is not said, whole, by the second or by a clause of it. */
export function saidWithin(part: string, whole: string): string | undefined {
  const why = saidAgain(part, whole);
  if (why === undefined || restricts(whole)) return why;
  return clausesOf(whole).some((clause) => saidAgain(part, clause) === undefined) ? undefined : why;
}

/** A clause behind a comma may say when the one before it does not hold. */
const restricts = (text: string): boolean =>
  /\b(?:except|unless|only|if|when|while|but|until|till|however|although|though|not|never|no|was|were|formerly)\b|n['’]t\b|\?/iu.test(
    text,
  );

const clausesOf = (text: string): string[] =>
  text.split(/(?<=[.!])\s+|;|\s[–—]\s|,? (?:because|since|so that)\b|[()]/u).filter((clause) => clause.trim() !== '');

function missing(was: Saying, is: Saying): string | undefined {
  const [before, after] = [keysOf(was), keysOf(is)];
  const lost = was.terms.find(({ key }) => !after.has(key));
  if (lost !== undefined) return `${shown(lost)} would be gone`;
  const come = is.terms.find(({ key }) => !before.has(key));
  return come === undefined ? undefined : `${shown(come)} would be new`;
}

const keysOf = ({ terms }: Saying): ReadonlySet<string> => new Set(terms.map(({ key }) => key));
const shown = ({ kind, said }: Term): string => (kind === 'word' ? `"${said}"` : `the ${kind} "${said}"`);

function negatedElse(was: Saying, is: Saying): string | undefined {
  if (was.negated.length !== is.negated.length) return 'a negation came or went';
  const left = [...is.negated];
  for (const scope of was.negated) {
    const at = left.findIndex((other) => scope[0] === other[0] && (isWithin(scope, other) || isWithin(other, scope)));
    if (at === -1) return 'something else would be negated';
    left.splice(at, 1);
  }
  return undefined;
}

const isWithin = (some: readonly string[], others: readonly string[]): boolean =>
  some.every((each) => others.includes(each));

/** What "before" and "except" bind has to stay; of the others only what both have is compared. */
function boundElse(was: Saying, is: Saying): string | undefined {
  const names = new Set([...was.bound, ...is.bound].map(({ link }) => link));
  for (const name of names) {
    const of = ({ bound }: Saying): Saying['bound'] => bound.filter(({ link }) => link === name);
    const [before, after] = [of(was), of(is)];
    const isFirm = [...before, ...after].some((each) => each.isFirm);
    if (isFirm && before.length !== after.length) return `"${name}" came or went`;
    const [one, other] = [before, after].map((each) => each.map(({ to }) => to ?? '').toSorted());
    if (before.length === after.length && one?.join('\n') !== other?.join('\n'))
      return `"${name}" would be about something else`;
  }
  return byElse(was, is) ?? byElse(is, was);
}

/** "Reviewed by Maria" where the other says that Maria reviews: she comes first there. */
function byElse(passive: Saying, active: Saying): string | undefined {
  const by = ({ bound }: Saying): Saying['bound'] => bound.filter(isBy);
  if (by(active).length > 0 || by(passive).length === 0) return undefined;
  return by(passive).every(({ to }) => to === active.terms[0]?.key) ? undefined : '"by" would be about something else';
}

const isBy = ({ link }: Saying['bound'][number]): boolean => link === 'by';

const valueKinds = ['number', 'date', 'time', 'path', 'quoted', 'name'] as const;

/** Values of a kind in another order may have changed places, and so may two words. */
function orderedElse(was: Saying, is: Saying): string | undefined {
  const names = new Set([...was.terms, ...is.terms].filter(({ kind }) => kind === 'name').map(({ key }) => key));
  for (const kind of valueKinds) {
    const of = ({ terms }: Saying): string =>
      [
        ...new Set(
          terms.filter((each) => (kind === 'name' ? names.has(each.key) : each.kind === kind)).map(({ key }) => key),
        ),
      ].join('\n');
    if (of(was) !== of(is)) return `${kind}s would change places`;
  }
  const [before, after] = [was.terms.map(({ key }) => key), is.terms.map(({ key }) => key)];
  if (before.length !== after.length) return undefined;
  const moved = before.flatMap((key, at) => (key === after[at] ? [] : [at]));
  const [first = 0, second = 0] = moved;
  if (moved.length !== 2 || before[first] !== after[second]) return undefined;
  const isHarmless = second === first + 1 && (isLoose(was, is, second) || isLoose(is, was, second));
  const isPassive = was.bound.some(isBy) !== is.bound.some(isBy);
  if (isPassive) return undefined;
  return isHarmless ? undefined : `"${was.terms[first]?.said}" and "${was.terms[second]?.said}" would change places`;
}

/** Between two words that may change places: "timeout of the upload", "Linux and macOS", "passwords are hashed", "customers in France". */
const loose: ReadonlySet<string> = new Set(['of', 'and', ',', 'is', 'are']);
const silent: ReadonlySet<string> = new Set(['the', 'a', 'an', 'each', 'every']);

function isLoose({ between }: Saying, other: Saying, at: number): boolean {
  const [words, others] = [between, other.between].map((each) => (each[at] ?? []).filter((word) => !silent.has(word)));
  if (words === undefined || words.length === 0) return false;
  return words.every((word) => loose.has(word)) || (words.join(' ') === 'in' && others?.length === 0);
}
