// Whether a newer sentence says outright, of the very same thing, that the one value of an older sentence holds no longer, and what holds instead.
import { type Item, keyOf, type Saying, sayingOf } from './saying.ts';

/** One word or number, perhaps with its unit. */
const value = String.raw`(?:\d{1,2}:\d\d|[^\s,;:()?!]+)(?: (?:%|°?\p{L}{1,7}))??`;
const changed = '(?:changed|moved|switched|raised|lowered)';

/** Whole sentences in which a change is told: what stands before or behind them could say that it is not so. */
const tellings: readonly RegExp[] = [
  `(?<what>.+?): (?<is>${value}) from today,? and no longer (?<was>${value})`,
  `(?<what>.+?) (?:was|were) (?<was>${value}) until now[;,] (?<is>${value}) is right`,
  `(?<what>.+?) (?:is|are) now (?<is>${value}),? (?:and )?(?:no longer|instead of) (?<was>${value})`,
  `(?:we )?${changed} (?<what>.+?) from (?<was>${value}) (?:over )?to (?<is>${value})`,
  `(?<what>.+?) (?:was|were) ${changed} from (?<was>${value}) to (?<is>${value})`,
  `forget (?<was>${value}) for (?<what>.+?), we go by (?<is>${value})`,
].map((form) => new RegExp(`^${form}$`, 'iu'));

/** Whole sentences that give a thing (N) a value (V) and say nothing besides: without articles, each word as it is compared. */
const sayings: ReadonlySet<string> = new Set([
  ...['N is V', 'N : V', 'N → V', 'N have V', 'N have number V', 'N is at V', 'N is on V', 'N is set to V'],
  ...['keep N at V', 'N stay at V', 'V is right for N', 'N begin at V', 'N end at V', 'at V it is time for N'],
  ...['N run at V', 'N stand at V', 'N should be V', 'since this morning N have V', 'correction approximately N : V'],
  ...['for N we take V', 'V of it : that is N', 'N wait V', 'N give up after V'],
  ...['N time out after V', 'patience of N is V', 'timeout of N is V', 'N cost V', 'price of N is V'],
  ...['we agreed on V for N', 'V , that is what N come to', 'N listen on V', 'N listen on port V', 'N is on port V'],
  ...['port of N is V', 'reach N at port V', 'found it : V is where N is bound', 'V is what N is filed under'],
  ...['write V for N', 'V look after N', 'N is in hand of V', 'it is V who answer for N', 'N come from V'],
  ...['we buy N at V', 'V deliver N', 'contract for N is with V'],
]);

/** "… 21:00 from today, and no longer 05:30", "… was 05:30 until now; 21:00 is right", "changed … from 05:30 over to 21:00" */
export function isToldReplaced(was: Saying, older: string, newer: string): boolean {
  const told = toldIn(newer);
  if (told === undefined) return false;
  // What was told as a change itself has the value that it changed to.
  const before = toldIn(older);
  if (before !== undefined) return before.is === told.was && before.what.join(' ') === told.what.join(' ');
  return sayings.has(formOf(was.items, told));
}

interface Told {
  /** What changed, word by word. */
  readonly what: readonly string[];
  readonly was: string;
  readonly is: string;
}

/** A change is told in a short sentence. */
const longest = 300;

function toldIn(text: string): Told | undefined {
  if (text.length > longest) return undefined;
  for (const form of tellings) {
    const { what = '', was = '', is = '' } = form.exec(text.trim().replace(/[.!]$/u, ''))?.groups ?? {};
    const [thing, old, now] = [thingIn(what), valueIn(was), valueIn(is)];
    if (thing === undefined || old === undefined || now === undefined) continue;
    return old.key !== now.key && old.unit === now.unit ? { what: thing, was: old.key, is: now.key } : undefined;
  }
  return undefined;
}

const isArticle = ({ is, key }: Item): boolean => is === 'gap' && /^(?:the|an?)$/u.test(key);
const without = (items: readonly Item[]): Item[] => items.filter((each) => !isArticle(each));

/** Two words at least, so that they name one thing; none that binds, asks, doubts or counts. */
function thingIn(text: string): readonly string[] | undefined {
  const { items, terms } = sayingOf(text);
  const isPlain = without(items).every(({ is, key }) => is === 'term' && !doubts.test(key));
  const isCounting = terms.some(({ kind, said }) => kind !== 'word' && kind !== 'name' && /\P{L}/u.test(said));
  return isPlain && !isCounting && terms.length >= 2 ? without(items).map(({ key }) => key) : undefined;
}

const doubts =
  /^(?:if|when|whether|maybe|perhaps|may|might|could|would|should|nobody|somebody|someone|that|what|who|he|she|they|we|i|you|and|or|nor|both|all|some|any|also|even|just|almost|say|says|said|claim|think|believe|almost|once|tomorrow|yesterday|soon|later|again)$/u;

/** A number with its unit, a time, a path, something quoted, or one name. */
function valueIn(text: string): { readonly key: string; readonly unit: string } | undefined {
  const { items, terms } = sayingOf(text);
  const [only, ...more] = terms;
  if (only === undefined || more.length > 0 || items.length > 1 || only.kind === 'date') return undefined;
  const isName = only.kind === 'name' || (only.kind === 'word' && /^\p{Lu}/u.test(text));
  if (only.kind === 'word' && !isName) return undefined;
  const unit = only.kind === 'number' ? only.key.replaceAll(/[\d.,]+/gu, '#') : isName ? 'name' : only.kind;
  return { key: items[0]?.key ?? '', unit };
}

/** The older sentence with its thing as N and its value as V. */
function formOf(items: readonly Item[], { what, was }: Told): string {
  const keys = without(items)
    .filter(({ is, key }, at, all) => at < all.length - 1 || is !== 'mark' || !/^[.!]$/u.test(key))
    .map(({ key }) => (key === 'are' ? 'is' : key));
  const at = keys.findIndex((_, from) => what.every((key, index) => keys[from + index] === key));
  if (at === -1) return '';
  const form = keys
    .toSpliced(at, what.length, 'N')
    .map((key, place) => (key === was ? 'V' : place === at ? key : keyOf(key)));
  return form.filter((key) => key === 'V').length === 1 ? form.join(' ') : '';
}
