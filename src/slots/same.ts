// Whether a sentence says again what another said: the same items in the same order, but for a few moves that never change what is said.
import { type Item, type Saying, sayingOf, type Term } from './saying.ts';
import { rootOf } from './stem.ts';

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
  const isSame =
    isEqual(plain(one), plain(other)) ||
    isMoved(plain(one), plain(other)) ||
    isMoved(plain(other), plain(one)) ||
    isPassive(one, other) ||
    isPassive(other, one);
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

/** Without the end of the sentence, and with "the door's colour" as "the colour of the door". */
function inOrder(items: readonly Item[]): readonly Item[] {
  const last = items.findLastIndex(({ is, key }) => is !== 'mark' || !/^[.!]$/u.test(key));
  const left = items.slice(0, last + 1);
  const at = left.findIndex(isOwner);
  if (at === -1 || left.findLastIndex(isOwner) !== at) return left;
  const start = left.slice(0, at).findLastIndex(({ is }) => is !== 'term') + 1;
  const length = left.slice(at + 1).findIndex(({ is }) => is !== 'term');
  const end = length === -1 ? left.length : at + 1 + length;
  if (start === at || end === at + 1) return left;
  const of: Item = { is: 'link', key: 'of', said: 'of' };
  return [...left.slice(0, start), ...left.slice(at + 1, end), of, ...left.slice(start, at), ...left.slice(end)];
}

const isOwner = ({ is, key }: Item): boolean => is === 'mark' && key === "'s";

interface Plain extends Item {
  /** It is going on: "is listening" is what "listens" says. */
  readonly isGoing: boolean;
}

function plain(items: readonly Item[]): Plain[] {
  // Where nothing is negated or limited, a comma before "and" is a matter of style.
  const isOpen = items.every(({ is }) => is !== 'not' && is !== 'firm');
  return items.flatMap((item, at) => {
    if (item.is === 'gap' || (isOpen && item.key === ',' && items[at + 1]?.key === 'and')) return [];
    const isGoing = /^[a-z]+ing$/u.test(item.key) && /^(?:is|are)$/u.test(items[at - 1]?.key ?? '');
    return [{ ...item, isGoing }];
  });
}

function isEqual(one: readonly Plain[], other: readonly Plain[]): boolean {
  return one.length === other.length && one.every((item, at) => isAlike(item, other[at]));
}

function isAlike(one: Plain, other: Plain | undefined): boolean {
  if (other === undefined || one.is !== other.is) return false;
  if (one.key === other.key) return true;
  return (
    one.isGoing !== other.isGoing && !/ed$/u.test(`${one.key} ${other.key}`) && rootOf(one.key) === rootOf(other.key)
  );
}

const movable: ReadonlySet<string> = new Set(['on', 'in', 'at', 'for', 'before', 'after']);
/** They belong to the verb: "times out". */
const particles: ReadonlySet<string> = new Set(['out', 'off', 'up', 'down']);
const joins: ReadonlySet<string> = new Set(['and', 'or', 'nor', 'yet', 'so', 'then']);

/** "Before each commit, run it": what stands at the end of a simple sentence, with the word that binds it, may stand at its head. */
function isMoved(from: readonly Plain[], to: readonly Plain[]): boolean {
  return from.some((item, at) => {
    const [head, tail] = [from.slice(0, at), from.slice(at)];
    if (!movable.has(item.key) || !isEnd(head.at(-1)) || tail[1]?.is !== 'term') return false;
    const isSimple =
      head.every(
        ({ is, key }, where) => is === 'term' || key === 'of' || particles.has(key) || (is === 'not' && where === 0),
      ) &&
      tail.every(({ is, key }, where) => where === 0 || is === 'term' || key === 'of') &&
      !from.some(({ key }) => joins.has(key));
    if (!isSimple) return false;
    const comma = to[tail.length];
    const rest = comma?.key === ',' ? to.toSpliced(tail.length, 1) : to;
    return isEqual([...tail, ...head], rest);
  });
}

const isEnd = (item: Item | undefined): boolean =>
  item !== undefined && (item.is === 'term' || (item.is === 'link' && particles.has(item.key)));

/** "Billing is reviewed by Maria" is "Maria reviews billing". */
function isPassive(passive: readonly Item[], active: readonly Item[]): boolean {
  const by = passive.findIndex(({ is, key }) => is === 'link' && key === 'by');
  const [verb, is] = [passive[by - 1], passive[by - 2]];
  if (verb === undefined || !/ed$/u.test(verb.key) || !/^(?:is|are)$/u.test(is?.key ?? '')) return false;
  const [whom, who] = [plain(passive.slice(0, by - 2)), plain(passive.slice(by + 1))];
  const isSimple = (items: readonly Plain[]): boolean =>
    items.length > 0 && items.every((each) => (each.is === 'term' && !joins.has(each.key)) || each.key === 'of');
  const told = plain(active);
  const does = told[who.length];
  if (!isSimple(whom) || !isSimple(who) || does?.is !== 'term' || /ed$/u.test(does.key) || does.isGoing) return false;
  return rootOf(does.key) === rootOf(verb.key) && isEqual([...who, does, ...whom], told);
}

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
