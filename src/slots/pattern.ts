// Whether something that is said to follow from several entries is what each of them says, with no more left out than where and when.
import { type Item, keyOf, type Saying, sayingOf } from './saying.ts';

/** Words with which one speaks of several things at once. */
const ofMany: ReadonlySet<string> = new Set(
  'pattern recurring repeatedly again often several many both same seen times entries notes days all together and it'
    .split(' ')
    .map(keyOf),
);

/** With such a word it says what one may or has to do. */
const allows: ReadonlySet<string> = new Set(
  'may can could must shall should allow allowed permit permitted forbidden deny denied enable enabled disable disabled grant granted have need ask always all every only'
    .split(' ')
    .map(keyOf),
);

/** Why not; undefined if it does. */
export function followsFrom(text: string, sources: readonly string[]): string | undefined {
  const said = sayingOf(text);
  if (said.terms.length === 0) return 'it says nothing';
  const given = sources.map(sayingOf);
  const known = new Set(given.flatMap(({ terms }) => terms.map(({ key }) => key)));
  const counts = new Set([`number ${sources.length}`, `number ${sources.length} time`]);
  const invented = said.terms.find(({ key }) => !known.has(key) && !ofMany.has(key) && !counts.has(key));
  if (invented !== undefined) return `"${invented.said}" stands in none of its sources`;
  const isOfMany = ({ key }: Item): boolean => ofMany.has(keyOf(key)) || counts.has(key);
  const items = withoutEnds(spoken(said), isOfMany);
  if (items.length < 2) return 'it says too little';
  const other = given.findIndex((source) => !isShorter(spoken(source), items));
  if (other !== -1) return 'one of its sources does not say so';
  // What is allowed or forbidden in one place is not so everywhere, and to do something to one thing is not to do it to all.
  const isWhole = given.every((source) => spoken(source).length === items.length);
  if (isWhole) return undefined;
  if (said.negated.length > 0 || given.some((source) => source.terms.some(({ key }) => allows.has(key))))
    return 'what holds in one place only would hold everywhere';
  return items.length < spoken(said).length ? undefined : 'it does not say that it tells of several';
}

const spoken = ({ items }: Saying): Item[] => items.filter(({ is }) => is !== 'gap' && is !== 'mark');

/** "Seen 2 times: …", "… again and again" */
function withoutEnds(items: readonly Item[], isOfMany: (item: Item) => boolean): Item[] {
  const from = items.findIndex((item) => !isOfMany(item));
  const to = items.findLastIndex((item) => !isOfMany(item));
  return from === -1 ? [] : items.slice(from, to + 1);
}

/** Word for word the same, but for phrases such as "on Friday" or "in the editor", of which any may be missing. What limits or negates never is. */
function isShorter(source: readonly Item[], pattern: readonly Item[]): boolean {
  let at = 0;
  const isSame = (item: Item | undefined): boolean => {
    const wanted = pattern[at];
    return item !== undefined && wanted !== undefined && item.is === wanted.is && item.key === wanted.key;
  };
  for (let here = 0; here < source.length; here += 1) {
    if (isSame(source[here])) {
      at += 1;
      continue;
    }
    // Such a phrase begins with the word that binds it, and goes on to the next that is there again.
    if (at === 0 || source[here]?.is !== 'link' || !/^(?:on|in|at)$/u.test(source[here]?.key ?? '')) return false;
    while (source[here + 1]?.is === 'term' && !isSame(source[here + 1])) here += 1;
  }
  return at === pattern.length;
}
