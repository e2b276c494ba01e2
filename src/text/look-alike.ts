// Letters of other scripts that look like Latin ones: enough of Unicode TR39 to notice a disguise, with digits left alone.
import { matchKey } from './match-key.ts';

const pairs: readonly (readonly [latin: string, lookAlikes: string])[] = [
  ['a', 'аɑα'],
  ['b', 'ьЬвβ'],
  ['c', 'сϲⅽ'],
  ['d', 'ԁⅾ'],
  ['e', 'еєҽ'],
  ['g', 'ɡց'],
  ['h', 'һհнη'],
  ['i', 'іıɩιⅰ'],
  ['j', 'јϳ'],
  ['k', 'кκ'],
  ['l', 'ⅼӏ'],
  ['m', 'мⅿ'],
  ['n', 'ոп'],
  ['o', 'оοօσ'],
  ['p', 'рρ'],
  ['q', 'ԛ'],
  ['r', 'гᴦ'],
  ['s', 'ѕꜱ'],
  ['t', 'тτ'],
  ['u', 'υսц'],
  ['v', 'ѵνⅴ'],
  ['w', 'ԝѡɯω'],
  ['x', 'хχⅹ'],
  ['y', 'уүγ'],
  ['z', 'ᴢζ'],
];

const latinFor: ReadonlyMap<string, string> = new Map(
  pairs.flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

/** The text as a hasty reader sees it: compatibility forms, spelling and script laid aside. */
export function skeleton(text: string): string {
  const plain = matchKey(text.normalize('NFKC')).key;
  if (!/[^ -~]/u.test(plain)) return plain;
  return [...plain].map((character) => latinFor.get(character) ?? character).join('');
}
