// Whether a sentence says again what another said: the same items in the same order, but for a few moves that never change what is said.
import { isMovedTo } from './moves.ts';
import { inOrder, isEqual, plain } from './plain-items.ts';
import { type Saying, sayingOf, type Term } from './saying.ts';

/** Of one sentence, or a few. */
const longest = 4000;

/** Why the second is not the first in other words; undefined if it is. Strict: what nobody here can judge is not the same. */
export function saidAgain(before: string, after: string): string | undefined {
  if (before.length > longest || after.length > longest)
    return before === after ? undefined : `more than ${longest} characters are not compared`;
  const [was, is] = [sayingOf(before), sayingOf(after)];
  if (is.terms.length === 0) return was.terms.length === 0 && before === after ? undefined : 'nothing is left of it';
  if (was.unspaced !== is.unspaced) return 'it has other letters in a writing without blanks';
  const [one, other] = [inOrder(was.items), inOrder(is.items)];
  const isSame = isEqual(plain(one), plain(other)) || isMovedTo(one, other) || isMovedTo(other, one);
  return isSame ? undefined : (missing(was, is) ?? otherwise(was, is));
}

/** Why the first is not said, whole, by the second, which may go on with why it is so. */
export function saidWithin(part: string, whole: string): string | undefined {
  const why = saidAgain(part, whole);
  const [, said, reason = ''] = /^([^.;!?()\n]+?),? because ([^.;!?()\n]+)\.?$/u.exec(whole.trim()) ?? [];
  if (why === undefined || said === undefined || restricts.test(said) || restricts.test(reason)) return why;
  return saidAgain(part, said) === undefined ? undefined : why;
}

/** With such a word nobody here knows what the reason is a reason of. */
const restricts =
  /\b(?:except|unless|only|if|when|while|but|until|till|however|although|though|not|never|no|was|were|formerly|may|might|because)\b|n['’]t\b/iu;

function missing(was: Saying, is: Saying): string | undefined {
  const [before, after] = [keysOf(was), keysOf(is)];
  const lost = was.terms.find(({ key }) => !after.has(key));
  if (lost !== undefined) return `${shown(lost)} would be gone`;
  const come = is.terms.find(({ key }) => !before.has(key));
  return come === undefined ? undefined : `${shown(come)} would be new`;
}

const keysOf = ({ terms }: Saying): ReadonlySet<string> => new Set(terms.map(({ key }) => key));
const shown = ({ kind, said }: Term): string => (kind === 'word' ? `"${said}"` : `the ${kind} "${said}"`);

function otherwise(was: Saying, is: Saying): string {
  if (was.negated.length !== is.negated.length) return 'a negation came or went';
  if (was.isQuestion !== is.isQuestion) return 'a question and a statement are not the same';
  const [links, others] = [was, is].map(({ bound }) => bound.map(({ link }) => link).toSorted());
  const gone = links?.find((link) => !others?.includes(link)) ?? others?.find((link) => !links?.includes(link));
  return gone === undefined ? 'its words would stand in another order or relation' : `"${gone}" came or went`;
}
