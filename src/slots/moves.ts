// What may stand elsewhere in a sentence, or be told in another form, without anything else being said by it. Each of these is narrow: what is in doubt is no move.
import { isEqual, type Plain, plain } from './plain-items.ts';
import type { Item } from './saying.ts';
import { rootOf } from './stem.ts';
import { listed } from './word-lists.ts';

/** Whether the second is the first in one of these other forms. */
export function isMovedTo(from: readonly Item[], to: readonly Item[]): boolean {
  const [one, other] = [plain(from), plain(to)];
  return (
    isMoved(one, other) ||
    isPassive(from, to) ||
    isPlaceFirst(from, one, other) ||
    isVersionOf(one, other) ||
    isNamedFirst(one, other) ||
    isSwapped(one, other) ||
    isLabel(from, to)
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
  // "By hand", "by the door" and "by Friday" say how, where and when.
  if (!who.every(isSomebody)) return false;
  const told = plain(active);
  const does = told[who.length];
  if (!isSimple(whom) || !isSimple(who) || does?.is !== 'term' || /ed$/u.test(does.key) || does.isGoing) return false;
  return rootOf(does.key) === rootOf(verb.key) && isEqual([...who, does, ...whom], told);
}

const isSomebody = ({ said }: Item): boolean => /^\p{Lu}[\p{L}\p{M}’'-]*$/u.test(said) && !days.test(said);
const days =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|Email|Mail|Hand|Default|Design)$/iu;

const isFree = (items: readonly Item[]): boolean => items.every(({ is }) => is !== 'not' && is !== 'firm');
const areTerms = (items: readonly Item[]): boolean =>
  items.length > 0 && items.every(({ is, key }) => (is === 'term' && !joins.has(key)) || key === 'of');

/** "Images in the shop have at most 5 KB" is "In the shop, images have at most 5 KB": of all of a kind, never of one ("the admin in Berlin"). */
function isPlaceFirst(written: readonly Item[], from: readonly Plain[], to: readonly Plain[]): boolean {
  const comma = to.findIndex(({ key }) => key === ',');
  const [what, where] = from;
  const isOfAll = written[0]?.is === 'term' && /^\p{L}\p{Ll}+s$/u.test(written[0].said);
  if (!isOfAll || what === undefined || where?.key !== 'in' || comma < 2 || !isFree(from)) return false;
  const place = to.slice(0, comma);
  if (
    place[0]?.key !== 'in' ||
    !areTerms(place.slice(1)) ||
    from.some(({ is, key }) => is === 'mark' || joins.has(key))
  )
    return false;
  return isEqual(from, [what, ...place, ...to.slice(comma + 2)]) && isEqual([what], to.slice(comma + 1, comma + 2));
}

/** "Version 2 of the parser is …" is "The parser of version 2 is …". */
function isVersionOf(from: readonly Plain[], to: readonly Plain[]): boolean {
  const of = to.findIndex(({ key }) => key === 'of');
  const [version, number, link] = from;
  if (version?.key !== 'version' || number?.key.startsWith('number ') !== true || link?.key !== 'of' || of < 1)
    return false;
  const isOnce =
    from.filter(({ key }) => key === 'version').length === 1 && to.filter(({ key }) => key === 'of').length === 1;
  const what = to.slice(0, of);
  if (!isOnce || !what.every(({ is, key }) => is === 'term' && !joins.has(key))) return false;
  return (
    isEqual(from, [version, number, link, ...what, ...to.slice(of + 3)]) &&
    isEqual([version, number], to.slice(of + 1, of + 3))
  );
}

/** "Maria reviews the parser" is "The parser: Maria reviews it". */
function isNamedFirst(from: readonly Plain[], to: readonly Plain[]): boolean {
  const colon = to.findIndex(({ key }) => key === ':');
  const [what, said] = [to.slice(0, colon), to.slice(colon + 1, -1)];
  if (colon < 1 || to.at(-1)?.key !== 'it' || said.length < 2 || !areTerms(what) || !areTerms(said)) return false;
  return !said.some(({ key }) => /^(?:it|of)$/u.test(key)) && isEqual(from, [...said, ...what]);
}

/** With such a word one clause needs the other, or comes after it. */
const needsOther: ReadonlySet<string> = new Set(
  listed(
    'it its this that these those they them he she him her then first next afterwards later finally instead otherwise else also too so either both same one and or yet',
  ),
);

/** "Never push to main; open a pull request" is "Open a pull request; never push to main": what one never does has no place in an order. */
function isSwapped(from: readonly Plain[], to: readonly Plain[]): boolean {
  const at = from.findIndex(({ key }) => key === ';');
  const [one, other] = [from.slice(0, at), from.slice(at + 1)];
  if (at < 1 || (one[0]?.key === 'never') === (other[0]?.key === 'never')) return false;
  const isSimple = from.every(
    ({ is, key }, where) => where === at || (is !== 'mark' && is !== 'firm' && !needsOther.has(key)),
  );
  const semicolon = from[at];
  return isSimple && semicolon !== undefined && isEqual([...other, semicolon, ...one], to);
}

/** "The port is 8080" is "Port: 8080", if it says "is" in that very place. */
function isLabel(from: readonly Item[], to: readonly Item[]): boolean {
  const colon = to.findIndex(({ key }) => key === ':');
  const label = to.slice(0, colon);
  if (colon < 1 || !isFree(to) || !label.every(({ is, key }) => is === 'term' || is === 'gap' || key === 'of'))
    return false;
  if (
    label.some(({ key }) => /^(?:is|are|am)$/u.test(key)) ||
    to.slice(colon + 1).some(({ is, key }) => is === 'mark' || /^(?:is|are|am)$/u.test(key))
  )
    return false;
  const is = from.findIndex(({ key }) => /^(?:is|are)$/u.test(key));
  if (is < 1) return false;
  return (
    isEqual(plain(from.slice(0, is)), plain(label)) && isEqual(plain(from.slice(is + 1)), plain(to.slice(colon + 1)))
  );
}
