// Whether a newer sentence takes the place of an older one: about the same, evidently newer, and saying so.
import { type Item, keyOf, type Saying, sayingOf } from './saying.ts';
import { isToldReplaced } from './told-replaced.ts';

/** The newer one says itself that something is no longer as it was. */
const changed =
  /\b(?:now|no longer|not any ?more|anymore|instead|since|moved?|moving|switch(?:ed|ing)?|chang(?:ed|ing)|replac(?:ed?|ing)|migrat(?:ed?|ing)|renamed|raised|lowered|from\b.{1,60}\bto)\b/iu;

/** What is done with a thing says little about which thing it is. */
const weak = keysOfWords('use run take have start set put make');
const isSubject = ({ kind, key }: Saying['terms'][number]): boolean => kind === 'word' && !weak.has(key);

/** Words in which a change is told. */
const aboutChange = keysOfWords(
  'now longer move moved switch switched change changed replace replaced migrate migrated rename renamed raise raised lower lowered was were had used previously formerly anymore any more again new old it and be been has have',
);

/** Word by word, because every command loads this file: to read a sentence first makes ready all that sentences are read with. */
function keysOfWords(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(keyOf));
}

/** Of two texts, and when each was first spoken of. */
export function whyNotNewer(
  old: string,
  newer: string,
  oldTime: string | null,
  newTime: string | null,
): string | undefined {
  const [was, is] = [sayingOf(old), sayingOf(newer)];
  const [oldDate, newDate] = [dateIn(was), dateIn(is)];
  const isLater =
    oldDate !== undefined && newDate !== undefined
      ? newDate > oldDate
      : oldTime !== null && newTime !== null && newTime.slice(0, 16) > oldTime.slice(0, 16);
  if (!isLater) return 'nothing says that the other entry is newer';
  // What forbids, limits or asks is never out of date because something newer is about the same.
  if (was.negated.length > 0 || was.isQuestion || forbids.test(old))
    return 'only a person takes back what is forbidden or asked for';
  if (is.isQuestion || doubted.test(newer) || mayBe.test(newer)) return 'the other entry is not sure of it';
  if (isToldReplaced(was, old, newer)) return undefined;
  if (isEvent(was)) return 'what happened once is not out of date';
  const firm = ({ bound }: Saying): string =>
    bound.flatMap(({ link, isFirm }) => (isFirm && !/^(?:since|instead)$/u.test(link) ? [link] : [])).join(' ');
  if (firm(was) !== firm(is)) return 'the other entry holds under other conditions';
  const [had, has] = [keysOf(was), keysOf(is)];
  const lost = was.terms.filter(({ kind, key }) => kind !== 'date' && !has.has(key));
  const come = is.terms.filter(({ kind, key }) => kind !== 'date' && !had.has(key) && !aboutChange.has(key));
  const shared = had.size - new Set(lost.map(({ key }) => key)).size;
  const isElse = 'the other entry is about something else';
  if (shared < 2 || lost.length > Math.max(1, had.size / 3)) return isElse;
  // It names what it takes the place of, and what comes instead: "moved from src/a.ts to src/b.ts".
  if (changed.test(newer) && isReplaced(was, is, lost, come)) return undefined;
  // Otherwise every word of the old one has to stand there again: all but the value, and nothing besides.
  if (lost.some(isSubject) || come.some(isSubject) || lost.length > 1) return isElse;
  // All that it takes back is what the old one said, and no part of it ("on Fridays").
  const isNegated =
    is.negated.length > 0 &&
    lost.length === 0 &&
    is.negated.every((scope) => scope.every((key) => had.has(key) || aboutChange.has(key)));
  const [[gone], [instead, ...more]] = [lost, come];
  const isValue =
    gone !== undefined &&
    instead !== undefined &&
    more.length === 0 &&
    gone.kind !== 'word' &&
    is.negated.length === 0 &&
    instead.kind === gone.kind &&
    unit(instead) === unit(gone);
  if (!isNegated && !isValue) return isElse;
  const isSaid = changed.test(newer) || (asOf.test(old) && asOf.test(newer));
  return isSaid ? undefined : 'nothing says that it takes the place of the other';
}

const forbids =
  /\b(?:must|shall|avoid|forbid\w*|forbidden|prohibit\w*|disallow\w*|ban|banned|block\w*|refuse\w*|deny|denied|ask|only|stop|careful|warning|nicht|kein\w*|nie|niemals|jamais|nunca|verboten|untersagt|ohne|nur|interdit\w*|sans|sin|senza|vietato|prohibido)\b|⛔|🚫/iu;

/** Whoever says so is not sure, tells what somebody else thinks, what will be, or what was taken back. */
const doubted =
  /\b(?:if|when|maybe|perhaps|might|would|could|plan(?:s|ned)?|propos\w+|suggest\w*|consider\w*|thinks?|says?|said|claim\w*|rumou?r\w*|yet|soon|tomorrow|next|will|temporar\w*|for now|mistake\w*|revert\w*|undone|undo|rolled|reject\w*|lie|wrong\w*|ignore|draft|back|nobody|once)\b|[❌🚫⛔🛑]/iu;
/** The month is no doubt. */
const mayBe = /\bmay\b|\bMay (?=\p{Ll})/u;

/** What holds since a day; a day on which something happened says nothing of today. */
const asOf = /\bas of \d{4}-\d\d-\d\d|\(\d{4}-\d\d-\d\d\)[.!]?$/iu;

/** It tells what happened, and not what is so. To agree on something is to make it so. */
const isEvent = ({ terms }: Saying): boolean =>
  terms.some(
    ({ kind, said }) =>
      kind === 'word' && (/ed$/u.test(said) ? !/^(?:agre|decid|need|nam|call|pinn)ed$/u.test(said) : events.has(said)),
  );
const events: ReadonlySet<string> = new Set(
  'was were met paid took had did went came saw said got made sent broke began ran found lost won born fell grew became wrote'.split(
    ' ',
  ),
);

const unit = ({ kind, key }: Saying['terms'][number]): string =>
  kind === 'number' ? key.replaceAll(/[\d.,]+/gu, '#') : '';

/** The old value stands behind "from", and what it was the value of is still named. */
function isReplaced(was: Saying, is: Saying, lost: Saying['terms'], come: Saying['terms']): boolean {
  const olds = new Set(was.terms.flatMap(({ kind, key }) => (kind === 'word' || kind === 'date' ? [] : [key])));
  const from = is.bound.find(({ link, to }) => link === 'from' && to !== undefined && olds.has(to))?.to;
  if (from === undefined || !is.bound.some(({ link }) => link === 'to')) return false;
  // Besides what the old one was about it names nothing but the new value, behind which nothing stands that could take it back.
  const [value, ...more] = come;
  const isLast = value !== undefined && is.terms.at(-1) === value && !is.items.some(isAside);
  return isLast && more.length === 0 && value.kind !== 'word' && is.negated.length === 0 && lost.length <= 1;
}

const isAside = ({ is, key }: Item): boolean => is === 'mark' && /^[^.,:!]$/u.test(key);

/** Without the date of the entry itself. */
const keysOf = ({ terms }: Saying): Set<string> =>
  new Set(terms.flatMap(({ kind, key }) => (kind === 'date' ? [] : [key])));

const dateIn = ({ terms }: Saying): string | undefined => terms.findLast(({ kind }) => kind === 'date')?.key;
