// The items of a sentence without those that say nothing, in a form in which two of them are compared.
import type { Item } from './saying.ts';
import { rootOf, stemOf } from './stem.ts';

/** Without the end of the sentence, and with "the door's colour" as "the colour of the door". */
export function inOrder(items: readonly Item[]): readonly Item[] {
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

export interface Plain extends Item {
  /** It is going on: "is listening" is what "listens" says. */
  readonly isGoing: boolean;
  /** What stands right before it: "a", "the", or neither. */
  readonly article: 'a' | 'the' | undefined;
}

export function plain(items: readonly Item[]): Plain[] {
  // Where nothing is negated or limited, a comma before "and" is a matter of style.
  const isOpen = items.every(({ is }) => is !== 'not' && is !== 'firm');
  const again = isOpen ? linkedAgain(items) : -1;
  return items.flatMap((item, at) => {
    if (item.is === 'gap' || at === again || (isOpen && item.key === ',' && items[at + 1]?.key === 'and')) return [];
    const isGoing = /^[a-z]+ing$/u.test(item.key) && /^(?:is|are)$/u.test(items[at - 1]?.key ?? '');
    const next = items[at + 1];
    // "Never on any Friday" is "never on Fridays".
    if (item.key === 'any' && next !== undefined && weekday.test(next.said) && isOneBan(items)) return [];
    const isAny = items[at - 1]?.key === 'any' && weekday.test(item.said) && isOneBan(items);
    return [
      { ...item, ...(isAny ? { key: `${item.said.toLowerCase()}s` } : {}), isGoing, article: articleOf(items[at - 1]) },
    ];
  });
}

function articleOf(before: Item | undefined): Plain['article'] {
  if (before?.is !== 'gap') return undefined;
  return before.key === 'the' ? 'the' : /^an?$/u.test(before.key) ? 'a' : undefined;
}

const weekday = /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/u;

/** It begins with "never", and goes on in one clause. */
const isOneBan = (items: readonly Item[]): boolean =>
  items[0]?.key === 'never' &&
  items.every(({ is }, at) => is !== 'mark' && is !== 'firm' && (at === 0 || is !== 'not'));

/** Where "on Linux and on macOS" says its "on" again, at the end of a sentence. */
function linkedAgain(items: readonly Item[]): number {
  const at = items.findLastIndex(({ is }) => is === 'link');
  const before = items.slice(0, Math.max(0, at - 1)).findLastIndex(({ is }) => is === 'link');
  const isAgain = before > 0 && items[at]?.key === items[before]?.key && items[at - 1]?.key === 'and';
  const isOnlyTerms = (from: number, to: number): boolean => items.slice(from, to).every(({ is }) => is === 'term');
  const isPair = isOnlyTerms(before + 1, at) && isOnlyTerms(at + 1, items.length);
  return isAgain && isPair && at + 1 < items.length && before + 1 < at - 1 ? at : -1;
}

export function isEqual(one: readonly Plain[], other: readonly Plain[]): boolean {
  if (one.length !== other.length) return false;
  // "An image has" is "images have", of all of them; "the log" is not "the logs".
  const isOfAll = one.some((item, at) => isOneOfAll(item, other[at]) || isOneOfAll(other[at], item));
  return one.every((item, at) => isAlike(item, other[at]) || (isOfAll && isPluralOf(item, other[at])));
}

const isOneOfAll = (one: Plain | undefined, all: Plain | undefined): boolean =>
  one?.article === 'a' && all?.article === undefined && all?.key !== one.key && isPluralOf(one, all);

function isPluralOf(one: Plain, other: Plain | undefined): boolean {
  const isPlain = one.is === 'term' && other?.is === 'term' && one.article !== 'the' && other.article !== 'the';
  return isPlain && /^[a-z]+$/u.test(one.key + other.key) && stemOf(one.key) === stemOf(other.key);
}

function isAlike(one: Plain, other: Plain | undefined): boolean {
  if (other === undefined || one.is !== other.is) return false;
  if (one.key === other.key) return true;
  return (
    one.isGoing !== other.isGoing && !/ed$/u.test(`${one.key} ${other.key}`) && rootOf(one.key) === rootOf(other.key)
  );
}
